import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { startBrowserSite, startFixtureSite, startRedisServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startRegistry, type PackageRegistry } from "../src/follow/registry.ts";
import { packAll } from "../src/pack.ts";
import { bytesOf, filesBelow } from "./installation.ts";

// The server alone, as `npm install @garner/server` puts it into an empty folder, and what may be installed beside it.

const run = promisify(execFile);
const maxInstalledBytes = 60_000_000;
const program = join("node_modules", "@garner", "server", "dist", "main.js");
let folder: string;
let project: string;
let registry: PackageRegistry;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-server-set-"));
  registry = await startRegistry(await packAll(folder));
  project = await emptyProject("alone");
  await install(project, "@garner/server");
}, 180_000);
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function emptyProject(name: string): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, "package.json"), JSON.stringify({ type: "module", private: true }));
  await writeFile(
    join(place, "pnpm-workspace.yaml"),
    JSON.stringify({ nodeLinker: "hoisted", strictDepBuilds: false }),
  );
  await writeFile(join(place, ".npmrc"), `@garner:registry=${registry.url}/\n`);
  return place;
}

async function install(place: string, ...names: readonly string[]): Promise<void> {
  await run("pnpm", ["add", "--prefer-offline", ...names], { cwd: place });
}

interface Server {
  readonly url: string;
  readonly report: string;
}

/** Starts the installed server on a free port; rejects with what it complains of when it does not start. */
async function startIn(place: string, variables: Readonly<Record<string, string>>): Promise<Server> {
  const env = { PATH: process.env["PATH"], PORT: "0", ALLOW_PRIVATE_NETWORKS: "127.0.0.1", ...variables };
  const child = spawn(process.execPath, [program], { cwd: place, env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (!line.includes("curl")) continue;
    const report = lines.join("\n");
    return { url: /listens on (http:\S+)\./.exec(report)?.[1] ?? "", report };
  }
  throw new Error(complaints);
}

async function scrape(server: Server, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}/v2/scrape`, { method: "POST", headers, body: JSON.stringify(input) });
  return answer.json();
}

test("it is small, builds nothing, and has nothing that only some servers need", async () => {
  const modules = join(project, "node_modules");
  const files = await filesBelow(modules);
  expect(await bytesOf(files)).toBeLessThan(maxInstalledBytes);
  expect(files.filter((file) => file.endsWith(".node"))).toEqual([]);
  const names = new Set(
    files.map((file) =>
      file
        .slice(modules.length + 1)
        .split(sep)
        .slice(0, 2)
        .join("/"),
    ),
  );
  const isInstalled = (name: string) => [...names].some((path) => path === name || path.startsWith(`${name}/`));
  expect(isInstalled("@garner/server")).toBe(true);
  for (const name of ["express", "bullmq", "@bull-board/api", "ai", "@ai-sdk", "@garner/express", "@garner/ocr"])
    expect(isInstalled(name), name).toBe(false);
});

test("it scrapes, over HTTP alone and in a browser that says no to consent pop-ups", async () => {
  await using site = await startFixtureSite();
  await using dynamicSite = await startBrowserSite();
  const server = await startIn(project, { GARNER_CHROMIUM_PATH: process.env["GARNER_CHROMIUM_PATH"] ?? "" });
  const answerWith = (text: string) => ({ success: true, data: { markdown: expect.stringContaining(text) } });
  const article = { url: `${site.origin}/article` };
  expect(await scrape(server, article)).toMatchObject(answerWith("# The lighthouse on the cape"));
  const popUp = { url: `http://127.0.0.1:${dynamicSite.port}/consent`, waitFor: 1, onlyMainContent: false };
  expect(await scrape(server, popUp)).toMatchObject(answerWith("choice: reject"));
});

test.each([
  ["REDIS_URL", { REDIS_URL: "redis://127.0.0.1:9" }, "@garner/redis"],
  ["ADMIN_KEY", { ADMIN_KEY: "sixteen-characters" }, "@garner/admin"],
  ["OPENAI_API_KEY", { OPENAI_API_KEY: "k" }, "@ai-sdk/openai"],
  ["OPENAI_BASE_URL", { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }, "@ai-sdk/openai-compatible"],
  ["OLLAMA_BASE_URL", { OLLAMA_BASE_URL: "http://127.0.0.1:9" }, "@ai-sdk/openai-compatible"],
  ["ANTHROPIC_API_KEY", { ANTHROPIC_API_KEY: "k" }, "@ai-sdk/anthropic"],
  ["OCR_LANGUAGES", { OCR_LANGUAGES: "eng" }, "@garner/ocr"],
])("with %s alone it ends, and says what to install", async (variable, variables, name) => {
  await expect(startIn(project, variables)).rejects.toThrow(
    `${variable} needs a package that is not installed with the server. Install it beside: npm install ${name}\n`,
  );
});

test("what it said to install is all that it lacked", async () => {
  const place = await emptyProject("with-everything");
  await install(place, "@garner/server", "@garner/redis", "@garner/admin", "@ai-sdk/openai", "@ai-sdk/anthropic");
  await using redis = await startRedisServer();
  const admin = { ADMIN_KEY: "sixteen-characters" };
  const shared = await startIn(place, { ...admin, REDIS_URL: redis.url, OPENAI_API_KEY: "k" });
  expect(shared.report).toMatch(/^ {2}data +Redis /m);
  expect(shared.report).toMatch(/^ {2}model +gpt-4o-mini \(openai/m);
  const alone = await startIn(place, { ...admin, ANTHROPIC_API_KEY: "k" });
  expect(alone.report).toMatch(/^ {2}model +claude-haiku-4-5 \(anthropic/m);
  for (const { url } of [shared, alone])
    expect((await fetch(`${url}/admin/${admin.ADMIN_KEY}/queues`)).status).toBe(200);
});
