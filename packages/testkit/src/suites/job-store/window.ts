import { expect, test } from "vitest";
import { entry, failure, keys, type JobExam } from "./exam.ts";

/** The visits that are open, and the order in which they are opened. */
export function testWindow({ start }: JobExam): void {
  test("opens as many visits as the job may have, and the next ones as those end", async () => {
    const { progress, complete, get } = await start(["a1", "a2", "a3", "a4", "a5"].map((key) => entry(key)));
    expect(keys(progress)).toEqual(["a1", "a2", "a3"]);
    expect(keys(await complete("a2"))).toEqual(["a4"]);
    expect(await get()).toMatchObject({ open: 3, known: 5, completed: 1, creditsUsed: 1 });
  });

  test("opens entries in order of depth, whatever the order they came in", async () => {
    const seeds = [entry("a3", { depth: 2 }), entry("a2", { depth: 1 }), entry("a1")];
    const { progress, complete } = await start(seeds, { maxConcurrency: 1 });
    expect(keys(progress)).toEqual(["a1"]);
    expect(keys(await complete("a1"))).toEqual(["a2"]);
  });

  test("is shared fairly between lanes, so that a slow one does not hold up the others", async () => {
    const seeds = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((key) => entry(key));
    const { progress, complete } = await start(seeds, { maxConcurrency: 4 });
    expect(keys(progress)).toEqual(["a1", "a2", "b1", "c1"]);
    // Lane a keeps its two visits; what ends in another lane goes on there.
    expect(keys(await complete("b1"))).toEqual(["b2"]);
  });

  test("has at most one visit per lane if the job says so", async () => {
    const { progress, complete } = await start(
      ["a1", "a2", "b1"].map((key) => entry(key)),
      { oneVisitPerLane: true },
    );
    expect(keys(progress)).toEqual(["a1", "b1"]);
    expect(keys(await complete("a1"))).toEqual(["a2"]);
  });

  test("never has open and recorded pages beyond the limit, and a page that failed makes room", async () => {
    const seeds = ["a1", "a2", "a3", "a4"].map((key) => entry(key));
    const { progress, complete, get } = await start(seeds, { limit: 2 });
    expect(keys(progress)).toEqual(["a1", "a2"]);
    expect(keys(await complete("a1", { outcome: failure }))).toEqual(["a3"]);
    expect(await complete("a2")).toMatchObject({ next: [], exhausted: false });
    expect(await complete("a3")).toMatchObject({ next: [], exhausted: true });
    expect(await get()).toMatchObject({ completed: 2, failed: 1 });
  });

  test("waits two levels above for the slowest, where depths must be the shortest", async () => {
    const more = { shortestDepths: true, maxConcurrency: 5 };
    const { progress, complete } = await start([entry("a1"), entry("a2")], more);
    expect(keys(progress)).toEqual(["a1", "a2"]);
    expect(keys(await complete("a1", { discovered: [entry("b1", { depth: 1 })] }))).toEqual(["b1"]);
    // a2, at depth 0, may still lead to c1 at depth 1.
    expect(keys(await complete("b1", { discovered: [entry("c1", { depth: 2 })] }))).toEqual([]);
    const found = await complete("a2", { discovered: [entry("c1", { depth: 1 })] });
    expect(found.next).toMatchObject([{ key: "c1", depth: 1 }]);
  });

  test("gives no lane more than its share while another one waits, however deep", async () => {
    const seeds = [...["a1", "a2", "a3", "a4"].map((key) => entry(key)), entry("b1", { depth: 3 })];
    expect(keys((await start(seeds, { maxConcurrency: 4 })).progress)).toEqual(["a1", "a2", "b1"]);
  });

  test("serves the lane that was served least, not the one that came first", async () => {
    const seeds = ["a1", "a2", "a3", "b1", "b2"].map((key) => entry(key));
    const { complete } = await start(seeds, { maxConcurrency: 1 });
    expect(keys(await complete("a1"))).toEqual(["b1"]);
    expect(keys(await complete("b1"))).toEqual(["a2"]);
    expect(keys(await complete("a2"))).toEqual(["b2"]);
  });

  test("hands over an entry as it was given, with the number of its opening", async () => {
    const trap = { family: "calendar", budget: 3, detail: "It goes on.", sourceText: "July" };
    const given = entry("a1", { foundOn: "http://z1/", trap });
    const { store, job, progress } = await start([given, entry("a2")], { maxConcurrency: 1 });
    expect(progress.next).toEqual([{ ...given, opening: 1 }]);
    expect((await store.create(job, [])).next).toEqual([{ ...given, opening: 1 }]);
  });

  test("takes any text for a key", async () => {
    const odd = ["__proto__", "constructor", "a\u0000b", "ключ", "'; --", "a\nb", "%", " "];
    const seeds = odd.map((key) => entry(key, { url: `http://a.test/${encodeURIComponent(key)}`, lane: "a" }));
    const { progress, complete, get } = await start(seeds, { maxConcurrency: odd.length });
    expect(progress.next.map((open) => open.key).toSorted()).toEqual(odd.toSorted());
    for (const key of odd) expect(await complete(key)).toMatchObject({ credits: 1 });
    expect(await get()).toMatchObject({ completed: odd.length, open: 0 });
  });
}
