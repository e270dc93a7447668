import { EngineError } from "../errors.ts";
import type { Call } from "../ports/call.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { UsageQuery, type CreditBalance, type UsageReport } from "../schema/usage.ts";
import type { MeteringDependencies } from "./dependencies.ts";
import { monthOf } from "./month.ts";

/** Credits the caller's team used, month by month. */
export async function creditUsage(input: unknown, call: Call, resources: MeteringDependencies): Promise<UsageReport> {
  const { byApiKey } = parseInput(UsageQuery, input);
  const { team } = call.principal;
  const periods = await resources.ledger.usage({ team, byApiKey });
  return { periods: periods.map((period) => ({ ...period })) };
}

/** The rest of this month's credits. */
export async function creditBalance(call: Call, resources: MeteringDependencies): Promise<CreditBalance> {
  const { team } = call.principal;
  const { startDate, endDate } = monthOf(resources.clock.now());
  const periods = await resources.ledger.usage({ team, byApiKey: false });
  const used = periods.find((period) => period.startDate === startDate)?.totalCredits ?? 0;
  const { planCredits } = resources.policy;
  const remainingCredits = Math.max(0, planCredits - used);
  return { remainingCredits, planCredits, billingPeriodStart: startDate, billingPeriodEnd: endDate };
}

/** Throws CREDITS_EXHAUSTED if the caller's team has fewer credits left this month than some work takes at least (contract §1.4). */
export async function requireCredits(call: Call, resources: MeteringDependencies, credits = 1): Promise<void> {
  const { remainingCredits, billingPeriodEnd } = await creditBalance(call, resources);
  if (remainingCredits >= credits) return;
  const left =
    remainingCredits > 0
      ? `this takes ${credits} at least, and ${remainingCredits} are left`
      : "the plan's are used up";
  throw new EngineError("CREDITS_EXHAUSTED", `Insufficient credits: ${left} until ${billingPeriodEnd}.`);
}

/** Charges the caller's team for one thing, once per id. */
async function chargeCaller(
  charge: { readonly id: string; readonly credits: number },
  call: Call,
  { ledger, clock }: MeteringDependencies,
): Promise<void> {
  const { team, apiKey } = call.principal;
  if (charge.credits > 0) await ledger.charge({ ...charge, team, apiKey, at: clock.now() });
}

/** The price of work that {@link metered} does, and the end of that work. */
export interface Price<Work, Result = Work> {
  readonly of: (work: Work) => number;
  /** Names the charge, so that it is made once; a new id when not given. */
  readonly idOf?: ((work: Work) => string | undefined) | undefined;
  /** Finishes the work while it is charged, so that a store may take both in one step. */
  readonly finish: (work: Work) => Result | Promise<Result>;
}

/** Does work that costs credits: not at all without any, and charged when it is done. Throws CREDITS_EXHAUSTED. */
export async function metered<Work, Result>(
  work: () => Promise<Work>,
  price: Price<Work, Result>,
  { call, resources }: { readonly call: Call; readonly resources: MeteringDependencies },
): Promise<Result> {
  await requireCredits(call, resources);
  const done = await work();
  const id = price.idOf?.(done) ?? resources.newId();
  const [result] = await Promise.all([
    price.finish(done),
    chargeCaller({ id, credits: price.of(done) }, call, resources),
  ]);
  return result;
}
