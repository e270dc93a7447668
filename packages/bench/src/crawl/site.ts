import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { needQualityPack, readPages, type PackPage } from "../quality-pack.ts";

/** The message of the site's process once it listens. */
export interface ListeningSite {
  /** The page that all others can be reached from. */
  readonly url: string;
  readonly count: number;
  readonly meanBytes: number;
}

/** Links that a page has besides its own. */
const branching = 20;
/** Longer pages are left out, so that the mean is that of pages as crawls meet them: about 100 KB. */
const maxPageCharacters = 300_000;

function chosenPages(count: number): readonly PackPage[] {
  const pack = needQualityPack();
  const fitting = readPages(pack).filter(({ html }) => html.length > 2000 && html.length < maxPageCharacters);
  const step = Math.max(1, fitting.length / count);
  return fitting.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step)).slice(0, count);
}

/** A real page whose own links lead where they always led, out of the site, and some more to its children in a tree. */
function onSite({ html, url }: PackPage, { place, count, origin }: Place): Buffer {
  const children = Array.from({ length: branching }, (_, child) => place * branching + child + 1);
  const links = children.filter((child) => child < count).map((child) => `<a href="${origin}/${child}">${child}</a>`);
  const base = `<base href="${url}">`;
  const based = html.replace(/<head\b[^>]*>/i, (head) => head + base);
  return Buffer.from(`${based === html ? base + html : based}<footer><nav>${links.join(" ")}</nav></footer>`);
}

interface Place {
  readonly place: number;
  readonly count: number;
  readonly origin: string;
}

/** Started with the number of pages as argument, this process serves a site of real pages until it is let go. */
const server = createServer((request, response) => {
  const page = pages[Number(request.url?.slice(1) || Number.NaN)];
  if (page === undefined) response.writeHead(404, { "content-type": "text/plain" }).end();
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const chosen = chosenPages(Number(process.argv[2]));
const pages = chosen.map((page, place) => onSite(page, { place, count: chosen.length, origin }));
const bytes = pages.reduce((sum, { length }) => sum + length, 0);
process.once("disconnect", () => process.exit());
process.send?.({ url: `${origin}/0`, count: pages.length, meanBytes: bytes / pages.length } satisfies ListeningSite);
