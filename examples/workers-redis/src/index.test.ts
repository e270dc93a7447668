import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startCrawlSite, startRedisServer, treeOfPages } from "@garner/testkit/site";
import { expect, onTestFinished, test } from "vitest";

/** Starts one of the two commands; resolves with its first lines. */
async function start(name: string, variables: Readonly<Record<string, string>>, lines = 1) {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const env = { PATH: process.env["PATH"], ALLOW_PRIVATE_NETWORKS: "true", ...variables };
  const child = spawn(process.execPath, ["--conditions=source", program], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) if (said.push(line) === lines) break;
  child.stdout.resume();
  return { child, said };
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

test("one API and two workers take a crawl together, and end when they are told to", { timeout: 60_000 }, async () => {
  await using redis = await startRedisServer();
  await using site = await startCrawlSite((path) => {
    const page = treeOfPages(40)[path];
    return page && { ...page, delayMs: 50 };
  });
  const variables = { REDIS_URL: redis.url, PORT: "0" };
  const [api, workers] = await Promise.all([start("api.ts", variables), start("workers.ts", variables, 2)]);
  const url = /http:\S+(?=\.)/.exec(api.said[0] ?? "")?.[0] ?? "";
  const body = JSON.stringify({ url: `${site.origin}/`, sitemap: "skip" });
  const headers = { "content-type": "application/json" };
  const started = await fetch(`${url}/v2/crawl`, { method: "POST", headers, body });
  const { id } = (await started.json()) as { id: string };
  const status = async () => (await (await fetch(`${url}/v2/crawl/${id}`)).json()) as Readonly<Record<string, unknown>>;
  while ((await status())["status"] === "scraping") await sleep(50);
  expect(await status()).toMatchObject({ status: "completed", completed: 40, creditsUsed: 40 });
  await Promise.all([stop(api.child), stop(workers.child)]);
});
