import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProbeReport } from "./probe.ts";

const pagesInFlight = 8;
const rounds = 4;
const pageMegabytes = 5;
const goalMs = 20;

/**
 * Prints how late the event loop of the standalone server is while it scrapes eight pages of 5 MB at once into every
 * format. The pages come from this process, over loopback.
 */
async function main(): Promise<void> {
  const site = createServer((_request, response) => response.setHeader("content-type", "text/html").end(page()));
  site.listen(0, "0.0.0.0");
  await once(site, "listening");
  const folder = mkdtempSync(join(tmpdir(), "garner-event-loop-"));
  const server = startServer(folder);
  try {
    const url = await addressOf(server);
    await scrapeAll(url, site, "warm-up");
    server.send("start");
    for (let round = 0; round < rounds; round += 1) await scrapeAll(url, site, `round-${round}`);
    const answer = once(server, "message");
    server.send("stop");
    print((await answer)[0] as ProbeReport);
  } finally {
    site.close();
    server.kill();
    await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

const paragraph = `<p>The quay, <a href="/ships/1">its ships</a> and <b>the tide</b>: ${"a sentence of some length. ".repeat(12)}</p>`;

function page(): string {
  const section = `<section><h2>Section</h2>${paragraph.repeat(20)}<ul>${"<li>An item</li>".repeat(20)}</ul></section>`;
  const body = section.repeat(Math.ceil((pageMegabytes * 1e6) / section.length));
  return `<!doctype html><html lang="en"><title>A long page</title><main><h1>A long page</h1>${body}</main>`;
}

function startServer(folder: string): ChildProcess {
  const entry = fileURLToPath(new URL("../../../../examples/standalone-server/src/index.ts", import.meta.url));
  return fork(entry, {
    execArgv: ["--conditions=source", "--import", new URL("probe.ts", import.meta.url).href],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      ALLOW_PRIVATE_NETWORKS: "true",
      POLITENESS: JSON.stringify({ respectRobots: false, startRate: 1000, maxRate: 1000 }),
    },
  });
}

/** What the server says when it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of server.stdout ?? []) {
    printed += String(chunk);
    const address = /listens on (http:\S+?)\.? /.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`The server did not start: ${printed}`);
}

/** Every page has a host of its own, so that no host's rate holds another page back. */
async function scrapeAll(url: string, site: Server, round: string): Promise<void> {
  const { port } = site.address() as AddressInfo;
  const scrapes = Array.from({ length: pagesInFlight }, async (_, index) => {
    const page = `http://127.0.0.${index + 1}:${port}/${round}`;
    const formats = ["markdown", "html", "rawHtml", "links"];
    const response = await fetch(`${url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: page, formats, onlyMainContent: false, timeout: 300_000 }),
    });
    const length = (await response.arrayBuffer()).byteLength;
    if (!response.ok || length < pageMegabytes * 1e6) throw new Error(`${page}: ${response.status}, ${length} bytes`);
  });
  await Promise.all(scrapes);
}

function print({ delayP99Ms, delayMaxMs, turnP99Ms, turnMaxMs }: ProbeReport): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(`${pagesInFlight} pages of ${pageMegabytes} MB in flight, ${rounds} rounds, all formats`);
  console.log(`event-loop delay: p99 ${ms(delayP99Ms)} (goal: under ${goalMs} ms), longest ${ms(delayMaxMs)}`);
  console.log(`CPU time of a turn of the main thread: p99 ${ms(turnP99Ms)}, longest ${ms(turnMaxMs)}`);
}

await main();
