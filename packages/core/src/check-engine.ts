import { isObject } from "./check-ports.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./errors.ts";
import { isFunction } from "./schema/input/check-options.ts";

/**
 * Refuses what is no engine, such as the promise of one, where a surface takes one: every call would fail later. Throws
 * BAD_REQUEST.
 */
export function checkEngine(engine: unknown): asserts engine is Engine {
  if (isObject(engine) && isFunction(Reflect.get(engine, "scrape")) && isObject(Reflect.get(engine, "jobs"))) return;
  const isPromise = isObject(engine) && isFunction(Reflect.get(engine, "then"));
  throw new EngineError(
    "BAD_REQUEST",
    `The first argument must be an engine, such as \`createEngine()\`${isPromise ? ", not a promise: await it" : ""}.`,
  );
}
