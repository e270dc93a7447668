import { createEngine, systemClock, type EngineConfig } from "@garner/core";
import {
  contractClient,
  startCrawlSite,
  startFixtureSite,
  send,
  type ContractClient,
  type CrawlPages,
  type CrawlSite,
} from "@garner/testkit/site";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

interface Service extends AsyncDisposable {
  readonly client: ContractClient;
}

function serve(config: EngineConfig = {}): Service {
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
    ...config,
  });
  return {
    client: contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) })),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

const mebibyte = 1024 * 1024;
const kinds = ["/v2/crawl", "/v2/batch/scrape"] as const;

/** The same pages as a crawl from a page that links to them, and as a batch. */
function requestFor(kind: (typeof kinds)[number], site: CrawlSite, paths: readonly string[]) {
  const options = { formats: ["rawHtml"], storeInCache: false, timeout: 110_000 };
  if (kind === "/v2/batch/scrape") return { urls: ["/", ...paths].map((path) => site.origin + path), ...options };
  return { url: site.origin, sitemap: "skip", scrapeOptions: options };
}

describe.each(kinds)("%s", (kind) => {
  test("has no more than 10 MiB in one answer, and `next` leads through all pages, each once", async () => {
    // Three bytes and one character each; and a page that is too large for any chunk.
    const filler = (bytes: number) => `<!-- ${"\u5b57".repeat(bytes / 3)} -->`;
    const paths = Array.from({ length: 12 }, (_, index) => `/p/${index}`);
    const pages: CrawlPages = (path) => {
      if (path === "/") return { links: paths };
      if (path === "/p/5") return { body: filler(11 * mebibyte) };
      return path.startsWith("/p/") ? { body: filler(1.5 * mebibyte) } : undefined;
    };
    await using site = await startCrawlSite(pages);
    await using service = serve();
    const { id, status, pages: all, chunkBytes } = await service.client.run(kind, requestFor(kind, site, paths));
    expect(status).toMatchObject({ status: "completed", completed: 13, total: 13 });
    expect(all.map(({ metadata }) => metadata.url.replace(site.origin, "")).toSorted()).toEqual(
      ["/", ...paths].toSorted(),
    );
    expect(all.every(({ rawHtml }) => rawHtml?.endsWith("</html>"))).toBe(true);
    // Two chunks for the eleven, and one for the largest of its own.
    expect(chunkBytes.length).toBeGreaterThanOrEqual(3);
    expect(chunkBytes.filter((bytes) => bytes > 10 * mebibyte)).toHaveLength(1);

    const urls = ({ pages: read }: { pages: typeof all }) => read.map(({ metadata }) => metadata.url);
    expect(urls(await service.client.ended(kind, id, "?limit=5"))).toEqual(urls({ pages: all }));
    expect(urls(await service.client.ended(kind, id, "?skip=11&limit=1"))).toEqual(urls({ pages: all.slice(11) }));
    expect((await service.client.ask("GET", `${kind}/${id}?skip=13`)).body).toMatchObject({ data: [] });
    expect((await service.client.ask("GET", `${kind}/${id}?skip=13`)).body).not.toHaveProperty("next");
  });

  test("has at most 100 pages in one answer unless asked otherwise", async () => {
    const paths = Array.from({ length: 149 }, (_, index) => `/p/${index}`);
    await using site = await startCrawlSite((path) => (path === "/" ? { links: paths } : {}));
    await using service = serve();
    const { id, pages, chunkBytes } = await service.client.run(kind, requestFor(kind, site, paths));
    expect(new Set(pages.map(({ metadata }) => metadata.url)).size).toBe(150);
    expect(chunkBytes).toHaveLength(2);
    expect((await service.client.ended(kind, id, "?limit=150")).chunkBytes).toHaveLength(1);
  });

  test("says until when it is kept, and is gone then", async () => {
    const hourMs = 3_600_000;
    let ahead = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    await using site = await startCrawlSite({ "/": {} });
    await using service = serve({ runtime: { clock }, policy: { allowPrivateNetworks: true, jobTtlMs: hourMs } });
    const { id, status } = await service.client.run(kind, requestFor(kind, site, []));
    const at = (field: string) => Date.parse(String(status[field]));
    expect(at("expiresAt") - at("completedAt")).toBe(hourMs);
    expect(at("completedAt")).toBeGreaterThanOrEqual(at("createdAt"));
    ahead = hourMs + 1000;
    for (const what of ["", "/errors", "/events"]) {
      expect((await service.client.ask("GET", `${kind}/${id}${what}`)).status).toBe(404);
    }
  });
});

test("a job's credits are those that its documents say, and those that the team is charged", async () => {
  const pdf = await readFile(new URL("../../testkit/fixtures/documents/paper.pdf", import.meta.url));
  await using site = await startFixtureSite({
    routes: { pdf: (exchange) => send(exchange, pdf, { type: "application/pdf" }) },
  });
  await using service = serve();
  const urls = ["/article", "/pdf", "/media/binary", "/status/404"].map((path) => site.origin + path);
  const { status, pages } = await service.client.run("/v2/batch/scrape", { urls });
  const costs = Object.fromEntries(
    pages.map(({ metadata }) => [metadata.url.replace(site.origin, ""), metadata.creditsUsed]),
  );
  expect(costs).toEqual({ "/article": 1, "/pdf": 2, "/status/404": 1 });
  expect(status).toMatchObject({ completed: 3, failed: 1, total: 3, creditsUsed: 4 });
  const { body } = await service.client.ask("GET", "/v2/team/credit-usage/historical");
  expect(body).toMatchObject({ periods: [{ totalCredits: 4, creditsUsed: 4 }] });
});
