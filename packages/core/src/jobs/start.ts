import type { Call } from "../ports/call.ts";
import type { JobCall } from "./job-call.ts";
import { gaveUp } from "../concurrency/deadline.ts";
import { EngineError } from "../errors.ts";
import type { FrontierEntry, Job, JobKind, NewJob } from "../ports/job-store.ts";
import { requireBrowser } from "./browser-elsewhere.ts";
import { idOf, sha256 } from "./ids.ts";
import { partOf } from "./visits/job-part.ts";
import { onceStored } from "./once-stored.ts";
import { advanceStored, recover } from "./runner.ts";
import { requireCredits } from "../metering/credits.ts";
import { isJobId } from "../schema/job.ts";
import type { JobDependencies } from "./dependencies.ts";

/** The part of a new job that its kind decides. */
export type JobPlan = Pick<
  NewJob,
  "kind" | "input" | "parts" | "webhook" | "limit" | "maxConcurrency" | "oneVisitPerLane" | "shortestDepths"
>;

/** A job that was checked as far as that takes no waiting. */
export interface PreparedJob<Started> {
  readonly id: string;
  /** Stores the job and sends its first visits on their way. */
  start(): Promise<Started>;
}

/** A request to start a job. */
export interface StartRequest {
  /** The result of {@link chooseJobId}. */
  readonly id: string;
  readonly call: JobCall & Call;
  /** The caller's request, parsed. It tells two requests with one idempotency key apart. JSON. */
  readonly asked: unknown;
  /** The least that the job costs; 1 when not given. */
  readonly credits?: number | undefined;
  readonly resources: JobDependencies;
}

/**
 * The id of a job to be started: the caller's own, the one that its idempotency key stands for, or a new one. Throws
 * CONFLICT for a key that is not a UUID (contract §1.5), BAD_REQUEST for an id that can't be one, whoever made it.
 */
export function chooseJobId(
  kind: JobKind,
  { id, idempotencyKey, principal }: JobCall & Call,
  newId: () => string,
): string {
  if (id !== undefined && idempotencyKey !== undefined)
    throw new EngineError("BAD_REQUEST", "Give an `id` or an `idempotencyKey`: either says which job is meant.");
  if (idempotencyKey !== undefined) return idOf(idempotencyKey, `${principal.team} ${kind}`);
  const chosen: unknown = id ?? newId();
  if (typeof chosen === "string" && isJobId(chosen)) return chosen;
  throw new EngineError("BAD_REQUEST", "`id` must have 1 to 100 letters, digits, `-` and `_`.");
}

/**
 * Starts a job. With an idempotency key or an id of the caller's, the same request again gets the same job; another
 * request with it throws CONFLICT, and so does a new id that is not new. Throws CREDITS_EXHAUSTED, and ABORTED
 * if the caller has given up already.
 */
export async function startJob(plan: JobPlan, seeds: readonly FrontierEntry[], request: StartRequest): Promise<Job> {
  const { id, call, credits, resources } = request;
  if (call.signal?.aborted === true) throw gaveUp(call.signal);
  const before = await startedBefore(plan.kind, request);
  if (before !== undefined) return before;
  await requireCredits(call, resources, credits);
  for (const name of Object.keys(plan.parts)) await requireBrowser(partOf(plan, name), resources);
  const { team, apiKey } = call.principal;
  const createdAt = resources.clock.now();
  const more = { fingerprint: fingerprintOf(plan.kind, request), createdAt, keptForMs: resources.policy.jobTtlMs };
  return await orAbandoned(request, async () => {
    const progress = await resources.jobs.create({ ...plan, id, team, apiKey, ...more }, seeds);
    await advanceStored({ id, team, webhook: plan.webhook }, progress, resources);
    const job = await resources.jobs.get(id);
    if (job === undefined) throw new EngineError("JOB_NOT_FOUND", `The job ${id} is gone.`);
    return unlessOther(job, request, plan.kind);
  });
}

/**
 * Takes the steps that make a job. If one fails and the caller has no name for the job, the job could never be asked
 * for: it is cancelled as soon as the store can.
 */
export async function orAbandoned<T>(request: StartRequest, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (thrown) {
    if (!isRepeatable(request)) void abandon(request);
    throw thrown;
  }
}

async function abandon({ id, resources }: StartRequest): Promise<void> {
  const { jobs, clock, closing, bell, onEvent } = resources;
  try {
    const cancel = () => jobs.settle(id, { state: "cancelled", at: clock.now() });
    await onceStored(cancel, { ...resources, signal: closing });
    bell.ringEnd(id);
  } catch (thrown) {
    if (!closing.aborted) onEvent({ type: "worker-error", error: String(thrown) });
  }
}

/** The job that the request's id or idempotency key names, if it was started before. Throws CONFLICT like {@link startJob}. */
export async function startedBefore(kind: JobKind, request: StartRequest): Promise<Job | undefined> {
  const { id, resources } = request;
  const job = await resources.jobs.get(id);
  if (job === undefined) return undefined;
  if (!isRepeatable(request))
    throw new EngineError("CONFLICT", `\`runtime.newId\` made the id "${id}", which another job has.`);
  unlessOther(job, request, kind);
  // The process that started it may have died before its first visits were on their way.
  await recover(job, resources);
  return job;
}

function isRepeatable({ call }: StartRequest): boolean {
  return call.id !== undefined || call.idempotencyKey !== undefined;
}

function unlessOther(job: Job, request: StartRequest, kind: JobKind): Job {
  const { team } = request.call.principal;
  if (!isRepeatable(request) || (job.team === team && job.fingerprint === fingerprintOf(kind, request))) return job;
  const name = request.call.id === undefined ? "idempotency key" : "id";
  throw new EngineError("CONFLICT", `The ${name} was used for another request.`);
}

function fingerprintOf(kind: JobKind, { asked }: StartRequest): string {
  return sha256(JSON.stringify([kind, asked]));
}
