import { EngineError } from "@garner/core";

/**
 * The format of jobs and tasks in Redis, as a number. It grows with every change that an older version of this package
 * would misread; data without one was written before there were numbers, and is of the first.
 */
export const format = 1;

/** The refusal of data that a newer version has written; undefined for any other. A newer process will work on it. */
export function refusalOfNewer(what: string, found: number = format): EngineError | undefined {
  if (found <= format) return undefined;
  const reason = `${what} was written by a newer version of @garner/redis (format ${found}; this one knows ${format})`;
  return new EngineError("STORE_UNAVAILABLE", `${reason}: update this process.`, { details: { needsUpdate: true } });
}

/** Reads what a newer version may have written; undefined if it has. */
export async function unlessNewer<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (thrown) {
    if (EngineError.is(thrown, "STORE_UNAVAILABLE") && thrown.details?.needsUpdate === true) return undefined;
    throw thrown;
  }
}
