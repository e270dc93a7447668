import { checkEngine, EngineError, type Engine } from "@garner/core";

const registry = Symbol.for("garner.next.engines");

/**
 * One engine for a process, however often Next evaluates the module that asks for it: it does so for every route, and
 * again after each change in development. `make` runs once per name; a change of it counts from the next start. The
 * engine ends with the process: its stores keep the finished work of its jobs. Throws BAD_REQUEST if `make` makes no engine.
 */
export function sharedEngine(make: () => Engine, name = "default"): Engine {
  const given: unknown = make;
  if (typeof given !== "function")
    throw new EngineError(
      "BAD_REQUEST",
      "sharedEngine: pass a function that makes the engine: `() => createEngine()`.",
    );
  // Only `globalThis` outlives a module that is evaluated again.
  const holder = globalThis as { [registry]?: Map<string, Engine> };
  const engines = (holder[registry] ??= new Map());
  let engine = engines.get(name);
  if (engine === undefined) {
    engine = make();
    checkEngine(engine);
    engines.set(name, engine);
  }
  return engine;
}
