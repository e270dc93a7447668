/**
 * How a frontier in SQLite grows: the cost of a step, the memory, and how long it takes to go on after a restart, at
 * 10 thousand, 100 thousand and a million URLs. Prints a Markdown table. Each size runs in a process of its own.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FrontierEntry, NewJob, OpenEntry } from "@garner/core";
import { sqlite } from "@garner/sqlite";

const sizes = [10_000, 100_000, 1_000_000];
const linksPerPage = 100;
const sampleSteps = 300;

const job: NewJob = {
  ...{ id: "bench", kind: "crawl", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
  ...{
    limit: undefined,
    maxConcurrency: 20,
    oneVisitPerLane: false,
    shortestDepths: false,
    createdAt: 0,
    keptForMs: 1,
  },
};

function entry(index: number): FrontierEntry {
  const url = `https://www.example.com/catalogue/section-${index % 97}/product-${index}`;
  return {
    key: url,
    url,
    depth: Math.floor(Math.log10(index + 1)),
    lane: "www.example.com",
    part: "0",
    foundOn: "https://www.example.com/",
  };
}

/** Fills a frontier with `size` URLs; prints the CPU time of a step at the beginning and at the end. */
async function fill(file: string, size: number): Promise<void> {
  const stores = sqlite({ file });
  const open: OpenEntry[] = [...(await stores.jobs.create(job, [entry(0)])).next];
  const stepMs: number[] = [];
  let known = 1;
  while (known < size) {
    const current = open.shift();
    if (current === undefined) throw new Error("The frontier is empty.");
    const discovered = Array.from({ length: Math.min(linksPerPage, size - known) }, (_, index) => entry(known + index));
    known += discovered.length;
    stepMs.push(await step(stores, current, { discovered, open }));
  }
  // Pages that lead to nothing new, as most of a large crawl.
  const late: number[] = [];
  for (let count = 0; count < sampleSteps; count += 1) {
    const current = open.shift();
    if (current !== undefined) late.push(await step(stores, current, { discovered: [entry(0)], open }));
  }
  const early = stepMs.slice(5, 5 + Math.min(50, stepMs.length / 2));
  const rssMb = process.memoryUsage.rss() / 1e6;
  console.log(JSON.stringify({ early: mean(early), growing: mean(stepMs.slice(-50)), late: mean(late), rssMb }));
}

async function step(
  stores: ReturnType<typeof sqlite>,
  current: OpenEntry,
  { discovered, open }: { readonly discovered: readonly FrontierEntry[]; readonly open: OpenEntry[] },
): Promise<number> {
  const before = process.cpuUsage();
  const outcome = { kind: "page", document: { markdown: "x".repeat(500) }, credits: 1 } as const;
  const { next } = await stores.jobs.complete(job.id, {
    key: current.key,
    id: "i",
    at: 1,
    outcome,
    discovered,
    refused: [],
  });
  open.push(...next);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Opens the file as a restarted process does, and recovers the open window. */
async function resume(file: string): Promise<void> {
  const before = performance.now();
  const stores = sqlite({ file });
  const [active] = await stores.jobs.active();
  const progress = active && (await stores.jobs.setPaused(active.id, {}));
  await stores.queue.push(
    (progress?.next ?? []).map((open) => ({ id: open.key, type: "visit", jobId: job.id, entry: open })),
  );
  console.log(
    JSON.stringify({
      resumeMs: performance.now() - before,
      open: progress?.next.length,
      rssMb: process.memoryUsage.rss() / 1e6,
    }),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function inOwnProcess<T>(...args: readonly string[]): T {
  const program = [...process.execArgv, fileURLToPath(import.meta.url), ...args];
  return JSON.parse(
    execFileSync(process.execPath, program, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }),
  ) as T;
}

const [role, file = "", size = ""] = process.argv.slice(2);
if (role === "fill") await fill(file, Number(size));
else if (role === "resume") await resume(file);
else {
  console.log(
    "| URLs | CPU ms a step with 100 links: first, last | CPU ms a step without new links | RSS MB | file MB | resume ms | RSS MB after resume |",
  );
  console.log("| --: | --: | --: | --: | --: | --: | --: |");
  const folder = mkdtempSync(join(tmpdir(), "garner-frontier-"));
  for (const count of sizes) {
    const path = join(folder, `${count}.sqlite`);
    const filled = inOwnProcess<{ early: number; growing: number; late: number; rssMb: number }>(
      "fill",
      path,
      String(count),
    );
    const resumed = inOwnProcess<{ resumeMs: number; rssMb: number }>("resume", path);
    const columns = [
      count,
      `${filled.early.toFixed(2)}, ${filled.growing.toFixed(2)}`,
      filled.late.toFixed(3),
      filled.rssMb.toFixed(0),
    ];
    const more = [(statSync(path).size / 1e6).toFixed(0), resumed.resumeMs.toFixed(0), resumed.rssMb.toFixed(0)];
    console.log(`| ${[...columns, ...more].join(" | ")} |`);
  }
  rmSync(folder, { recursive: true });
}
