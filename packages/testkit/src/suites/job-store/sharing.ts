import { expect, test, type TestContext } from "vitest";
import { entry, failure, keys, newJob, page, type JobExam, type Jobs } from "./exam.ts";

/** The store as another process sees it, or the same one after a crash. */
export function testSharing({ start }: JobExam): void {
  test("everything is there when the store is opened again", async (context) => {
    const { store, job, complete, another, decisions } = await start(
      ["a1", "a2", "a3", "b1"].map((key) => entry(key, { foundOn: "http://z1/" })),
      { limit: 10 },
    );
    const other = await openAgain(another, context);
    const refused = [{ key: "c1", url: "http://c1/", reason: "scope", detail: "elsewhere", depth: 1 } as const];
    await complete("a1", { discovered: [entry("d1", { depth: 1 })], refused, base: "http://b.test/" });
    await complete("b1", { outcome: failure });
    await store.setPaused(job.id, { paused: true, heldUntil: 5000 });
    const read = async (from: Jobs) => ({
      job: await from.get(job.id),
      active: await from.active("team"),
      pages: await from.pages(job.id, { skip: 0, limit: 10 }),
      events: await from.events(job.id, { after: 0, limit: 10 }),
      errors: await from.errors(job.id),
      decisions: await from.decisions(job.id, { after: 0, limit: 10 }),
    });
    expect(await read(other)).toEqual(await read(store));
    expect(await other.get(job.id)).toMatchObject({ ...job, completed: 1, failed: 1, open: 3, base: "http://b.test/" });
    expect(await decisions()).toHaveLength(1);
    const resumed = await other.setPaused(job.id, { paused: false, heldUntil: false });
    expect(keys(resumed)).toEqual(["a2", "a3", "d1"]);
    expect(await other.recall(job.id, { key: "a1", opening: 1 })).toMatchObject({ credits: 1 });
  });

  test("decisions are gone on with in the store that is opened again", async (context) => {
    const { store, job, complete, another } = await start([entry("a1"), entry("a2"), entry("a3")], { limit: 1 });
    const refused = ["b1", "b2"].map((key) => {
      return { key, url: `http://${key}/`, reason: "scope", detail: "elsewhere", depth: 1 } as const;
    });
    await complete("a1", { refused });
    await store.settle(job.id, { state: "completed", at: 3000 });
    const other = await openAgain(another, context);
    const urls: string[] = [];
    let from: Jobs = store;
    for (let after: number | undefined = 0; after !== undefined;) {
      const slice: Awaited<ReturnType<Jobs["decisions"]>> = await from.decisions(job.id, { after, limit: 1 });
      urls.push(...slice.decisions.map(({ url }) => url));
      after = slice.next;
      from = from === store ? other : store;
    }
    expect(urls).toEqual(["http://b1/", "http://b2/", "http://a2/", "http://a3/"]);
  });

  test("steps of two stores at the same time do not lose or repeat anything", async (context) => {
    const seeds = Array.from({ length: 20 }, (_, index) => entry(`a${index}`));
    const { store, job, another, get } = await start(seeds, { maxConcurrency: 20 });
    const other = await openAgain(another, context);
    const discovered = Array.from({ length: 10 }, (_, index) => entry(`b${index}`, { depth: 1 }));
    const visits = seeds.flatMap(({ key }) => {
      const visit = { key, id: key, at: 2000, outcome: page({ key }), discovered, refused: [] };
      return [store.complete(job.id, visit), other.complete(job.id, visit)];
    });
    const opened = (await Promise.all(visits)).flatMap(({ next }) => next);
    expect(new Set(opened.map(({ key }) => key)).size).toBeGreaterThanOrEqual(10);
    expect(await get()).toMatchObject({ completed: 20, creditsUsed: 20, known: 30, open: 10, lastSequence: 21 });
    expect(await other.get(job.id)).toEqual(await get());
  });

  test("a job is created once, by whoever comes first", async (context) => {
    const { store, another } = await start([]);
    const other = await openAgain(another, context);
    const job = newJob();
    const seeds = [entry("a1"), entry("a2")];
    const both = await Promise.all([store.create(job, seeds), other.create(job, seeds)]);
    for (const progress of both) expect(keys(progress)).toEqual(["a1", "a2"]);
    expect(await other.get(job.id)).toMatchObject({ known: 2, open: 2, lastSequence: 1 });
  });
}

async function openAgain(another: (() => Jobs | Promise<Jobs>) | undefined, { skip }: TestContext): Promise<Jobs> {
  return another === undefined ? skip("setup gives no `another`") : await another();
}
