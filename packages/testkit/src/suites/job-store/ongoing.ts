import type { OpenEntry } from "@garner/core";
import { expect, test } from "vitest";
import { entry, keys, type JobExam } from "./exam.ts";

/** A visit hands over what it has found before it ends. */
export function testOngoing({ start }: JobExam): void {
  const ongoing = { outcome: { kind: "ongoing" } } as const;
  const refusal = { key: "c1", url: "http://c1/", reason: "scope", detail: "elsewhere", depth: 0 } as const;

  test("hands over what it found, stays open, and opens nothing", async () => {
    const { store, job, complete, get, decisions } = await start([entry("a1")]);
    const what = { ...ongoing, discovered: [entry("b1"), entry("b2")], refused: [refusal] };
    for (const _again of [1, 2]) {
      expect(await complete("a1", what)).toMatchObject({ next: [], exhausted: false, credits: 0 });
      expect(await get()).toMatchObject({ open: 1, known: 3, completed: 0, failed: 0, lastSequence: 1 });
    }
    expect(await decisions()).toMatchObject([{ url: "http://c1/" }]);
    expect(await store.recall(job.id, { key: "a1", opening: 1 })).toBeUndefined();
    expect(keys(await complete("a1", { discovered: [entry("b1"), entry("b3", { depth: 1 })] }))).toEqual([
      "b1",
      "b2",
      "b3",
    ]);
    expect(await get()).toMatchObject({ known: 4, completed: 1 });
  });

  test("moves the job's base", async () => {
    const { complete, get } = await start([entry("a1")]);
    await complete("a1", { ...ongoing, base: "http://b1/" });
    expect(await get()).toMatchObject({ base: "http://b1/", open: 1, completed: 0 });
  });

  test("comes before what it handed over if it moved the base, whatever else happens to the job", async () => {
    const { store, job, progress, complete } = await start([entry("a1")]);
    const [open] = progress.next as [OpenEntry];
    await complete("a1", { ...ongoing, base: "http://b1/", discovered: [entry("b1"), entry("a2")] });
    expect(keys(await store.setPaused(job.id, {}))).toEqual(["a1"]); // as whoever begins to work does
    await store.setPaused(job.id, { paused: true });
    await store.recall(job.id, open);
    expect(keys(await store.setPaused(job.id, { paused: false }))).toEqual(["a1"]);
    expect(keys(await complete("a1"))).toEqual(["a2", "b1"]);
  });

  test("hands nothing over once it is finished, or the job is settled", async () => {
    const { store, job, complete, get } = await start([entry("a1"), entry("a2")]);
    await complete("a1");
    expect(await complete("a1", { ...ongoing, discovered: [entry("b1")] })).toMatchObject({ credits: 1 });
    await store.settle(job.id, { state: "cancelled", at: 3000 });
    expect(await complete("a2", { ...ongoing, discovered: [entry("b2")] })).toMatchObject({ next: [] });
    expect(await get()).toMatchObject({ known: 2 });
  });
}
