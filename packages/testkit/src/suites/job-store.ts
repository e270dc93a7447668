import type { FrontierEntry, JobReader, JobStore, NewJob, OpenEntry, Progress, Visit } from "@garner/core";
import { describe, expect, test } from "vitest";

/** What {@link testJobStore} needs to know. */
export interface JobStoreSuite {
  /** Makes an empty store. */
  readonly setup: () => (JobStore & JobReader) | Promise<JobStore & JobReader>;
}

type Store = JobStore & JobReader;

let lastId = 0;

/** A job as a suite needs it. */
export function newJob(more: Partial<NewJob> = {}): NewJob {
  lastId += 1;
  return {
    id: `00000000-0000-4000-8000-${String(lastId).padStart(12, "0")}`,
    kind: "crawl",
    team: "team",
    apiKey: "key",
    fingerprint: "fingerprint",
    input: { url: "http://a.test/" },
    parts: { "0": {} },
    limit: undefined,
    maxConcurrency: 3,
    oneVisitPerLane: false,
    shortestDepths: false,
    createdAt: 1000,
    keptForMs: 5000,
    ...more,
  };
}

/** An entry as a suite needs it: its lane is the first letter of its key. */
export function entry(key: string, more: Partial<FrontierEntry> = {}): FrontierEntry {
  return { key, url: `http://${key}/`, depth: 0, lane: key.slice(0, 1), part: "0", ...more };
}

function visit(key: string, more: Partial<Visit> = {}): Visit {
  const outcome = { kind: "page", document: { key }, credits: 1 } as const;
  return { key, id: `scrape ${key}`, at: 2000, outcome, discovered: [], refused: [], ...more };
}

const keys = (progress: Progress | undefined) => progress?.next.map((open) => open.key).toSorted();
const failure = { kind: "failed", error: { code: "SCRAPE_SITE_ERROR", message: "no" } } as const;

/** The exam of every job store. Call it inside `describe`. */
export function testJobStore({ setup }: JobStoreSuite): void {
  const start = async (seeds: readonly FrontierEntry[], more: Partial<NewJob> = {}) => {
    const store: Store = await setup();
    const job = newJob(more);
    const progress = await store.create(job, seeds);
    const get = async () => {
      const found = await store.get(job.id);
      if (found === undefined) throw new Error("The job is gone.");
      return found;
    };
    const complete = (key: string, what: Partial<Visit> = {}) => store.complete(job.id, visit(key, what));
    const decisions = async () => (await store.decisions(job.id, { after: 0, limit: 1000 })).decisions;
    return { store, job, progress, get, complete, decisions };
  };

  describe("the window", () => {
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
  });

  describe("steps are idempotent", () => {
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
      expect(await store.setPaused(job.id, true)).toBeUndefined();
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
  });

  describe("the frontier", () => {
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

    test("notes each refused URL once, and forgets it when it is admitted", async () => {
      const { complete, decisions } = await start([entry("a1"), entry("a2"), entry("a3")]);
      const refusal = { key: "b1", url: "http://b1/", reason: "depth", detail: "too deep", depth: 2 } as const;
      await complete("a1", { refused: [refusal] });
      await complete("a2", {
        refused: [
          { ...refusal, detail: "again" },
          { ...refusal, key: "a1", url: "http://a1/" },
        ],
      });
      expect(await decisions()).toEqual([{ url: "http://b1/", reason: "depth", detail: "too deep", depth: 2 }]);
      await complete("a3", { discovered: [entry("b1", { depth: 1 })] });
      expect(await decisions()).toEqual([]);
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

    test("a redirect claims the page that it led to", async () => {
      const { complete, get, decisions } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
      const landedOn = { key: "a2", url: "http://a2/" };
      expect(await complete("a1", { landedOn })).toMatchObject({ next: [], exhausted: true });
      expect(await get()).toMatchObject({ known: 1, completed: 1 });
      expect(await decisions()).toMatchObject([{ url: "http://a2/", reason: "duplicate" }]);
    });

    test("a redirect to a page that is open or visited brings no page, costs nothing, and leads nowhere", async () => {
      const { store, job, complete, get, decisions } = await start([entry("a1"), entry("a2")]);
      const what = { landedOn: { key: "a2", url: "http://a2/" }, discovered: [entry("a9", { depth: 1 })] };
      expect(await complete("a1", what)).toMatchObject({ next: [], credits: 0 });
      expect(await get()).toMatchObject({ known: 1, completed: 0, failed: 0 });
      expect(await decisions()).toMatchObject([{ url: "http://a1/", reason: "duplicate" }]);
      expect(await store.pages(job.id, { skip: 0, limit: 10 })).toEqual({ pages: [] });
    });

    test("of two pages that redirect to the same unknown place, one is taken", async () => {
      const { complete, get } = await start([entry("a1"), entry("a2")]);
      const landedOn = { key: "z1", url: "http://z1/" };
      expect(await complete("a1", { landedOn })).toMatchObject({ credits: 1 });
      expect(await complete("a2", { landedOn })).toMatchObject({ credits: 0, exhausted: true });
      expect(await get()).toMatchObject({ known: 1, completed: 1 });
    });

    test("of two pages that redirect to each other, one is taken", async () => {
      const { complete, get } = await start([entry("a1"), entry("a2")]);
      await complete("a1", { landedOn: { key: "a2", url: "http://a2/" } });
      expect(await complete("a2", { landedOn: { key: "a1", url: "http://a1/" } })).toMatchObject({ exhausted: true });
      expect(await get()).toMatchObject({ known: 1, completed: 1 });
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
  });

  describe("pausing", () => {
    test("opens nothing until resumed; what is open may end", async () => {
      const { store, job, complete } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
      await store.setPaused(job.id, true);
      expect(await complete("a1")).toMatchObject({ next: [], exhausted: false });
      expect(keys(await store.setPaused(job.id, false))).toEqual(["a2"]);
    });

    test("a visit that is delivered meanwhile goes back, and is opened anew", async () => {
      const { store, job, progress, get } = await start([entry("a1")]);
      const [open] = progress.next as [OpenEntry];
      await store.setPaused(job.id, true);
      expect(await store.recall(job.id, open)).toMatchObject({ next: [], exhausted: false });
      expect(await get()).toMatchObject({ open: 0, paused: true });
      const resumed = await store.setPaused(job.id, false);
      expect(resumed?.next).toEqual([{ ...open, opening: open.opening + 1 }]);
      // The visit of the earlier opening is void.
      expect(await store.recall(job.id, open)).toMatchObject({ next: [] });
      expect(await get()).toMatchObject({ open: 1, paused: false });
    });
  });

  describe("appending", () => {
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
  });

  describe("reading", () => {
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

    test("pages are sliced by number and by size, and at least one comes", async () => {
      const { store, job, complete } = await start(["a1", "a2", "a3"].map((key) => entry(key)));
      for (const key of ["a1", "a2", "a3"]) {
        await complete(key, { outcome: { kind: "page", document: { key, text: "x".repeat(1000) }, credits: 1 } });
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

    test("lists jobs that are not settled, all or a team's", async () => {
      const { store, job } = await start([entry("a1")]);
      const other = newJob({ team: "other" });
      await store.create(other, [entry("a1")]);
      expect((await store.active()).map(({ id }) => id)).toEqual([job.id, other.id]);
      expect((await store.active("other")).map(({ id }) => id)).toEqual([other.id]);
      await store.settle(other.id, { state: "cancelled", at: 3000 });
      expect(await store.active("other")).toEqual([]);
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
      const store = await setup();
      expect(await store.get("nobody")).toBeUndefined();
      expect(await store.settle("nobody", { state: "completed", at: 1 })).toBeUndefined();
      expect(await store.recall("nobody", { key: "a1", opening: 1 })).toMatchObject({ next: [], exhausted: false });
      expect(await store.complete("nobody", visit("a1"))).toMatchObject({ next: [], exhausted: false, credits: 0 });
      expect(await store.pages("nobody", { skip: 0, limit: 10 })).toEqual({ pages: [] });
    });
  });
}
