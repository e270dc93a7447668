/** Credits for one thing. */
export interface Charge {
  /** Charges with equal ids are one charge. */
  readonly id: string;
  readonly team: string;
  readonly apiKey: string;
  readonly credits: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Credits used in one calendar month (UTC). */
export interface UsagePeriod {
  /** ISO 8601, inclusive. */
  readonly startDate: string;
  /** ISO 8601, exclusive: the start of the next month. */
  readonly endDate: string;
  /** The name of the key, when usage is broken down by key. */
  readonly apiKey?: string | undefined;
  readonly totalCredits: number;
}

/**
 * Counts credits. A charge is atomic and idempotent by its id, whatever else it says, so a replay never bills twice; ids
 * may be forgotten once the month after that of their charge is over.
 */
export interface Ledger {
  charge(charge: Charge): Promise<void>;
  /** Usage by month, oldest first, and within a month by the names of the keys; months without a charge are left out. */
  usage(query: { readonly team: string; readonly byApiKey: boolean }): Promise<readonly UsagePeriod[]>;
}
