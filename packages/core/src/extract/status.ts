import type { Call } from "../ports/call.ts";
import { followersPatience } from "../jobs/once-stored.ts";
import { ownJob } from "../jobs/own-job.ts";
import { describeJob, firstErrors } from "../jobs/status.ts";
import { watchJob } from "../jobs/watch-job.ts";
import type { Job } from "../ports/job-store.ts";
import type { ExtractStatus } from "../schema/extract.ts";
import { JobReference } from "../schema/job.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { ExtractOutcome, settingsOf } from "./settings.ts";
import type { ExtractDependencies } from "./dependencies.ts";

/** The state of an extraction, and its result. Throws JOB_NOT_FOUND. */
export async function getExtract(input: unknown, call: Call, resources: ExtractDependencies): Promise<ExtractStatus> {
  const { id } = parseInput(JobReference, input);
  const job = await ownJob({ id, kind: "extract" }, call, resources);
  const errors = await firstErrors(job, resources);
  return { ...describe(job, resources), ...(errors.length === 0 ? {} : { errors: [...errors] }) };
}

/** Waits until an extraction has ended. Throws ABORTED when the caller gives up, ENGINE_DISPOSED when the engine is gone. */
export async function waitForExtract(id: string, call: Call, resources: ExtractDependencies): Promise<ExtractStatus> {
  const watched = watchJob({ id, kind: "extract" }, call, resources, { isKnown: true });
  for await (const { state } of watched) if (state !== "scraping") break;
  return await followersPatience(call, resources)(() => getExtract({ id }, call, resources));
}

function describe(job: Job, resources: ExtractDependencies): ExtractStatus {
  const { id, status, completed, total, creditsUsed, expiresAt, error } = describeJob(job, resources);
  const outcome = ExtractOutcome.safeParse(job.result).data;
  const warnings = outcome?.warnings ?? [];
  return {
    id,
    status: status === "scraping" ? "processing" : status,
    data: outcome?.data ?? [],
    ...(error === undefined ? {} : { error }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
    ...(outcome !== undefined && status === "completed" && settingsOf(job).showSources
      ? { sources: outcome.sources }
      : {}),
    ...{ completed, total, creditsUsed, tokensUsed: outcome?.tokensUsed ?? 0, expiresAt },
  };
}
