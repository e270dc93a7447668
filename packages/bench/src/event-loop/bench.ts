import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startProbedServer } from "./probed-server.ts";
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
  try {
    await using server = await startProbedServer();
    await scrapeAll(server.url, site, "warm-up");
    print(
      await server.probe(async () => {
        for (let round = 0; round < rounds; round += 1) await scrapeAll(server.url, site, `round-${round}`);
      }),
    );
  } finally {
    site.close();
  }
}

const paragraph = `<p>The quay, <a href="/ships/1">its ships</a> and <b>the tide</b>: ${"a sentence of some length. ".repeat(12)}</p>`;

function page(): string {
  const section = `<section><h2>Section</h2>${paragraph.repeat(20)}<ul>${"<li>An item</li>".repeat(20)}</ul></section>`;
  const body = section.repeat(Math.ceil((pageMegabytes * 1e6) / section.length));
  return `<!doctype html><html lang="en"><title>A long page</title><main><h1>A long page</h1>${body}</main>`;
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
