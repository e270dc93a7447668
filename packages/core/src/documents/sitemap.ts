import type { ParsedBody } from "../ports/body-parser.ts";
import { createSitemapReader } from "../sitemaps/sitemap.ts";
import { escapeHtml, htmlLink } from "./html/markup.ts";

/** A sitemap or sitemap index (https://www.sitemaps.org/protocol.html) as a list of its links with their dates. */
export function readSitemap(text: string, url: string): ParsedBody {
  const reader = createSitemapReader(url);
  reader.write(text);
  const { entries, sitemaps, problem } = reader.end();
  const items = [...sitemaps, ...entries].map(({ url: address, lastModified }) => {
    const date = lastModified === undefined ? "" : ` (${escapeHtml(lastModified)})`;
    return `<li>${htmlLink(address, address)}${date}</li>`;
  });
  const title = sitemaps.length > 0 ? "Sitemap index" : "Sitemap";
  const isEmpty = items.length === 0;
  return {
    html: `<main><h1>${title}</h1><ul>${items.join("")}</ul></main>`,
    metadata: { title },
    warnings: isEmpty
      ? ["The sitemap has no entries."]
      : problem === undefined
        ? []
        : [`The sitemap is incomplete: ${problem}.`],
  };
}
