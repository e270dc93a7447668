import type { Clock } from "@garner/core";

/** The options for waiting for a frame. */
export interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A frame that was refused its document, or is caught in a script, never answers. */
const longestSilenceMs = 2_000;

/** A frame's answer; undefined if it went away or stays silent. Only the signal makes it throw. */
export async function answerOf<T>(asked: Promise<T>, { clock, signal }: Waiting): Promise<T | undefined> {
  const answered = new AbortController();
  const silence = clock.sleep(longestSilenceMs, AbortSignal.any([signal, answered.signal])).then(() => undefined);
  try {
    return await Promise.race([asked.catch(() => undefined), silence]);
  } finally {
    answered.abort();
    silence.catch(() => undefined); // it answered
  }
}
