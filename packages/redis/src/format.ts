import { EngineError } from "@garner/core";

/**
 * What jobs and tasks look like in Redis, as a number. It grows with every change that an older version of this package would
 * misread; what has none was written before there were numbers, and is of the first.
 */
export const format = 1;

/** Why what a newer version has written is not for this one; undefined if it is. Whoever is that new will work on it. */
export function refusalOfNewer(what: string, found: number = format): EngineError | undefined {
  if (found <= format) return undefined;
  const reason = `${what} was written by a newer version of @garner/redis (format ${found}; this one knows ${format})`;
  return new EngineError("STORE_UNAVAILABLE", `${reason}: update this process.`);
}
