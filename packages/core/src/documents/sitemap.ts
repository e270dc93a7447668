import type { Element } from "domhandler";
import type { ParsedBody } from "../ports/body-parser.ts";
import { escapeHtml, htmlLink } from "./markup.ts";
import { childrenOf, childText, localName } from "../markup/xml-tree.ts";

/** A sitemap or sitemap index (https://www.sitemaps.org/protocol.html) as a list of its links with their dates. */
export function readSitemap(root: Element): ParsedBody {
  const prefix = root.name.slice(0, root.name.length - localName(root).length);
  const entryName = localName(root) === "urlset" ? "url" : "sitemap";
  const entries = childrenOf(root, `${prefix}${entryName}`).flatMap((entry) => {
    const address = childText(entry, `${prefix}loc`);
    if (address === undefined) return [];
    const modified = childText(entry, `${prefix}lastmod`);
    return [`<li>${htmlLink(address, address)}${modified === undefined ? "" : ` (${escapeHtml(modified)})`}</li>`];
  });
  const title = localName(root) === "urlset" ? "Sitemap" : "Sitemap index";
  return {
    html: `<main><h1>${title}</h1><ul>${entries.join("")}</ul></main>`,
    metadata: { title },
    warnings: entries.length === 0 ? ["The sitemap has no entries."] : [],
  };
}
