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

/** A page under one of its spellings. */
type Spelled = readonly [page: number, spelling: number];

/** A site on which a page has several spellings, some of them dead, and links lead to any of them. */
interface SpelledSite {
  readonly links: readonly (readonly Spelled[])[];
  /** By page and spelling; a number is a spelling that it redirects to. */
  readonly answers: readonly (readonly ("page" | "error page" | "failure" | number)[])[];
  /** By page: where it is to be found now, if it has moved. */
  readonly moves: readonly (Spelled | undefined)[];
}

const spelling = fc.nat({ max: 3 });
const spelled: fc.Arbitrary<Spelled> = fc.tuple(fc.nat({ max: 7 }), spelling);
const answer = fc.oneof(fc.constantFrom("page", "page", "error page", "failure"), spelling);
const move = fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: spelled, weight: 1 });
const spelledSite: fc.Arbitrary<SpelledSite> = fc.record({
  links: fc.array(fc.array(spelled, { maxLength: 8 }), { minLength: 8, maxLength: 8 }),
  answers: fc.array(fc.array(answer, { minLength: 4, maxLength: 4 }), { minLength: 8, maxLength: 8 }),
  moves: fc.array(move, { minLength: 8, maxLength: 8 }),
});

/** Where a request ends, and with what answer. */
function answerTo({ answers, moves }: SpelledSite, asked: Spelled) {
  let at = asked;
  for (let hop = 0; hop < 8; hop += 1) {
    const [page, spelledAs] = at;
    const found = answers[page]?.[spelledAs] ?? "failure";
    const next = typeof found === "number" ? ([page, found] as const) : found === "page" ? moves[page] : undefined;
    if (next === undefined) return { found, at };
    at = next;
  }
  return { found: "failure", at } as const; // redirects that lead too far
}

/** The pages that links lead to from these, by breadth-first search over all spellings. */
function reachable(pages: SpelledSite, seeds: readonly Spelled[]): ReadonlySet<number> {
  const found = new Set<number>();
  const next = [...seeds];
  for (const each of next) {
    const answered = answerTo(pages, each);
    const [page] = answered.at;
    if (answered.found !== "page" || found.has(page)) continue;
    found.add(page);
    next.push(...(pages.links[page] ?? []));
  }
  return found;
}

test("of any site, in any order, a page comes once if a spelling that is linked leads to it", async () => {
  const seeds: readonly Spelled[] = [0, 1, 2].flatMap((page) => [0, 1].map((spelledAs) => [page, spelledAs] as const));
  const entryAt = ([page, spelledAs]: Spelled, depth: number): FrontierEntry => ({
    ...{ key: `k${page}`, url: `http://a.test/${page}/${spelledAs}`, depth, lane: "a.test", part: "0" },
  });
  await fc.assert(
    fc.asyncProperty(spelledSite, settings, fc.infiniteStream(fc.nat()), async (pages, chosen, choices) => {
      const store = memoryJobStore();
      const asked: string[] = [];
      const brought: number[] = [];
      const job = newJob({ ...chosen, limit: undefined });
      const open = [
        ...(
          await store.create(
            job,
            seeds.map((seed) => entryAt(seed, 0)),
          )
        ).next,
      ];
      while (open.length > 0) {
        const [entry] = open.splice((choices.next().value ?? 0) % open.length, 1);
        if (entry === undefined) break;
        asked.push(entry.url);
        const [page = 0, spelledAs = 0] = entry.url.split("/").slice(-2).map(Number);
        const { found, at } = answerTo(pages, [page, spelledAs]);
        const links = found === "page" ? (pages.links[at[0]] ?? []) : [];
        const { next, credits } = await store.complete(job.id, {
          ...{ key: entry.key, id: entry.url, at: 1, refused: [], isErrorPage: found === "error page" },
          landedOn: found === "failure" ? undefined : entryAt(at, 0),
          outcome:
            found === "failure"
              ? { kind: "failed", error: { code: "UNKNOWN_ERROR", message: "It failed." } }
              : { kind: "page", document: {}, credits: 1 },
          discovered: links.map((link) => entryAt(link, entry.depth + 1)),
        });
        if (found === "page" && credits === 1) brought.push(at[0]);
        open.push(...next);
      }
      expect(new Set(asked).size).toBe(asked.length);
      expect(new Set(brought)).toEqual(reachable(pages, seeds));
      expect(new Set(brought).size).toBe(brought.length);
      const { decisions } = await store.decisions(job.id, { after: 0, limit: 100 });
      const ended = await store.get(job.id);
      expect(ended?.open).toBe(0);
      expect(ended?.leftOut.duplicate ?? 0).toBe(decisions.length);
    }),
    { numRuns: 1000 },
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
