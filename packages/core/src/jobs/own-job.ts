import type { Call } from "../ports/call.ts";
import { EngineError } from "../errors.ts";
import type { Job, JobKind } from "../ports/job-store.ts";
import type { JobDependencies } from "./dependencies.ts";

/** The caller's own job. Throws JOB_NOT_FOUND for one that is unknown, expired, of another kind or another team's. */
export async function ownJob(
  { id, kind }: { readonly id: string; readonly kind?: JobKind | undefined },
  call: Call,
  resources: JobDependencies,
): Promise<Job> {
  const job = await resources.jobs.get(id);
  const { team } = call.principal;
  const isExpired = (job?.expiresAt ?? Infinity) < resources.clock.now();
  if (job === undefined || isExpired || job.team !== team || (kind !== undefined && job.kind !== kind)) {
    const what = kind === undefined ? "job" : `${kind} job`;
    throw new EngineError("JOB_NOT_FOUND", `There is no ${what} ${id}: it is unknown or has expired.`);
  }
  return job;
}

/** The refusal of a step that only a job under way takes; the job may have ended since it was read. */
export function jobHasEnded({ id, state }: Pick<Job, "id" | "state">): EngineError {
  return new EngineError(
    "CONFLICT",
    `The job ${id} has ended${state === "scraping" ? " meanwhile" : `: it is ${state}`}.`,
  );
}

/** Lets a step fail that came too late because the job has ended. Throws any other failure again. */
export function endedMeanwhile(thrown: unknown): void {
  if (!EngineError.is(thrown) || thrown.code !== "CONFLICT") throw thrown;
}
