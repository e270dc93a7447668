import { EngineError, messageOfThrown } from "../errors.ts";

/** The error for a throw of the host's code: its own EngineError, or EXTENSION_FAILED that names it. */
export function extensionFailed(extension: string, thrown: unknown): EngineError {
  if (EngineError.is(thrown)) return thrown;
  const message = messageOfThrown(thrown);
  return new EngineError("EXTENSION_FAILED", `The ${extension} of this engine's configuration failed: ${message}`, {
    cause: thrown,
    details: { extension },
  });
}
