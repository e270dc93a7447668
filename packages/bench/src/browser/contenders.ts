import { setTimeout } from "node:timers/promises";
import type { CaptureRequest } from "@garner/core";
import type { Page } from "playwright-core";
import { proofOfRendering } from "./site.ts";

/** Something that opens pages in a browser, so many at once, and reads their HTML. */
export interface Contender {
  /** Opens all pages. Throws when one is not rendered. */
  run(urls: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The input of a contender. */
export interface Setting {
  /** Pages open at once. */
  readonly concurrency: number;
  readonly executablePath: string;
}

/** All contenders by name, Garner first. Each loads what it needs by itself, as that counts as its memory. */
export const contenders = {
  garner: (setting) => garner(setting, {}),
  "garner, headers of the caller's": (setting) => garner(setting, { "x-caller": "one" }),
  "bare loop, context per page": (setting) => bareLoop(setting, { isolated: true }),
  "bare loop, pages reused": (setting) => bareLoop(setting, { isolated: false }),
  crawlee: (setting) => crawlee(setting, { isolated: false }),
  "crawlee, context per page": (setting) => crawlee(setting, { isolated: true }),
} as const satisfies Record<string, (setting: Setting) => Promise<Contender>>;

/** Garner's browser as it comes, all traffic through the egress guard. With headers, each page has a context of its own. */
async function garner(
  { concurrency, executablePath }: Setting,
  headers: CaptureRequest["headers"],
): Promise<Contender> {
  const { createEgressGuard, systemClock } = await import("@garner/core");
  const { playwright } = await import("@garner/playwright");
  const source = playwright({
    executablePath,
    sandbox: false,
    guard: createEgressGuard({ allow: ["127.0.0.1"] }),
    pool: {
      maxOpenPages: concurrency,
      maxPagesPerBrowser: concurrency,
      maxPages: 100_000,
      maxWaitMs: 600_000,
      // As long as the others keep theirs.
      keepWarmMs: 600_000,
    },
  });
  return {
    run: (urls) =>
      inTurns(urls, concurrency, async (url) => {
        const { body } = await source.capture(requestFor(url, headers), systemClock.deadline(60_000));
        requireRendered(new TextDecoder().decode(body));
      }),
    close: () => source[Symbol.asyncDispose](),
  };
}

function requestFor(url: string, headers: CaptureRequest["headers"]): CaptureRequest {
  const plain = { headers, mobile: false, waitForMs: 0, actions: [], skipTlsVerification: true };
  return { url, ...plain, blockAds: true, proxy: "basic" };
}

/** The least that a page costs with Playwright: told which element to wait for, with nothing guarded or left out. */
async function bareLoop(
  { concurrency, executablePath }: Setting,
  { isolated }: { readonly isolated: boolean },
): Promise<Contender> {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const shared = await browser.newContext();
  const free: Page[] = [];
  const read = async (page: Page, url: string) => {
    await page.goto(url);
    await page.waitForSelector("#comments p");
    requireRendered(await page.content());
  };
  const readIsolated = async (url: string) => {
    await using context = await browser.newContext();
    await read(await context.newPage(), url);
  };
  const readReused = async (url: string) => {
    const page = free.pop() ?? (await shared.newPage());
    await read(page, url);
    free.push(page);
  };
  return {
    run: (urls) => inTurns(urls, concurrency, isolated ? readIsolated : readReused),
    close: () => browser.close(),
  };
}

/** Crawlee as it comes, or with its `useIncognitoPages`, told which element to wait for. */
async function crawlee(
  { concurrency, executablePath }: Setting,
  { isolated }: { readonly isolated: boolean },
): Promise<Contender> {
  const { Configuration, PlaywrightCrawler } = await import("@crawlee/playwright");
  const { chromium } = await import("playwright-core");
  const configuration = new Configuration({ persistStorage: false, purgeOnStart: true, logLevel: 1 });
  const launchOptions = { executablePath, args: ["--no-sandbox"] };
  const crawler = new PlaywrightCrawler(
    {
      launchContext: { launcher: chromium, launchOptions, useIncognitoPages: isolated },
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      // The cost of a browser can't be measured once it has ended.
      browserPoolOptions: { retireBrowserAfterPageCount: 100_000 },
      keepAlive: true,
      async requestHandler({ page }) {
        await page.waitForSelector("#comments p");
        requireRendered(await page.content());
      },
    },
    configuration,
  );
  const running = crawler.run();
  return {
    async run(urls) {
      const { requestsFinished: before } = crawler.stats.state;
      await crawler.addRequests([...urls]);
      while (crawler.stats.state.requestsFinished < before + urls.length) {
        if (crawler.stats.state.requestsFailed > 0) throw new Error("Crawlee failed on a page.");
        await setTimeout(5);
      }
    },
    async close() {
      crawler.stop();
      await running;
    },
  };
}

function requireRendered(html: string): void {
  if (!html.includes(proofOfRendering)) throw new Error("The page was read before it was rendered.");
}

async function inTurns(
  urls: readonly string[],
  concurrency: number,
  read: (url: string) => Promise<void>,
): Promise<void> {
  const left = [...urls];
  const take = async () => {
    for (let url = left.shift(); url !== undefined; url = left.shift()) await read(url);
  };
  await Promise.all(Array.from({ length: concurrency }, take));
}
