import { existsSync, readdirSync } from "node:fs";
import { createEgressGuard, systemClock } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBrowserSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { descendantsOf } from "../../test/descendants.ts";
import { playwright } from "../index.ts";
import { isAlive, residentBytes } from "./processes.ts";

/** `GARNER_SOAK_SCRAPES=500` makes it the long run; the short one finds leaks of whole pages just as well. */
const scrapes = Number(process.env["GARNER_SOAK_SCRAPES"] ?? 60);
const megabyte = 1024 * 1024;

/** Less than what a few pages that are never freed take. */
const noise = 60 * megabyte;

test.runIf(existsSync("/proc/self/statm"))(
  `${scrapes} scrapes in a row leave memory as it was, and no process behind`,
  { timeout: 1_800_000 },
  async () => {
    await using site = await startBrowserSite();
    const source = playwright({
      guard: createEgressGuard({ allow: ["127.0.0.1"] }),
      sandbox: process.getuid?.() !== 0,
      // One browser for all of them: a fresh one would hide what the old one has gathered.
      pool: { maxOpenPages: 4, maxPages: 2 * scrapes, maxAgeMs: 86_400_000, keepWarmMs: 600_000 },
    });
    const others = new Set(descendantsOf(process.pid));
    const family = new Set<number>();
    const capture = async (number: number) => {
      const path = ["/static", "/click", "/shadow", "/json", "/cacheable", "/frames"][number % 6] ?? "/static";
      const wishes = number % 10 === 0 ? { screenshot: { fullPage: true } } : {};
      const request = captureRequest(`${site.origin}${path}`, wishes);
      expect((await source.capture(request, systemClock.deadline(120_000))).status).toBe(200);
    };
    /** Resident memory of this process and of every process of the browsers, without what they share. */
    const measure = async () => {
      globalThis.gc?.();
      const pids = descendantsOf(process.pid).filter((pid) => !others.has(pid));
      for (const pid of pids) family.add(pid);
      return { own: (await residentBytes([process.pid])) ?? 0, browsers: (await residentBytes(pids)) ?? 0 };
    };
    const sizes: Awaited<ReturnType<typeof measure>>[] = [];
    let next = 0;
    const parts = 6;
    for (let part = 1; part <= parts; part += 1) {
      const end = Math.round((scrapes * part) / parts);
      const work = async () => {
        while (next < end) await capture(next++);
      };
      await Promise.all([work(), work(), work(), work()]);
      sizes.push(await measure());
    }
    await source[Symbol.asyncDispose]();
    const shown = sizes.map(({ own, browsers }) => [own, browsers].map((bytes) => Math.round(bytes / megabyte)));
    if (scrapes >= 500) console.log(`MB of this process and of the browsers: ${JSON.stringify(shown)}`);
    // The first third fills caches and pools; after that, the lowest points must not climb.
    const lowest = (some: typeof sizes) => Math.min(...some.map(({ own, browsers }) => own + browsers));
    const growth = lowest(sizes.slice(4)) - lowest(sizes.slice(2, 4));
    expect(growth, `MB: ${JSON.stringify(shown)}`).toBeLessThan(noise);
    while ([...family].some(isAlive)) await systemClock.sleep(20, systemClock.deadline(60_000));
    expect(readdirSync("/proc").filter((name) => family.has(Number(name)))).toEqual([]);
  },
);
