import { monthOf } from "../metering/month.ts";
import { recentlyUsed } from "../collections/recently-used.ts";
import type { Ledger, UsagePeriod } from "../ports/ledger.ts";

/** The most ids that are remembered: far more than visits that are open, and only those may be charged again. */
const maxIds = 200_000;

/** Keeps charges in this process. The reference for every other ledger. */
export function memoryLedger(): Ledger {
  const known = recentlyUsed<true>({ maxSize: maxIds });
  const sums = new Map<string, UsagePeriod & { readonly team: string }>();
  return {
    async charge({ id, team, apiKey, credits, at }) {
      if (known.has(id)) return;
      known.set(id, true);
      const month = monthOf(at);
      for (const key of [{}, { apiKey }]) {
        const place = JSON.stringify([team, month.startDate, key]);
        const totalCredits = (sums.get(place)?.totalCredits ?? 0) + credits;
        sums.set(place, { team, ...month, ...key, totalCredits });
      }
    },
    async usage({ team, byApiKey }) {
      const periods = [...sums.values()].filter((sum) => sum.team === team && (sum.apiKey !== undefined) === byApiKey);
      return periods
        .map(({ team: _, ...period }) => period)
        .toSorted((one, other) => order(one).localeCompare(order(other)));
    },
  };
}

function order(period: UsagePeriod): string {
  return `${period.startDate} ${period.apiKey ?? ""}`;
}
