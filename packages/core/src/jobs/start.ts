import type { CallOptions } from "../call.ts";
import { EngineError } from "../errors.ts";
import type { FrontierEntry, NewJob } from "../ports/job-store.ts";
import { bypassPrincipal } from "../ports/principal.ts";
import type { Resources } from "../resources.ts";
import { idOf, sha256 } from "./ids.ts";
import { advance } from "./runner.ts";
import { requireCredits } from "./usage.ts";

/** What a kind of job says about a new one; the rest is the same for all. */
export type JobPlan = Pick<
  NewJob,
  "kind" | "input" | "parts" | "webhook" | "limit" | "maxConcurrency" | "oneVisitPerLane" | "shortestDepths"
>;

/**
 * Starts a job and returns its id. With an idempotency key, the same request again gets the same job; another request
 * with that key throws CONFLICT, and so does a key that is not a UUID (contract §1.5).
 */
export async function startJob(
  plan: JobPlan,
  seeds: readonly FrontierEntry[],
  { call, resources }: { readonly call: CallOptions; readonly resources: Resources },
): Promise<string> {
  await requireCredits(call, resources);
  const { team, apiKey } = call.principal ?? bypassPrincipal;
  const fingerprint = sha256(JSON.stringify([plan, seeds]));
  const id = call.idempotencyKey === undefined ? resources.newId() : idOf(call.idempotencyKey, `${team} ${plan.kind}`);
  const createdAt = resources.clock.now();
  const keptForMs = resources.policy.jobTtlMs;
  const progress = await resources.jobs.create({ ...plan, id, team, apiKey, fingerprint, createdAt, keptForMs }, seeds);
  if (call.idempotencyKey !== undefined && (await resources.jobs.get(id))?.fingerprint !== fingerprint) {
    throw new EngineError("CONFLICT", "The idempotency key was used for another request.");
  }
  await advance({ id, webhook: plan.webhook }, progress, resources);
  return id;
}
