import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createEngine, httpSource } from "@garner/core";
import { playwright } from "@garner/playwright";
import { startCrawlSite, startFixtureSite, treeOfPages, type FixtureSite } from "@garner/testkit/site";
import Firecrawl from "firecrawl";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const env = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NODE_ENV: "production" as const,
  NEXT_TELEMETRY_DISABLED: "1",
  ALLOW_PRIVATE_NETWORKS: "127.0.0.1",
};

let site: FixtureSite;
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  site = await startFixtureSite();
  await promisify(execFile)(process.execPath, [next, "build"], { cwd: folder, env });
  server = spawn(process.execPath, [next, "start", "--hostname", "127.0.0.1", "--port", "0"], { cwd: folder, env });
  if (server.stdout === null) throw new Error("The server has no output.");
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address !== undefined) url = address;
    if (line.includes("Ready")) break;
  }
  server.stdout.resume();
}, 600_000);

afterAll(async () => {
  const closed = once(server, "close");
  server.kill();
  await closed;
  await site[Symbol.asyncDispose]();
});

test("the published SDK scrapes and crawls through the route handlers", async () => {
  await using tree = await startCrawlSite(treeOfPages(6));
  const client = new Firecrawl({ apiKey: "fc-test", apiUrl: `${url}/api` });
  const document = await client.scrape(`${site.origin}/article`, { formats: ["markdown", "links"] });
  expect(document.markdown).toContain("# The lighthouse on the cape");
  await expect(client.scrape("http://10.0.0.1/")).rejects.toMatchObject({ status: 403, code: "URL_BLOCKED" });
  const crawl = await client.crawl(`${tree.origin}/`, { sitemap: "skip", pollInterval: 1 });
  expect(crawl).toMatchObject({ status: "completed", completed: 6, total: 6 });
});

test("a job's events come as Server-Sent Events", async () => {
  await using tree = await startCrawlSite(treeOfPages(3));
  const started = await fetch(`${url}/api/v2/crawl`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: `${tree.origin}/`, sitemap: "skip" }),
  });
  const { id } = (await started.json()) as { readonly id: string };
  const events = await fetch(`${url}/api/v2/crawl/${id}/events`);
  expect(events.headers.get("content-type")).toContain("text/event-stream");
  const names = Array.from((await events.text()).matchAll(/^event: (.*)$/gm), ([, name]) => name);
  expect(names).toEqual(["started", "page", "page", "page", "completed"]);
});

test("an unknown route, a wrong method and broken JSON get the contract's answers", async () => {
  const answerOf = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}/api${path}`, init);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await answerOf("/v2/nothing")).toMatchObject({ status: 404, body: { success: false } });
  expect(await answerOf("/v2/scrape")).toMatchObject({ status: 405, body: { success: false } });
  const broken = { method: "POST", headers: { "content-type": "application/json" }, body: "{" };
  expect(await answerOf("/v2/scrape", broken)).toMatchObject({ status: 400, body: { success: false } });
});

test("in a real browser, a server action scrapes what a visitor types, and says what went wrong", async () => {
  await using browser = createEngine({
    sources: [httpSource(), playwright()],
    policy: { allowPrivateNetworks: ["127.0.0.1"] },
  });
  const visit = async (typed: string, shown: string) => {
    const { actions } = await browser.scrape({
      url: `${url}/`,
      onlyMainContent: false,
      actions: [
        { type: "write", selector: "input[name=url]", text: typed },
        { type: "click", selector: "button" },
        { type: "wait", selector: shown },
        { type: "scrape", selector: shown },
      ],
    });
    return actions?.scrapes?.[0]?.html;
  };
  expect(await visit(`${site.origin}/article`, "article")).toContain("built in 1871");
  expect(await visit("http://10.0.0.1/", "form [role=alert]")).toContain("10.0.0.1");
});

test("a server component shows a page that it scraped while it rendered", async () => {
  const shown = await fetch(`${url}/read?url=${encodeURIComponent(`${site.origin}/article`)}`);
  expect(await shown.text()).toContain("built in 1871");
});
