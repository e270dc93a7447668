import { EngineError } from "../../errors.ts";
import type { BodyParser, ParsedBody, ParserInput } from "../../ports/body-parser.ts";
import { escapeHtml } from "../html/markup.ts";
import { createLosses, listOfNames } from "../losses.ts";
import { fileNames } from "./annotations.ts";
import type { Block } from "./block.ts";
import { layOut } from "./layout.ts";
import { readMetadata } from "./metadata.ts";
import { hasPictures, openPdf, type OpenedPdf } from "./open.ts";
import type { DrawnPage } from "./page-text.ts";
import { picturesOf } from "./pictures.ts";
import { readPage } from "./read-page.ts";
import { ignoringStrayRejections } from "./stray-rejections.ts";
import { pagesToHtml, toHtml } from "./to-html.ts";

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

async function readPdf(opened: OpenedPdf, given: ParserInput, signal: AbortSignal): Promise<ParsedBody> {
  const input = { ...given, body: opened.body };
  const totalPages = opened.document.numPages;
  const wanted = wantedPages(totalPages, input);
  const { pages: drawn, broken } = await readPages(opened, wanted, signal);
  const pages = drawn.map((page) => withRecognized(page, input));
  const { parts = [] } = input;
  const wantsPages = parts.includes("pages") || parts.includes("blocks");
  const layout = layOut(pages, { pages: wantsPages, pageBreaks: parts.includes("pageMarkers") });
  const metadata = await readMetadata(opened.document);
  const title = metadata["title"] ?? titleOf(layout.blocks);
  const lang = metadata["language"] === undefined ? "" : ` lang="${escapeHtml(metadata["language"])}"`;
  return {
    ...(await scansOf(drawn, input, signal)),
    html: `<html${lang}><body><main>${toHtml(layout)}</main></body></html>`,
    ...(wantsPages ? { pages: pagesToHtml(layout) } : {}),
    metadata: { ...metadata, ...(title === undefined ? {} : { title }), numPages: pages.length, totalPages },
    warnings: [
      ...(opened.isMended
        ? [
            "The end of the PDF is missing or damaged: the pages that could be found in it were read; others may be missing.",
          ]
        : []),
      ...missingPages(totalPages, input),
      ...(pages.length + broken < wanted.length
        ? [
            `Only the first ${pages.length} of ${wanted.length} pages were read, and charged: the time or memory for one page was used up.`,
          ]
        : []),
      ...(broken > 0 ? [`${broken} of ${wanted.length} pages could not be read.`] : []),
      ...(opened.missingMaps.size > 0
        ? [
            `Some text is missing: its fonts need character maps that are not included (${[...opened.missingMaps].join(", ")}).`,
          ]
        : []),
      ...leftOutWarnings(pages),
      ...codeWarnings(pages),
      ...tableWarnings(layout.blocks),
      ...(opened.told.isLocked && pages.some(isComposed)
        ? [
            "The PDF is encrypted, so that texts behind its glyphs can't be read: some signs of its script may be missing.",
          ]
        : []),
      ...(await besideWarnings(opened, pages)),
      ...(totalPages === 0 ? ["The PDF has no pages."] : await textWarnings(pages, input)),
    ],
  };
}

/** The numbers of the pages to read, in the order of the document. */
function wantedPages(totalPages: number, { pages, maxPages = Infinity }: ParserInput): readonly number[] {
  const all = Array.from({ length: totalPages }, (_, index) => index + 1);
  const selected =
    pages === undefined ? all : all.filter((page) => pages.some(({ first, last }) => page >= first && page <= last));
  return selected.slice(0, maxPages);
}

function missingPages(totalPages: number, { pages = [] }: ParserInput): readonly string[] {
  const beyond = pages.filter(({ first }) => first > totalPages);
  if (beyond.length === 0) return [];
  const names = beyond.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return [`The document has ${totalPages} pages; there is no page ${names.slice(0, 10).join(", ")}.`];
}

async function readPages(
  opened: OpenedPdf,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<{ pages: readonly DrawnPage[]; broken: number }> {
  const pages: DrawnPage[] = [];
  let fragments = 0;
  let broken = 0;
  for (const number of numbers) {
    if (signal.aborted || fragments >= maxFragments) break;
    const drawn = await attemptPage(opened, number);
    if (drawn === undefined) broken += 1;
    else pages.push({ ...drawn, number });
    fragments += drawn === undefined ? 0 : drawn.fragments.length + drawn.slanted.length;
  }
  if (pages.length === 0 && broken > 0)
    throw new EngineError("UNSUPPORTED_CONTENT", "The PDF is broken: none of its pages can be read.");
  return { pages, broken };
}

/** Undefined when the page is broken; the others may be whole. */
async function attemptPage(opened: OpenedPdf, number: number): Promise<Omit<DrawnPage, "number"> | undefined> {
  try {
    const page = await opened.document.getPage(number);
    const drawn = await readPage(page, opened);
    page.cleanup();
    return drawn;
  } catch {
    return undefined;
  }
}

/** True for scripts of India and Southeast Asia, whose letters make glyphs together. */
const isComposed = ({ fragments }: DrawnPage): boolean =>
  fragments.some(({ text }) => /[\u0900-\u109F\u1780-\u17FF]/.test(text));

const isSilent = ({ fragments, recognized }: DrawnPage): boolean =>
  recognized === undefined && fragments.every(({ text }) => text.trim() === "");

/** A page with the text of its picture, if it was recognized. */
function withRecognized(page: DrawnPage, { recognized = [] }: ParserInput): DrawnPage {
  const found = recognized.find(({ page: number }) => number === page.number);
  return found === undefined || found.text.trim() === "" ? page : { ...page, recognized: found };
}

/** The pictures of the pages whose text is to be recognized; with the mode `ocr` all, else those without text. */
async function scansOf(
  pages: readonly DrawnPage[],
  { body, maxPictures = 0, mode }: ParserInput,
  signal: AbortSignal,
): Promise<Pick<ParsedBody, "pictures">> {
  const wanted = mode === "ocr" ? pages : pages.filter(isSilent);
  if (maxPictures === 0 || mode === "fast" || wanted.length === 0) return {};
  const numbers = wanted.slice(0, maxPictures).map(({ number }) => number);
  return { pictures: await picturesOf(body, numbers, signal) };
}

/** Characters of the texts left out that their warning quotes. */
const maxQuoted = 120;

/** Names the texts that are left out: at an angle, such as stamps and upright heads of narrow columns, not seen, and of pictures. */
const leftOutWarnings = (pages: readonly DrawnPage[]): readonly string[] => [
  ...leftOut(
    "Text at an angle to the rest",
    pages.map(({ slanted }) => slanted),
  ),
  ...leftOut(
    "Text that is not seen (drawn invisibly, or white on white)",
    pages.map(({ unseen }) => unseen),
  ),
  ...leftOut(
    "The description of pictures",
    pages.map(({ descriptions }) => descriptions),
  ),
];

function leftOut(kind: string, pages: readonly (readonly string[])[]): readonly string[] {
  const affected = pages.filter((texts) => texts.length > 0);
  if (affected.length === 0) return [];
  const texts = [...new Set(affected.flat())].join(" · ");
  const quoted = texts.length > maxQuoted ? `${texts.slice(0, maxQuoted)}…` : texts;
  return [
    `${kind} is left out on ${affected.length} of ${pages.length} ${pages.length === 1 ? "page" : "pages"}: ${quoted}`,
  ];
}

/** Says where fonts don't tell which characters their glyphs are. */
function codeWarnings(pages: readonly DrawnPage[]): readonly string[] {
  const on = (count: number) => `on ${count} of ${pages.length} ${pages.length === 1 ? "page" : "pages"}`;
  const unknown = pages.filter(({ codes }) => codes.has("unknown")).length;
  const glyphs = pages.filter(({ codes }) => codes.has("glyphs")).length;
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const [characters, are, which] = unreadable === 1 ? ["character", "is", "it is"] : ["characters", "are", "they are"];
  return [
    ...(unreadable === 0
      ? []
      : [
          `${unreadable} ${characters} ${on(pages.filter((page) => page.unreadable > 0).length)} ${are} left out: the fonts don't say which ${which}.`,
        ]),
    ...(unknown === 0
      ? []
      : [`Text ${on(unknown)} is left out: its fonts don't say which characters their glyphs are.`]),
    ...(glyphs === 0
      ? []
      : [
          `Fonts ${on(glyphs)} don't say which characters their glyphs are: their text was read by the usual order of glyphs, with \uFFFD for signs beyond ASCII.`,
        ]),
  ];
}

function tableWarnings(blocks: readonly Block[]): readonly string[] {
  const guessed = blocks.filter((block) => block.kind === "table" && block.isGuessed === true).length;
  if (guessed === 0) return [];
  const [tables, their] = guessed === 1 ? ["1 table leaves", "its"] : [`${guessed} tables leave`, "their"];
  return [`${tables} empty cells out of ${their} tags: the columns of the other cells were guessed.`];
}

/** Names the files in the document, and counts the remarks of its readers. */
async function besideWarnings({ document }: OpenedPdf, pages: readonly DrawnPage[]): Promise<readonly string[]> {
  const losses = createLosses();
  for (const { comments } of pages) losses.add("comment", comments);
  const names = [...new Set([...(await attachedFiles(document)), ...pages.flatMap(({ files }) => files)])];
  const count = names.length === 1 ? "1 attached file is" : `${names.length} attached files are`;
  return [...losses.warnings(), ...(names.length === 0 ? [] : [`${count} left out: ${listOfNames(names)}.`])];
}

async function attachedFiles(document: OpenedPdf["document"]): Promise<readonly string[]> {
  try {
    const files: unknown = await document.getAttachments();
    const entries: readonly unknown[] = files instanceof Map ? [...files.values()] : Object.values(files ?? {});
    return entries.flatMap(fileNames);
  } catch {
    return []; // a broken list of files is no reason to lose the text
  }
}

const howToRecognize = "give the engine text recognition (OCR): `content: { ocr: tesseract() }` of @garner/ocr";

async function textWarnings(pages: readonly DrawnPage[], input: ParserInput): Promise<readonly string[]> {
  const silent = pages.filter(isSilent).length;
  const recognized = pages.filter((page) => page.recognized !== undefined).length;
  const isAble = input.recognized !== undefined || input.maxPictures !== undefined;
  const unable =
    input.mode === "ocr" && !isAble
      ? [`\`mode: "ocr"\`: the text layer was read; to read pictures, ${howToRecognize}.`]
      : [];
  if (pages.length === 0 || silent === 0) return unable;
  if (isAble || input.mode === "fast") {
    const reason =
      input.mode === "fast"
        ? "the mode `fast` reads no pictures"
        : "nothing was recognized in them, or there was no time for them";
    return recognized === 0 && silent === pages.length && !(await hasPictures(input.body))
      ? [noText(input.body)]
      : [`${silent} of ${pages.length} pages have no text: ${reason}.`];
  }
  if (silent < pages.length)
    return [`${silent} of ${pages.length} pages have no text; if they are scanned, to read them ${howToRecognize}.`];
  return (await hasPictures(input.body))
    ? [`The PDF has no text layer: its pages are pictures, probably scanned. To read them, ${howToRecognize}.`]
    : [noText(input.body)];
}

const noText = (body: Uint8Array): string =>
  wasTakenForText(body)
    ? "The PDF is damaged: it was taken for text and written as UTF-8 on its way, which spoils what its pages show."
    : "The PDF has no text: its pages are blank or drawings.";

/** True for bytes that are UTF-8 beyond ASCII, which packed streams and the mark of binary files never are. */
function wasTakenForText(body: Uint8Array): boolean {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body).length < body.length;
  } catch {
    return false;
  }
}

function titleOf(blocks: readonly Block[]): string | undefined {
  const first = blocks.slice(0, 5).find((block) => block.kind === "heading");
  return first?.spans
    .map(({ text }) => text)
    .join("")
    .trim();
}
