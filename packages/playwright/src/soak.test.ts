import { createEgressGuard, systemClock } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBrowserSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { playwright } from "./index.ts";
import { isAlive, residentBytes } from "./processes.ts";

/** `GARNER_SOAK_SCRAPES=500` makes it the long run; the short one finds leaks of whole pages just as well. */
const scrapes = Number(process.env["GARNER_SOAK_SCRAPES"] ?? 60);
const megabyte = 1024 * 1024;

test(`${scrapes} scrapes in a row leave memory as it was, and no process behind`, { timeout: 1_200_000 }, async () => {
  await using site = await startBrowserSite();
  const pids = new Set<number>();
  const source = playwright({
    guard: createEgressGuard({ allow: ["127.0.0.1"] }),
    pool: { maxOpenPages: 4, maxPages: 100 },
  });
  const paths = ["/static", "/click", "/shadow", "/json", "/cacheable"];
  const sizes: number[] = [];
  let next = 0;
  const scrapeOne = async () => {
    const path = paths[next++ % paths.length] ?? "/static";
    const { status } = await source.capture(captureRequest(`${site.origin}${path}`), systemClock.deadline(120_000));
    expect(status).toBe(200);
    for (const { pid } of (await source.status()).browsers) pids.add(pid);
  };
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    const end = Math.round((scrapes * quarter) / 4);
    const work = async () => {
      while (next < end) await scrapeOne();
    };
    await Promise.all([work(), work(), work(), work()]);
    const { browsers } = await source.status();
    const browserBytes = (await residentBytes(browsers.map(({ pid }) => pid))) ?? 0;
    sizes.push(process.memoryUsage().heapUsed + browserBytes);
  }
  await source[Symbol.asyncDispose]();
  expect(sizes).toHaveLength(4);
  expect((sizes[3] ?? 0) - (sizes[0] ?? 0)).toBeLessThan(120 * megabyte);
  while ([...pids].some(isAlive)) await systemClock.sleep(20, systemClock.deadline(20_000));
});
