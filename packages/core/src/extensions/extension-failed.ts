import { EngineError } from "../errors.ts";

/** What to throw when code of the host's threw: its own EngineError, or EXTENSION_FAILED that names it. */
export function extensionFailed(extension: string, thrown: unknown): EngineError {
  if (EngineError.is(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new EngineError("EXTENSION_FAILED", `The ${extension} of this engine's configuration failed: ${message}`, {
    cause: thrown,
    details: { extension },
  });
}
