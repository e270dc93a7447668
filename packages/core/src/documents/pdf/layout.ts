import { alignedTables } from "./aligned-tables.ts";
import type { Block } from "./block.ts";
import { isCut, joinSpans, lineBreak, toBlocks, type StreamPart, type Typography } from "./blocks.ts";
import { createColumns, type Columns } from "./columns.ts";
import { runsOf, type Run, type Strip } from "./strips.ts";
import { isLed, withLeaders } from "./led-rows.ts";
import { isRightToLeft } from "./directions.ts";
import { toLine, type Span } from "./lines.ts";
import { recognizedParagraphs } from "../recognized.ts";
import { dropMargins } from "./margins.ts";
import { withoutLineNumbers } from "./numbered-lines.ts";
import { createNotes, type Notes } from "./notes.ts";
import { withTablesAcross } from "./tables-across.ts";
import { mode, toRows, type DrawnPage, type Row } from "./page-text.ts";
import { ruledTables, type PdfTable } from "./ruled-tables.ts";
import { createTaggedPages, type TaggedPages } from "./tagged-page.ts";

/** A document as it was written: its blocks in reading order, and the notes that they call. */
export interface Layout {
  readonly blocks: readonly Block[];
  readonly notes: readonly (readonly Span[])[];
  readonly pages: readonly LaidOutPage[];
}

/** One page by itself: nothing is joined to the pages beside it. */
export interface LaidOutPage {
  readonly page: DrawnPage;
  readonly blocks: readonly Block[];
  /** Its notes among all of the document. */
  readonly notes: { readonly from: number; readonly to: number };
}

/** The parts that are wanted besides the document as a whole. */
export interface LayoutWish {
  /** Every page by itself. */
  readonly pages: boolean;
  /** Blocks that say where another page begins. */
  readonly pageBreaks: boolean;
}

/** Rebuilds the written text from the drawn one: reading order, headings, paragraphs, lists, tables, code and notes. */
export function layOut(drawn: readonly DrawnPage[], wish: LayoutWish): Layout {
  const kept = dropMargins(drawn, measure(drawn).bodySize);
  const typography = measure(kept); // small pages may have more text in their margins than in between
  const notes = createNotes(typography);
  const columns = createColumns(typography.bodySize);
  const tagged = createTaggedPages(kept, typography);
  const blocks: Block[] = [];
  const pages: LaidOutPage[] = [];
  for (const page of kept) {
    const [start, from] = [blocks.length, notes.texts.length];
    const own: Block[] = [];
    for (const stream of streamsOf(page, { notes, columns, typography, tagged })) {
      if (wish.pages) appendStream(own, stream.map(copied), typography);
      appendStream(blocks, stream, typography);
    }
    if (wish.pageBreaks && start > 0 && blocks.length > start)
      blocks.splice(start, 0, { kind: "page", number: page.number });
    if (wish.pages) {
      const written = withoutBylines(own, typography.bodySize);
      pages.push({ page, blocks: written, notes: { from, to: notes.texts.length } });
    }
  }
  return { blocks: withoutBylines(blocks, typography.bodySize), notes: notes.texts, pages };
}

/** Code grows by the lines of the next page. */
const copied = (block: Block): Block => (block.kind === "code" ? { ...block, lines: [...block.lines] } : block);

/** The blocks of a page, column by column. */
function streamsOf(page: DrawnPage, { notes, columns, typography, tagged }: Document): readonly (readonly Block[])[] {
  if (page.recognized !== undefined) return [recognizedBlocks(page.recognized.text, typography)];
  const blocks = tagged.blocksOf(page, notes);
  if (blocks !== undefined) return [blocks];
  const streams = partsOf(page, columns, typography);
  return notes.take({ streams }).map((stream) => toBlocks(stream, typography));
}

/** Data of all pages together. */
interface Document {
  readonly notes: Notes;
  readonly columns: Columns;
  readonly typography: Typography;
  readonly tagged: TaggedPages;
}

/** Paragraphs that were read off a picture: the lines of prose are joined as those of a page are. */
function recognizedBlocks(text: string, { bodySize, words }: Typography): readonly Block[] {
  const style = { bold: false, italic: false, fixedPitch: false, href: undefined, shift: undefined };
  return recognizedParagraphs(text).map((lines): Block => {
    const written = lines.map((parts) =>
      parts
        .map((part): readonly Span[] => [{ ...style, text: part }])
        .reduce((all, line) => joinSpans(all, line, words)),
    );
    const spans = written.flatMap((line, index) => (index === 0 ? line : [lineBreak, ...line]));
    return { kind: "paragraph", size: bodySize, spans, isOpen: false };
  });
}

/** Headings are shorter than sentences of so many characters. */
const minSentence = 90;

/** True for a long sentence in light type, as above tables in smaller type. */
function isSentence({ bold, spans }: Extract<Block, { kind: "heading" }>): boolean {
  const text = spans.map((span) => span.text).join("");
  return !bold && text.length > minSentence && /[.。]$/.test(text);
}

/** Somewhat larger light type right below a larger heading names authors and dates: no headings, as sentences are none. */
function withoutBylines(blocks: readonly Block[], bodySize: number): readonly Block[] {
  let title: number | undefined;
  return blocks.map((block) => {
    if (
      block.kind === "heading" &&
      block.level === undefined &&
      (isSentence(block) ||
        (title !== undefined &&
          !block.bold &&
          !/^\d/.test(block.spans[0]?.text ?? "") &&
          block.size < Math.min(title, bodySize * 1.35)))
    ) {
      const { size, spans, box } = block;
      return { kind: "paragraph", size, spans, isOpen: false, ...(box === undefined ? {} : { box }) };
    }
    title = block.kind === "heading" ? block.size : undefined;
    return block;
  });
}

function partsOf(page: DrawnPage, columns: Columns, { bodySize }: Typography): readonly (readonly StreamPart[])[] {
  const { tables, rest } = ruledTables(withoutLineNumbers(page.fragments), page.rules);
  const lines: Strip<PdfTable>[] = withLeaders(toRows(rest))
    .map((row) => ({ ...row, runs: wholeIfLed(row, runsOf(row.fragments, row.size)) }))
    .filter(({ runs }) => runs.length > 0);
  const grids = tables.map((table) => ({
    y: table.top + bodySize,
    size: bodySize,
    fragments: [],
    table,
    runs: [{ left: table.left, right: table.right }],
  }));
  const strips = [...lines, ...grids].toSorted((one, other) => one.y - other.y);
  const streams = columns.order(strips);
  const ordered = streams.length === 1 ? streams : columns.order(withTablesAcross(strips));
  return ordered.map((stream) =>
    alignedTables(stream).map((strip) =>
      strip.table === undefined
        ? { line: toLine(strip) }
        : { table: { ...strip.table, rows: inReadingDirection(strip.table.rows) } },
    ),
  );
}

/** The first column of Arabic and Hebrew tables stands on the right. */
function inReadingDirection(rows: PdfTable["rows"]): PdfTable["rows"] {
  const spans = rows.flatMap((row) => row.flatMap(({ lines }) => lines.flat()));
  return isRightToLeft(spans) ? rows.map((row) => row.toReversed()) : rows;
}

/** A line of a table of contents is one, whatever gaps its dots leave. */
function wholeIfLed(row: Row, runs: readonly Run[]): readonly Run[] {
  const [first, last] = [runs[0], runs.at(-1)];
  return first !== undefined && last !== undefined && isLed(row) ? [{ left: first.left, right: last.right }] : runs;
}

/** Adds the blocks of the next column or page; rejoins those cut there. */
function appendStream(blocks: Block[], added: readonly Block[], { words, bodySize }: Typography): void {
  const [first, ...rest] = added;
  if (first === undefined) return;
  const index = blocks.findLastIndex((block) => !isNote(block, bodySize));
  const last = blocks[index];
  if (
    last !== undefined &&
    (last.kind === "paragraph" || last.kind === "item") &&
    first.kind === "paragraph" &&
    isCut(last, first)
  ) {
    blocks[index] = { ...last, spans: joinSpans(last.spans, first.spans, words) };
  } else if (
    last?.kind === "table" &&
    first.kind === "table" &&
    index === blocks.length - 1 &&
    sameColumns(last.rows, first.rows)
  ) {
    const repeatsHead = JSON.stringify(last.rows[0]) === JSON.stringify(first.rows[0]);
    const isGuessed = last.isGuessed === true || first.isGuessed === true;
    blocks[index] = { ...last, isGuessed, rows: [...last.rows, ...first.rows.slice(repeatsHead ? 1 : 0)] };
  } else if (last?.kind === "code" && first.kind === "code" && index === blocks.length - 1) {
    for (const line of first.lines) last.lines.push(line);
  } else blocks.push(first);
  blocks.push(...rest);
}

/** Footnotes stand between the parts of a paragraph that goes on in the next column. */
const isNote = (block: Block, bodySize: number): boolean => block.kind === "paragraph" && block.size < bodySize * 0.92;

const sameColumns = (one: PdfTable["rows"], other: PdfTable["rows"]): boolean =>
  columnsOf(one.at(-1)) === columnsOf(other[0]);

const columnsOf = (row: PdfTable["rows"][number] = []): number => row.reduce((sum, { columns }) => sum + columns, 0);

function measure(pages: readonly DrawnPage[]): Typography {
  const fragments = pages.flatMap((page) => page.fragments);
  const bodySize = mode(fragments.map(({ size, text }) => [Math.round(size * 2) / 2, text.length] as const)) ?? 10;
  const body = fragments.filter(({ size }) => Math.abs(size - bodySize) <= 0.5);
  const bold = body.reduce((sum, { bold: isBold, text }) => sum + (isBold ? text.length : 0), 0);
  const all = body.reduce((sum, { text }) => sum + text.length, 0);
  const words = new Set(fragments.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []));
  for (const word of words) if (word.includes("-")) words.add(word.slice(0, word.indexOf("-") + 1));
  return { bodySize, boldBody: bold > all / 2, lineGap: lineGapOf(pages, bodySize), words };
}

/** The most frequent distance of baselines, in font sizes. */
function lineGapOf(pages: readonly DrawnPage[], bodySize: number): number {
  const gaps = pages.slice(0, 50).flatMap((page) => {
    const baselines = toRows(page.fragments.filter(({ size }) => Math.abs(size - bodySize) <= 0.6)).map(({ y }) => y);
    return baselines.slice(1).map((y, index) => (y - (baselines[index] ?? y)) / bodySize);
  });
  const usual = gaps.filter((gap) => gap > 0.9 && gap < 2.6).map((gap) => [Math.round(gap * 20) / 20, 1] as const);
  return mode(usual) ?? 1.3;
}
