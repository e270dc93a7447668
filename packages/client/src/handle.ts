import { EngineError } from "@garner/core/errors";
import type {
  JobCall,
  JobCancelled,
  JobChunk,
  JobEvent,
  JobHandle,
  JobPaused,
  JobProgress,
  JobStatus,
} from "@garner/core";
import { failureOfJob, gaveUp, onlyEmbedded } from "./failure.ts";

/** The work of a handle on a job of any kind. */
export interface RemoteJob<Result, Started> {
  /** Known before the job is started only where the caller named it. */
  readonly id: string | undefined;
  start(): Promise<Started>;
  status(id: string, chunk?: JobChunk): Promise<JobStatus>;
  /** The events of a job as they come, after a sequence number. */
  events(id: string, after: number): AsyncIterable<JobEvent>;
  cancel(id: string): Promise<JobCancelled>;
  pause(id: string): Promise<JobPaused>;
  resume(id: string): Promise<JobPaused>;
  /** Waits for the end and gives everything. */
  collect(started: Started): Promise<Result>;
}

/** The call that a handle is made for. */
export interface HandleOptions {
  readonly call: JobCall;
  /** The handle's owner started the job: it ends with them. */
  readonly isOwner: boolean;
}

/** Starts a job and makes its handle, which works like that of an engine in the same process. */
export function jobHandle<Page, Result, Started extends { readonly id: string }>(
  job: RemoteJob<Result, Started>,
  { call, isOwner }: HandleOptions,
): JobHandle<Page, Result, Started> {
  let id = job.id;
  const { signal } = call;
  const stored = signal?.aborted === true ? Promise.reject(gaveUp(signal)) : job.start();
  const starting = unlessAborted(stored, signal);
  // Whatever is asked of the handle reports a failure; until then it must not count as unhandled.
  starting.catch(() => undefined);
  let ending: Promise<void> | undefined;
  const cancelIfUnfinished = (started: Started) => (ending ??= job.cancel(started.id).then(ignore, endedMeanwhile));
  stored.then((started) => (id = started.id), ignore);
  // The caller has left, so a failed cancellation has no reader.
  const interrupt = () => void stored.then(cancelIfUnfinished).catch(ignore);
  if (isOwner) signal?.addEventListener("abort", interrupt, { once: true });
  let followers = 0;
  let whole: Promise<Result> | undefined;

  async function* pages(): AsyncGenerator<Page, void> {
    const started = await starting;
    let last: JobEvent | undefined;
    let isWhole = false;
    followers += 1;
    try {
      for await (const event of job.events(started.id, 0)) {
        last = event;
        // The request determines their fields.
        if (event.document !== undefined) yield event.document as Page;
      }
      isWhole = true;
    } finally {
      followers -= 1;
      if (isOwner && !isWhole && followers === 0 && whole === undefined) await cancelIfUnfinished(started);
    }
    signal?.removeEventListener("abort", interrupt);
    if (last?.type === "failed")
      throw failureOfJob(last.error?.code ?? "UNKNOWN_ERROR", last.error?.message ?? "The job failed.");
  }

  async function collect(): Promise<Result> {
    const result = await job.collect(await starting);
    signal?.removeEventListener("abort", interrupt);
    return result;
  }

  return {
    get id() {
      if (id !== undefined) return id;
      throw onlyEmbedded("id", "the server chooses it; it is known once `started()` has resolved");
    },
    started: () => starting,
    result: () => (whole ??= collect()),
    status: (chunk) => starting.then((started) => job.status(started.id, chunk)),
    progress: { [Symbol.asyncIterator]: () => progressOf(job, starting) },
    pause: () => starting.then((started) => job.pause(started.id)),
    resume: () => starting.then((started) => job.resume(started.id)),
    cancel: () => starting.then((started) => job.cancel(started.id)),
    [Symbol.asyncIterator]: pages,
    async [Symbol.asyncDispose]() {
      const started = await stored.catch(ignore);
      if (isOwner && started !== undefined) await cancelIfUnfinished(started);
    },
  };
}

/** A job's progress: now, at each of its events, and at its end. */
async function* progressOf<Result, Started extends { readonly id: string }>(
  job: RemoteJob<Result, Started>,
  starting: Promise<Started>,
): AsyncGenerator<JobProgress, void> {
  const { id } = await starting;
  let told = progressIn(await job.status(id, { limit: 1 }));
  yield told;
  if (told.status !== "scraping") return;
  for await (const { sequence } of job.events(id, told.lastSequence)) {
    if (sequence <= told.lastSequence) continue;
    told = progressIn(await job.status(id, { limit: 1 }));
    yield told;
    if (told.status !== "scraping") return;
  }
}

/** A status without the job's pages and errors. Pure. */
export function progressIn(status: JobStatus): JobProgress {
  const { pages: _pages, errors: _errors, nextSkip: _next, warning: _warning, ...progress } = status;
  return progress;
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await work;
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = () => reject(gaveUp(signal));
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/** A job that has ended since is as good. */
function endedMeanwhile(thrown: unknown): void {
  if (!EngineError.is(thrown, "CONFLICT") && !EngineError.is(thrown, "JOB_NOT_FOUND")) throw thrown;
}

function ignore(): undefined {
  return undefined;
}
