import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startModelServer } from "@garner/testkit/site";
import { startProbedServer, type ProbedServer } from "../event-loop/probed-server.ts";
import { families, type Attack } from "./families.ts";
import { randomOf } from "./random.ts";

/** The longest that a request may hold the event loop, see docs/security.md. */
const lawMs = 50;
/** Attacks of each family: first so many at random, then so many that are like the worst. */
const atRandom = Number(process.env["HOSTILE_RANDOM"] ?? 10);
const nearWorst = Number(process.env["HOSTILE_NEAR_WORST"] ?? 6);
const firstSeed = Number(process.env["HOSTILE_SEED"] ?? 1);
const only = process.env["HOSTILE_FAMILY"];

/** An attack that can be made again, and what came of it. */
interface Trial {
  readonly family: string;
  readonly seed: number;
  readonly size: number;
  readonly status: number;
  readonly elapsedMs: number;
  /** The most CPU time that the event loop's thread took without letting a timer run: other processes are not in it. */
  readonly longestTurnMs: number;
  /** The time of a small page that was asked for during the attack; longer on a busy machine. */
  readonly neighbourMs: number;
}

/**
 * Looks for what holds the server longest: attacks of every family at random, then more that are like the worst of them.
 * Each runs alone against a warm server, twice, of which the second time counts; a neighbour asks for a small page
 * meanwhile. Prints the worst of each family and how to make it again. Fails when one breaks the law.
 */
async function main(): Promise<number> {
  const trials: Trial[] = [];
  await using bench = await startBench();
  for (const family of Object.keys(families)) {
    if (only !== undefined && !family.includes(only)) continue;
    const tried: Trial[] = [];
    for (let seed = firstSeed; seed < firstSeed + atRandom; seed += 1)
      tried.push(await bench.attempt(family, seed, (seed % 5) / 4));
    for (let step = 1; step <= nearWorst; step += 1) {
      const worst = tried.reduce((one, other) => (other.longestTurnMs > one.longestTurnMs ? other : one));
      tried.push(await bench.attempt(family, worst.seed, Math.min(1.2, worst.size * (step % 2 === 0 ? 0.7 : 1.2))));
    }
    const worstFirst = tried.toSorted((one, other) => other.longestTurnMs - one.longestTurnMs);
    const slowest = tried.reduce((one, other) => (other.neighbourMs > one.neighbourMs ? other : one));
    const telling = worstFirst.filter(({ longestTurnMs }, rank) => rank === 0 || longestTurnMs > lawMs);
    for (const trial of new Set([...telling, slowest])) console.log(lineOf(trial));
    trials.push(...tried);
  }
  const lawless = trials.filter(({ longestTurnMs }) => longestTurnMs > lawMs);
  console.log(`${trials.length} attacks, ${lawless.length} of them held the event loop for more than ${lawMs} ms.`);
  return lawless.length === 0 ? 0 : 1;
}

function lineOf({ family, seed, size, status, elapsedMs, longestTurnMs, neighbourMs }: Trial): string {
  const figures = `event loop ${longestTurnMs.toFixed(0)} ms, answer ${status} after ${(elapsedMs / 1000).toFixed(1)} s`;
  return `${family} (seed ${seed}, size ${size.toFixed(2)}): ${figures}, neighbour ${neighbourMs.toFixed(0)} ms`;
}

interface Bench extends AsyncDisposable {
  attempt(family: string, seed: number, size: number): Promise<Trial>;
}

async function startBench(): Promise<Bench> {
  const pages = new Map<string, NonNullable<Attack["page"]>>();
  const site = await startSite(pages);
  const model = await startModelServer(() => ({ json: { result: {} } }));
  const server = await startProbedServer({ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "key" });
  let count = 0;
  const attempt = async (attack: Attack, name: string) => {
    count += 1;
    const path = `/${count}/`;
    if (attack.page !== undefined) pages.set(path, attack.page);
    const { port } = site.address() as AddressInfo;
    // Each attack is a site of its own, so that none waits for the turn of another.
    const address = `http://127.${count >> 8}.${count & 255}.1:${port}${path}`;
    const outcome = await measure(server, { path: attack.path, body: attack.body.replaceAll("PAGE", address) }, port);
    pages.delete(path);
    return { family: name, ...outcome };
  };
  await measure(server, { path: "/v2/scrape", body: "{}" }, (site.address() as AddressInfo).port);
  return {
    async attempt(family, seed, size) {
      const make = families[family];
      if (make === undefined) throw new TypeError(`There is no ${family}.`);
      const attack = make(randomOf(seed), size);
      await attempt(attack, family);
      return { ...(await attempt(attack, family)), seed, size };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
      site.close();
    },
  };
}

async function startSite(pages: ReadonlyMap<string, NonNullable<Attack["page"]>>): Promise<Server> {
  const site = createServer((request, response) => {
    const found = pages.get(request.url ?? "");
    const { type, text } = found ?? { type: "text/html", text: "<p>A small page.</p>" };
    response.writeHead(200, { "content-type": type }).end(text);
  });
  site.listen(0, "0.0.0.0");
  await once(site, "listening");
  return site;
}

let neighbours = 0;

async function measure(server: ProbedServer, { path, body }: Attack, port: number) {
  let outcome = { status: 0, elapsedMs: 0, neighbourMs: 0 };
  const report = await server.probe(async () => {
    const startedAt = performance.now();
    const attacking = send(server.url + path, body).then((status) => ({
      status,
      elapsedMs: performance.now() - startedAt,
    }));
    neighbours += 1;
    const page = `http://127.255.0.1:${port}/neighbour/${neighbours}`;
    const neighbour = send(`${server.url}/v2/scrape`, JSON.stringify({ url: page })).then(
      () => performance.now() - startedAt,
    );
    const [attack, neighbourMs] = await Promise.all([attacking, neighbour]);
    await settle(server.url, attack);
    outcome = { ...attack, neighbourMs };
  });
  return { ...outcome, longestTurnMs: report.turnMaxMs };
}

async function send(url: string, body: string): Promise<number> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  await response.arrayBuffer();
  return response.status;
}

/** A job goes on after its answer: waits until no crawl is active. */
async function settle(url: string, { status }: { readonly status: number }): Promise<void> {
  for (let tries = 0; status === 200 && tries < 300; tries += 1) {
    const response = await fetch(`${url}/v2/crawl/active`);
    const { crawls = [] } = (await response.json()) as { readonly crawls?: readonly unknown[] };
    if (crawls.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

process.exitCode = await main();
