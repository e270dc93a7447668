import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { reservedPort, startRedisServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { killServer, startServerProcess } from "../test/server-process.ts";
import { insist, post, watchCrawl, webhookSecret, type JobStatus } from "../test/watched-crawl.ts";

/** The tree of an older version that has been built; `npm run upgrade -- <git ref>` makes one. */
const olderTree = process.env["OLD_BUILD"];
const program = "packages/server/dist/main.js";
const programs = {
  old: join(olderTree ?? "", program),
  new: fileURLToPath(new URL(`../../../${program}`, import.meta.url)),
};
const pagesBetween = 8;
const pageCount = 100;

test.skipIf(olderTree === undefined).each([
  ["old", "new"],
  ["new", "old"],
] as const)(
  "a server of the %s version and workers of the %s one are killed and change places, and nothing is lost or repeated",
  { timeout: 300_000 },
  async (first, second) => {
    await using redis = await startRedisServer({ isDurable: true });
    const shared = {
      ...{ REDIS_URL: redis.url, WEBHOOK_SECRET: webhookSecret, LOG_LEVEL: "fatal" },
      POLITENESS: JSON.stringify({ startRate: 5, maxRate: 5 }),
    };
    const port = String(await reservedPort("127.0.0.1")); // the same every time, as a deployed server has it
    const startApi = (version: keyof typeof programs) =>
      startServerProcess({ program: programs[version], variables: { ...shared, PORT: port, WORK: "false" } });
    const startWorker = (version: keyof typeof programs) =>
      startServerProcess({ program: programs[version], variables: { ...shared, WORK_CONCURRENCY: "10" } });
    let api = await startApi(first);
    let worker = await startWorker(second);
    const { url } = api;
    await using crawl = await watchCrawl(url, pageCount);
    const started: string[] = [];

    for (let count = 1; count <= 10; count += 1) {
      const isSwapped = count > 4 && count < 9; // forth, and back again
      while ((await crawl.status()).completed < count * pagesBetween) await sleep(50);
      const body = { urls: [`${crawl.origin}/p/1`, `${crawl.origin}/nowhere`] };
      const idempotent = { "x-idempotency-key": randomUUID() };
      const { id } = await insist<{ readonly id: string }>(`${url}/v2/batch/scrape`, post(body, idempotent));
      started.push(id);
      const more = { urls: [`${crawl.origin}/p/2`], appendToId: id };
      await insist(`${url}/v2/batch/scrape`, post(more, { "x-idempotency-key": randomUUID() }));
      await killServer(worker);
      worker = await startWorker(isSwapped ? first : second);
      if (count % 2 === 1) continue;
      await killServer(api);
      api = await startApi(isSwapped ? second : first);
    }
    for (const id of started) {
      const job = () => insist<JobStatus>(`${url}/v2/batch/scrape/${id}`);
      while ((await job()).status === "scraping") await sleep(50);
      expect(await job()).toMatchObject({ status: "completed", total: 3, completed: 3, creditsUsed: 3 });
    }
    await crawl.expectWhole({ creditsUsed: started.length * 3 });
  },
);
