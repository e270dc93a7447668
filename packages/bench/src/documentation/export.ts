/**
 * Writes the documentation set as a data set of a quality pack, so that the trainer of the main-content model can learn
 * from the sites that rules may look at: `node --conditions=source packages/bench/src/documentation/export.ts FOLDER`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { readSite } from "./fetch.ts";
import { contentOf } from "./mark.ts";
import { seenSites } from "./seen-sites.ts";

const pagesPerSite = 24;
const [, , folder = "documentation-pack"] = process.argv;
mkdirSync(`${folder}/docs/html`, { recursive: true });
const rows: string[] = [];
for (const site of seenSites) {
  for (const page of readSite(site, pagesPerSite) ?? []) {
    const id = `${site.package}-${page.path.replace(/[^\w.-]/g, "_")}`;
    const text = contentOf(page);
    writeFileSync(`${folder}/docs/html/${id}.html.gz`, gzipSync(page.html));
    const url = new URL(page.path, "https://example.org/").href;
    rows.push(JSON.stringify({ ds: "docs", id, url, type: "documentation", group: site.package, reach: 1, text }));
  }
}
writeFileSync(`${folder}/docs/truth.jsonl.gz`, gzipSync(`${rows.join("\n")}\n`));
