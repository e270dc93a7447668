import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Engine } from "@garner/core";
import { apiKeys, createHandler, toNodeListener } from "@garner/http";
import { startBareServer, startCrawlSite, startFixtureSite, treeOfPages } from "@garner/testkit/site";
import type { BareServer, FixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodes } from "./failure.ts";
import { garner } from "../test/garner.ts";

let site: FixtureSite;
let engine: Engine;
let server: BareServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-remote-"));
  site = await startFixtureSite();
  engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
  const listener = toNodeListener(createHandler(engine, { authenticate: apiKeys(["us:secret"]) }));
  server = await startBareServer((request, response) => void listener(request, response));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Runs `garner` as on a machine that may reach nothing but the server. */
const away = (parameters: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  garner(parameters, { variables: { ALLOW_PRIVATE_NETWORKS: "", ...variables } });
const asked = (...parameters: readonly string[]) =>
  away(["--server", server.origin, ...parameters], { GARNER_API_KEY: "secret" });

test("scrape, batch, map and usage ask the server", async () => {
  const scraped = await asked("scrape", `${site.origin}/article`);
  expect(scraped).toMatchObject({ code: exitCodes.done, output: expect.stringMatching(/^# The lighthouse/) });
  const batch = await asked("batch", `${site.origin}/article`, `${site.origin}/article?2`);
  expect(batch.output.trim().split("\n")).toHaveLength(2);
  expect((await asked("map", site.origin, "--limit", "3")).output.trim().split("\n")).toHaveLength(3);
  const { output } = await asked("usage", "--json");
  expect(JSON.parse(output)).toMatchObject({ credits: { periods: [{ totalCredits: 4 }] } });
  expect((await asked("usage")).output).toMatch(/4 credits used\nleft .* credits until/);
});

test("a crawl on the server is written into a folder here, and brought up to date", async () => {
  await using tree = await startCrawlSite(treeOfPages(9));
  const out = join(folder, "tree");
  const first = await asked("crawl", `${tree.origin}/`, "--out", out, "--sitemap", "skip");
  expect(first).toMatchObject({ code: exitCodes.done, messages: expect.stringContaining("9 new") });
  expect((await readdir(out, { recursive: true })).filter((file) => file.endsWith(".md"))).toHaveLength(9);
  const second = await asked("crawl", `${tree.origin}/`, "--out", out, "--sitemap", "skip");
  expect(second.messages).toContain("0 new, 0 changed, 9 unchanged");
  const pictures = await asked("crawl", `${tree.origin}/`, "--out", out, "--assets");
  expect(pictures).toMatchObject({ code: exitCodes.usage, messages: expect.stringContaining("--assets") });
});

test("the server and its key may stand in the environment or the configuration; a key goes to no other server", async () => {
  const url = `${site.origin}/article`;
  const variables = { GARNER_SERVER: server.origin, GARNER_API_KEY: "secret" };
  expect((await away(["scrape", url], variables)).code).toBe(exitCodes.done);
  const config = join(folder, "garner.json");
  await writeFile(config, JSON.stringify({ server: { url: server.origin, apiKey: "secret" } }));
  expect((await away(["--config", config, "scrape", url])).code).toBe(exitCodes.done);

  const seen: (string | undefined)[] = [];
  await using other = await startBareServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(401, { "content-type": "application/json" }).end('{"success":false,"error":"no"}');
  });
  expect((await away(["--config", config, "--server", other.origin, "scrape", url])).code).toBe(exitCodes.failed);
  expect(seen).toEqual([undefined]);
});

test("a missing key, and a server that is none, say so", async () => {
  const refused = await away(["--server", server.origin, "scrape", `${site.origin}/article`]);
  expect(refused).toMatchObject({ code: exitCodes.failed, messages: expect.stringContaining("UNAUTHORIZED") });
  const none = await away(["--server", "garner", "scrape", `${site.origin}/article`]);
  expect(none).toMatchObject({ code: exitCodes.usage, messages: expect.stringContaining("http or https URL") });
});
