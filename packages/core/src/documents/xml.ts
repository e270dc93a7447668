import type { BodyParser, ParsedBody } from "../ports/body-parser.ts";
import { decodeText } from "./text/decode-text.ts";
import { readAtom, readRss } from "./feeds/feed.ts";
import { fence, htmlCode } from "./html/markup.ts";
import { readSitemap } from "./sitemap.ts";
import { localName, parseXml, rootOf } from "../markup/xml-tree.ts";

/**
 * XML by its document element, because servers send all of it as `text/xml`: feeds become a list of entries, sitemaps
 * a list of links, XHTML is a page, and everything else one fenced block.
 */
export const xmlParser: BodyParser = {
  mediaTypes: ["application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"],
  async parse(input) {
    const text = decodeText(input).trim();
    return readKnownXml(text, input.url) ?? { markdown: fence(text, "xml"), html: htmlCode(text, "xml"), ...nothing };
  },
};

const nothing = { metadata: {}, warnings: [] };

function readKnownXml(text: string, url: string): ParsedBody | undefined {
  const root = rootOf(parseXml(text));
  if (root === undefined) return undefined;
  switch (localName(root)) {
    case "rss":
    case "RDF":
      return readRss(root, url);
    case "feed":
      return readAtom(root, url);
    case "urlset":
    case "sitemapindex":
      return readSitemap(text, url);
    case "html":
      return { html: text, ...nothing };
    default:
      return undefined;
  }
}
