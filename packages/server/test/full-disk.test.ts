import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCrawlSite } from "@garner/testkit/site";
import { afterAll, expect, test } from "vitest";
import { ask, launchServer, startServerProcess } from "./server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-full-"));
afterAll(() => rmSync(folder, { recursive: true }));

// A file system of its own, seen by the server alone, and gone with it.
const ownMounts = ["unshare", "--map-root-user", "--mount"] as const;
const smallDisk = [...ownMounts, "sh", "-c", `mount -t tmpfs -o size=64m tmpfs ${folder} && exec "$0" "$@"`] as const;
const canMount = spawnSync(ownMounts[0], [...ownMounts.slice(1), "mount", "-t", "tmpfs", "tmpfs", folder]).status === 0;

const pageCount = 60;

function fill(file: string): void {
  for (let bytes = 1024 * 1024; bytes >= 1; bytes /= 16) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(bytes));
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC")) throw thrown;
    }
  }
}

test.skipIf(!canMount)("a full disk stops nothing but what needs room, which goes on by itself", async () => {
  const paths = Array.from({ length: pageCount - 1 }, (_, index) => `/page/${index}`);
  await using site = await startCrawlSite((path) => {
    if (path === "/") return { links: paths };
    return paths.includes(path) ? { body: "Words. ".repeat(2000), delayMs: 100 } : undefined;
  });
  const politeness = JSON.stringify({ startRate: 20, maxRate: 20 });
  const server = await startServerProcess({
    within: smallDisk,
    variables: { DATA_DIR: folder, POLITENESS: politeness },
  });
  const crawl = { url: `${site.origin}/`, sitemap: "skip", maxConcurrency: 4 };
  const { id } = (await ask(`${server.url}/v2/crawl`, crawl)).body;
  const status = async () => (await ask(`${server.url}/v2/crawl/${String(id)}?limit=1`)).body;
  while (Number((await status())["completed"]) < 10) await new Promise(setImmediate);

  const disk = `/proc/${server.child.pid}/root${folder}`;
  fill(join(disk, "filler"));
  let refused = await ask(`${server.url}/v2/crawl`, crawl);
  while (refused.status === 200) refused = await ask(`${server.url}/v2/crawl`, crawl);
  expect(refused).toMatchObject({ status: 503, body: { success: false, code: "STORE_UNAVAILABLE" } });
  expect(refused.body["error"]).toMatch(/disk is full/);
  await server.logged((line) => String(line["error"]).includes("disk is full"));
  expect(await status()).toMatchObject({ status: "scraping" });
  expect((await ask(`${server.url}/v2/scrape`, { url: `${site.origin}/` })).status).toBe(503);

  rmSync(join(disk, "filler"));
  let ended = await status();
  while (ended["status"] === "scraping") ended = await status();
  expect(ended).toMatchObject({ status: "completed", completed: pageCount, total: pageCount, creditsUsed: pageCount });
  // What was fetched while nothing could be written was kept, and not fetched again.
  for (const path of paths) expect(site.visits(path)).toBe(1);
  expect(server.child.exitCode).toBeNull();
});

test.skipIf(!canMount)(
  "a data folder that can't be written ends the server at once, with the folder's name",
  async () => {
    const readOnly = [...ownMounts, "sh", "-c", `mount -t tmpfs -o ro tmpfs ${folder} && exec "$0" "$@"`];
    const { exitCode, complaints } = launchServer({ within: readOnly, variables: { DATA_DIR: folder } });
    expect(await exitCode).toBe(1);
    expect(complaints()).toBe(
      `DATA_DIR: ${folder} can't be written by this user (EROFS). Give it to the user that runs Garner, or name another place.\n`,
    );
  },
);
