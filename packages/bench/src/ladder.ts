/**
 * What the ladder costs on a host some of whose pages turn plain clients away: requests that the site sees, and credits,
 * for 60 pages in random order, by the share of those that only stealth gets. Prints a Markdown table. The least possible
 * is one request and 1 credit for an open page, one request and 5 credits for another, which takes knowing them before.
 */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createEngine, httpSource } from "@garner/core";
import { dearerSource } from "@garner/testkit/site";

const pages = 60;
const shares = [0, 0.02, 0.25, 0.5, 0.75, 1];

/** Numbers in [0, 1) that follow from a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function measure(share: number): Promise<readonly (string | number)[]> {
  const asked = { http: 0, browser: 0, stealth: 0 };
  const server = createServer((request, response) => {
    const agent = String(request.headers["user-agent"]);
    const who = agent === "stealth" || agent === "browser" ? agent : "http";
    asked[who] += 1;
    const isOpen = !(request.url ?? "").startsWith("/closed") || who === "stealth";
    response.writeHead(isOpen ? 200 : 403, { "content-type": "text/html" });
    response.end(
      isOpen
        ? `<title>Page</title><main><h1>Page</h1><p>${"Words that are worth reading. ".repeat(20)}</p></main>`
        : "<title>Access denied</title><h1>Access denied</h1><p>You don't have permission to access this page.</p>",
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await using engine = createEngine({
    policy: { allowPrivateNetworks: true },
    stores: { cache: false },
    sources: [httpSource(), dearerSource("browser", "javascript"), dearerSource("stealth", "javascript", "stealth")],
  });
  const random = randomNumbers(42);
  const closed = Math.round(pages * share);
  const kinds = Array.from({ length: pages }, (_, place) => ({ isClosed: place < closed, order: random() }));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let credits = 0;
  for (const [number, { isClosed }] of kinds.toSorted((one, other) => one.order - other.order).entries()) {
    const { metadata } = await engine.scrape({ url: `${origin}/${isClosed ? "closed" : "open"}/${number}` });
    credits += metadata.creditsUsed ?? 0;
  }
  server.close();
  server.closeAllConnections();
  const requests = asked.http + asked.browser + asked.stealth;
  const least = pages - closed + 5 * closed;
  return [`${Math.round(share * 100)} %`, asked.http, asked.browser, asked.stealth, requests, credits, least];
}

console.log("| closed pages | plain | browser | stealth | requests | credits | least credits |");
console.log("| --: | --: | --: | --: | --: | --: | --: |");
for (const share of shares) console.log(`| ${(await measure(share)).join(" | ")} |`);
