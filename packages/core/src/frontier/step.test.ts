import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryJobStore } from "../memory/job-store.ts";
import type { FrontierEntry, NewJob, OpenEntry, Progress, Visit } from "../ports/job-store.ts";
import { newJobRow } from "./steps.ts";
import { step } from "./visit.ts";
import type { EntryRow, FrontierState, LaneRow } from "./rows.ts";

const pageCount = 24;

/** A site of numbered pages on a few hosts; pages may have an alias under another URL and lead elsewhere. */
interface Site {
  readonly links: readonly (readonly number[])[];
  readonly landings: ReadonlyMap<number, number>;
  readonly failing: ReadonlySet<number>;
  readonly hosts: number;
}

const pageNumber = fc.nat({ max: pageCount - 1 });
const site: fc.Arbitrary<Site> = fc.record({
  links: fc.array(fc.array(pageNumber, { maxLength: 6 }), { minLength: pageCount, maxLength: pageCount }),
  landings: fc.array(fc.tuple(pageNumber, pageNumber), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  failing: fc.array(pageNumber, { maxLength: 3 }).map((pages) => new Set(pages)),
  hosts: fc.integer({ min: 1, max: 4 }),
});
const settings = fc.record({
  maxConcurrency: fc.integer({ min: 1, max: 6 }),
  limit: fc.option(fc.integer({ min: 1, max: pageCount }), { nil: undefined }),
  oneVisitPerLane: fc.boolean(),
  shortestDepths: fc.boolean(),
});

function entryOf({ hosts }: Pick<Site, "hosts">, page: number, depth: number): FrontierEntry {
  const lane = `host-${page % hosts}.test`;
  const trap = page % 5 === 0 ? { trap: { family: "fives", budget: 2, detail: "Too many fives." } } : {};
  return { key: `k${page}`, url: `http://${lane}/${page}`, depth, lane, part: "0", ...trap };
}

function visitOf(pages: Site, { key, depth }: OpenEntry): Visit {
  const page = Number(key.slice(1));
  const isFailing = pages.failing.has(page);
  const landing = pages.landings.get(page);
  const landedOn = landing === undefined ? undefined : entryOf(pages, landing, depth);
  return {
    ...{ key, id: `scrape-${page}`, at: 1, refused: [], landedOn },
    outcome: isFailing
      ? { kind: "failed", error: { code: "UNKNOWN_ERROR", message: "It failed." } }
      : { kind: "page", document: { page }, credits: 2 },
    discovered: (pages.links[page] ?? []).map((link) => entryOf(pages, link, depth + 1)),
  };
}

function newJob(more: Partial<NewJob>): NewJob {
  return {
    ...{ id: "job", kind: "crawl", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
    ...{ createdAt: 0, keptForMs: 1, maxConcurrency: 3, oneVisitPerLane: false, shortestDepths: false, ...more },
  };
}

test("of any site, in any order and with any replays, each page is visited once and every counter is right", async () => {
  await fc.assert(
    fc.asyncProperty(site, settings, fc.infiniteStream(fc.nat()), async (pages, job, choices) => {
      const store = memoryJobStore();
      const seeds = [entryOf(pages, 0, 0), entryOf(pages, 1, 0)];
      const open = new Map<string, OpenEntry>();
      const opened = new Map<string, number>();
      const note = ({ next }: Progress) => {
        for (const entry of next) {
          if (!open.has(entry.key)) opened.set(entry.key, (opened.get(entry.key) ?? 0) + 1);
          open.set(entry.key, entry);
        }
      };
      let progress = await store.create(newJob(job), seeds);
      note(progress);
      let credits = 0;
      while (open.size > 0) {
        expect(open.size).toBeLessThanOrEqual(job.maxConcurrency);
        const lanes = new Set([...open.values()].map(({ lane }) => lane));
        expect(job.oneVisitPerLane ? lanes.size : open.size).toBe(open.size);
        const entry = [...open.values()][(choices.next().value ?? 0) % open.size];
        if (entry === undefined) break;
        open.delete(entry.key);
        const visit = visitOf(pages, entry);
        progress = await store.complete("job", visit);
        credits += progress.credits;
        note(progress);
        if ((choices.next().value ?? 0) % 3 !== 0) continue;
        const before = await store.get("job");
        const replay = await store.complete("job", visit); // as after a crash
        expect(await store.get("job")).toEqual(before);
        expect(replay.credits).toBe(progress.credits);
        expect(new Set(replay.next.map(({ key }) => key))).toEqual(new Set(open.keys()));
      }
      const ended = await store.get("job");
      const recorded = await store.pages("job", { skip: 0, limit: 100 });
      const errors = await store.errors("job");
      expect(progress.exhausted).toBe(true);
      expect([...opened.values()].every((times) => times === 1)).toBe(true);
      expect(new Set(recorded.pages.map((document) => JSON.stringify(document))).size).toBe(recorded.pages.length);
      expect(ended).toMatchObject({ open: 0, completed: recorded.pages.length, creditsUsed: credits });
      expect(ended?.failed).toBe(errors.length);
      expect(ended?.lastSequence).toBe(1 + recorded.pages.length + errors.length);
      expect(ended?.completed).toBeLessThanOrEqual(job.limit ?? pageCount);
      expect(job.limit === undefined ? ended?.known : ended?.completed).toBe(ended?.completed);
    }),
  );
});

function deepFreeze<Value>(value: Value): Value {
  if (value instanceof Map) for (const each of value.values()) deepFreeze(each);
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}

test("a step changes nothing that it was given, and taken again it says the same", () => {
  fc.assert(
    fc.property(site, pageNumber, (pages, page) => {
      const entry = entryOf(pages, page, 1);
      const { job } = newJobRow(newJob({}));
      const lane: LaneRow = { name: entry.lane, pending: {}, open: 1, opened: 1, age: 0 };
      const row: EntryRow = { entry, state: "open", opening: 1, credits: 0 };
      const state: FrontierState = deepFreeze({
        row: { job: { ...job, open: 1, known: 1, lastSequence: 1 }, lanes: 1, levels: {} },
        entries: new Map([[entry.key, row]]),
        ...{ seen: new Map(), spent: new Map(), decided: new Map(), lanes: new Map([[lane.name, lane]]) },
      });
      const visit = deepFreeze(visitOf(pages, { ...entry, opening: 1 }));
      const take = () => step(state, visit).finish([]).changes;
      expect(take()).toEqual(take());
    }),
  );
});
