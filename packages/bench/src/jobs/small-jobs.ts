/**
 * How long small jobs take with the defaults, on an idle site in another process: crawls of thirty pages, a batch half of
 * whose pages reset the connection, and a crawl with one such page. Counts the requests that the site saw. Prints a
 * Markdown table; the fifth column is the longest time in which the site was asked for nothing.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createEngine, type Engine } from "@garner/core";

const runs = 8;
const wordsOfPage = "It goes without saying. ".repeat(400);

/** A request that the site saw, in milliseconds of the machine's clock. */
interface Seen {
  readonly path: string;
  readonly at: number;
}

/** `/tree/{pages}/{branching}/{index}` is a page of a tree; whatever begins with `/reset` breaks the connection. */
function serve(): void {
  let seen: Seen[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (!/robots|sitemap/.test(path)) seen.push({ path, at: Date.now() });
    if (path.startsWith("/reset")) return void request.socket.resetAndDestroy();
    if (/robots|sitemap/.test(path)) return void response.writeHead(404).end();
    const links = linksOf(path).map((link) => `<li><a href="${link}">${link}</a></li>`);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>${path}</title><main><h1>${path}</h1><p>${wordsOfPage}</p><ul>${links.join("")}</ul></main>`);
  });
  process.on("message", () => {
    process.send?.(seen);
    seen = [];
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

function linksOf(path: string): readonly string[] {
  if (path.startsWith("/six")) return ["/six/1", "/six/2", "/six/3", "/six/4", "/reset"];
  const [, kind, pages = "0", branching = "0", index = "0"] = path.split("/");
  if (kind !== "tree") return [];
  const children = Array.from(
    { length: Number(branching) },
    (_, child) => Number(index) * Number(branching) + child + 1,
  );
  return children.filter((child) => child < Number(pages)).map((child) => `/tree/${pages}/${branching}/${child}`);
}

interface Measured {
  readonly seconds: number;
  readonly seen: readonly Seen[];
}

async function measure(site: ChildProcess, run: (engine: Engine) => Promise<unknown>): Promise<Measured> {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true }, stores: { cache: false } });
  const startedAt = performance.now();
  await run(engine);
  const seconds = (performance.now() - startedAt) / 1000;
  site.send("what was seen?");
  const [seen] = (await once(site, "message")) as [readonly Seen[]];
  return { seconds, seen };
}

function row(name: string, measured: readonly Measured[]): string {
  const seconds = measured.map((run) => run.seconds).toSorted((one, other) => one - other);
  const requests = measured.map(({ seen }) => seen.length);
  const pauses = measured.flatMap(({ seen }) => seen.slice(1).map(({ at }, place) => at - (seen[place]?.at ?? at)));
  const perBad = measured.flatMap(({ seen }) => {
    const bad = seen.filter(({ path }) => path.startsWith("/reset")).map(({ path }) => path);
    return [...new Set(bad)].map((path) => bad.filter((other) => other === path).length);
  });
  const columns = [
    name,
    (seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(1),
    (seconds.at(-1) ?? 0).toFixed(1),
    `${Math.min(...requests)}–${Math.max(...requests)}`,
    (Math.max(...pauses) / 1000).toFixed(1),
    perBad.length === 0 ? "" : String(Math.max(...perBad)),
  ];
  return `| ${columns.join(" | ")} |`;
}

if (process.argv[2] === "serve") serve();
else {
  const site = fork(fileURLToPath(import.meta.url), ["serve"], { execArgv: process.execArgv });
  const [port] = (await once(site, "message")) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const crawl = (path: string) => (engine: Engine) =>
    engine.crawl({ url: origin + path, crawlEntireDomain: true }).result();
  const mixed = [1, 2, 3, 4, 5].flatMap((number) => [`${origin}/good/${number}`, `${origin}/reset/${number}`]);
  const jobs: readonly (readonly [string, (engine: Engine) => Promise<unknown>])[] = [
    ["crawl of 30 pages, all linked from the first", crawl("/tree/30/29/0")],
    ["crawl of 30 pages, ten links each", crawl("/tree/30/10/0")],
    ["crawl of 30 pages, two links each", crawl("/tree/30/2/0")],
    ["batch of 5 pages and 5 that reset", (engine) => engine.batchScrape({ urls: mixed }).result()],
    ["crawl of 6 pages, one of which resets", crawl("/six")],
  ];
  console.log("| job | median s | worst s | requests | longest pause s | requests per broken page |");
  console.log("| --- | --: | --: | --: | --: | --: |");
  for (const [name, run] of jobs) {
    const measured: Measured[] = [];
    for (let count = 0; count < runs; count += 1) measured.push(await measure(site, run));
    console.log(row(name, measured));
  }
  site.kill();
}
