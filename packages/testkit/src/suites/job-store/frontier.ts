import type { Refusal } from "@garner/core";
import { expect, test } from "vitest";
import { entry, failure, keys, type JobExam } from "./exam.ts";

/** Admission and refusal. */
export function testFrontier({ start }: JobExam): void {
  test("admits a key once; another URL with the same key is a duplicate", async () => {
    const { complete, get, decisions } = await start([entry("a1")]);
    const discovered = [
      entry("a2", { depth: 1 }),
      entry("a2", { depth: 1, url: "http://www.a2/", foundOn: "http://a1/" }),
    ];
    expect(keys(await complete("a1", { discovered }))).toEqual(["a2"]);
    expect(await get()).toMatchObject({ known: 2 });
    expect(await decisions()).toMatchObject([{ url: "http://www.a2/", reason: "duplicate", foundOn: "http://a1/" }]);
  });

  test("of an address without a page up to three other spellings are taken, in the order in which they were met", async () => {
    const { complete, get, decisions } = await start([entry("a1"), entry("a3")]);
    const others = ["http://www.a2/", "https://a2/", "http://a2/x", "http://a2/y"];
    const discovered = ["http://a2/", ...others].map((url) => entry("a2", { depth: 1, url, foundOn: "http://a1/" }));
    expect(keys(await complete("a1", { discovered }))).toEqual(["a2"]);
    const asked: string[] = [];
    for (let { next } = await complete("a2", { outcome: failure }); next[0] !== undefined;) {
      const [{ key, url, ...place }] = next;
      expect(place).toMatchObject({ depth: 1, lane: "a", part: "0", foundOn: "http://a1/" });
      asked.push(url);
      ({ next } = await complete(key, { outcome: failure, discovered: discovered.toReversed() }));
    }
    expect(asked).toEqual(others.slice(0, 3));
    expect(await complete("a3", { discovered })).toMatchObject({ next: [], exhausted: true });
    expect(await get()).toMatchObject({ known: 2, completed: 2, failed: 4, open: 0 });
    expect(await decisions()).toMatchObject([{ url: "http://a2/y", detail: "Same page as http://a2/." }]);
  });

  test("a spelling that was met while the entry was pending is remembered", async () => {
    const { complete } = await start([entry("a1"), entry("a2", { url: "http://a2/x" })], { maxConcurrency: 1 });
    await complete("a1", { discovered: [entry("a2", { depth: 1 })] });
    expect((await complete("a2", { outcome: failure })).next).toMatchObject([
      { url: "http://a2/", depth: 0, foundOn: "http://a2/x" },
    ]);
  });

  test("a spelling of an address without a page is taken when it is met later, and then stands for it", async () => {
    const { complete, get, decisions } = await start([entry("a1"), entry("b1"), entry("b2")]);
    await complete("a1", { outcome: failure });
    const found = entry("a1", { depth: 3, lane: "c", url: "http://www.a1/", foundOn: "http://b1/" });
    const { next } = await complete("b1", { discovered: [found, entry("a1")] });
    const { key, ...place } = found;
    expect(next).toMatchObject([place]);
    expect(next[0]?.key).not.toBe(key);
    const landedOn = { key, url: found.url };
    await complete(next[0]?.key ?? "", { landedOn, discovered: [found, entry("a1", { url: "https://a1/" })] });
    const refused = [{ ...found, reason: "depth", detail: "too deep" } as const];
    expect(await complete("b2", { landedOn, refused })).toMatchObject({ credits: 0, exhausted: true });
    expect(await get()).toMatchObject({ known: 2, completed: 2, failed: 1, open: 0 });
    expect(await decisions()).toMatchObject([
      { url: "https://a1/", reason: "duplicate", detail: "Same page as http://www.a1/." },
      { url: "http://b2/", reason: "duplicate" },
    ]);
  });

  test("an error page that was recorded has another spelling's page beside it; told again, nothing changes", async () => {
    const { store, job, complete, get, decisions } = await start([entry("a1")]);
    const discovered = [entry("a2"), entry("a2", { url: "http://www.a2/" })];
    await complete("a1", { discovered });
    const { next } = await complete("a2", { isErrorPage: true });
    expect(next).toMatchObject([{ url: "http://www.a2/" }]);
    const before = await get();
    expect(await complete("a2", { isErrorPage: true })).toMatchObject({ credits: 1, next });
    expect(await store.recall(job.id, { key: "a2", opening: 1 })).toMatchObject({ credits: 1, next });
    expect(await get()).toEqual(before);
    await complete(next[0]?.key ?? "", { landedOn: { key: "a2", url: "http://www.a2/" }, discovered });
    expect(await get()).toMatchObject({ known: 3, completed: 3, failed: 0 });
    expect(await decisions()).toEqual([]);
  });

  test("another spelling takes the place of the first in its trap family, too", async () => {
    const trap = { family: "calendar", budget: 1, detail: "It goes on." };
    const { complete } = await start([entry("a1", { trap })]);
    const discovered = [entry("a1", { trap, url: "http://www.a1/" })];
    const { next } = await complete("a1", { outcome: failure, discovered });
    expect(next).toMatchObject([{ url: "http://www.a1/", trap }]);
    const found = await complete(next[0]?.key ?? "", { isNovel: true, discovered: [entry("a2", { trap })] });
    expect(found).toMatchObject({ next: [], exhausted: true });
  });

  test("notes each refused URL once, and forgets it when it is admitted", async () => {
    const { complete, decisions } = await start([entry("a1"), entry("a2"), entry("a3")]);
    const refusal = { key: "b1", url: "http://b1/", reason: "depth", detail: "too deep", depth: 2 } as const;
    await complete("a1", { refused: [refusal] });
    await complete("a2", {
      refused: [
        { ...refusal, detail: "again" },
        { ...refusal, key: "a1", url: "http://a1/" },
        { ...refusal, key: "a1", url: "http://a1/other" },
      ],
    });
    const duplicate = { url: "http://a1/other", reason: "duplicate", detail: "Same page as http://a1/.", depth: 2 };
    const tooDeep = { url: "http://b1/", reason: "depth", detail: "too deep", depth: 2 };
    expect(await decisions()).toEqual([tooDeep, duplicate]);
    await complete("a3", { discovered: [entry("b1", { depth: 1 })] });
    expect(await decisions()).toEqual([duplicate]);
  });

  test("pages decisions, filters them by reason, and adds what the limit left over at the end", async () => {
    const { store, job, complete } = await start([entry("a1"), entry("a2"), entry("a3")], { limit: 1 });
    const refused = ["b1", "b2", "b3"].map((key, index) => {
      const reason = index === 1 ? "robots" : "scope";
      return { key, url: `http://${key}/`, reason, detail: reason, depth: 1 } as const;
    });
    await complete("a1", { refused });
    await store.settle(job.id, { state: "completed", at: 3000 });
    const seen: string[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const page = await store.decisions(job.id, { after, limit: 2 });
      expect(page.decisions.length).toBeLessThanOrEqual(2);
      seen.push(...page.decisions.map(({ url, reason }) => `${reason} ${url}`));
      after = page.next;
    }
    const left = ["limit http://a2/", "limit http://a3/"];
    expect(seen).toEqual(["scope http://b1/", "robots http://b2/", "scope http://b3/", ...left]);
    const robots = await store.decisions(job.id, { after: 0, limit: 10, reason: "robots" });
    expect(robots).toMatchObject({ decisions: [{ url: "http://b2/" }] });
  });

  test("moves a pending entry up that is found nearer to a seed", async () => {
    const seeds = [entry("a1"), entry("a2"), entry("a3", { depth: 1 })];
    const { complete } = await start(seeds, { maxConcurrency: 1 });
    await complete("a1", { discovered: [entry("a4", { depth: 5 })] });
    await complete("a2", { discovered: [entry("a4", { depth: 1 })] });
    expect((await complete("a3")).next).toMatchObject([{ key: "a4", depth: 1 }]);
  });

  test("a trap family is cut off when its budget is spent, and gets it back for what is new", async () => {
    const trap = { family: "calendar", budget: 2, detail: "It goes on." };
    const month = (index: number) => entry(`a${index}`, { depth: index, trap });
    const { complete, decisions } = await start([entry("a0")], { maxConcurrency: 1 });
    await complete("a0", { discovered: [month(1)] });
    await complete("a1", { discovered: [month(2)], isNovel: true });
    expect(keys(await complete("a2", { discovered: [month(3), entry("ax", { depth: 3 })] }))).toEqual(["a3"]);
    expect(keys(await complete("a3", { discovered: [month(4)] }))).toEqual(["ax"]);
    expect(keys(await complete("ax"))).toEqual(["a4"]);
    expect(await complete("a4", { discovered: [month(5)] })).toMatchObject({ next: [], exhausted: true });
    expect(await decisions()).toEqual([{ url: "http://a5/", reason: "trap", detail: "It goes on.", depth: 5 }]);
  });

  test("takes over what failed and dropped visits found, and counts them out", async () => {
    const { complete, get } = await start([entry("a1"), entry("a2")]);
    await complete("a1", { outcome: failure, discovered: [entry("b1")] });
    expect(await get()).toMatchObject({ known: 2, open: 2, failed: 1, completed: 0 });
    const decision = { url: "http://a2/", reason: "duplicate", detail: "Same text.", depth: 0 } as const;
    await complete("a2", { outcome: { kind: "dropped", decision }, discovered: [entry("b2")] });
    const after = await get();
    expect(after).toMatchObject({ known: 2, open: 2, failed: 1, completed: 0, creditsUsed: 0, lastSequence: 2 });
    expect(after.lastPageAt).toBeUndefined();
  });

  test("an entry of a dropped visit has ended: found again, it is not opened again", async () => {
    const { complete, get, decisions } = await start([entry("a1"), entry("a2")]);
    const decision = { url: "http://a1/", reason: "robots", detail: "Disallow: /", depth: 0 } as const;
    await complete("a1", { outcome: { kind: "dropped", decision } });
    expect(await complete("a2", { discovered: [entry("a1", { depth: 1 })] })).toMatchObject({
      next: [],
      exhausted: true,
    });
    expect(await decisions()).toEqual([decision]);
    expect(await get()).toMatchObject({ known: 1, completed: 1 });
  });

  test("the depth of an entry that is open stays", async () => {
    const { store, job, complete } = await start([entry("a1"), entry("a2", { depth: 5 })]);
    await complete("a1", { discovered: [entry("a2", { depth: 1 })] });
    expect((await store.create(job, [])).next).toMatchObject([{ key: "a2", depth: 5 }]);
  });

  test("decisions of one reason come in full slices", async () => {
    const { store, job, complete } = await start([entry("a1")]);
    const refused = ["scope", "scope", "robots", "robots", "scope", "robots"].map((reason, index) => {
      return { key: `b${index}`, url: `http://b${index}/`, reason, detail: "why", depth: 1 } as Refusal;
    });
    await complete("a1", { refused });
    const slice = (after: number) => store.decisions(job.id, { after, limit: 2, reason: "robots" });
    const first = await slice(0);
    expect(first.decisions.map(({ url }) => url)).toEqual(["http://b2/", "http://b3/"]);
    const second = await slice(first.next ?? -1);
    expect(second.decisions.map(({ url }) => url)).toEqual(["http://b5/"]);
    expect(second.next).toBeUndefined();
  });

  test("a trap family gets one back also from a visit that failed, when what that found is admitted", async () => {
    const trap = { family: "calendar", budget: 1, detail: "It goes on." };
    const { complete, decisions } = await start([entry("a1", { trap })]);
    await complete("a1", { outcome: failure, isNovel: true, discovered: [entry("x1")] });
    expect(keys(await complete("x1", { discovered: [entry("a2", { trap })] }))).toEqual(["a2"]);
    // The findings of a visit are admitted before it gives back.
    await complete("a2", { isNovel: true, discovered: [entry("a3", { trap }), entry("x2")] });
    await complete("x2", { isNovel: true, discovered: [entry("a4", { trap }), entry("a5", { trap })] });
    expect(await decisions()).toMatchObject([{ url: "http://a3/" }, { url: "http://a5/" }]);
  });
}
