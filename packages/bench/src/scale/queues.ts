/**
 * What it costs to admit URLs and be done with each of them, once: Crawlee's RequestQueue (on disk, and in memory only), plain
 * BullMQ, and a frontier of ours in Redis with its tasks on BullMQ. The first two know no hosts, depths, pages or counters.
 * Prints a Markdown table.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration, RequestQueue } from "@crawlee/cheerio";
import type { FrontierEntry, NewJob, OpenEntry } from "@garner/core";
import { redis } from "@garner/redis";
import { startRedisServer } from "@garner/testkit/site";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";

const count = Number(process.env["URLS"] ?? 5000);
const linksPerPage = 100;
const urls = Array.from({ length: count }, (_, index) => `https://www.shop-${index % 100}.example/product-${index}`);

interface Cost {
  readonly cpuMs: number;
  readonly redisCpuMs: number;
}

async function measured(name: string, work: () => Promise<unknown>, look?: Redis): Promise<void> {
  const redisCpuMs = async () => {
    const facts = (await look?.info("cpu")) ?? "";
    const of = (fact: string) => 1000 * Number(new RegExp(`^${fact}:(\\S+)`, "m").exec(facts)?.[1] ?? 0);
    return of("used_cpu_user") + of("used_cpu_sys");
  };
  const before = { here: process.cpuUsage(), redis: await redisCpuMs() };
  await work();
  const { user, system } = process.cpuUsage(before.here);
  const cost: Cost = { cpuMs: (user + system) / 1000, redisCpuMs: (await redisCpuMs()) - before.redis };
  const each = (ms: number) => ((1000 * ms) / count).toFixed(0);
  console.log(`| ${name} | ${count} | ${each(cost.cpuMs)} | ${look === undefined ? "" : each(cost.redisCpuMs)} |`);
}

async function crawlee(persistStorage: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "garner-crawlee-"));
  const config = new Configuration({
    persistStorage,
    storageClientOptions: { localDataDirectory: folder, persistStorage },
  });
  const queue = await RequestQueue.open(undefined, { config });
  for (let from = 0; from < count; from += linksPerPage) {
    await queue.addRequests(urls.slice(from, from + linksPerPage).map((url) => ({ url })));
  }
  let done = 0;
  while (done < count) {
    const request = await queue.fetchNextRequest();
    if (request === null) continue;
    await queue.markRequestHandled(request);
    done += 1;
  }
  rmSync(folder, { recursive: true, force: true });
}

async function plainBullMq(url: string): Promise<void> {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue("plain", { connection });
  for (let from = 0; from < count; from += linksPerPage) {
    const some = urls.slice(from, from + linksPerPage);
    await queue.addBulk(
      some.map((address, index) => ({ name: "page", data: { address }, opts: { jobId: `u${from + index}` } })),
    );
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const worker = new Worker("plain", async () => undefined, { connection, concurrency: 20 });
  worker.on("completed", () => {
    done += 1;
    if (done === count) resolve();
  });
  await promise;
  await worker.close();
  await queue.close();
  connection.disconnect();
}

async function frontier(url: string): Promise<void> {
  await using stores = redis({ url, prefix: "bench" });
  const job: NewJob = {
    ...{ id: "bench", kind: "crawl", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
    ...{ maxConcurrency: 20, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1 },
  };
  const entries: FrontierEntry[] = urls.map((address, index) => {
    const lane = new URL(address).host;
    return { key: address, url: address, depth: index === 0 ? 0 : 1, lane, part: "0" };
  });
  const push = async (next: readonly OpenEntry[]) => {
    await stores.queue.push(
      next.map((entry) => ({ id: `${entry.opening}:${entry.key}`, type: "visit", jobId: job.id, entry })),
    );
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  await push((await stores.jobs.create(job, entries.slice(0, 1))).next);
  let admitted = 1;
  let done = 0;
  await using _worker = stores.queue.consume(
    async (task) => {
      if (task.type !== "visit") return { next: "done" };
      const discovered = entries.slice(admitted, (admitted += linksPerPage));
      const outcome = { kind: "page", document: {}, credits: 1 } as const;
      const visit = { key: task.entry.key, id: "i", at: 1, outcome, discovered, refused: [] };
      await push((await stores.jobs.complete(job.id, visit)).next);
      done += 1;
      if (done === count) resolve();
      return { next: "done" };
    },
    { concurrency: 20 },
  );
  await promise;
}

console.log("| queue | URLs | CPU µs a URL here | CPU µs a URL in Redis |\n| --- | --: | --: | --: |");
await using server = await startRedisServer();
const look = new Redis(server.url);
await measured("Crawlee's RequestQueue, in memory", () => crawlee(false));
await measured("Crawlee's RequestQueue, on disk", () => crawlee(true));
await measured("plain BullMQ", () => plainBullMq(server.url), look);
await measured("our frontier and tasks", () => frontier(server.url), look);
look.disconnect();
