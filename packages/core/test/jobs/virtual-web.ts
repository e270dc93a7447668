import { fakeClock } from "@garner/testkit/site";
import { prepareCrawl } from "../../src/crawl/start.ts";
import type { Transformer } from "../../src/transform/transformer.ts";
import { createRobotsCache } from "../../src/fetch/politeness/robots-cache.ts";
import type { PolitenessOptions } from "../../src/fetch/politeness/host-rules.ts";
import { startWorker } from "../../src/jobs/worker.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { Capture, PageSource } from "../../src/ports/page-source.ts";
import { bypassPrincipal } from "../../src/ports/principal.ts";
import { compose, type Resources } from "../../src/composition.ts";
import { createJobKinds } from "../../src/job-kinds.ts";
import type { CrawlRequest } from "../../src/schema/crawl.ts";

/** How a host answers a request for a page. */
export interface VirtualAnswer {
  readonly status?: number;
  readonly retryAfter?: string;
  readonly links?: readonly string[];
  readonly latencyMs?: number;
}

/** A host on no network, in virtual time. */
export interface VirtualHost {
  /** The answers for robots.txt, one after the other; the last one stays. A text is a 200. A 404 when not given. */
  readonly robots?: readonly (string | number)[];
  /** What it answers; `recent` is how many requests it had within the second before. */
  readonly page: (path: string, recent: number, now: number) => VirtualAnswer;
}

/** A request that was seen, in milliseconds from the beginning. */
export interface VirtualRequest {
  readonly host: string;
  readonly path: string;
  readonly startedAt: number;
  endedAt: number;
}

/** Hosts by name, and a worker that crawls them on a clock that only `run` moves. */
export function virtualWeb(hosts: Readonly<Record<string, VirtualHost>>, politeness: PolitenessOptions = {}) {
  const clock = fakeClock();
  const beginning = clock.now();
  const requests: VirtualRequest[] = [];
  const since = () => clock.now() - beginning;
  const seen = (url: URL) => {
    const request = { host: url.host, path: url.pathname, startedAt: since(), endedAt: Infinity };
    requests.push(request);
    return request;
  };
  const fetch = async (input: unknown) => {
    const url = new URL(String(input));
    const before = requests.filter(({ host, path }) => host === url.host && path === url.pathname).length;
    seen(url);
    const answers = hosts[url.host]?.robots ?? [404];
    const answer = url.pathname === "/robots.txt" ? (answers[Math.min(before, answers.length - 1)] ?? 404) : 404;
    return typeof answer === "string" ? new Response(answer) : new Response(null, { status: answer });
  };
  const visits = {
    ...compose({
      runtime: { clock, random: () => 0.5 },
      stores: { cache: false },
      network: { politeness },
      content: { transformer: noParsing },
    }),
    ...{ sources: [virtualSource(hosts, { clock, seen, requests })], fetch, siteFetch: fetch },
    robots: createRobotsCache({ fetch, clock }),
  };
  const resources: Resources = { ...visits, kinds: createJobKinds(visits) };
  const worker = startWorker(resources);

  /** Starts a crawl of what a host links to. */
  async function crawl(request: CrawlRequest): Promise<string> {
    const call = { principal: bypassPrincipal };
    const { id } = await prepareCrawl(
      { sitemap: "skip", crawlEntireDomain: true, ...request },
      call,
      resources,
    ).start();
    return id;
  }

  return {
    crawl,
    resources,
    /** Lets time pass, once what is to be done now is done. */
    async run(seconds: number) {
      for (let turns = 0; turns < 20; turns += 1) await clock.advance(0);
      await clock.advance(seconds * 1000);
    },
    /** Requests for pages of a host so far, in order. */
    pages: (host: string) => requests.filter((each) => each.host === host && each.path !== "/robots.txt"),
    /** When robots.txt of a host was asked for, in seconds. */
    robotsAskedAt: (host: string) =>
      requests.filter((each) => each.host === host && each.path === "/robots.txt").map((each) => each.startedAt / 1000),
    async [Symbol.asyncDispose]() {
      const stopped = worker[Symbol.asyncDispose]();
      await clock.advance(3_600_000);
      await stopped;
    },
  };
}

/** A page is the list of its links, so that thousands of them cost little. */
const noParsing: Transformer = {
  async transform({ url, body }) {
    const links = JSON.parse(new TextDecoder().decode(body)) as readonly string[];
    const allLinks = links.map((link) => new URL(link, url).href);
    return { markdown: url, allLinks, metadata: {}, verdict: "ok", verdictReason: "", warnings: [] };
  },
};

interface Observation {
  readonly clock: Clock;
  readonly seen: (url: URL) => VirtualRequest;
  readonly requests: readonly VirtualRequest[];
}

function virtualSource(
  hosts: Readonly<Record<string, VirtualHost>>,
  { clock, seen, requests }: Observation,
): PageSource {
  async function capture(address: string): Promise<Capture> {
    const url = new URL(address);
    const request = seen(url);
    const isRecent = (each: VirtualRequest) => each.host === url.host && request.startedAt - each.startedAt < 1000;
    const answer = hosts[url.host]?.page(url.pathname, requests.filter(isRecent).length, clock.now()) ?? {
      status: 404,
    };
    const { status = 200, retryAfter, links = [], latencyMs = 20 } = answer;
    await clock.sleep(latencyMs);
    request.endedAt = request.startedAt + latencyMs;
    return {
      ...{ requestedUrl: address, url: address, status, contentType: "text/html", capturedAt: clock.now() },
      ...{ source: "virtual", proxyUsed: "basic", warnings: [] },
      headers: retryAfter === undefined ? [] : [["retry-after", retryAfter]],
      body: new TextEncoder().encode(JSON.stringify(links)),
    };
  }
  return { name: "virtual", capabilities: new Set(), capture: ({ url }) => capture(url) };
}
