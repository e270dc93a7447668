import type { OpenEntry } from "@garner/core";
import { expect, test } from "vitest";
import { entry, failure, keys, page, type JobExam } from "./exam.ts";

/** Every step may be replayed. */
export function testSteps({ start }: JobExam): void {
  test("creating again returns the open window and changes nothing", async () => {
    const { store, job, progress, get } = await start([entry("a1"), entry("a2")]);
    const before = await get();
    const again = await store.create({ ...job, fingerprint: "another" }, [entry("z1")]);
    expect(again.next).toEqual(progress.next);
    expect(await get()).toEqual(before);
  });

  test("completing again returns the whole open window, the price of the visit, and changes nothing", async () => {
    const { complete, get } = await start([entry("a1")]);
    const first = await complete("a1", { discovered: [entry("a2", { depth: 1 }), entry("a3", { depth: 1 })] });
    const before = await get();
    const again = await complete("a1", { discovered: [entry("z9")], outcome: failure });
    expect(again).toMatchObject({ credits: 1, exhausted: false, lastSequence: first.lastSequence });
    expect(keys(again)).toEqual(["a2", "a3"]);
    expect(await get()).toEqual(before);
  });

  test("a delivered visit is recalled once it is finished, and only then", async () => {
    const { store, job, progress, complete } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    const [open] = progress.next as [OpenEntry];
    expect(await store.recall(job.id, open)).toBeUndefined();
    await complete("a1");
    const recalled = await store.recall(job.id, open);
    expect(recalled).toMatchObject({ credits: 1 });
    expect(keys(recalled)).toEqual(["a2"]);
  });

  test("a finished visit says what it cost also when the job is settled", async () => {
    const { store, job, progress, complete } = await start([entry("a1")]);
    await complete("a1");
    await store.settle(job.id, { state: "completed", at: 3000 });
    const [open] = progress.next as [OpenEntry];
    expect(await store.recall(job.id, open)).toMatchObject({ credits: 1, next: [], exhausted: false });
    expect(await complete("a1")).toMatchObject({ credits: 1, next: [], exhausted: false });
  });

  test("settling again changes nothing: the first ending stays", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    expect(await complete("a1")).toMatchObject({ exhausted: true });
    const settled = await store.settle(job.id, { state: "completed", at: 3000 });
    expect(settled).toMatchObject({ state: "completed", settledAt: 3000, expiresAt: 8000 });
    expect(await store.settle(job.id, { state: "cancelled", at: 4000 })).toEqual(settled);
    expect(await get()).toEqual(settled);
  });

  test("a settled job records nothing", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect(await complete("a1")).toMatchObject({ next: [], exhausted: false, credits: 0 });
    expect(await get()).toMatchObject({ completed: 0, creditsUsed: 0 });
    expect(await store.setPaused(job.id, { paused: true })).toBeUndefined();
  });

  test("steps of one job at the same time do not lose anything", async () => {
    const seeds = Array.from({ length: 20 }, (_, index) => entry(`a${index}`));
    const { store, job, complete, get } = await start(seeds, { maxConcurrency: 20 });
    const shared = Array.from({ length: 10 }, (_, index) => entry(`b${index}`, { depth: 1 }));
    await Promise.all(seeds.map(({ key }) => complete(key, { discovered: shared })));
    expect(await get()).toMatchObject({ completed: 20, known: 30, open: 10 });
    const events = await store.events(job.id, { after: 0, limit: 100 });
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });

  test("a visit that is completed twice at once is recorded once", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    const both = await Promise.all([complete("a1"), complete("a1"), complete("a1", { outcome: failure })]);
    expect(new Set(both.map(({ credits }) => credits)).size).toBe(1);
    expect(await get()).toMatchObject({ known: 1, completed: 1, failed: 0, creditsUsed: 1, open: 0, lastSequence: 2 });
    expect((await store.pages(job.id, { skip: 0, limit: 10 })).pages).toHaveLength(1);
  });

  test("nobody sees the page of a visit without what it led to", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    const step = complete("a1", { discovered: [entry("b1", { depth: 1 })] });
    let isOver = false;
    void step.then(() => (isOver = true));
    for (let looks = 0; looks < 1000 && !isOver; looks += 1) {
      const { completed, known, open, lastSequence } = await get();
      expect([
        [0, 1, 1, 1],
        [1, 2, 1, 2],
      ]).toContainEqual([completed, known, open, lastSequence]);
      expect((await store.events(job.id, { after: 1, limit: 10 })).length).toBeLessThanOrEqual(1);
      await new Promise(setImmediate);
    }
    await step;
  });

  test("a step that throws leaves nothing behind", async () => {
    const { complete, get } = await start([entry("a1")]);
    const counters = async () => {
      const { completed, known, open, lastSequence } = await get();
      return { completed, known, open, lastSequence };
    };
    const before = await counters();
    const discovered = [entry("b1", { depth: 1 })];
    // No JSON: a store may take it or throw, but not half.
    const isTaken = await complete("a1", { outcome: page({ size: 1n }), discovered }).then(
      () => true,
      () => false,
    );
    const after = { completed: 1, known: 2, open: 1, lastSequence: 2 };
    expect(await counters()).toEqual(isTaken ? after : before);
    expect(keys(await complete("a1", { discovered }))).toEqual(["b1"]);
    expect(await counters()).toEqual(after);
  });

  test("says how many events there are", async () => {
    const { store, job, progress, complete } = await start([entry("a1"), entry("a2")]);
    expect(progress.lastSequence).toBe(1);
    expect((await complete("a1")).lastSequence).toBe(2);
    expect((await store.create(job, [])).lastSequence).toBe(2);
    expect((await store.recall(job.id, { key: "a1", opening: 1 }))?.lastSequence).toBe(2);
    expect((await store.setPaused(job.id, {}))?.lastSequence).toBe(2);
  });

  test("a visit of an entry that went back to the frontier is recorded, and counts as open no more", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    await store.setPaused(job.id, { paused: true });
    await store.recall(job.id, { key: "a1", opening: 1 });
    expect(await complete("a1")).toMatchObject({ credits: 1, exhausted: true });
    expect(await get()).toMatchObject({ completed: 1, known: 1, open: 0 });
  });

  test("a visit of a key that was never admitted does nothing", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    const before = await get();
    const nothing = { next: [], exhausted: false, credits: 0, lastSequence: 1 };
    expect(await complete("z1", { discovered: [entry("z2")] })).toEqual(nothing);
    expect(await store.recall(job.id, { key: "z1", opening: 1 })).toEqual(nothing);
    expect(await get()).toEqual(before);
  });

  test("settling puts what is open back to what is left over", async () => {
    const { store, job, complete, get, decisions } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect(await get()).toMatchObject({ open: 0, known: 2 });
    expect(await complete("a1")).toMatchObject({ next: [], credits: 0 });
    expect(await decisions()).toMatchObject(["a1", "a2"].map((key) => ({ url: `http://${key}/`, reason: "limit" })));
  });
}
