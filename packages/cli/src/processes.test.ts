import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { startCrawlSite, startRedisServer, type RedisServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

let redis: RedisServer;
let api: Started;
beforeAll(async () => {
  redis = await startRedisServer({ isDurable: false });
  api = await start(["serve", "--no-work"], /listens on (http:\S+)\./);
});
afterAll(async () => {
  api.child.kill("SIGKILL");
  await api.ended;
  await redis[Symbol.asyncDispose]();
});

const minutes = { timeout: 120_000 };

/** A process of `garner`. */
interface Started {
  readonly child: ChildProcess;
  /** The part of its words that was looked for. */
  readonly found: string;
  readonly ended: Promise<unknown>;
}

/** Starts `garner` as a process of its own, and waits for what it says. */
async function start(parameters: readonly string[], says: RegExp): Promise<Started> {
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const env = { PATH: process.env["PATH"], REDIS_URL: redis.url, PORT: "0", ALLOW_PRIVATE_NETWORKS: "127.0.0.1" };
  const child = spawn(process.execPath, ["--conditions=source", program, ...parameters], { env, stdio: "pipe" });
  const ended = once(child, "close");
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8");
  const lines = createInterface({ input: parameters[0] === "serve" ? child.stdout : child.stderr });
  const heard: string[] = [];
  for await (const line of lines) {
    heard.push(line);
    const said = says.exec(line);
    if (said === null) continue;
    for (const output of [child.stdout, child.stderr]) output.resume();
    return { child, found: said[1] ?? "", ended };
  }
  throw new Error(`It ended with ${String(await ended)}: ${heard.join(" ")}`);
}

async function startWorker(...flags: readonly string[]): Promise<Started> {
  const worker = await start(["work", ...flags], /Working on/);
  onTestFinished(() => void worker.child.kill("SIGKILL"));
  return worker;
}

type Body = Readonly<Record<string, unknown>>;

async function ask(url: string, body?: Body): Promise<Body> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, body && { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as Body;
}

/** Starts a batch, and waits for its end. */
async function batch(body: Body, onStarted?: () => Promise<void>): Promise<Body> {
  const { id } = await ask(`${api.found}/v2/batch/scrape`, body);
  await onStarted?.();
  for (;;) {
    const status = await ask(`${api.found}/v2/batch/scrape/${String(id)}`);
    if (status["status"] !== "scraping") return { ...status, id };
    await sleep(50);
  }
}

const application = `<html><head><title>An application</title></head><body><div id="root"></div><script>
  document.getElementById("root").innerHTML = "<h1>Made by a script</h1><p>" + "Words of the page. ".repeat(40) + "</p>";
</script></body></html>`;

test.runIf(process.platform === "linux")(
  "results that can't be written are a failure that says so",
  minutes,
  async () => {
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const program = fileURLToPath(new URL("main.ts", import.meta.url));
    const child = spawn(process.execPath, ["--conditions=source", program, "--help"], {
      stdio: ["ignore", full, "pipe"],
    }) as ChildProcessByStdio<null, null, Readable>;
    const [said, ended] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect([said, ...ended]).toEqual(["error The results can't be written: the disk is full.\n", 1, null]);
  },
);

test.each(["SIGINT", "SIGTERM"])("who ends it while it loads, with %s, is told so", minutes, async (signal) => {
  const whileLoading = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        if (url.endsWith("/cli/src/run.ts")) process.kill(process.pid, "${signal}");
        return next(url, context);
      },
    });`;
  const hook = `data:text/javascript,${encodeURIComponent(whileLoading)}`;
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const parameters = ["--conditions=source", "--import", hook, program, "scrape", api.found];
  const child = spawn(process.execPath, parameters, { env: { ...process.env, ALLOW_PRIVATE_NETWORKS: "127.0.0.1" } });
  const [said, ended] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([said, ...ended]).toEqual(["Stopped.\n", 130, null]);
});

test.runIf(process.platform === "linux")("a server has few places for memory, as the server's own program", () => {
  expect(readFileSync(`/proc/${api.child.pid}/environ`, "utf8").split("\0")).toContain("MALLOC_ARENA_MAX=2");
});

/** A page that says a little before its script fills the rest. */
const grid = `<h1>Lamps</h1><p>All that we make.</p>${application.replaceAll("root", "grid")}`;

test.each([
  ["needs a browser", application],
  ["may have more in a browser", grid],
])("a page that %s goes from a worker that has none to one that has", minutes, async (_need, app) => {
  await using site = await startCrawlSite({ "/app": { raw: { text: app, type: "text/html" } }, "/plain": {} });
  const other = await startWorker("--concurrency", "2", "--browser");
  other.child.kill("SIGSTOP");
  await startWorker("--no-browser");
  const done = await batch({ urls: [`${site.origin}/app`], formats: ["markdown"] }, async () => {
    while (site.visits("/app") === 0) await sleep(5);
    other.child.kill("SIGCONT");
  });
  expect(done).toMatchObject({ status: "completed", completed: 1, creditsUsed: 1 });
  expect(done["data"]).toMatchObject([{ markdown: expect.stringContaining("Made by a script") }]);
  const shown = await batch({ urls: [`${site.origin}/plain`], formats: ["screenshot"] });
  expect(shown["data"]).toMatchObject([{ screenshot: expect.stringContaining("data:image/png") }]);
});

test("a worker that is told to end hands back what it has at once, and another one finishes it", minutes, async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await using site = await startCrawlSite((_path, before) => (before === 0 ? { held } : {}));
  const first = await startWorker("--concurrency", "3", "--no-browser");
  const urls = [1, 2, 3].map((page) => `${site.origin}/${page}`);
  const done = await batch({ urls }, async () => {
    while (site.requests.length < 3) await sleep(5);
    first.child.kill("SIGTERM");
    expect(await first.ended).toEqual([0, null]);
    // Nothing of it is left to be missed: whoever comes next has all three, long before their leases would be over.
    await startWorker("--concurrency", "3", "--no-browser");
  });
  release();
  expect(done).toMatchObject({ status: "completed", completed: 3, creditsUsed: 3 });
  expect(site.requests).toHaveLength(6);
});

test("where no process has a browser, a page that needs one says how to get one", minutes, async () => {
  await redis.tell("FLUSHALL");
  await using site = await startCrawlSite({ "/plain": {} });
  await startWorker("--no-browser");
  const { id, ...done } = await batch({ urls: [`${site.origin}/plain`], formats: ["screenshot"] });
  expect(done).toMatchObject({ status: "completed", completed: 0 });
  const { errors } = await ask(`${api.found}/v2/batch/scrape/${String(id)}/errors`);
  expect(errors).toMatchObject([
    { code: "CAPABILITY_MISSING", error: expect.stringContaining("garner work --browser") },
  ]);
});
