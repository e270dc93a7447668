import { expect, test } from "vitest";
import { entry, keys, type JobExam } from "./exam.ts";

/** URLs that come later. */
export function testAppending({ start }: JobExam): void {
  test("adds entries with options of their own, once", async () => {
    const { store, job, get } = await start([entry("a1")]);
    const part = { part: "1", options: { mobile: true }, entries: [entry("b1", { part: "1" })] };
    expect(keys(await store.append(job.id, part))).toEqual(["b1"]);
    const before = await get();
    expect(before.parts).toEqual({ "0": {}, "1": { mobile: true } });
    await store.append(job.id, part);
    expect(await get()).toEqual(before);
  });

  test("reopens a completed job, but not a cancelled one", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    await complete("a1");
    await store.settle(job.id, { state: "completed", at: 3000 });
    const part = (name: string) => ({ part: name, options: {}, entries: [entry(`${name}1`, { part: name })] });
    expect(keys(await store.append(job.id, part("b")))).toEqual(["b1"]);
    expect((await get()).expiresAt).toBeUndefined();
    await store.settle(job.id, { state: "cancelled", at: 4000 });
    expect(await store.append(job.id, part("c"))).toBeUndefined();
  });

  test("is not lost when the job was about to be settled as exhausted", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    const ending = { state: "completed", onceExhausted: true } as const;
    expect(await complete("a1")).toMatchObject({ exhausted: true });
    await store.append(job.id, { part: "1", options: {}, entries: [entry("b1", { part: "1" })] });
    expect(await store.settle(job.id, { ...ending, at: 3000 })).toMatchObject({ state: "scraping", open: 1 });
    expect(await complete("b1")).toMatchObject({ exhausted: true });
    expect(await store.settle(job.id, { ...ending, at: 4000 })).toMatchObject({ state: "completed", settledAt: 4000 });
    expect((await store.events(job.id, { after: 0, limit: 10 })).map(({ type }) => type)).toEqual([
      ...["started", "page", "page", "completed"],
    ]);
    expect(await get()).toMatchObject({ completed: 2, known: 2 });
  });

  test("a replay returns what is open", async () => {
    const { store, job } = await start([entry("a1")]);
    const part = { part: "1", options: {}, entries: [entry("b1", { part: "1" })] };
    const { lastSequence } = (await store.append(job.id, part)) ?? {};
    const again = await store.append(job.id, part);
    expect(keys(again)).toEqual(["a1", "b1"]);
    expect(again).toMatchObject({ lastSequence, credits: 0, exhausted: false });
  });

  test("a replay leaves a job alone that was completed meanwhile", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    const part = { part: "1", options: {}, entries: [entry("b1", { part: "1" })] };
    await store.append(job.id, part);
    await complete("a1");
    await complete("b1");
    await store.settle(job.id, { state: "completed", at: 3000 });
    expect(await store.append(job.id, part)).toMatchObject({ next: [], exhausted: false });
    expect(await get()).toMatchObject({ state: "completed", settledAt: 3000 });
  });

  test("of a reopened job, nothing is left of its first end but the event", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    await complete("a1");
    await store.settle(job.id, { state: "completed", at: 3000, result: { sum: 1 } });
    expect(await get()).toMatchObject({ result: { sum: 1 } });
    await store.append(job.id, { part: "1", options: {}, entries: [entry("b1", { part: "1" })] });
    const { state, settledAt, expiresAt, result } = await get();
    expect({ state, settledAt, expiresAt, result }).toEqual({ state: "scraping" });
    expect((await store.events(job.id, { after: 2, limit: 10 })).map(({ type }) => type)).toEqual(["completed"]);
  });

  test("a part whose entries are all known reopens the job too, so that its end is told again", async () => {
    const { store, job, complete, get, decisions } = await start([entry("a1")]);
    await complete("a1");
    await store.settle(job.id, { state: "completed", at: 3000 });
    const entries = [entry("a1", { part: "1" }), entry("a1", { part: "1", url: "http://www.a1/" })];
    expect(await store.append(job.id, { part: "1", options: {}, entries })).toMatchObject({
      next: [],
      exhausted: true,
    });
    expect(await get()).toMatchObject({ state: "scraping", known: 1 });
    expect(await decisions()).toMatchObject([{ url: "http://www.a1/", reason: "duplicate" }]);
  });

  test("a part can be continued, and a replay of that changes nothing", async () => {
    const { store, job, complete, get } = await start([entry("a1")]);
    const more = { part: "0", options: {}, entries: [entry("a2"), entry("a3")], continues: true };
    expect(keys(await store.append(job.id, more))).toEqual(["a2", "a3"]);
    expect(keys(await store.append(job.id, more))).toEqual(["a1", "a2", "a3"]);
    expect(await get()).toMatchObject({ known: 3, parts: { "0": {} } });
    for (const key of ["a1", "a2", "a3"]) await complete(key);
    await store.settle(job.id, { state: "completed", at: 3000 });
    expect(await store.append(job.id, more)).toMatchObject({ next: [], exhausted: false });
    expect(await get()).toMatchObject({ state: "completed", settledAt: 3000 });
  });

  test("adds to a job that is unknown nothing", async () => {
    const { store } = await start([]);
    expect(await store.append("nobody", { part: "1", options: {}, entries: [] })).toBeUndefined();
  });
}
