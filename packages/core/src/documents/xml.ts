import type { BodyParser, ParsedBody } from "../ports/body-parser.ts";
import { decodeText } from "./text/decode-text.ts";
import { readAtom, readRss } from "./feeds/feed.ts";
import { fictionBookParser } from "./fiction-book.ts";
import { fence, htmlCode } from "./html/markup.ts";
import { docxParser } from "./office/docx/index.ts";
import { readExcel2003 } from "./office/excel-2003.ts";
import { archiveOfFlat, rootName } from "./office/flat-package.ts";
import { pptxParser } from "./office/pptx.ts";
import { xlsxParser } from "./office/xlsx/index.ts";
import { openDocumentParser } from "./office/opendocument.ts";
import { readSitemap } from "./sitemap.ts";
import { svgParser } from "./svg.ts";
import { localName, parseXml, rootOf } from "../markup/xml-tree.ts";

/**
 * XML by its document element, because servers send all of it as `text/xml`: feeds become a list of entries, sitemaps
 * a list of links, XHTML is a page, drawings (SVG) are their words, office documents and books of one file are documents, and everything else one fenced block.
 */
export const xmlParser: BodyParser = {
  mediaTypes: ["application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"],
  async parse(input, signal) {
    const text = decodeText(input).trim();
    if (isFlatOpenDocument(text)) return await openDocumentParser.parse(input, signal);
    const flat = await archiveOfFlat(text);
    if (flat !== undefined) {
      const read = await officeParsers[flat.kind].parse({ ...input, body: flat.body }, signal);
      return { ...read, warnings: [...flat.warnings, ...read.warnings] };
    }
    if (isExcel2003(text)) return await readExcel2003(text);
    if (/(?:^|:)svg$/.test(rootName(text) ?? "")) return await svgParser.parse(input, signal);
    if (/(?:^|:)FictionBook$/.test(rootName(text) ?? "")) return await fictionBookParser.parse(input, signal);
    return readKnownXml(text, input.url) ?? { markdown: fence(text, "xml"), html: htmlCode(text, "xml"), ...nothing };
  },
};

const officeParsers = { word: docxParser, excel: xlsxParser, powerpoint: pptxParser };

const isExcel2003 = (text: string): boolean =>
  /^(?:ss:)?Workbook$/.test(rootName(text) ?? "") &&
  text.slice(0, 10_000).includes("urn:schemas-microsoft-com:office:spreadsheet");

/** The element that a flat OpenDocument file is (ODF 1.3 part 3, §3.1.2), behind the prolog. */
const isFlatOpenDocument = (text: string): boolean => rootName(text) === "office:document";

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
