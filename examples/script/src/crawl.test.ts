import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startCrawlSite, treeOfPages } from "@garner/testkit/site";
import { expect, test } from "vitest";

const run = promisify(execFile);
const program = fileURLToPath(new URL("crawl.ts", import.meta.url));

test("prints every page of a site", async () => {
  await using site = await startCrawlSite(treeOfPages(5));
  const parameters = ["--conditions=source", program, `${site.origin}/`, "--allow-private"];
  const { stdout } = await run(process.execPath, parameters);
  expect(stdout.trim().split("\n").toSorted()).toEqual([
    `${site.origin}/  Page number 0`,
    ...[1, 2, 3, 4].map((index) => `${site.origin}/p/${index}  Page number ${index}`),
  ]);
});

test("says why a site could not be crawled", async () => {
  const parameters = ["--conditions=source", program, "http://127.0.0.1:1/"];
  await expect(run(process.execPath, parameters)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("URL_BLOCKED"),
  });
});
