import { findQualityPack, readPages } from "./quality-pack.ts";
import { extractFromBytes } from "./quality-engine.ts";
import { readabilityWithTurndown } from "./peers/readability-turndown.ts";
import { measure, type Measurement } from "./measure.ts";

/** A page as it comes from the network. */
interface Page {
  readonly body: Uint8Array;
  readonly url: string;
}

/** Pages per second and CPU time per page, next to a peer on the same pages in the same run. */
async function main(): Promise<number> {
  const pack = findQualityPack();
  if (pack === undefined) {
    console.log("No quality pack beside the repository; set GARNER_QUALITY_PACK to its folder.");
    return 0;
  }
  const pages = readPages(pack)
    .filter(({ html }) => html.length > 0)
    .map(({ html, url }) => ({ body: new TextEncoder().encode(html), url }));
  const totalBytes = pages.reduce((sum, { body }) => sum + body.length, 0);
  console.log(
    `${pages.length} pages, ${(totalBytes / 1e6).toFixed(1)} MB of HTML, from bytes to Markdown of the main content`,
  );
  const engines = {
    garner: ({ body, url }: Page) => extractFromBytes(body, url),
    "readability + turndown on linkedom": ({ body }: Page) => readabilityWithTurndown(new TextDecoder().decode(body)),
  };
  const results = await measure(engines, pages);
  for (const [name, result] of results) print(name, result);
  const [own, peer] = [...results.values()];
  if (own !== undefined && peer !== undefined) {
    console.log(`ratio (peer's CPU / Garner's CPU): ${(peer.cpuMsPerPage / own.cpuMsPerPage).toFixed(2)}`);
  }
  return 0;
}

function print(name: string, { pagesPerSecond, cpuMsPerPage, failures }: Measurement): void {
  const figures = `${pagesPerSecond.toFixed(1)} pages/s, ${cpuMsPerPage.toFixed(2)} CPU ms/page`;
  console.log(`${name}: ${figures}${failures > 0 ? `, ${failures} pages failed` : ""}`);
}

/** What `pnpm bench <name>` measures instead; loaded only when asked for. */
const others: Readonly<Record<string, () => Promise<unknown>>> = {
  browser: async () => (await import("./browser/bench.ts")).benchBrowser(),
  hostile: () => import("./hostile.ts"),
  "event-loop": () => import("./event-loop/bench.ts"),
};

const other = others[process.argv[2] ?? ""];
const outcome = await (other ?? main)();
if (typeof outcome === "number") process.exitCode = outcome;
