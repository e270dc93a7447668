import type { CallOptions } from "../ports/call.ts";
import { EngineError } from "../errors.ts";
import type { FrontierEntry, Job, JobKind, NewJob } from "../ports/job-store.ts";
import { bypassPrincipal } from "../ports/principal.ts";
import { idOf, sha256 } from "./ids.ts";
import { advance, recover } from "./runner.ts";
import { requireCredits } from "../metering/credits.ts";
import type { JobDependencies } from "./dependencies.ts";

/** What a kind of job says about a new one; the rest is the same for all. */
export type JobPlan = Pick<
  NewJob,
  "kind" | "input" | "parts" | "webhook" | "limit" | "maxConcurrency" | "oneVisitPerLane" | "shortestDepths"
>;

/** A request to start a job. */
export interface StartRequest {
  readonly call: CallOptions;
  /** What the caller sent, parsed: it tells whether two requests with one idempotency key are the same. JSON. */
  readonly asked: unknown;
  readonly resources: JobDependencies;
}

/**
 * Starts a job. With an idempotency key, the same request again gets the same job; another request with that key throws
 * CONFLICT, and so does a key that is not a UUID (contract §1.5). Throws CREDITS_EXHAUSTED.
 */
export async function startJob(plan: JobPlan, seeds: readonly FrontierEntry[], request: StartRequest): Promise<Job> {
  const before = await startedBefore(plan.kind, request);
  if (before !== undefined) return before;
  const { call, resources } = request;
  await requireCredits(call, resources);
  const { team, apiKey } = call.principal ?? bypassPrincipal;
  const id = idFor(plan.kind, request) ?? resources.newId();
  const createdAt = resources.clock.now();
  const more = { fingerprint: fingerprintOf(plan.kind, request), createdAt, keptForMs: resources.policy.jobTtlMs };
  const progress = await resources.jobs.create({ ...plan, id, team, apiKey, ...more }, seeds);
  await advance({ id, webhook: plan.webhook }, progress, resources);
  const job = await resources.jobs.get(id);
  if (job === undefined) throw new EngineError("JOB_NOT_FOUND", `The job ${id} is gone.`);
  return unlessOther(job, request);
}

/** The job that the request's idempotency key stands for, if it was started before. Throws CONFLICT like {@link startJob}. */
export async function startedBefore(kind: JobKind, request: StartRequest): Promise<Job | undefined> {
  const { resources } = request;
  const id = idFor(kind, request);
  const job = id === undefined ? undefined : await resources.jobs.get(id);
  if (job === undefined) return undefined;
  unlessOther(job, request);
  // Whoever started it may have died before its first visits were on their way.
  await recover(job, resources);
  return job;
}

function unlessOther(job: Job, request: StartRequest): Job {
  if (request.call.idempotencyKey === undefined || job.fingerprint === fingerprintOf(job.kind, request)) return job;
  throw new EngineError("CONFLICT", "The idempotency key was used for another request.");
}

function idFor(kind: JobKind, { call }: StartRequest): string | undefined {
  const { team } = call.principal ?? bypassPrincipal;
  return call.idempotencyKey === undefined ? undefined : idOf(call.idempotencyKey, `${team} ${kind}`);
}

function fingerprintOf(kind: JobKind, { asked }: StartRequest): string {
  return sha256(JSON.stringify([kind, asked]));
}
