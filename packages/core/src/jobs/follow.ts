import { EngineError } from "../errors.ts";
import type { Call } from "../ports/call.ts";
import type { JobStatus } from "../schema/job.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { warningOf } from "../schema/warning.ts";
import type { JobDependencies } from "./dependencies.ts";
import { jobEvents } from "./events.ts";
import type { JobProgress } from "./job-call.ts";
import { followersPatience } from "./once-stored.ts";
import { describeJob, endWarnings, toFailure, toResult } from "./status.ts";
import { watchJob } from "./watch-job.ts";

/** The whole result of a job: all its pages, a batch's in the order of its URLs, and everything that went wrong. */
export interface JobResult<Page = ScrapeResult> extends Omit<JobStatus, "pages" | "nextSkip"> {
  readonly pages: Page[];
  /** URLs of a batch that were left out because they are invalid, or may not be reached, as they were sent. */
  readonly invalidURLs?: readonly string[] | undefined;
}

/** The caller who follows a job, and the dependencies of following it. */
export interface Following {
  readonly call: Call;
  readonly resources: JobDependencies;
  /** Makes of every page what the caller gets: a request may have a schema of a library, of which the job knows the data only. */
  readonly finish?: ((page: ScrapeResult) => Promise<ScrapeResult>) | undefined;
}

/** The pages of a job from the first on, as they come. Ends with the job. */
export async function* followPages(
  id: string,
  { call, resources, finish = async (page) => page }: Following,
): AsyncGenerator<ScrapeResult, void> {
  for await (const { document } of jobEvents({ id }, call, resources, { isKnown: true }))
    if (document !== undefined) yield await finish(toResult(document));
}

/** The progress of a job: now, whenever that changes, and at its end. */
export async function* followProgress(id: string, { call, resources }: Following): AsyncGenerator<JobProgress, void> {
  let told: string | undefined;
  for await (const job of watchJob({ id }, call, resources, { isKnown: true })) {
    const state = `${job.state} ${job.lastSequence} ${job.known} ${job.paused} ${job.heldUntil !== undefined}`;
    if (state !== told) yield describeJob(job, resources);
    told = state;
    if (job.state !== "scraping") return;
  }
}

/** The part of the answer to a start that the result repeats. */
export interface StartedJob {
  readonly id: string;
  readonly invalidURLs?: readonly string[] | undefined;
  readonly warning?: string | undefined;
}

/** Waits for the end of a job and gives everything that it brought. */
export async function collectPages({ id, invalidURLs, warning }: StartedJob, following: Following): Promise<JobResult> {
  const { resources } = following;
  const pages: ScrapeResult[] = [];
  for await (const page of followPages(id, following)) pages.push(page);
  const patiently = followersPatience(following.call, resources);
  const job = await patiently(() => resources.jobs.get(id));
  if (job === undefined) throw new EngineError("JOB_NOT_FOUND", `The job ${id} is gone.`);
  const errors = (await patiently(() => resources.jobs.errors(id))).map(toFailure);
  const left = invalidURLs === undefined ? {} : { invalidURLs };
  const warnings = warningOf([warning, ...(await patiently(() => endWarnings(job, resources)))]);
  return {
    ...describeJob(job, resources),
    pages: [...resources.kinds[job.kind].inOrder(job, pages)],
    errors,
    ...left,
    ...warnings,
  };
}
