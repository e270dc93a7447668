import { expect, test } from "vitest";
import type { NewJob } from "../ports/job-store.ts";
import { memoryJobStore } from "./job-store.ts";

const job = (id: string): NewJob => ({
  ...{ id, kind: "batch", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
  ...{ maxConcurrency: 10, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1000 },
});

test("jobs that have ended are forgotten early, the oldest first, when they are too much for memory", async () => {
  const store = memoryJobStore({ maxEventsKept: 5 });
  // Each leaves two events: its start and its end.
  for (const id of ["a", "b", "c"]) {
    await store.create(job(id), []);
    await store.settle(id, { state: "completed", at: 1 });
  }
  await store.create(job("d"), [{ key: "1", url: "http://a.test/", depth: 0, lane: "a.test", part: "0" }]);
  expect(await store.get("a")).toBeUndefined();
  expect(await store.get("b")).toMatchObject({ state: "completed" });
  expect(await store.get("d")).toMatchObject({ state: "scraping" });
  expect(await store.purge(0)).toEqual(["a"]);
  expect(await store.purge(0)).toEqual([]);
});
