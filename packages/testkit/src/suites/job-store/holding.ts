import type { OpenEntry } from "@garner/core";
import { expect, test } from "vitest";
import { entry, keys, type JobExam } from "./exam.ts";

/** Whoever takes the pages is behind. */
export function testHolding({ start }: JobExam): void {
  test("opens nothing until lifted, beside what the owner wants", async () => {
    const { store, job, complete, get } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    await store.setPaused(job.id, { heldUntil: 5000 });
    await store.setPaused(job.id, { heldUntil: 6000 });
    expect(await complete("a1")).toMatchObject({ next: [], exhausted: false });
    expect(await get()).toMatchObject({ paused: false, heldUntil: 6000 });
    await store.setPaused(job.id, { paused: true });
    expect(keys(await store.setPaused(job.id, { heldUntil: false }))).toEqual([]);
    expect(keys(await store.setPaused(job.id, { paused: false }))).toEqual(["a2"]);
    expect((await get()).heldUntil).toBeUndefined();
  });

  test("sends a visit back that is delivered meanwhile, and ends with the job", async () => {
    const { store, job, progress, get } = await start([entry("a1")]);
    const [open] = progress.next as [OpenEntry];
    await store.setPaused(job.id, { heldUntil: 5000 });
    expect(await store.recall(job.id, open)).toMatchObject({ next: [], exhausted: false });
    expect(await get()).toMatchObject({ open: 0, heldUntil: 5000 });
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect((await get()).heldUntil).toBeUndefined();
  });

  test("changing nothing returns the open window", async () => {
    const { store, job, progress, get } = await start([entry("a1"), entry("a2")]);
    const before = await get();
    expect((await store.setPaused(job.id, {}))?.next).toEqual(progress.next);
    expect(await get()).toEqual(before);
  });
}
