/**
 * What a frontier and its pages take in Redis, and how often a step goes there and back. Starts a Redis of its own; prints a
 * Markdown table. `URLS`, `HOSTS` and `LINKS` (new ones a page) set the size: docs/scale.md has some.
 */
import type { FrontierEntry, NewJob, OpenEntry } from "@garner/core";
import { redis } from "@garner/redis";
import { startRedisServer } from "@garner/testkit/site";
import { Redis } from "ioredis";

const urls = Number(process.env["URLS"] ?? 200_000);
const hosts = Number(process.env["HOSTS"] ?? 1000);
const linksPerPage = Number(process.env["LINKS"] ?? 100);
const samples = 500;
const pageBytes = 20_000;

const job: NewJob = {
  ...{ id: "bench", kind: "crawl", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
  ...{ maxConcurrency: 20, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1 },
};

function entry(index: number): FrontierEntry {
  const lane = `www.shop-${index % hosts}.example`;
  const url = `https://${lane}/catalogue/section-${index % 97}/product-${index}`;
  return { key: url, url, depth: index === 0 ? 0 : 1, lane, part: "0", foundOn: "https://www.shop-0.example/" };
}

/** Text that compresses about as the Markdown of pages does. */
function text(seed: number): string {
  const words = Array.from({ length: pageBytes / 7 }, (_, index) =>
    (((seed + index) * 2_654_435_761) % 6007).toString(36),
  );
  return words.join(" ").slice(0, pageBytes);
}

await using server = await startRedisServer();
await using stores = redis({ url: server.url });
const look = new Redis(server.url);
const fact = async (section: string, name: string) =>
  Number(new RegExp(`^${name}:(?:calls=)?(\\d+)`, "m").exec(await look.info(section))?.[1] ?? 0);
const memory = () => fact("memory", "used_memory");

const open: OpenEntry[] = [...(await stores.jobs.create(job, [entry(0)])).next];
async function step(discovered: readonly FrontierEntry[], markdown: string): Promise<void> {
  const current = open.shift();
  if (current === undefined) throw new Error("The frontier is empty.");
  const outcome = { kind: "page", document: { markdown }, credits: 1 } as const;
  const visit = { key: current.key, id: "i", at: 1, outcome, discovered, refused: [] };
  open.push(...(await stores.jobs.complete(job.id, visit)).next);
}

const empty = await memory();
const redisCpuMs = async () => (await seconds("used_cpu_user")) + (await seconds("used_cpu_sys"));
const seconds = async (name: string) =>
  1000 * Number(new RegExp(`^${name}:(\\S+)`, "m").exec(await look.info("cpu"))?.[1] ?? 0);
const cpuBefore = { here: process.cpuUsage(), redis: await redisCpuMs() };
const stepMs: number[] = [];
for (let known = 1; known < urls; known += linksPerPage) {
  const links = Array.from({ length: linksPerPage }, (_, index) => entry(known + index));
  const before = performance.now();
  await step(links, "");
  stepMs.push(performance.now() - before);
}
// The last steps meet the whole frontier.
const lastSteps = stepMs.slice(-Math.ceil(stepMs.length / 10)).toSorted((one, other) => one - other);
const lastStepMs = (share: number) => (lastSteps[Math.floor(lastSteps.length * share)] ?? 0).toFixed(1);
const filled = await memory();
const filling = process.cpuUsage(cpuBefore.here);
const fillUs = (filling.user + filling.system) / urls;
const fillRedisUs = ((await redisCpuMs()) - cpuBefore.redis) * (1000 / urls);
const commandsBefore = await fact("commandstats", "cmdstat_evalsha");
const lateBefore = { here: process.cpuUsage(), redis: await redisCpuMs() };
for (let count = 0; count < samples; count += 1) await step([entry(1)], text(count));
const { user, system } = process.cpuUsage(lateBefore.here);
const lateRedisMs = ((await redisCpuMs()) - lateBefore.redis) / samples;
const trips = ((await fact("commandstats", "cmdstat_evalsha")) - commandsBefore) / samples;
const bytesPerPage = ((await memory()) - filled) / samples;
console.log(
  "| URLs | hosts | links a step | GB of Redis | bytes a URL | ms of the last steps: median | 95th percentile | CPU µs a URL admitted, worker | the same in Redis | CPU ms a page recorded, worker | the same in Redis | scripts a page | bytes a page of 20 KB |",
);
console.log("| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
const cells = [urls, hosts, linksPerPage, (filled / 1e9).toFixed(2), ((filled - empty) / urls).toFixed(0)];
cells.push(lastStepMs(0.5), lastStepMs(0.95), fillUs.toFixed(0), fillRedisUs.toFixed(0));
cells.push(((user + system) / 1000 / samples).toFixed(2), lateRedisMs.toFixed(2));
cells.push(trips.toFixed(1), bytesPerPage.toFixed(0));
console.log(`| ${cells.join(" | ")} |`);
look.disconnect();
