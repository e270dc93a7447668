import { EngineError, errorTable, type ErrorCode } from "../errors.ts";
import type { Job, PageError } from "../ports/job-store.ts";
import type { JobStatus } from "../schema/job.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { warningOf } from "../schema/warning.ts";
import { cancelJob } from "./control.ts";
import { jobEvents } from "./events.ts";
import type { Following, JobCall } from "./job-call.ts";
import { keepPace } from "./keep-pace.ts";
import { endedMeanwhile } from "./own-job.ts";
import { describeJob, endWarnings, toFailure, toResult } from "./status.ts";
import type { JobDependencies } from "./dependencies.ts";

/** The whole result of a job: all its pages, a batch's in the order of its URLs, and everything that went wrong. */
export interface JobResult extends JobStatus {
  /** URLs of a batch that were left out because they are invalid, or may not be reached, as they were sent. */
  readonly invalidURLs?: readonly string[] | undefined;
}

/**
 * A job on its way, started when it is first used. Awaited, also after it was iterated, it gives the whole result.
 * Iterated, it gives its pages as they come: a consumer that falls behind pauses the job, one that leaves the loop
 * cancels it, and a job that fails throws. When the caller's signal fires, the job is cancelled and ABORTED is thrown.
 */
export interface JobHandle extends AsyncIterable<ScrapeResult>, PromiseLike<JobResult> {
  /** The job's id, once it is started. */
  started(): Promise<string>;
}

/** Makes a handle of a function that starts a job. */
export function jobHandle(start: () => Promise<StartedJob>, call: JobCall, resources: JobDependencies): JobHandle {
  let starting: Promise<StartedJob> | undefined;
  const begin = () => (starting ??= start());
  const started = async () => (await begin()).id;
  const following: Following = { call, resources };
  let whole: Promise<JobResult> | undefined;
  return {
    started,
    // oxlint-disable-next-line unicorn/no-thenable -- that a job can be awaited is its purpose
    then: (onDone, onFailed) => {
      whole ??= begin().then((job) => collect(job, following));
      return whole.then(onDone, onFailed);
    },
    [Symbol.asyncIterator]: () => pagesOf(started, following),
  };
}

interface StartedJob {
  readonly id: string;
  readonly invalidURLs?: readonly string[] | undefined;
  readonly warning?: string | undefined;
}

async function collect({ id, invalidURLs, warning }: StartedJob, following: Following): Promise<JobResult> {
  const { resources } = following;
  const pages: ScrapeResult[] = [];
  for await (const page of follow(id, following)) pages.push(page);
  const job = await resources.jobs.get(id);
  if (job === undefined) throw new EngineError("JOB_NOT_FOUND", `The job ${id} is gone.`);
  const errors = (await resources.jobs.errors(id)).map(toFailure);
  const left = invalidURLs === undefined ? {} : { invalidURLs };
  const warnings = warningOf([warning, ...(await endWarnings(job, resources))]);
  return {
    ...describeJob(job, resources),
    pages: [...resources.kinds[job.kind].inOrder(job, pages)],
    errors,
    ...left,
    ...warnings,
  };
}

async function* pagesOf(started: () => Promise<string>, following: Following): AsyncGenerator<ScrapeResult, void> {
  const id = await started();
  const pace = keepPace(id, following.resources);
  try {
    for await (const page of follow(id, following)) {
      yield page;
      pace.pageTaken();
    }
  } finally {
    await pace.stop();
    await cancelIfUnfinished(id, following);
  }
  const job = await following.resources.jobs.get(id);
  if (job?.state === "failed") throw failure(job.error);
}

/** The pages of a job; on the way, the caller learns how far it is, and an aborted job is cancelled. */
async function* follow(id: string, following: Following): AsyncGenerator<ScrapeResult, void> {
  const { call, resources } = following;
  try {
    for await (const event of jobEvents({ id }, call, resources)) {
      await reportProgress(id, following);
      if (event.document !== undefined) yield toResult(event.document);
    }
  } finally {
    if (call.signal?.aborted === true) await cancelIfUnfinished(id, following);
  }
}

async function reportProgress(id: string, { call, resources }: Following): Promise<void> {
  if (call.onProgress === undefined) return;
  const job = await resources.jobs.get(id);
  if (job !== undefined) call.onProgress(describeJob(job, resources));
}

async function cancelIfUnfinished(id: string, { call, resources }: Following): Promise<void> {
  const job: Job | undefined = await resources.jobs.get(id);
  if (job?.state === "scraping")
    await cancelJob({ id }, { principal: call.principal }, resources).catch(endedMeanwhile);
}

function failure(error: PageError | undefined): EngineError {
  const code = error !== undefined && isErrorCode(error.code) ? error.code : "UNKNOWN_ERROR";
  return new EngineError(code, error?.message ?? "The job failed.");
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
