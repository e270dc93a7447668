import fc from "fast-check";
import { expect, test } from "vitest";
import { simulate, type SimulatedCrawl, type SimulatedPage, type SimulatedRun } from "./simulation.ts";

const pageNames = Array.from({ length: 14 }, (_, index) => index);

const page: fc.Arbitrary<SimulatedPage> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("page" as const),
      links: fc.uniqueArray(fc.constantFrom(...pageNames), { maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("broken" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("redirect" as const), to: fc.constantFrom(...pageNames) }) },
);

const crawl: fc.Arbitrary<SimulatedCrawl> = fc.record({
  pages: fc.array(page, { minLength: 1, maxLength: pageNames.length }),
  listed: fc.option(fc.uniqueArray(fc.constantFrom(...pageNames), { maxLength: 6 }), { nil: undefined }),
  limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  maxDiscoveryDepth: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  maxConcurrency: fc.integer({ min: 1, max: 5 }),
  crashProbability: fc.constantFrom(0, 0.02, 0.2),
  seed: fc.integer(),
});

/** Where a page ends up after its redirects; undefined if it is missing, broken or a circle. */
function landing({ pages }: SimulatedCrawl, start: number): number | undefined {
  const seen = new Set<number>();
  for (let at = start; !seen.has(at);) {
    seen.add(at);
    const found = pages[at];
    if (found?.kind === "page") return at;
    if (found?.kind !== "redirect") return undefined;
    at = found.to;
  }
  return undefined;
}

/** The pages that a crawl must take, by breadth-first search. */
function reachable(crawl: SimulatedCrawl): ReadonlySet<number> {
  const taken = new Set<number>();
  const { listed = [], maxDiscoveryDepth } = crawl;
  const readsSitemap = maxDiscoveryDepth !== 0 && landing(crawl, 0) !== undefined;
  const known = new Set([0, ...(readsSitemap ? listed : [])]);
  let level = [...known];
  for (let depth = 0; level.length > 0 && depth <= (crawl.maxDiscoveryDepth ?? Infinity); depth += 1) {
    const next: number[] = [];
    for (const name of level) {
      const at = landing(crawl, name);
      const found = at === undefined ? undefined : crawl.pages[at];
      if (at === undefined || found?.kind !== "page") continue;
      taken.add(at);
      for (const link of found.links) {
        if (known.has(link)) continue;
        known.add(link);
        next.push(link);
      }
    }
    level = next;
  }
  return taken;
}

/** A circle of redirects and a depth together have no one right answer: which of two ways is nearer is the network's. */
const hasOneAnswer = ({ pages, maxDiscoveryDepth }: SimulatedCrawl) =>
  maxDiscoveryDepth === undefined || pages.every(({ kind }) => kind !== "redirect");

/** Looks whether a run took every page once, and counted, charged and reported it once. */
function expectExactlyOnce(crawl: SimulatedCrawl, run: SimulatedRun): void {
  const expected = reachable(crawl);
  expect(run.job.state).toBe(landing(crawl, 0) === undefined ? "failed" : "completed");
  expect(run.pages.length).toBe(Math.min(expected.size, crawl.limit ?? Infinity));
  expect(new Set(run.pages).size).toBe(run.pages.length);
  for (const name of run.pages) expect(expected).toContain(name);

  expect(run.job).toMatchObject({
    completed: run.pages.length,
    failed: run.errors,
    creditsUsed: run.pages.length,
    open: 0,
  });
  expect(Math.min(run.job.known, run.job.limit ?? Infinity)).toBe(run.pages.length);
  expect(run.charged).toBe(run.pages.length);
  expect(run.maxAtOnce).toBeLessThanOrEqual(crawl.maxConcurrency);

  expect(run.events.map(({ sequence }) => sequence)).toEqual(run.events.map((_, index) => index + 1));
  expect(run.deliveredFirst).toEqual(run.events.map(({ sequence }) => sequence));
}

test("a crawl that is interrupted anywhere takes every page once, and counts, charges and reports it once", async () => {
  await fc.assert(
    fc.asyncProperty(crawl.filter(hasOneAnswer), async (crawl) => expectExactlyOnce(crawl, await simulate(crawl))),
    { numRuns: 300 },
  );
}, 400_000);

test("so does one whose stores are out of order now and then, and it fetches no page twice", async () => {
  await fc.assert(
    fc.asyncProperty(crawl.filter(hasOneAnswer), async (crawl) => {
      const run = await simulate({ ...crawl, trouble: "outage" });
      expectExactlyOnce(crawl, run);
      expect(run.maxOfOne).toBe(1);
    }),
    { numRuns: 100 },
  );
}, 400_000);
