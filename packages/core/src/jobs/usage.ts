import type { CallOptions } from "../call.ts";
import { EngineError } from "../errors.ts";
import { monthOf } from "../memory/ledger.ts";
import { bypassPrincipal } from "../ports/principal.ts";
import type { Resources } from "../resources.ts";
import { parseInput } from "../schema/parse-input.ts";
import {
  UsageQuery,
  type ConcurrencyReport,
  type CreditBalance,
  type QueueReport,
  type UsageReport,
} from "../schema/usage.ts";

/** Credits the caller's team used, month by month. */
export async function creditUsage(input: unknown, call: CallOptions, resources: Resources): Promise<UsageReport> {
  const { byApiKey } = parseInput(UsageQuery, input);
  const { team } = call.principal ?? bypassPrincipal;
  const periods = await resources.ledger.usage({ team, byApiKey });
  return { periods: periods.map((period) => ({ ...period })) };
}

/** What is left of this month's credits. */
export async function creditBalance(call: CallOptions, resources: Resources): Promise<CreditBalance> {
  const { team } = call.principal ?? bypassPrincipal;
  const { startDate, endDate } = monthOf(resources.clock.now());
  const periods = await resources.ledger.usage({ team, byApiKey: false });
  const used = periods.find((period) => period.startDate === startDate)?.totalCredits ?? 0;
  const { planCredits } = resources.policy;
  const remainingCredits = Math.max(0, planCredits - used);
  return { remainingCredits, planCredits, billingPeriodStart: startDate, billingPeriodEnd: endDate };
}

/** Throws CREDITS_EXHAUSTED if the caller's team has no credit left this month. */
export async function requireCredits(call: CallOptions, resources: Resources): Promise<void> {
  const { remainingCredits, billingPeriodEnd } = await creditBalance(call, resources);
  if (remainingCredits > 0) return;
  throw new EngineError("CREDITS_EXHAUSTED", `Insufficient credits: the plan's are used up until ${billingPeriodEnd}.`);
}

/** Charges the caller's team for one thing, once per id. */
export async function chargeCaller(
  charge: { readonly id: string; readonly credits: number },
  call: CallOptions,
  { ledger, clock }: Resources,
): Promise<void> {
  const { team, apiKey } = call.principal ?? bypassPrincipal;
  if (charge.credits > 0) await ledger.charge({ ...charge, team, apiKey, at: clock.now() });
}

/** How many pages the caller's team takes at once, and how many it may. */
export async function concurrency(call: CallOptions, resources: Resources): Promise<ConcurrencyReport> {
  const { activeJobsInQueue, maxConcurrency } = await queueStatus(call, resources);
  return { concurrency: activeJobsInQueue, maxConcurrency };
}

/** What the caller's jobs still have to do. */
export async function queueStatus(call: CallOptions, resources: Resources): Promise<QueueReport> {
  const { team } = call.principal ?? bypassPrincipal;
  const jobs = await resources.jobs.active(team);
  const active = jobs.reduce((sum, job) => sum + job.open, 0);
  const left = jobs.reduce(
    (sum, job) => sum + Math.max(0, Math.min(job.known, job.limit ?? Infinity) - job.completed),
    0,
  );
  const newest = Math.max(0, ...jobs.map((job) => job.lastPageAt ?? 0));
  return {
    jobsInQueue: Math.max(left, active),
    activeJobsInQueue: active,
    waitingJobsInQueue: Math.max(0, left - active),
    maxConcurrency: resources.policy.maxConcurrency,
    mostRecentSuccess: newest === 0 ? null : new Date(newest).toISOString(),
  };
}
