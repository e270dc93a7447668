import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { apiKey, serve } from "./serve.ts";

const program = createRequire(import.meta.url).resolve("firecrawl-cli");

test("the published CLI scrapes, maps, crawls, reads a file and asks for credits", async () => {
  await using served = await serve();
  const home = await mkdtemp(join(tmpdir(), "garner-cli-"));
  const env = { PATH: process.env["PATH"], HOME: home, FIRECRAWL_API_URL: served.url, FIRECRAWL_API_KEY: apiKey };
  const cli = async (...args: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...args], { cwd: home, env })).stdout;
  try {
    expect(await cli("scrape", `${served.site}/p/1`)).toContain("# Page number 1");
    expect(await cli("map", served.site)).toContain(`${served.site}/p/7`);
    expect(JSON.parse(await cli("crawl", served.site, "--wait", "--limit", "3"))).toMatchObject({
      status: "completed",
      completed: 3,
    });
    await writeFile(join(home, "kites.html"), "<h1>Kites</h1><p>Made by hand.</p>");
    expect(await cli("parse", join(home, "kites.html"))).toContain("# Kites");
    expect(await cli("credit-usage")).toContain("Remaining Credits");
  } finally {
    await rm(home, { recursive: true });
  }
});
