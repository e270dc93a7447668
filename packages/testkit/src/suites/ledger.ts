import type { Charge, Ledger } from "@garner/core";
import { expect, test } from "vitest";

/** What {@link testLedger} needs to know. */
export interface LedgerSuite {
  /** Makes an empty ledger. */
  readonly setup: () => Ledger | Promise<Ledger>;
}

const january = { startDate: "2024-01-01T00:00:00.000Z", endDate: "2024-02-01T00:00:00.000Z" };
const december = { startDate: "2023-12-01T00:00:00.000Z", endDate: "2024-01-01T00:00:00.000Z" };

/** The exam of every ledger. Call it inside `describe`. */
export function testLedger({ setup }: LedgerSuite): void {
  const charge = (id: string, more: Partial<Charge> = {}): Charge => {
    return { id, team: "team", apiKey: "key", credits: 1, at: Date.UTC(2024, 0, 15), ...more };
  };

  test("counts by month of the calendar (UTC), oldest first", async () => {
    const ledger = await setup();
    await ledger.charge(charge("1", { credits: 5 }));
    await ledger.charge(charge("2", { at: Date.UTC(2024, 0, 1) - 1, credits: 2 }));
    await ledger.charge(charge("3", { at: Date.UTC(2024, 1, 1) - 1, credits: 7 }));
    const periods = [
      { ...december, totalCredits: 2 },
      { ...january, totalCredits: 12 },
    ];
    expect(await ledger.usage({ team: "team", byApiKey: false })).toEqual(periods);
  });

  test("charges with equal ids are one charge, also at the same time", async () => {
    const ledger = await setup();
    await Promise.all([1, 2, 3].map(() => ledger.charge(charge("same"))));
    await ledger.charge(charge("same", { credits: 100 }));
    expect(await ledger.usage({ team: "team", byApiKey: false })).toEqual([{ ...january, totalCredits: 1 }]);
  });

  test("breaks down by key, and keeps teams apart", async () => {
    const ledger = await setup();
    await ledger.charge(charge("1", { apiKey: "b", credits: 1 }));
    await ledger.charge(charge("2", { apiKey: "a", credits: 2 }));
    await ledger.charge(charge("3", { apiKey: "b", credits: 4 }));
    await ledger.charge(charge("4", { team: "other" }));
    const periods = [
      { ...january, apiKey: "a", totalCredits: 2 },
      { ...january, apiKey: "b", totalCredits: 5 },
    ];
    expect(await ledger.usage({ team: "team", byApiKey: true })).toEqual(periods);
    expect(await ledger.usage({ team: "nobody", byApiKey: false })).toEqual([]);
  });
}
