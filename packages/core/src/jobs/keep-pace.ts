import type { Job } from "../ports/job-store.ts";
import { waitForNews } from "../concurrency/bell.ts";
import { advance } from "./runner.ts";
import { isUnavailable } from "./once-stored.ts";
import type { JobDependencies } from "./dependencies.ts";

/** Pages that may wait for the consumer before the job is held, and those with which it goes on. */
const highWater = 100;
const lowWater = 20;
/** Between two looks at a job that another process may be working on. */
const lookEveryMs = 500;
/** A silent consumer holds a job for so long: a live one is never silent for that time. */
const heldForMs = 30_000;
const renewEveryMs = 10_000;

/**
 * The rest of a hold. A rest longer than any hold means that the clock was set back since, and counts as none. Pure.
 */
export function holdLeftMs(heldUntil: number, now: number): number {
  const leftMs = heldUntil - now;
  return leftMs > heldForMs ? 0 : Math.max(0, leftMs);
}

/** Holds a job back while the consumer of its pages is behind; see {@link keepPace}. */
export interface Pace {
  /** The consumer is done with a page. */
  pageTaken(): void;
  /** Looks no further. A hold is left to run out. */
  stop(): Promise<void>;
}

/**
 * Holds a job when too many of its pages wait for the consumer, and lets it go on when few do. This process renews the
 * hold while it lives; any worker lifts one that has run out. Of several consumers, each lifts its own hold only, so the
 * slowest one sets the pace.
 */
export function keepPace(id: string, resources: JobDependencies): Pace {
  const { jobs, bell, clock } = resources;
  const stopping = new AbortController();
  let taken = 0;
  let ownHold: number | undefined;

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      using news = bell.next(id);
      try {
        const job = await jobs.get(id);
        if (job?.state !== "scraping") return;
        await adjust(job);
      } catch (thrown) {
        // The store may be in order at the next look.
        if (!isUnavailable(thrown)) throw thrown;
      }
      await waitForNews(news, lookEveryMs, { clock, signals: [stopping.signal] });
    }
  }

  /** Holds the job or lets it go, if that is due. */
  async function adjust(job: Job): Promise<void> {
    // Somebody else may have lifted or renewed it.
    if (job.heldUntil !== ownHold) ownHold = undefined;
    const isBehind = job.completed - taken >= (ownHold === undefined ? highWater : lowWater + 1);
    const leftMs = holdLeftMs(job.heldUntil ?? 0, clock.now());
    if (isBehind) {
      if (leftMs > heldForMs - renewEveryMs) return;
      ownHold = clock.now() + heldForMs;
      await jobs.setPaused(id, { heldUntil: ownHold });
    } else if (job.heldUntil !== undefined && (ownHold !== undefined || leftMs < heldForMs - 2 * renewEveryMs)) {
      // Its own, or that of a consumer that is gone: it has missed a renewal.
      const progress = await jobs.setPaused(id, { heldUntil: false });
      if (progress !== undefined) await advance(job, progress, resources);
    }
  }

  const looking = keepLooking();
  // `stop` reports a failure; until then it must not count as unhandled.
  looking.catch(() => undefined);
  return {
    pageTaken() {
      taken += 1;
      if (ownHold !== undefined) bell.ring(id);
    },
    async stop() {
      stopping.abort("The consumer is gone.");
      await looking;
    },
  };
}
