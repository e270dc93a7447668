import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { signatureOf } from "@garner/core";
import { reservedPort, startCrawlSite, treeOfPages, type CrawlSite } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";

/** How often the server is killed; `CRASH_KILLS=100` for the whole exam. */
const kills = Number(process.env["CRASH_KILLS"] ?? 8);
const pageCount = 500;
const aliveMs = 1000;
const secret = "a secret";
const program = fileURLToPath(new URL("main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "garner-crash-"));

interface WebhookSeen {
  readonly id: string;
  readonly sequence: number;
  readonly isSigned: boolean;
}

let site: CrawlSite;
let receiver: Server;
let port: number;
const webhooks: WebhookSeen[] = [];

beforeAll(async () => {
  site = await startCrawlSite(treeOfPages(pageCount));
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { webhookId: id, sequence } = JSON.parse(body) as { webhookId: string; sequence: number };
      webhooks.push({ id, sequence, isSigned: request.headers["x-service-signature"] === signatureOf(body, secret) });
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  // The same port every time, as a deployed server has it.
  port = await reservedPort("127.0.0.1");
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });
});

/** Starts the server; resolves when it listens. */
async function start(): Promise<ChildProcess> {
  // So slow that the crawl is still going on at the last kill.
  const maxRate = Math.max(5, (pageCount / (kills * (aliveMs / 1000))) * 1.5);
  const env = {
    ...{ PATH: process.env["PATH"], PORT: String(port), HOST: "127.0.0.1", DATA_DIR: folder, WEBHOOK_SECRET: secret },
    ...{
      ALLOW_PRIVATE_NETWORKS: "true",
      LOG_LEVEL: "error",
      POLITENESS: JSON.stringify({ startRate: maxRate, maxRate }),
    },
  };
  const child = spawn(process.execPath, ["--conditions=source", program], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes("listens on")) break;
  child.stdout.resume();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

interface StreamEvent {
  readonly id: number;
  readonly type: string;
  readonly url: string | undefined;
}

/** Follows a job's event stream to its end, coming back with `Last-Event-ID` whenever the connection breaks. */
async function follow(url: string): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (let tries = 0; tries < 100_000; tries += 1) {
    try {
      const answer = await fetch(url, { headers: { "last-event-id": String(events.at(-1)?.id ?? 0) } });
      let text = "";
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const frames = (text + chunk).split("\n\n");
        text = frames.pop() ?? "";
        events.push(...frames.flatMap(readFrame));
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100)); // it was killed; it comes back
    }
    if (events.at(-1)?.type === "completed") return events;
  }
  throw new Error("The stream does not end.");
}

function readFrame(frame: string): readonly StreamEvent[] {
  const fields = Object.fromEntries(
    frame.split("\n").map((line) => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
  );
  if (fields["id"] === undefined) return [];
  const { url } = JSON.parse(fields["data"] ?? "{}") as { url?: string };
  return [{ id: Number(fields["id"]), type: fields["event"] ?? "", url }];
}

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as T;
}

interface Status {
  readonly status: string;
  readonly completed: number;
  readonly total: number;
  readonly creditsUsed: number;
  readonly next?: string;
  readonly data: readonly { readonly metadata: { readonly sourceURL: string } }[];
}

test(
  `a server that is killed ${kills} times in the middle of a crawl loses nothing and repeats nothing`,
  async () => {
    let child = await start();
    const body = {
      url: `${site.origin}/`,
      sitemap: "skip",
      webhook: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    };
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const { id } = (await (await fetch(`http://127.0.0.1:${port}/v2/crawl`, init)).json()) as { id: string };
    const stream = follow(`http://127.0.0.1:${port}/v2/crawl/${id}/events`);

    let survived = 0;
    for (let count = 0; count < kills; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * aliveMs));
      await kill(child);
      child = await start();
      if ((await get<Status>(`/v2/crawl/${id}?limit=1`)).status === "scraping") survived += 1;
    }
    const events = await stream;
    const pages: Status["data"][number][] = [];
    let first: Status | undefined;
    for (let path: string | undefined = `/v2/crawl/${id}`; path !== undefined;) {
      const status: Status = await get<Status>(path);
      first ??= status;
      pages.push(...status.data);
      path = status.next === undefined ? undefined : status.next.slice(status.next.indexOf("/v2"));
    }
    const usage = await get<{ periods: { totalCredits: number }[] }>("/v2/team/credit-usage/historical");
    const delivered = () => new Set(webhooks.map(({ sequence }) => sequence)).size;
    for (let tries = 0; tries < 600 && delivered() < events.length; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await kill(child);

    // Most kills hit the crawl itself, not what came after it.
    expect(survived).toBeGreaterThanOrEqual(kills / 2);
    const urls = pages.map((page) => page.metadata.sourceURL);
    expect(new Set(urls).size).toBe(pageCount);
    expect(urls).toHaveLength(pageCount);
    expect(first).toMatchObject({
      status: "completed",
      completed: pageCount,
      total: pageCount,
      creditsUsed: pageCount,
    });
    expect(usage.periods.reduce((sum, period) => sum + period.totalCredits, 0)).toBe(pageCount);

    const numbers = Array.from({ length: pageCount + 2 }, (_, index) => index + 1);
    expect(events.map((event) => event.id)).toEqual(numbers);
    expect(events.flatMap(({ url }) => url ?? [])).toEqual(urls);

    const firsts = webhooks.filter(
      ({ sequence }, index) => webhooks.findIndex((other) => other.sequence === sequence) === index,
    );
    expect(firsts.map(({ sequence }) => sequence)).toEqual(numbers);
    expect(webhooks.every(({ isSigned }) => isSigned)).toBe(true);
    expect(new Set(webhooks.map(({ id: webhookId, sequence }) => `${webhookId} ${sequence}`)).size).toBe(
      numbers.length,
    );
  },
  Math.max(240_000, kills * 60_000),
);
