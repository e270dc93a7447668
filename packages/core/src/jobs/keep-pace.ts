import { pauseJob, resumeJob } from "./control.ts";
import type { Following } from "./job-call.ts";
import { endedMeanwhile } from "./own-job.ts";
import { waitFor } from "./status.ts";

/** Pages that may wait for the consumer before the job is paused, and those with which it goes on. */
const highWater = 100;
const lowWater = 20;
/** Between two looks at a job that another process may be working on. */
const lookEveryMs = 500;

/** Holds a job back while the consumer of its pages is behind; see {@link keepPace}. */
export interface Pace {
  /** The consumer is done with a page. */
  pageTaken(): void;
  /** Looks no further. A job that was paused stays so. */
  stop(): Promise<void>;
}

/** Pauses a job when too many of its pages wait for the consumer, and lets it go on when they are few again. */
export function keepPace(id: string, { call, resources }: Following): Pace {
  const { jobs, bell } = resources;
  const stopping = new AbortController();
  let taken = 0;
  let isPaused = false;

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      using news = bell.next(id);
      const job = await jobs.get(id);
      if (job?.state !== "scraping") return;
      const waiting = job.completed - taken;
      if (isPaused ? waiting <= lowWater : waiting >= highWater) await turn();
      else await waitFor(news.rung, lookEveryMs, { call: { signal: stopping.signal }, resources });
    }
  }

  async function turn(): Promise<void> {
    const own = { principal: call.principal };
    isPaused = !isPaused;
    await (isPaused ? pauseJob({ id }, own, resources) : resumeJob({ id }, own, resources)).catch(endedMeanwhile);
  }

  const looking = keepLooking();
  // Whoever takes pages hears of it from `stop`; until then a failure must not count as nobody's.
  looking.catch(() => undefined);
  return {
    pageTaken() {
      taken += 1;
      if (isPaused) bell.ring(id);
    },
    async stop() {
      stopping.abort("The consumer is gone.");
      await looking;
    },
  };
}
