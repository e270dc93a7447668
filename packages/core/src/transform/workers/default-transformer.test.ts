import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { send, startFixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EngineConfig } from "../../config.ts";
import { createEngine } from "../../engine.ts";
import { inProcessTransformer } from "./in-process.ts";

const fixtures = new URL("../../../../testkit/fixtures/documents/", import.meta.url);
const paragraph = "<p>The quay, <a href='/ships'>its ships</a> and <b>the tide</b>, told at some length.</p>";
const pageOf = (bytes: number) =>
  `<!doctype html><title>Quay</title><main><h1>Quay</h1>${paragraph.repeat(bytes / paragraph.length)}</main>`;
const rows = Array.from({ length: 6_500 }, (_, number) => `${number},the quay,the tide`).join("\n");
const site = startFixtureSite({
  routes: {
    "small.html": (exchange) => send(exchange, pageOf(20_000), { type: "text/html; charset=utf-8" }),
    "small.csv": (exchange) => send(exchange, rows.slice(0, 1000), { type: "text/csv" }),
    "large.html": (exchange) => send(exchange, pageOf(540_000), { type: "text/html; charset=utf-8" }),
    "large.csv": (exchange) => send(exchange, rows, { type: "text/csv" }),
    "report.pdf": async (exchange) =>
      send(exchange, await readFile(new URL("report.pdf", fixtures)), { type: "application/pdf" }),
    "large.own": (exchange) => send(exchange, "x".repeat(540_000), { type: "text/x-own" }),
  },
});
let origin = "";
beforeAll(async () => void ({ origin } = await site));
afterAll(async () => (await site)[Symbol.asyncDispose]());

/** A page, read by an engine of its own, and how many threads that started. */
async function read(path: string, content: EngineConfig["content"] = {}) {
  let threads = 0;
  const count = (_thread: Worker) => (threads += 1);
  process.on("worker", count);
  try {
    await using engine = createEngine({ content, policy: { allowPrivateNetworks: true } });
    const formats = ["markdown" as const, "html" as const, "links" as const];
    const { markdown, html, links, warning } = await engine.scrape({ url: `${origin}/${path}`, formats });
    return { content: { markdown, html, links, warning }, threads };
  } finally {
    process.off("worker", count);
  }
}

test.each([
  ["small.html", 0],
  ["small.csv", 0],
  ["large.html", 1],
  ["large.csv", 1],
  ["report.pdf", 1],
])("%s is what it is in the calling thread, and starts %i threads", async (path, threads) => {
  const inProcess = await read(path, { transformer: inProcessTransformer() });
  expect(await read(path)).toEqual({ content: inProcess.content, threads });
  expect(inProcess.threads).toBe(0);
});

test("what a parser of the host reads stays in the calling thread", async () => {
  const own = { mediaTypes: ["text/x-own"], parse: async () => ({ html: "<p>own", metadata: {}, warnings: [] }) };
  expect(await read("large.own", { parsers: [own] })).toMatchObject({ content: { markdown: "own" }, threads: 0 });
});

const program = `
  import { createEngine } from ${JSON.stringify(new URL("../../index.ts", import.meta.url).href)};
  const engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const { markdown } = await engine.scrape({ url: process.argv[1] });
  console.log(markdown.length > 500);`;
const run = async (...flags: readonly string[]) =>
  await promisify(execFile)(process.execPath, [
    ...["--conditions=source", ...flags, "--input-type=module", "--eval", program, `${origin}/report.pdf`],
  ]);

test("a script that has read a document ends, though nobody closes its engine", async () => {
  expect((await run()).stdout).toBe("true\n");
});

test("where no thread can start, documents are read in the calling thread", async () => {
  const preload = `import { isMainThread } from "node:worker_threads"; if (!isMainThread) throw new Error("not here");`;
  expect((await run("--import", `data:text/javascript,${encodeURIComponent(preload)}`)).stdout).toBe("true\n");
});
