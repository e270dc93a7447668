import type { Capture, CaptureRequest } from "../ports/page-source.ts";
import type { PageContent } from "../transform/transformer.ts";
import { extensionFailed } from "./extension-failed.ts";
import type { Hooks } from "./hooks.ts";

/** Values that hooks return, and the fields that must not be missing. */
interface Returned {
  readonly beforeCapture: CaptureRequest;
  readonly afterCapture: Capture;
  readonly afterContent: PageContent;
  readonly document: undefined;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTextIfAny = (value: unknown): boolean => value === undefined || isText(value);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

type Test = (value: unknown) => boolean;
type Tests<Value> = { readonly [Name in keyof Value]?: Test };

const needed: { readonly [Name in keyof Returned]: Tests<Returned[Name]> | undefined } = {
  beforeCapture: { url: isText, headers: isObject },
  afterCapture: {
    url: isText,
    status: (value) => typeof value === "number",
    contentType: isText,
    headers: Array.isArray,
    body: (value) => value instanceof Uint8Array,
    warnings: Array.isArray,
  },
  // This hook changes its argument in place, so its return value does not count.
  document: undefined,
  afterContent: {
    markdown: isTextIfAny,
    html: isTextIfAny,
    metadata: isObject,
    verdict: isText,
    warnings: Array.isArray,
  },
};

/**
 * Runs one of the host's hooks. Throws EXTENSION_FAILED that names it, also where it gives back something else than it was
 * given one of, and EngineErrors of its own.
 */
export async function runHook<Name extends keyof Hooks & keyof Returned>(
  name: Name,
  hook: () => Returned[Name] | undefined | void | Promise<Returned[Name] | undefined | void>,
): Promise<Returned[Name] | undefined> {
  try {
    const returned = (await hook()) ?? undefined;
    if (returned !== undefined) check(returned, needed[name]);
    return returned;
  } catch (thrown) {
    throw extensionFailed(`hook ${name}`, thrown);
  }
}

function check(returned: unknown, tests: Readonly<Partial<Record<string, Test>>> | undefined): void {
  if (tests === undefined) return;
  if (!isObject(returned))
    throw new TypeError("it must give back an object like the one that it was given, or nothing.");
  const wrong = Object.entries(tests).find(([name, fits]) => fits?.(Reflect.get(returned, name)) === false)?.[0];
  if (wrong === undefined) return;
  throw new TypeError(`\`${wrong}\` of what it gives back is missing or wrong: begin with what it was given.`);
}
