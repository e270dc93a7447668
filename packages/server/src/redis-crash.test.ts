import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { reservedPort, startRedisServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { killServer, startServerProcess, type LaunchedServer } from "../test/server-process.ts";
import { insist, post, watchCrawl, webhookSecret, type JobStatus } from "../test/watched-crawl.ts";

/** Number of blows; `CRASH_KILLS=1000` for the whole exam. */
const kills = Number(process.env["CRASH_KILLS"] ?? 5);
/** Pages that the crawl gets on by between two blows: each hits what works. */
const pagesBetween = 3;
/** So slow that a crawl outlasts most blows. */
const rate = 5;
/** Short, so that the exam does not spend its time waiting for leases of the dead; the longest freeze outlasts it by far. */
const leaseMs = 2000;

type Starting = Promise<LaunchedServer & { readonly url: string }>;

/** The target of a blow. In ten, six workers and two servers die, and two times Redis does; longer exams freeze some. */
function targetOf(count: number): "worker" | "server" | "redis" | "frozen worker" | "frozen server" {
  if (count % 5 === 0) return "redis";
  if (count % 20 === 7) return "frozen worker";
  if (count % 20 === 13) return "frozen server";
  return count % 5 === 3 ? "server" : "worker";
}

test(
  `of a server, two workers and a Redis one is killed, ${kills} times, and nothing is lost or repeated`,
  { timeout: 180_000 + kills * 20_000 },
  async () => {
    await using redis = await startRedisServer({ isDurable: true });
    const pageCount = (kills + 5) * pagesBetween;
    const shared = {
      ...{ REDIS_URL: redis.url, REDIS_LEASE_MS: String(leaseMs) },
      ...{ WEBHOOK_SECRET: webhookSecret, LOG_LEVEL: "fatal" },
      POLITENESS: JSON.stringify({ startRate: rate, maxRate: rate }),
    };
    const port = String(await reservedPort("127.0.0.1")); // the same every time, as a deployed server has it
    const startApi = () => startServerProcess({ variables: { ...shared, PORT: port, WORK: "false" } });
    const startWorker = () => startServerProcess({ variables: { ...shared, WORK_CONCURRENCY: "10" } });
    // The successor of a dead process starts while the others are hit.
    let api = startApi();
    const workers = [startWorker(), startWorker()] as [Starting, Starting];
    const { url } = await api;
    await using crawl = await watchCrawl(url, pageCount);
    const batches: Promise<{ readonly id: string }>[] = [];
    const frozen = new Map<0 | 1, LaunchedServer>();

    const strike = async (count: number) => {
      const isAwake = (place: 0 | 1) => !frozen.has(place); // the frozen one is to wake up, so the other one is hit
      const place = ([count % 2 === 0 ? 0 : 1, 0, 1] as const).find(isAwake) ?? 0;
      const target = targetOf(count);
      if (target === "redis") return await redis.restart();
      if (target === "server") {
        // A job that is started at that very moment is started once.
        const body = { urls: [`${crawl.origin}/p/1`] };
        batches.push(insist(`${url}/v2/batch/scrape`, post(body, { "x-idempotency-key": randomUUID() })));
        await killServer(await api);
        api = startApi();
      } else if (target === "worker") {
        await killServer(await workers[place]);
        workers[place] = startWorker();
      } else if (target === "frozen server") {
        const { child } = await api;
        child.kill("SIGSTOP");
        await sleep(3000);
        child.kill("SIGCONT");
      } else {
        const worker = await workers[place];
        worker.child.kill("SIGSTOP");
        frozen.set(place, worker);
      }
    };

    const thaw = () => {
      for (const { child } of frozen.values()) child.kill("SIGCONT");
      frozen.clear();
    };

    for (let count = 1; count <= kills; count += 1) {
      if (count % 20 === 0) thaw(); // long after its leases were over
      while ((await crawl.status()).completed < count * pagesBetween) await sleep(50);
      await sleep(Math.random() * 500);
      await strike(count);
    }
    thaw();
    // The test ends what still starts, and nobody would hear of that failure.
    await Promise.all([api, ...workers]);
    const started = await Promise.all(batches);
    await crawl.expectWhole({ creditsUsed: batches.length });
    for (const { id } of started) {
      const ended = () => insist<JobStatus>(`${url}/v2/batch/scrape/${id}`);
      while ((await ended()).status === "scraping") await sleep(50);
      expect(await ended()).toMatchObject({ status: "completed", total: 1, creditsUsed: 1 });
    }
  },
);
