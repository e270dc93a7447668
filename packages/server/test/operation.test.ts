import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCrawlSite, treeOfPages, type CrawlSite } from "@garner/testkit/site";
import { afterAll, expect, test } from "vitest";
import { ask, startServerProcess } from "./server-process.ts";

const top = mkdtempSync(join(tmpdir(), "garner-operation-"));
afterAll(() => rmSync(top, { recursive: true }));

const pageCount = 100;
const rate = 20;
const variables = (name: string) => ({
  DATA_DIR: join(top, name),
  LOG_LEVEL: "warn",
  POLITENESS: JSON.stringify({ startRate: rate, maxRate: rate }),
});

interface CrawlAt {
  readonly id: string;
  status(url: string): Promise<Readonly<Record<string, unknown>>>;
  /** How the crawl ended, as a server tells it. */
  ended(url: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Starts a crawl of a site, and waits until it has some pages. */
async function startCrawl(
  url: string,
  site: CrawlSite,
  more: Readonly<Record<string, unknown>> = {},
): Promise<CrawlAt> {
  const { body } = await ask(`${url}/v2/crawl`, { url: `${site.origin}/`, sitemap: "skip", ...more });
  const id = String(body["id"]);
  const status = async (at: string) => (await ask(`${at}/v2/crawl/${id}?limit=1`)).body;
  while (Number((await status(url))["completed"]) < 10) await new Promise(setImmediate);
  return {
    ...{ id, status },
    async ended(at) {
      let last = await status(at);
      while (last["status"] === "scraping") last = await status(at);
      return last;
    },
  };
}

const whole = { status: "completed", completed: pageCount, total: pageCount, failed: 0, creditsUsed: pageCount };

test("two servers on one data folder share their jobs, and one goes on when the other is killed", async () => {
  await using site = await startCrawlSite(treeOfPages(pageCount));
  const options = { variables: variables("shared") };
  const [one, other] = await Promise.all([startServerProcess(options), startServerProcess(options)]);
  const crawl = await startCrawl(one.url, site);
  expect(await crawl.status(other.url)).toMatchObject({ status: "scraping", total: expect.any(Number) });
  one.child.kill("SIGKILL");
  await one.exitCode;
  expect(await crawl.ended(other.url)).toMatchObject(whole);

  const third = await startServerProcess(options);
  expect(await crawl.status(third.url)).toMatchObject(whole);
  const { body } = await ask(`${third.url}/v2/team/credit-usage/historical`);
  expect(body["periods"]).toMatchObject([{ totalCredits: pageCount }]);
});

test("what a server keeps is its user's alone", async () => {
  await startServerProcess({ variables: variables("private") });
  expect(statSync(join(top, "private")).mode & 0o777).toBe(0o700);
  expect(statSync(join(top, "private", "garner.sqlite")).mode & 0o777).toBe(0o600);
});

const hours = 60 * 60 * 1000;

/** A module that sets the clock of its process whenever that gets a signal. */
function jumpingClock(jumpsMs: readonly number[]): string {
  const program = `
    const jumps = ${JSON.stringify(jumpsMs)};
    const { now } = Date;
    let ahead = 0;
    Date.now = () => now() + ahead;
    process.on("SIGUSR2", () => { ahead += jumps.shift() ?? 0; });`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}

test.each([
  ["back", -3 * hours],
  ["forward", 3 * hours],
])("a server whose clock is set %s by hours goes on: no page is lost, taken twice or waited for", async (_, jumpMs) => {
  await using site = await startCrawlSite((path) => {
    const page = treeOfPages(pageCount)[path];
    return page && { ...page, delayMs: 200 };
  });
  const preload = jumpingClock([jumpMs, -jumpMs, jumpMs]);
  const server = await startServerProcess({ variables: variables(`jump ${jumpMs}`), preload });
  const crawl = await startCrawl(server.url, site, { maxConcurrency: 8 });
  for (const completed of [25, 45, 65]) {
    server.child.kill("SIGUSR2");
    while (Number((await crawl.status(server.url))["completed"]) < completed) await new Promise(setImmediate);
  }
  expect(await crawl.ended(server.url)).toMatchObject(whole);
  expect(site.requests).toHaveLength(pageCount);
});
