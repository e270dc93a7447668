import { gaveUp } from "../concurrency/deadline.ts";
import { EngineError, isErrorCode } from "../errors.ts";
import type { PageError } from "../ports/job-store.ts";
import type { JobCancelled, JobPaused, JobStarted, JobStatus } from "../schema/job.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { cancelJob, pauseJob, resumeJob } from "./control.ts";
import { followPages, followProgress, type Following, type JobResult } from "./follow.ts";
import type { JobProgress } from "./job-call.ts";
import { keepPace } from "./keep-pace.ts";
import { followersPatience, onceStored } from "./once-stored.ts";
import { endedMeanwhile } from "./own-job.ts";
import type { PreparedJob } from "./start.ts";
import { getJob } from "./status.ts";

/**
 * A job on its way. It is not a promise: `result()` waits for it.
 *
 * Iterated, it gives its pages as they come, however many there are: a consumer that falls behind holds the job. Every
 * iteration begins with the first page. A loop that is left before its end cancels the job, unless another loop or
 * `result()` follows it, or the job was attached. A job that fails throws. While its store is out of order, the job and
 * whoever follows it wait.
 *
 * When the signal that it was started with fires, the job is cancelled, and whoever follows it gets ABORTED. When the
 * engine is disposed first, they get ENGINE_DISPOSED; a job in a lasting store is then taken on by the next engine.
 */
export interface JobHandle<Page = ScrapeResult, Result = JobResult<Page>, Started = JobStarted>
  extends AsyncIterable<Page>, AsyncDisposable {
  /** Known at once, before the job is stored. */
  readonly id: string;
  /** Resolves when the job is stored, with what was answered to its request; rejects when it can't be started. */
  started(): Promise<Started>;
  /** Waits for the job's end and gives everything, also when it has failed or was cancelled: `status` says so. */
  result(): Promise<Result>;
  /** The state of the job, with a chunk of its pages: the first 100 unless `skip` and `limit` say otherwise. */
  status(chunk?: JobChunk): Promise<JobStatus>;
  /** The progress of the job: now, whenever that changes, and at its end. A slow reader gets the newest, not every, state. */
  readonly progress: AsyncIterable<JobProgress>;
  /** Stops taking pages until the job is resumed; those under way are finished. Throws CONFLICT for a job that has ended. */
  pause(): Promise<JobPaused>;
  /** Takes pages again. Throws CONFLICT for a job that has ended. */
  resume(): Promise<JobPaused>;
  /** Ends the job now; what was recorded stays readable. Throws CONFLICT for a job that has ended otherwise. */
  cancel(): Promise<JobCancelled>;
  /** Cancels the job if it has not ended and was not attached. Never throws for one that has ended or never began. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A range of a job's pages. */
export interface JobChunk {
  /** Pages to leave out. */
  readonly skip?: number | undefined;
  /** Most pages of the chunk; 100 when not given. */
  readonly limit?: number | undefined;
}

/** The dependencies of a handle besides the job. */
export interface HandleOptions<Result, Started> {
  readonly following: Following;
  /** Waits for the job's end and gives everything. */
  readonly collect: (started: Started) => Promise<Result>;
  /** The handle's owner started the job: it ends with them. */
  readonly isOwner: boolean;
}

/** Starts a job that was prepared, and makes its handle. */
export function jobHandle<Page, Result, Started>(
  { id, start }: PreparedJob<Started>,
  { following, collect, isOwner }: HandleOptions<Result, Started>,
): JobHandle<Page, Result, Started> {
  const { call, resources } = following;
  const starting = call.signal?.aborted === true ? Promise.reject(gaveUp(call.signal)) : start();
  // Whatever is asked of the handle reports a failure; until then it must not count as unhandled.
  starting.catch(() => undefined);
  if (isOwner && call.signal !== undefined)
    void starting.then(
      () => cancelWhenAborted(id, following),
      () => undefined,
    );
  const caller = { principal: call.principal };
  const patiently = followersPatience(call, resources);
  let followers = 0;
  let whole: Promise<Result> | undefined;

  async function* pages(): AsyncGenerator<Page, void> {
    await starting;
    followers += 1;
    try {
      // A store keeps pages as they were scraped: the request says what they have.
      yield* pagesOf(id, following, loopLeft) as AsyncGenerator<Page, void>;
    } finally {
      followers -= 1;
    }
    const job = await patiently(() => resources.jobs.get(id));
    if (job?.state === "failed") throw failure(job.error);
  }

  async function loopLeft(): Promise<void> {
    if (isOwner && followers === 1 && whole === undefined) await cancelIfUnfinished(id, following);
  }

  function collected(): Promise<Result> {
    const collecting = starting.then(collect);
    // What could not be had may be there when it is asked for again.
    collecting.catch(() => (whole = undefined));
    return collecting;
  }

  return {
    id,
    started: () => starting,
    result: () => (whole ??= collected()),
    status: (chunk) => starting.then(() => getJob({ ...chunk, id }, caller, resources)),
    progress: {
      async *[Symbol.asyncIterator]() {
        await starting;
        yield* followProgress(id, following);
      },
    },
    pause: () => starting.then(() => pauseJob({ id }, caller, resources)),
    resume: () => starting.then(() => resumeJob({ id }, caller, resources)),
    cancel: () => starting.then(() => cancelJob({ id }, caller, resources)),
    [Symbol.asyncIterator]: pages,
    async [Symbol.asyncDispose]() {
      const hasBegun = await starting.then(
        () => true,
        () => false,
      );
      if (isOwner && hasBegun) await cancelIfUnfinished(id, following);
    },
  };
}

/** The pages of a job as their consumer takes them; `left` runs if they stop before the end, not if the job can't be followed. */
async function* pagesOf(
  id: string,
  following: Following,
  left: () => Promise<void>,
): AsyncGenerator<ScrapeResult, void> {
  const pace = keepPace(id, following.resources);
  let isLeft = true;
  try {
    for await (const page of followPages(id, following)) {
      yield page;
      pace.pageTaken();
    }
    isLeft = false;
  } catch (thrown) {
    isLeft = false;
    throw thrown;
  } finally {
    await pace.stop();
    if (isLeft) await left();
  }
}

/** The time between two looks at a job whose caller may give up. */
const lookEveryMs = 500;

/** Cancels a job when its caller's signal fires, even if others follow it. Ends with the job, and with the engine. */
async function cancelWhenAborted(id: string, following: Following): Promise<void> {
  const { call, resources } = following;
  const untilClosing = { ...resources, signal: resources.closing };
  try {
    while ((await onceStored(() => resources.jobs.get(id), untilClosing))?.state === "scraping") {
      if (resources.closing.aborted) return;
      if (call.signal?.aborted === true) return await onceStored(() => cancelIfUnfinished(id, following), untilClosing);
      await sleep(lookEveryMs, following);
    }
  } catch (thrown) {
    if (resources.closing.aborted) return;
    resources.onEvent({ type: "worker-error", error: EngineError.from(thrown).message });
  }
}

async function sleep(delayMs: number, { call, resources }: Following): Promise<void> {
  const { clock, closing } = resources;
  const signal = call.signal === undefined ? closing : AbortSignal.any([call.signal, closing]);
  await clock.sleep(delayMs, signal).catch(() => undefined);
}

async function cancelIfUnfinished(id: string, { call, resources }: Following): Promise<void> {
  const job = await resources.jobs.get(id);
  if (job?.state === "scraping")
    await cancelJob({ id }, { principal: call.principal }, resources).catch(endedMeanwhile);
}

function failure(error: PageError | undefined): EngineError {
  const code = error !== undefined && isErrorCode(error.code) ? error.code : "UNKNOWN_ERROR";
  return new EngineError(code, error?.message ?? "The job failed.");
}
