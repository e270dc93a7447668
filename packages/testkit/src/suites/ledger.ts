import type { Charge, Ledger } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testLedger}. */
export interface LedgerSuite {
  /** Makes an empty ledger. */
  readonly setup: Setup<Ledger>;
}

const january = { startDate: "2024-01-01T00:00:00.000Z", endDate: "2024-02-01T00:00:00.000Z" };
const february = { startDate: "2024-02-01T00:00:00.000Z", endDate: "2024-03-01T00:00:00.000Z" };
const december = { startDate: "2023-12-01T00:00:00.000Z", endDate: "2024-01-01T00:00:00.000Z" };

/** The exam of every ledger. Call it inside `describe`. */
export function testLedger({ setup }: LedgerSuite): void {
  const charge = (id: string, more: Partial<Charge> = {}): Charge => {
    return { id, team: "team", apiKey: "key", credits: 1, at: Date.UTC(2024, 0, 15), ...more };
  };

  test("counts by month of the calendar (UTC), oldest first", async () => {
    const { store: ledger } = await examine(setup);
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
    const { store: ledger } = await examine(setup);
    await Promise.all([1, 2, 3].map(() => ledger.charge(charge("same"))));
    await ledger.charge(charge("same", { credits: 100 }));
    expect(await ledger.usage({ team: "team", byApiKey: false })).toEqual([{ ...january, totalCredits: 1 }]);
  });

  test("breaks down by key, and keeps teams apart", async () => {
    const { store: ledger } = await examine(setup);
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

  test("an id is one charge, whoever is charged and in whatever month", async () => {
    const { store: ledger } = await examine(setup);
    await ledger.charge(charge("1"));
    await ledger.charge(charge("1", { team: "other" }));
    await ledger.charge(charge("1", { apiKey: "other" }));
    await ledger.charge(charge("2", { at: Date.UTC(2024, 1, 10) }));
    // The month after that of its charge is not over yet.
    await ledger.charge(charge("1", { at: Date.UTC(2024, 2, 1) - 1 }));
    await ledger.charge(charge("1"));
    const periods = [
      { ...january, totalCredits: 1 },
      { ...february, totalCredits: 1 },
    ];
    expect(await ledger.usage({ team: "team", byApiKey: false })).toEqual(periods);
    expect(await ledger.usage({ team: "other", byApiKey: false })).toEqual([]);
    const byKey = await ledger.usage({ team: "team", byApiKey: true });
    expect(byKey.map(({ apiKey }) => apiKey)).toEqual(["key", "key"]);
  });

  test("lists a month with a charge of nothing, and none without a charge", async () => {
    const { store: ledger } = await examine(setup);
    await ledger.charge(charge("1", { credits: 0 }));
    expect(await ledger.usage({ team: "team", byApiKey: false })).toEqual([{ ...january, totalCredits: 0 }]);
  });

  test("is kept and shared: opened again, it knows what was charged, and by which id", async ({ skip }) => {
    const { store: ledger, another } = await examine(setup);
    await ledger.charge(charge("1", { credits: 5 }));
    const other = another === undefined ? skip("setup gives no `another`") : await another();
    await Promise.all([other, ledger, other].map((each) => each.charge(charge("2"))));
    await other.charge(charge("1", { credits: 5 }));
    for (const each of [ledger, other]) {
      expect(await each.usage({ team: "team", byApiKey: false })).toEqual([{ ...january, totalCredits: 6 }]);
    }
  });
}
