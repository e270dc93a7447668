import { noQualityPack } from "../quality-pack.ts";
import { measure, type Measurement } from "./measure.ts";
import { pagesToTransform } from "./pages.ts";

const engines = {
  garner: new URL("engines/garner.ts", import.meta.url),
  "readability + turndown on linkedom": new URL("engines/readability-turndown.ts", import.meta.url),
};

/** Pages per second and CPU time per page, next to a peer on the same pages in the same run. */
export async function benchTransform(): Promise<void> {
  const pages = pagesToTransform();
  if (pages === undefined) {
    console.log(noQualityPack);
    return;
  }
  const megabytes = pages.reduce((sum, { body }) => sum + body.length, 0) / 1e6;
  console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB of HTML, from bytes to Markdown of the main content`);
  const results = await measure(engines, pages.length);
  for (const [name, result] of results) print(name, result);
  const [own, peer] = [...results.values()];
  if (own !== undefined && peer !== undefined) {
    console.log(`ratio (peer's CPU / Garner's CPU): ${(peer.cpuMsPerPage / own.cpuMsPerPage).toFixed(2)}`);
  }
}

function print(name: string, { pagesPerSecond, cpuMsPerPage, failures }: Measurement): void {
  const figures = `${pagesPerSecond.toFixed(1)} pages/s, ${cpuMsPerPage.toFixed(2)} CPU ms/page`;
  console.log(`${name}: ${figures}${failures > 0 ? `, ${failures} pages failed` : ""}`);
}
