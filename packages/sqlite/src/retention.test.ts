import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FrontierEntry, NewJob } from "@garner/core";
import { afterAll, expect, test } from "vitest";
import { sqlite } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-retention-"));
afterAll(() => rmSync(folder, { recursive: true }));

const job: NewJob = {
  ...{ id: "old", kind: "batch", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
  ...{ maxConcurrency: 1, oneVisitPerLane: false, shortestDepths: true, createdAt: 0, keptForMs: 1000 },
};

function entry(index: number): FrontierEntry {
  return { key: `${index}`, url: `http://a.test/${index}`, depth: 0, lane: `host-${index % 50}.test`, part: "0" };
}

test("a job that has expired leaves nothing behind, and its room is given back to the disk", async () => {
  const file = join(folder, "purge.sqlite");
  const stores = sqlite({ file });
  const { jobs, deliveries } = stores;
  const { next } = await jobs.create(
    job,
    Array.from({ length: 5000 }, (_, index) => entry(index)),
  );
  const outcome = { kind: "page", document: { markdown: "x".repeat(4_000_000) }, credits: 1 } as const;
  const refused = Array.from({ length: 3000 }, (_, index) => ({
    ...{ key: `refused ${index}`, url: `http://b.test/${index}`, reason: "scope", detail: "External.", depth: 1 },
  })) as { key: string; url: string; reason: "scope"; detail: string; depth: number }[];
  await jobs.complete("old", { key: next[0]?.key ?? "", id: "i", at: 1, outcome, discovered: [], refused });
  await deliveries.advance("old", 1);
  await jobs.settle("old", { state: "cancelled", at: 1 });
  await jobs.create({ ...job, id: "young" }, [entry(1)]);
  expect(await jobs.purge(1001)).toEqual([]);
  expect(await jobs.purge(1002)).toEqual(["old"]);
  expect(await jobs.get("young")).toMatchObject({ id: "young", state: "scraping" });
  await stores[Symbol.asyncDispose]();

  expect(statSync(file).size).toBeLessThan(1_000_000);
  const database = new DatabaseSync(file);
  for (const table of ["urls", "lanes", "families", "decisions", "events", "jobs", "outboxes"]) {
    const young = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
    expect(young?.["count"], table).toBeLessThanOrEqual(1);
  }
  database.close();
});

test("the ids of charges are kept for this month and the one before", async () => {
  const file = join(folder, "charges.sqlite");
  const stores = sqlite({ file });
  for (const month of [0, 1, 2, 3]) {
    const charge = { id: `job/${month}`, team: "t", apiKey: "k", credits: 1, at: Date.UTC(2024, month, 10) };
    await stores.ledger.charge(charge);
    await stores.ledger.charge(charge);
  }
  await stores[Symbol.asyncDispose]();
  const database = new DatabaseSync(file);
  expect(database.prepare("SELECT count(*) AS count FROM charges").get()?.["count"]).toBe(2);
  expect(database.prepare("SELECT sum(credits) AS sum FROM usage").get()?.["sum"]).toBe(4);
  database.close();
});
