import { expect, test } from "vitest";
import { entry, failure, newJob, page, visit, type JobExam } from "./exam.ts";

/** The reading of jobs from a store. */
export function testReading({ open, start }: JobExam): void {
  test("events are numbered without gaps and keep what happened", async () => {
    const { store, job, complete } = await start([entry("a1"), entry("a2")]);
    await complete("a1");
    await complete("a2", { outcome: failure });
    await store.settle(job.id, { state: "failed", at: 3000, error: { code: "X", message: "why" } });
    const events = await store.events(job.id, { after: 0, limit: 10 });
    expect(events).toMatchObject([
      { sequence: 1, type: "started", at: 1000 },
      { sequence: 2, type: "page", at: 2000, id: "scrape a1", url: "http://a1/", document: { key: "a1" } },
      { sequence: 3, type: "page", url: "http://a2/", error: failure.error },
      { sequence: 4, type: "failed", at: 3000, error: { code: "X", message: "why" } },
    ]);
    expect(await store.events(job.id, { after: 2, limit: 1 })).toEqual([events[2]]);
    expect(await store.errors(job.id)).toEqual([events[2]]);
    expect(await store.get(job.id)).toMatchObject({ lastSequence: 4, lastPageAt: 2000, failed: 1 });
  });

  test("errors are told from the first on, as many as are asked for", async () => {
    const { store, job, complete } = await start(["a1", "a2", "a3"].map((key) => entry(key)));
    for (const key of ["a1", "a2", "a3"]) await complete(key, { outcome: key === "a2" ? page({ key }) : failure });
    const urls = async (limit?: number) => (await store.errors(job.id, limit)).map(({ url }) => url);
    expect(await urls()).toEqual(["http://a1/", "http://a3/"]);
    expect(await urls(1)).toEqual(["http://a1/"]);
    expect(await urls(5)).toHaveLength(2);
  });

  test("pages are sliced by number and by size, and at least one comes", async () => {
    const { store, job, complete } = await start(["a1", "a2", "a3"].map((key) => entry(key)));
    for (const key of ["a1", "a2", "a3"]) {
      await complete(key, { outcome: page({ key, text: "x".repeat(1000) }) });
    }
    const slice = async (skip: number, limit: number, maxBytes: number) => {
      const { pages, next } = await store.pages(job.id, { skip, limit, maxBytes });
      return { keys: pages.map((page) => (page as { key: string }).key), next };
    };
    expect(await slice(0, 100, 1e6)).toEqual({ keys: ["a1", "a2", "a3"], next: undefined });
    expect(await slice(0, 2, 1e6)).toEqual({ keys: ["a1", "a2"], next: 2 });
    expect(await slice(1, 100, 2500)).toEqual({ keys: ["a2", "a3"], next: undefined });
    expect(await slice(0, 100, 10)).toEqual({ keys: ["a1"], next: 1 });
    expect(await slice(3, 100, 1e6)).toEqual({ keys: [], next: undefined });
  });

  test("a page's size is counted in bytes, not in characters", async () => {
    const { store, job, complete } = await start(["a1", "a2"].map((key) => entry(key)));
    for (const key of ["a1", "a2"]) {
      await complete(key, { outcome: page({ text: "\u5b57".repeat(1000) }) });
    }
    expect((await store.pages(job.id, { skip: 0, limit: 2, maxBytes: 5000 })).next).toBe(1);
  });

  test("lists jobs that are not settled, all or a team's", async () => {
    const { store, job } = await start([entry("a1")]);
    const other = newJob({ team: "other" });
    await store.create(other, [entry("a1")]);
    expect((await store.active()).map(({ id }) => id)).toEqual([job.id, other.id]);
    expect((await store.active("other")).map(({ id }) => id)).toEqual([other.id]);
    await store.settle(other.id, { state: "cancelled", at: 3000 });
    expect(await store.active("other")).toEqual([]);
  });

  test("knows when a team's newest page was recorded, also once the job has ended", async () => {
    const { store, job, complete } = await start([entry("a1"), entry("a2")]);
    expect(await store.lastPageAt(job.team)).toBeUndefined();
    await complete("a1", { at: 2000 });
    await complete("a2", { at: 2500, outcome: failure });
    await store.settle(job.id, { state: "completed", at: 3000 });
    const other = newJob({ team: "other" });
    await store.create(other, [entry("b1")]);
    expect(await store.lastPageAt(job.team)).toBe(2000);
    expect(await store.lastPageAt("other")).toBeUndefined();
  });

  test("forgets jobs that expired, and none that work", async () => {
    const { store, job } = await start([entry("a1")]);
    const other = newJob();
    await store.create(other, [entry("a1")]);
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect(await store.purge(8000)).toEqual([]);
    expect(await store.purge(8001)).toEqual([job.id]);
    expect(await store.get(job.id)).toBeUndefined();
    expect(await store.events(job.id, { after: 0, limit: 10 })).toEqual([]);
    expect(await store.get(other.id)).toBeDefined();
  });

  test("knows nothing of a job that never was", async () => {
    const { store } = await open();
    expect(await store.get("nobody")).toBeUndefined();
    expect(await store.settle("nobody", { state: "completed", at: 1 })).toBeUndefined();
    expect(await store.recall("nobody", { key: "a1", opening: 1 })).toMatchObject({ next: [], exhausted: false });
    expect(await store.complete("nobody", visit("a1"))).toMatchObject({ next: [], exhausted: false, credits: 0 });
    expect(await store.pages("nobody", { skip: 0, limit: 10 })).toEqual({ pages: [] });
  });

  test("a job keeps what it was started with and what was learned about it", async () => {
    const webhook = { url: "http://hook.test/", headers: { "x-a": "b" }, metadata: {}, events: ["page" as const] };
    const more = { webhook, limit: 7, input: { ["__proto__"]: 1, deep: [null, "\u0000", 1.5] }, fingerprint: "f" };
    const { job, complete, get } = await start([entry("a1")], more);
    expect(await get()).toMatchObject(job);
    await complete("a1", { base: "http://b.test/" });
    expect(await get()).toMatchObject({ ...job, base: "http://b.test/", lastPageAt: 2000 });
  });

  test("what was read does not change later", async () => {
    const { store, job, progress, complete, get } = await start([entry("a1"), entry("a2")]);
    await complete("a1");
    const read = async () => ({
      job: await get(),
      progress,
      events: await store.events(job.id, { after: 0, limit: 10 }),
      pages: await store.pages(job.id, { skip: 0, limit: 10 }),
      decisions: await store.decisions(job.id, { after: 0, limit: 10 }),
    });
    const before = await read();
    const copy = structuredClone(before);
    const refused = [{ key: "c1", url: "http://c1/", reason: "scope", detail: "elsewhere", depth: 1 } as const];
    await complete("a2", { discovered: [entry("b1", { depth: 1 })], refused });
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect(before).toEqual(copy);
  });

  test("pages and events keep the order in which they were recorded, whatever their times and URLs", async () => {
    const { store, job, complete } = await start(
      ["a1", "b1", "c1", "d1"].map((key) => entry(key)),
      { maxConcurrency: 4 },
    );
    await complete("c1", { at: 9000, outcome: page({ key: "c1" }) });
    await complete("a1", { at: 5000, outcome: page({}) });
    await complete("d1", { at: 4000, outcome: page(null) });
    await complete("b1", { at: 500, outcome: page({ key: "b1" }) });
    const { pages, next } = await store.pages(job.id, { skip: 0, limit: 10 });
    expect({ pages, next }).toEqual({ pages: [{ key: "c1" }, {}, null, { key: "b1" }], next: undefined });
    const events = await store.events(job.id, { after: 0, limit: 10 });
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(events.map(({ at }) => at)).toEqual([1000, 9000, 5000, 4000, 500]);
  });

  test("events and pages are cut before the size, not after it", async () => {
    const { store, job, complete } = await start(["a1", "a2", "a3"].map((key) => entry(key)));
    // 1,000 bytes of JSON each
    for (const key of ["a1", "a2", "a3"]) await complete(key, { outcome: page("x".repeat(998)) });
    const read = async (maxBytes: number) => {
      const { pages } = await store.pages(job.id, { skip: 0, limit: 10, maxBytes });
      const events = await store.events(job.id, { after: 1, limit: 10, maxBytes });
      return [pages.length, events.length];
    };
    expect(await read(1)).toEqual([1, 1]);
    expect(await read(1999)).toEqual([1, 1]);
    expect(await read(2000)).toEqual([2, 2]);
    expect(await read(3000)).toEqual([3, 3]);
  });
}
