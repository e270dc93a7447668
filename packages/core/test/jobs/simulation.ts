import { fakeClock } from "@garner/testkit/site";
import { EngineError } from "../../src/errors.ts";
import { prepareCrawl } from "../../src/crawl/start.ts";
import { startWorker } from "../../src/jobs/worker.ts";
import { memoryDeliveryLog } from "../../src/memory/delivery-log.ts";
import { memoryJobStore } from "../../src/memory/job-store.ts";
import { memoryLedger } from "../../src/memory/ledger.ts";
import { memoryQueue } from "../../src/memory/queue.ts";
import type { JobEvent } from "../../src/ports/job-reader.ts";
import type { Job } from "../../src/ports/job-store.ts";
import type { Capture, PageSource } from "../../src/ports/page-source.ts";
import { bypassPrincipal } from "../../src/ports/principal.ts";
import type { Queue } from "../../src/ports/queue.ts";
import { compose, type Resources } from "../../src/composition.ts";
import { createJobKinds } from "../../src/job-kinds.ts";
import { parseRobots } from "../../src/url/robots.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

/** A page of the simulated site; pages are known by their number, and links to pages that do not exist are broken. */
export type SimulatedPage =
  | { readonly kind: "page"; readonly links: readonly number[] }
  | { readonly kind: "redirect"; readonly to: number }
  | { readonly kind: "broken" };

/** A crawl of a simulated site, and how often each step is interrupted. */
export interface SimulatedCrawl {
  readonly pages: readonly SimulatedPage[];
  /** The pages that the site's sitemap lists; undefined if it has none. */
  readonly listed: readonly number[] | undefined;
  readonly limit: number | undefined;
  readonly maxDiscoveryDepth: number | undefined;
  readonly maxConcurrency: number;
  /** Before and after every call of a store or queue. */
  readonly crashProbability: number;
  /** What an interruption is: the end of the process, or a store that says that it can't do a step now. */
  readonly trouble?: "crash" | "outage";
  readonly seed: number;
}

/** What came of it. */
export interface SimulatedRun {
  readonly job: Job;
  /** The numbers of the recorded pages. */
  readonly pages: readonly number[];
  readonly errors: number;
  readonly events: readonly JobEvent[];
  readonly charged: number;
  /** Most captures that were under way at once. */
  readonly maxAtOnce: number;
  /** Most captures of one page. */
  readonly maxOfOne: number;
  /** The sequence numbers of events in the order in which the webhook got each for the first time. */
  readonly deliveredFirst: readonly number[];
}

const site = "http://site.test";
const maxRounds = 20_000;

/** Crawls the site with a worker that crashes at random, until the job has ended and its webhooks are delivered. */
export async function simulate(crawl: SimulatedCrawl): Promise<SimulatedRun> {
  const random = randomNumbers(crawl.seed);
  const isOutage = crawl.trouble === "outage";
  const isNow = () => random() < crawl.crashProbability;
  const crashing = <T extends object>(port: T): T => interrupted(port, isNow, isOutage ? outage : crash);
  const clock = fakeClock();
  const [jobs, ledger, deliveries, queue] = [
    memoryJobStore(),
    memoryLedger(),
    memoryDeliveryLog(),
    memoryQueue({ clock }),
  ];
  const web = simulatedWeb(crawl, random);
  const defaults = compose({
    runtime: { clock, random },
    stores: { cache: false },
    network: { politeness: unlimitedPoliteness },
  });
  const visits = {
    ...defaults,
    ...{ sources: [web.source], fetch: web.fetch, siteFetch: web.fetch },
    ...{
      jobs: crashing(jobs),
      ledger: crashing(ledger),
      deliveries: crashing(deliveries),
      queue: isOutage ? { ...queue, push: crashing({ push: queue.push }).push } : crashingQueue(queue, crashing),
    },
    robots: { read: async () => ({ state: "known", rules: parseRobots(`${site}/robots.txt`, "") }) as const },
  };
  const resources: Resources = { ...visits, kinds: createJobKinds(visits) };
  await using _worker = startWorker(resources, { concurrency: 10 });
  const { limit, maxDiscoveryDepth, maxConcurrency } = crawl;
  const input = {
    url: `${site}/0`,
    webhook: "http://hook.test/",
    limit,
    maxDiscoveryDepth,
    maxConcurrency,
    crawlEntireDomain: true,
    sitemap: crawl.listed === undefined ? "skip" : "include",
  };
  const call = { idempotencyKey: "00000000-0000-4000-8000-000000000000", principal: bypassPrincipal };
  const prepared = prepareCrawl(input, call, resources);
  const id = await insist(prepared, async () => (await jobs.get(prepared.id)) !== undefined);
  for (let round = 0; ; round += 1) {
    const job = await jobs.get(id);
    if (job !== undefined && job.state !== "scraping" && (await deliveries.position(id)) === job.lastSequence) break;
    if (round === maxRounds) throw new Error(`The job does not end: ${JSON.stringify(job)}`);
    await clock.advance(1000);
  }
  // A visit that was interrupted between its record and its charge is still to come again.
  await clock.advance(300_000);
  const job = await jobs.get(id);
  if (job === undefined) throw new Error("The job is gone.");
  const { pages } = await jobs.pages(id, { skip: 0, limit: 1000 });
  const usage = await ledger.usage({ team: "bypass", byApiKey: false });
  return {
    job,
    pages: pages.map((page) => Number((page as { metadata: { url: string } }).metadata.url.split("/").at(-1))),
    errors: (await jobs.errors(id)).length,
    events: await jobs.events(id, { after: 0, limit: 1000 }),
    charged: usage.reduce((sum, period) => sum + period.totalCredits, 0),
    maxAtOnce: web.maxAtOnce(),
    maxOfOne: web.maxOfOne(),
    deliveredFirst: web.deliveredFirst(),
  };
}

/** Tries until the job is stored. What is left undone then is not the client's to see to. */
async function insist(prepared: ReturnType<typeof prepareCrawl>, isStored: () => Promise<boolean>): Promise<string> {
  for (let tries = 0; tries < 1000; tries += 1) {
    try {
      return (await prepared.start()).id;
    } catch (thrown) {
      if (!(thrown instanceof Crash) && !EngineError.is(thrown)) throw thrown;
      if (await isStored()) return prepared.id;
    }
  }
  throw new Error("The job does not start.");
}

class Crash extends Error {}

const crash = () => new Crash("interrupted");
const outage = () => new EngineError("STORE_UNAVAILABLE", "The disk is full.");

/** A port whose every call may be interrupted before it did anything, or after. */
function interrupted<T extends object>(port: T, isNow: () => boolean, trouble: () => Error): T {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...args: readonly unknown[]) => {
        if (isNow()) throw trouble();
        const result: unknown = await Reflect.apply(method, target, args);
        if (isNow()) throw trouble();
        return result;
      };
    },
  });
}

/** Every try counts as the first: giving up on a page that is always interrupted is not what is tested here. */
function crashingQueue(queue: Queue, crashing: <T extends object>(port: T) => T): Queue {
  return {
    push: crashing({ push: queue.push }).push,
    consume: (handler, options) => queue.consume((task, _attempt, signal) => handler(task, 1, signal), options),
  };
}

function simulatedWeb({ pages, listed = [], crashProbability }: SimulatedCrawl, random: () => number) {
  let underWay = 0;
  let most = 0;
  const delivered = new Set<number>();
  const captures = new Map<string, number>();

  async function capture(url: string): Promise<Capture> {
    most = Math.max(most, (underWay += 1));
    captures.set(url, (captures.get(url) ?? 0) + 1);
    for (let ticks = Math.floor(random() * 5); ticks > 0; ticks -= 1) await new Promise(setImmediate);
    underWay -= 1;
    const { at, found } = resolve(Number(url.split("/").at(-1)));
    const html = `<h1>${at}</h1>${found.links.map((link) => `<a href="/${link}">${link}</a>`).join(" ")}`;
    const fixed = {
      status: 200,
      contentType: "text/html",
      headers: [],
      capturedAt: 0,
      source: "simulated",
      warnings: [],
    };
    return {
      ...fixed,
      requestedUrl: url,
      url: `${site}/${at}`,
      body: new TextEncoder().encode(html),
      proxyUsed: "basic",
    };
  }

  function resolve(start: number) {
    const seen = new Set<number>();
    for (let at = start; !seen.has(at);) {
      seen.add(at);
      const found = pages[at];
      if (found?.kind === "page") return { at, found };
      if (found?.kind !== "redirect") break;
      at = found.to;
    }
    throw new EngineError("PAGE_TOO_LARGE", "The page is broken.");
  }

  const source: PageSource = { name: "simulated", capabilities: new Set(), capture: ({ url }) => capture(url) };
  const sitemap = `<urlset>${listed.map((page) => `<url><loc>${site}/${page}</loc></url>`).join("")}</urlset>`;
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    if (String(input).startsWith(site)) return new Response(String(input) === `${site}/sitemap.xml` ? sitemap : "");
    if (random() < crashProbability) return new Response(null, { status: 500 });
    delivered.add((JSON.parse(typeof init.body === "string" ? init.body : "{}") as { sequence: number }).sequence);
    return new Response(null, { status: 204 });
  };
  return {
    source,
    fetch,
    maxAtOnce: () => most,
    maxOfOne: () => Math.max(0, ...captures.values()),
    deliveredFirst: () => [...delivered],
  };
}

/** Random numbers in [0, 1) that follow from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
