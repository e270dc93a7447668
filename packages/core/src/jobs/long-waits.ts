import { recentlyUsed } from "../collections/recently-used.ts";
import type { Clock } from "../ports/clock.ts";

/** The longest waits of jobs for their hosts, as far as they were met with in this process. */
export interface LongWaits {
  /** Notes that a page of a job is put off. A wait of up to a minute is the usual pace, and not worth telling. */
  note(jobId: string, wait: { readonly url: string; readonly delayMs: number }): void;
  /** Says which host a job waits for, and until when; undefined when it waits for none. */
  warning(jobId: string): string | undefined;
}

const usualMs = 60_000;

/** Jobs whose waits are remembered. */
const maxJobs = 1_000;

/** Makes a {@link LongWaits} that remembers nothing. */
export function createLongWaits({ now }: Pick<Clock, "now">): LongWaits {
  const waits = recentlyUsed<{ readonly host: string; readonly until: number }>({ maxSize: maxJobs });
  return {
    note(jobId, { url, delayMs }) {
      const until = now() + delayMs;
      if (delayMs > usualMs && until > (waits.peek(jobId)?.until ?? 0))
        waits.set(jobId, { host: new URL(url).host, until });
    },
    warning(jobId) {
      const wait = waits.get(jobId);
      if (wait === undefined || wait.until <= now()) return undefined;
      const { host, until } = wait;
      return `Pages of ${host} wait until ${new Date(until).toISOString()}: \`Retry-After\`, or the pace that is set for this host, lets them be asked for no sooner.`;
    },
  };
}
