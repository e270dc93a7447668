import { fakeClock } from "@garner/testkit/site";
import { beforeAll, expect, test } from "vitest";
import { createEngine, EngineError, readPage, type Engine, type PageSource } from "../../src/index.ts";
import { memoryJobStore } from "../../src/memory/job-store.ts";
import { memoryLedger } from "../../src/memory/ledger.ts";
import { memoryQueue } from "../../src/memory/queue.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

type Moment = "before" | "after";

/** Ports of which one call fails: the one with this number, before it did anything or after. */
function failingOnce(failing: number, moment: Moment) {
  let calls = 0;
  const of = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function" || name === "consume") return method;
        return async (...args: readonly unknown[]) => {
          calls += 1;
          const isFailing = calls === failing;
          if (isFailing && moment === "before") throw outage();
          const result: unknown = await Reflect.apply(method, target, args);
          if (isFailing) throw outage();
          return result;
        };
      },
    });
  return { of, hasFailed: () => calls >= failing };
}

const outage = () => new EngineError("STORE_UNAVAILABLE", "The disk is full.");

const source: PageSource = {
  name: "simulated",
  capabilities: new Set(),
  capture: async ({ url }) => ({
    ...{ requestedUrl: url, url, status: 200, contentType: "text/html", headers: [], capturedAt: 0, warnings: [] },
    ...{ source: "simulated", proxyUsed: "basic", body: new TextEncoder().encode(`<h1>${url}</h1>`) },
  }),
};

const id = "batch";
const first = ["http://site.test/1", "http://site.test/2"];
const added = ["http://site.test/3"];

/** Tries until the store has what was asked for, and no longer. */
async function insist(start: () => Promise<unknown>, isStored: () => Promise<boolean>): Promise<void> {
  while (!(await isStored())) await start().catch((thrown: unknown) => expect(thrown).toMatchObject(storeAway));
}
const storeAway = { code: "STORE_UNAVAILABLE" };

/** Works on a batch that URLs are added to, while one call of a store fails; says whether there were so many calls. */
async function workThrough(failing: number, moment: Moment): Promise<boolean> {
  const clock = fakeClock();
  const [jobs, ledger] = [memoryJobStore(), memoryLedger()];
  const ports = failingOnce(failing, moment);
  const stores = { jobs: ports.of(jobs), ledger: ports.of(ledger), queue: ports.of(memoryQueue({ clock })) };
  await using engine: Engine = createEngine({
    ...{ sources: [source], stores: { ...stores, cache: false }, runtime: { clock } },
    network: { politeness: unlimitedPoliteness },
  });
  const known = async () => (await jobs.get(id))?.known ?? 0;
  await insist(
    () => engine.jobs.startBatchScrape({ urls: first }, { id }),
    async () => (await known()) >= first.length,
  );
  await insist(
    () => engine.jobs.startBatchScrape({ urls: added, appendToId: id }),
    async () => (await known()) > first.length,
  );
  for (let rounds = 0; (await jobs.get(id))?.state === "scraping"; rounds += 1) {
    if (rounds > 1000) throw new Error(`The job does not end when call ${failing} fails.`);
    await clock.advance(1000);
  }
  await clock.advance(10_000); // what is still to be charged
  const urls = [...first, ...added];
  const { pages } = await jobs.pages(id, { skip: 0, limit: 100 });
  const taken = pages.map((page) => (page as { metadata: { sourceURL: string } }).metadata.sourceURL);
  expect({ failing, taken: taken.toSorted() }).toEqual({ failing, taken: urls });
  expect(await jobs.get(id)).toMatchObject({ state: "completed", completed: 3, failed: 0, creditsUsed: 3, open: 0 });
  expect(await ledger.usage({ team: "bypass", byApiKey: false })).toMatchObject([{ totalCredits: 3 }]);
  return ports.hasFailed();
}

// What reads pages is loaded with the first of them, and a clock that is moved by hand doesn't wait for it.
beforeAll(async () => void (await readPage({ html: "<p>Text</p>", url: first[0] ?? "" }, ["markdown"])));

test.each(["before", "after"] as const)(
  "whichever call of a store fails, %s it did its work: every page of a batch is taken, counted and charged once",
  async (moment) => {
    let calls = 1;
    while (await workThrough(calls, moment)) calls += 1;
    expect(calls).toBeGreaterThan(30);
  },
  60_000,
);
