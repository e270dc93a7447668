import { extensionFailed } from "./extension-failed.ts";
import type { Hooks } from "./hooks.ts";

/** Runs one of the host's hooks. Throws EXTENSION_FAILED that names it, and EngineErrors of its own. */
export async function runHook<Value>(
  name: keyof Hooks,
  hook: () => Value | undefined | void | Promise<Value | undefined | void>,
): Promise<Value | undefined> {
  try {
    return (await hook()) ?? undefined;
  } catch (thrown) {
    throw extensionFailed(`hook ${name}`, thrown);
  }
}
