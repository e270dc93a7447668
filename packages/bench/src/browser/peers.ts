import { Configuration, PlaywrightCrawler } from "@crawlee/playwright";
import { createEgressGuard, systemClock, type CaptureRequest } from "@garner/core";
import { playwright, type BrowserSource } from "@garner/playwright";
import { chromium } from "playwright-core";
import { proofOfRendering } from "./site.ts";

/** Something that opens pages in a browser, so many at once, and hands over their HTML. */
export interface BrowserEngine extends AsyncDisposable {
  /** Opens all pages. Throws when one is not rendered. */
  run(urls: readonly string[]): Promise<void>;
}

/** Garner's browser: a fresh context for every page, all traffic through the egress guard. */
export function garner(concurrency: number): BrowserEngine {
  const source: BrowserSource = playwright({
    guard: createEgressGuard({ allow: ["127.0.0.1"] }),
    pool: { maxOpenPages: concurrency, maxPagesPerBrowser: concurrency, maxPages: 100_000 },
  });
  return {
    async run(urls) {
      await Promise.all(
        urls.map(async (url) => {
          const { body } = await source.capture(requestFor(url), systemClock.deadline(60_000));
          requireRendered(new TextDecoder().decode(body));
        }),
      );
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

function requestFor(url: string): CaptureRequest {
  const plain = { headers: {}, mobile: false, waitForMs: 0, actions: [], skipTlsVerification: true };
  return { url, ...plain, blockAds: true, proxy: "basic" };
}

/** Crawlee as it comes, on the same browser, told which element to wait for: the shortest wait that reads the page right. */
export function crawlee(concurrency: number, executablePath: string): BrowserEngine {
  const configuration = new Configuration({ persistStorage: false, purgeOnStart: true, logLevel: 1 });
  const crawler = new PlaywrightCrawler(
    {
      launchContext: { launcher: chromium, launchOptions: { executablePath, args: ["--no-sandbox"] } },
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      keepAlive: false,
      async requestHandler({ page }) {
        await page.waitForSelector("#comments p");
        requireRendered(await page.content());
      },
      failedRequestHandler({ request }) {
        throw new Error(`Crawlee failed on ${request.url}: ${request.errorMessages.join(" ")}`);
      },
    },
    configuration,
  );
  return {
    async run(urls) {
      const { requestsFailed } = await crawler.run([...urls]);
      if (requestsFailed > 0) throw new Error(`Crawlee failed on ${requestsFailed} pages.`);
    },
    [Symbol.asyncDispose]: () => crawler.teardown(),
  };
}

function requireRendered(html: string): void {
  if (!html.includes(proofOfRendering)) throw new Error("The page was read before it was rendered.");
}
