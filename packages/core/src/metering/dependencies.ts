import type { Clock } from "../ports/clock.ts";
import type { Ledger } from "../ports/ledger.ts";

/** The dependencies of counting credits. */
export interface MeteringDependencies {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly policy: {
    /** Credits that a team has every month. */
    readonly planCredits: number;
  };
}
