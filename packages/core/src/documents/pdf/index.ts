import { EngineError } from "../../errors.ts";
import type { BodyParser, ParsedBody, ParserInput } from "../../ports/body-parser.ts";
import { escapeHtml } from "../markup.ts";
import type { Block } from "./blocks.ts";
import { layOut } from "./layout.ts";
import { readMetadata } from "./metadata.ts";
import { hasPictures, openPdf, type OpenedPdf } from "./open.ts";
import type { DrawnPage } from "./page-text.ts";
import { readPage } from "./read-page.ts";
import { ignoringStrayRejections } from "./stray-rejections.ts";
import { toHtml } from "./to-html.ts";

/** Pieces of text that are kept in memory at once; the pages after are left out with a warning. */
const maxFragments = 3_000_000;

/**
 * PDF through PDF.js, as it is packed by unpdf. Throws UNSUPPORTED_CONTENT for files that are broken or locked with a
 * password. Pages without a text layer give a warning. Stops between two pages when the signal fires, with a warning.
 */
export const pdfParser: BodyParser = {
  mediaTypes: ["application/pdf", "application/x-pdf"],
  async parse(input, signal) {
    return await ignoringStrayRejections(async () => {
      const opened = await openPdf(input.body);
      try {
        return await readPdf(opened, input, signal);
      } finally {
        await opened.document.loadingTask.destroy();
      }
    });
  },
};

async function readPdf(opened: OpenedPdf, input: ParserInput, signal: AbortSignal): Promise<ParsedBody> {
  const { body, maxPages = Infinity } = input;
  const totalPages = opened.document.numPages;
  const numPages = Math.min(totalPages, maxPages);
  const { pages, broken } = await readPages(opened, numPages, signal);
  const blocks = layOut(pages);
  const metadata = await readMetadata(opened.document);
  const title = metadata["title"] ?? titleOf(blocks);
  const lang = metadata["language"] === undefined ? "" : ` lang="${escapeHtml(metadata["language"])}"`;
  return {
    html: `<html${lang}><body><main>${toHtml(blocks)}</main></body></html>`,
    metadata: { ...metadata, ...(title === undefined ? {} : { title }), numPages, totalPages },
    warnings: [
      ...(pages.length + broken < numPages
        ? [
            `Only the first ${pages.length} of ${numPages} pages were read: the time or memory for one page was used up.`,
          ]
        : []),
      ...(broken > 0 ? [`${broken} of ${numPages} pages could not be read.`] : []),
      ...(opened.missingMaps.size > 0
        ? [
            `Some text is missing: its fonts need character maps that are not included (${[...opened.missingMaps].join(", ")}).`,
          ]
        : []),
      ...(await textWarnings(pages, body)),
    ],
  };
}

async function readPages(
  { document, operators }: OpenedPdf,
  numPages: number,
  signal: AbortSignal,
): Promise<{ pages: readonly DrawnPage[]; broken: number }> {
  const pages: DrawnPage[] = [];
  let fragments = 0;
  let broken = 0;
  for (let number = 1; number <= numPages && !signal.aborted && fragments < maxFragments; number += 1) {
    const drawn = await attemptPage(document, operators, number);
    if (drawn === undefined) broken += 1;
    else pages.push(drawn);
    fragments += drawn?.fragments.length ?? 0;
  }
  if (pages.length === 0 && broken > 0)
    throw new EngineError("UNSUPPORTED_CONTENT", "The PDF is broken: none of its pages can be read.");
  return { pages, broken };
}

/** Undefined when the page is broken; the others may be whole. */
async function attemptPage(
  document: OpenedPdf["document"],
  operators: OpenedPdf["operators"],
  number: number,
): Promise<DrawnPage | undefined> {
  try {
    const page = await document.getPage(number);
    const drawn = await readPage(page, operators);
    page.cleanup();
    return drawn;
  } catch {
    return undefined;
  }
}

async function textWarnings(pages: readonly DrawnPage[], body: Uint8Array): Promise<readonly string[]> {
  if (pages.length === 0) return ["The PDF has no pages."];
  const silent = pages.filter(({ fragments }) => fragments.every(({ text }) => text.trim() === "")).length;
  if (silent === 0) return [];
  if (silent < pages.length) {
    return [
      `${silent} of ${pages.length} pages have no text; if they are scanned, their text is missing, as text recognition (OCR) is not included.`,
    ];
  }
  return (await hasPictures(body))
    ? ["The PDF has no text layer: its pages are pictures, probably scanned. Text recognition (OCR) is not included."]
    : ["The PDF has no text: its pages are blank or drawings."];
}

function titleOf(blocks: readonly Block[]): string | undefined {
  const first = blocks.slice(0, 5).find((block) => block.kind === "heading");
  return first?.spans
    .map(({ text }) => text)
    .join("")
    .trim();
}
