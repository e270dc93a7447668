import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startCrawlSite, treeOfPages } from "@garner/testkit/site";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { apiKey, serve } from "./serve.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

test("the published MCP server scrapes, maps, searches and crawls", async () => {
  await using served = await serve();
  const client = new Client({ name: "test", version: "1.0.0" });
  const env = { PATH: process.env["PATH"] ?? "", FIRECRAWL_API_URL: served.url, FIRECRAWL_API_KEY: apiKey };
  const args = [join(dirname(require.resolve("firecrawl-mcp/package.json")), "dist/index.js")];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }) as never);
  const use = async (name: string, given: Readonly<Record<string, unknown>>) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    return {
      isError: isError === true,
      text: (content as readonly { text: string }[]).map(({ text }) => text).join(""),
    };
  };
  try {
    const page = await use("firecrawl_scrape", { url: `${served.site}/p/1`, formats: ["markdown"] });
    expect(page).toEqual({ isError: false, text: expect.stringContaining("Page number 1") });
    expect((await use("firecrawl_map", { url: served.site })).text).toContain(`${served.site}/p/7`);
    expect((await use("firecrawl_search", { query: "page", limit: 1 })).text).toContain(`${served.site}/p/1`);
    const started = await use("firecrawl_crawl", { url: served.site, limit: 3 });
    expect(started.isError).toBe(false);
    const [id = ""] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(started.text) ?? [];
    await expect
      .poll(async () => (await use("firecrawl_check_crawl_status", { id })).text, { timeout: 20_000 })
      .toContain("completed");
  } finally {
    await client.close();
  }
});

test("the published inspector lists the tools of Garner's MCP server, and calls one", async () => {
  await using site = await startCrawlSite(treeOfPages(3));
  const inspector = join(
    dirname(require.resolve("@modelcontextprotocol/inspector/package.json")),
    "clients/launcher/build/index.js",
  );
  const example = fileURLToPath(new URL("../../../examples/mcp-stdio/src/index.ts", import.meta.url));
  const home = await mkdtemp(join(tmpdir(), "garner-inspector-"));
  const inspect = async (...method: readonly string[]) => {
    const server = [process.execPath, "--conditions=source", example];
    // It would give up on a server that a busy machine has not started within its own 15 seconds.
    const patient = ["-e", "ALLOW_PRIVATE_NETWORKS=127.0.0.1", "--connect-timeout", "0"];
    const given = [inspector, "--cli", ...server, ...patient, ...method];
    const { stdout } = await run(process.execPath, given, { env: { PATH: process.env["PATH"], HOME: home } });
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  try {
    const call = ["--method", "tools/call", "--tool-name", "scrape", "--tool-arg", `url=${site.origin}/p/1`];
    const [{ tools }, called] = await Promise.all([inspect("--method", "tools/list"), inspect(...call)]);
    const names = (tools as readonly { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["scrape", "crawl", "read_job"]));
    expect(called).toMatchObject({ structuredContent: { markdown: expect.stringContaining("Page number 1") } });
  } finally {
    await rm(home, { recursive: true });
  }
});
