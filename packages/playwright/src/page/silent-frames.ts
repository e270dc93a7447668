import type { Clock } from "@garner/core";

/** What waiting for a frame needs. */
export interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A frame that was refused its document, or is caught in a script, never answers. */
const longestSilenceMs = 2_000;

/** What a frame answers; undefined when it went away or stays silent. Never throws but for the signal. */
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
