import type { OpenEntry } from "@garner/core";
import { expect, test } from "vitest";
import { entry, keys, type JobExam } from "./exam.ts";

/** The owner pauses a job. */
export function testPausing({ start }: JobExam): void {
  test("opens nothing until resumed; what is open may end", async () => {
    const { store, job, complete } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    await store.setPaused(job.id, { paused: true });
    expect(await complete("a1")).toMatchObject({ next: [], exhausted: false });
    expect(keys(await store.setPaused(job.id, { paused: false }))).toEqual(["a2"]);
  });

  test("a visit that is delivered meanwhile goes back, and is opened anew", async () => {
    const { store, job, progress, get } = await start([entry("a1")]);
    const [open] = progress.next as [OpenEntry];
    await store.setPaused(job.id, { paused: true });
    expect(await store.recall(job.id, open)).toMatchObject({ next: [], exhausted: false });
    expect(await get()).toMatchObject({ open: 0, paused: true });
    const resumed = await store.setPaused(job.id, { paused: false });
    expect(resumed?.next).toEqual([{ ...open, opening: open.opening + 1 }]);
    // The visit of the earlier opening is void.
    expect(await store.recall(job.id, open)).toMatchObject({ next: [] });
    expect(await get()).toMatchObject({ open: 1, paused: false });
  });

  test("returns all that is open, whether it pauses or resumes, and the job stays active", async () => {
    const { store, job } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    expect(keys(await store.setPaused(job.id, { paused: true }))).toEqual(["a1"]);
    expect(await store.active()).toMatchObject([{ id: job.id, paused: true }]);
    expect(keys(await store.setPaused(job.id, { paused: false }))).toEqual(["a1"]);
  });

  test("does not outlive the job", async () => {
    const { store, job, get } = await start([entry("a1")]);
    await store.setPaused(job.id, { paused: true });
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect(await get()).toMatchObject({ state: "cancelled", paused: false });
  });
}
