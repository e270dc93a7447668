import { setTimeout as sleep } from "node:timers/promises";
import { startRedisServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { openPlant, slowTree } from "../test/plant.ts";

/** Number of kills; `CRASH_KILLS=1000` for the whole exam. */
const kills = Number(process.env["CRASH_KILLS"] ?? 5);
const pagesBetween = 15;
/** Every so often it is Redis that dies, and not a worker. */
const redisEvery = 5;

test(
  `of two workers and a Redis one is killed, ${kills} times, and a crawl loses nothing and repeats nothing`,
  { timeout: 120_000 + kills * 20_000 },
  async () => {
    await using server = await startRedisServer({ isDurable: true });
    await using plant = openPlant(server.url);
    const pageCount = (kills + 3) * pagesBetween;
    await using site = await slowTree(pageCount, 20);
    const politeness = { startRate: 20, maxRate: 20 };
    const start = () => plant.startWorker({ politeness });
    const workers = await Promise.all([start(), start()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    for (let count = 1; count <= kills; count += 1) {
      await plant.until(id, ({ completed }) => completed >= count * pagesBetween);
      await sleep(Math.random() * 500);
      if (count % redisEvery === 0) {
        await server.restart();
      } else {
        const place = count % workers.length;
        workers[place]?.kill("SIGKILL");
        workers[place] = await start();
      }
    }
    await plant.expectWhole(id, pageCount);
    expect(site.requests.length).toBeGreaterThanOrEqual(pageCount);
  },
);
