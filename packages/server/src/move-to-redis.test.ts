import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startCrawlSite, startRedisServer, treeOfPages } from "@garner/testkit/site";
import { expect, onTestFinished, test } from "vitest";
import { ask, startServerProcess } from "../test/server-process.ts";

const program = fileURLToPath(new URL("main.ts", import.meta.url));

/** Runs the command; resolves with what it said. */
async function move(variables: Readonly<Record<string, string>>): Promise<string> {
  const parameters = ["--conditions=source", program, "move-to-redis"];
  const child = spawn(process.execPath, parameters, { env: { PATH: process.env["PATH"], ...variables } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "close");
  return said;
}

test(
  "a crawl that a server on a file was killed in goes on in Redis, and all that was kept is there",
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "garner-move-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using redis = await startRedisServer();
    await using site = await startCrawlSite((path) => {
      const page = treeOfPages(80)[path];
      return page && { ...page, delayMs: 20 };
    });
    const shared = { POLITENESS: JSON.stringify({ startRate: 40, maxRate: 40 }), LOG_LEVEL: "error" };
    const before = await startServerProcess({ variables: { ...shared, DATA_DIR: folder } });
    const start = async (path: string, body: object) => String((await ask(`${before.url}${path}`, body)).body["id"]);
    const done = await start("/v2/batch/scrape", { urls: [`${site.origin}/1`, `${site.origin}/nowhere`] });
    const running = await start("/v2/crawl", { url: `${site.origin}/`, sitemap: "skip" });
    const status = async (url: string, path: string) => (await ask(`${url}${path}`)).body;
    while (Number((await status(before.url, `/v2/crawl/${running}`))["completed"]) < 20) await sleep(20);
    const ended = await status(before.url, `/v2/batch/scrape/${done}`);
    const gone = once(before.child, "exit");
    before.child.kill("SIGKILL");
    await gone;

    const variables = { DATA_DIR: folder, REDIS_URL: redis.url };
    expect(await move(variables)).toMatch(/^2 jobs were moved to redis:.*; 0 were there already\.$/m);
    const after = await startServerProcess({ variables: { ...shared, REDIS_URL: redis.url } });
    expect(await status(after.url, `/v2/batch/scrape/${done}`)).toEqual(
      JSON.parse(JSON.stringify(ended).replaceAll(before.url, after.url)),
    );
    while ((await status(after.url, `/v2/crawl/${running}`))["status"] === "scraping") await sleep(50);
    const urls = new Set<unknown>();
    const job = await status(after.url, `/v2/crawl/${running}`);
    for (const page of job["data"] as { metadata: { sourceURL: string } }[]) urls.add(page.metadata.sourceURL);
    expect(job).toMatchObject({ status: "completed", completed: 80, total: 80, creditsUsed: 80 });
    expect(urls.size).toBe(80);
    const credits = 80 + Number(ended["creditsUsed"]);
    expect(await status(after.url, "/v2/team/credit-usage/historical")).toMatchObject({
      periods: [{ totalCredits: credits }],
    });

    // Once more changes nothing.
    expect(await move(variables)).toMatch(/^0 jobs were moved to redis:.*; 2 were there already\.$/m);
    expect((await status(after.url, `/v2/crawl/${running}`))["status"]).toBe("completed");
  },
);

test("says what it needs", async () => {
  expect(await move({})).toBe("Set DATA_DIR and REDIS_URL.\n");
  expect(await move({ DATA_DIR: "/nowhere", REDIS_URL: "redis://127.0.0.1:1" })).toContain("/nowhere");
});
