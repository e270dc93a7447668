import { boxAround, type Block } from "./block.ts";
import { dropStart, joinSpans, markIn, toBlocks, type StreamPart, type Typography } from "./blocks.ts";
import type { Line, Span } from "./lines.ts";
import type { Notes } from "./notes.ts";
import { toRows, type DrawnPage, type Fragment } from "./page-text.ts";
import type { PdfTable } from "./ruled-tables.ts";
import { groupsOf, type Group } from "./tagged-groups.ts";
import { boxOf, columnsOf, linesOf, linesOfStream, streamOf, withAlignedLines } from "./tagged-lines.ts";
import { artifact, type Tag } from "./tags.ts";

/** Share of a page's text that tags may leave out; pages with more have no use for them. */
const maxUntagged = 0.05;
/** Share of the tagged text that headings have at most; where more is tagged so, tags say nothing of headings. */
const maxHeadings = 0.5;
/** Notes are set at most this large, in sizes of the text. */
const maxNote = 0.92;
/** Distance of two levels of a list, in sizes of the text. */
const indent = 2;
/** Rows of a table that are its head, at most. */
const maxHeadRows = 3;

/** Reads pages by the tags that they state. */
export interface TaggedPages {
  /** The blocks of one of these pages in the order of its tags; undefined where tags miss some of its text. */
  blocksOf(page: DrawnPage, notes: Notes): readonly Block[] | undefined;
}

/** Reads the tagged pages of a document, of which some may have headings that are tagged. */
export function createTaggedPages(pages: readonly DrawnPage[], typography: Typography): TaggedPages {
  const byPage = new Map(pages.map((page) => [page, groupsWithin(page)]));
  const groups = [...byPage.values()].flatMap((own) => own ?? []);
  const lengthOfAll = (some: readonly Group[]) => some.reduce((sum, group) => sum + lengthOf(textOf(group)), 0);
  const headings = groups.filter(({ kind }) => kind === "heading");
  const isTagged = headings.length > 0 && lengthOfAll(headings) < lengthOfAll(groups) * maxHeadings;
  const document = {
    typography,
    headingSize: isTagged ? Math.max(...headings.flatMap(textOf).map(({ size }) => size)) : undefined,
    heads: new Set<string>(),
  };
  return {
    blocksOf: (page, notes) => {
      const own = byPage.get(page);
      return own === undefined ? undefined : blocksWithin(page, own, { ...document, notes });
    },
  };
}

interface Document {
  readonly typography: Typography;
  readonly notes: Notes;
  /** The size of the largest heading that is tagged. If any are, only larger type is a heading, too: an untagged title. */
  readonly headingSize: number | undefined;
  /** The first rows of its tables so far, which are drawn again where a table goes on. */
  readonly heads: Set<string>;
}

/** The tagged groups of a page, if they hold its text. */
function groupsWithin({ tags, fragments }: DrawnPage): readonly Group[] | undefined {
  if (tags === undefined) return undefined;
  const marks = new Set(marksIn(tags));
  const inside = fragments.filter(({ mark }) => mark !== undefined && marks.has(mark));
  const loose = fragments.filter(({ mark }) => mark !== artifact && (mark === undefined || !marks.has(mark)));
  if (inside.length === 0 || lengthOf(loose) > lengthOf(inside) * maxUntagged) return undefined;
  return groupsOf(tags, inside).map((group) => withLeaders(group, fragments));
}

/** The dots of a table of contents are no text, but tell what it is. */
function withLeaders(group: Group, fragments: readonly Fragment[]): Group {
  if (group.kind !== "text" || toRows(group.fragments).length > 1) return group;
  const [first] = group.fragments;
  const dots = fragments.filter(
    ({ mark, text, y, size }) =>
      mark === artifact && /^[\s.\u2024\u2026\u00B7_]{4,}$/.test(text) && Math.abs(y - (first?.y ?? 0)) < size / 2,
  );
  return { ...group, fragments: [...group.fragments, ...dots] };
}

const marksIn = (tag: Tag): readonly string[] =>
  tag.children.flatMap((child) => (typeof child === "string" ? [child] : marksIn(child)));

const lengthOf = (fragments: readonly Fragment[]): number =>
  fragments.reduce((sum, { text }) => sum + text.trim().length, 0);

function textOf(group: Group): readonly Fragment[] {
  if (group.kind === "table") return group.rows.flat().flatMap(({ fragments }) => fragments);
  return group.kind === "item" ? [...group.label, ...group.fragments] : group.fragments;
}

/** A group and its lines, or its table. */
interface Part {
  readonly group: Group;
  readonly stream: readonly StreamPart[];
  /** Where the lines of its column end, if other texts reach further than its own. */
  readonly right: number;
}

/** Texts that begin at the same place stand in one column, which is as wide as the widest of them. */
function withEdges(parts: readonly Omit<Part, "right">[]): readonly Part[] {
  const ends = new Map<number, number>();
  const edges = parts.map(({ stream }) => {
    const lines = linesOfStream(stream);
    const left = Math.round(Math.min(...lines.map((line) => line.left)));
    return { left, right: Math.max(...lines.map((line) => line.right)), isFilled: isFilled(lines) };
  });
  for (const { left, right } of edges) ends.set(left, Math.max(ends.get(left) ?? -Infinity, right));
  return parts.map((part, index) => {
    const { left = 0, isFilled: isWhole = false } = edges[index] ?? {};
    return { ...part, right: isWhole ? -Infinity : (ends.get(left) ?? -Infinity) };
  });
}

const minFilled = 0.85;

/** True for lines most of which are about as wide as the widest: they fill their column. */
function isFilled(lines: readonly Line[]): boolean {
  const widths = lines.map(({ left, right }) => right - left);
  const full = widths.slice(0, -1).filter((width) => width > Math.max(...widths) * minFilled);
  return lines.length > 2 && full.length >= (lines.length - 1) * 0.6;
}

function blocksWithin(page: DrawnPage, groups: readonly Group[], document: Document): readonly Block[] {
  const { typography, notes } = document;
  const parts = withEdges(withAlignedLines(groups).map((group) => ({ group, stream: streamOf(group, page.rules) })));
  const endings = endingsOf(parts, typography.bodySize * maxNote);
  const streams = notes.take({
    streams: parts.map(({ stream }) => stream),
    mayEndInNotes: (index) => parts[index]?.group.kind === "note" || endings.has(index),
  });
  for (const { stream } of parts) {
    for (const part of stream) if ("table" in part) rememberHead(part.table, document.heads);
  }
  const blocks = parts.map((part, index) => blocksOf({ ...part, stream: streams[index] ?? [] }, document));
  const tagged = new Set(groups.flatMap(textOf));
  return placed(
    blocks,
    linesOf(page.fragments.filter((fragment) => !tagged.has(fragment))).filter(
      ({ text }) => !document.heads.has(withoutSpaces(text)),
    ),
  );
}

/** The texts in small type at the end of a column. */
function endingsOf(parts: readonly Part[], maxSize: number): ReadonlySet<number> {
  const endings = new Set<number>();
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const lines = linesOfStream(parts[index]?.stream ?? []);
    const [last, next] = [lines.at(-1), linesOfStream(parts[index + 1]?.stream ?? [])[0]];
    const isSmall = last !== undefined && lines.every(({ size }) => size < maxSize);
    if (isSmall && (next === undefined || next.y < last.y || endings.has(index + 1))) endings.add(index);
  }
  return endings;
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");

function rememberHead({ rows }: PdfTable, heads: Set<string>): void {
  for (const row of rows.slice(0, maxHeadRows))
    heads.add(withoutSpaces(row.flatMap(({ lines }) => lines.flat().map(({ text }) => text)).join("")));
}

/** The blocks of one group. */
function blocksOf({ group, stream, right }: Part, { typography, headingSize }: Document): readonly Block[] {
  const lines = linesOfStream(stream);
  const [first] = lines;
  if (first === undefined || group.kind === "table") return toBlocks(stream, typography);
  const isTitle = headingSize !== undefined && first.size >= headingSize;
  const titleSize = Math.max(...lines.map(({ size }) => size)) - 0.5;
  const asTitle = (block: Block): Block => {
    if (block.kind !== "heading" || !isTitle) return block;
    const { size, spans, box } = block;
    if (size >= titleSize) return { ...block, level: 1 };
    return { kind: "paragraph", size, spans, isOpen: false, ...(box === undefined ? {} : { box }) };
  };
  if (group.kind === "flow") {
    const noHeadings = headingSize !== undefined && !isTitle;
    return toBlocks(stream, typography, { right, noHeadings }).map(asTitle);
  }
  if (group.kind === "heading" && headingSize !== undefined) {
    const spans = joined(lines, typography);
    return [{ kind: "heading", level: group.level, size: first.size, bold: first.bold, spans, box: boxOf(lines) }];
  }
  const isOneStyle = lines.every(({ bold, size }) => bold === first.bold && Math.abs(size - first.size) < 0.6);
  const noHeadings = headingSize === undefined ? !isOneStyle : !isTitle;
  const blocks = columnsOf(lines)
    .map((column) =>
      toBlocks(
        column.map((line) => ({ line })),
        typography,
        { right, noHeadings },
      ),
    )
    .reduce((above, below) => rejoined(above, below, typography))
    .map(asTitle);
  return group.kind === "item" ? asItem(group, blocks, typography) : blocks;
}

/** The blocks of a paragraph that goes on in the next column. */
function rejoined(above: readonly Block[], below: readonly Block[], { words }: Typography): readonly Block[] {
  const [last, first] = [above.at(-1), below[0]];
  if ((last?.kind !== "paragraph" && last?.kind !== "item") || first?.kind !== "paragraph") return [...above, ...below];
  return [...above.slice(0, -1), { ...last, spans: joinSpans(last.spans, first.spans, words) }, ...below.slice(1)];
}

const joined = (lines: readonly Line[], { words }: Typography): readonly Span[] =>
  lines.map(({ spans }) => spans).reduce((all, spans) => joinSpans(all, spans, words));

const plain = { bold: false, italic: false, fixedPitch: false, href: undefined, shift: undefined };

/** The first block of an item with its mark; what follows stands below it. */
function asItem(
  { label, depth }: Extract<Group, { kind: "item" }>,
  [first, ...rest]: readonly Block[],
  { bodySize, words }: Typography,
): readonly Block[] {
  if (first?.kind !== "paragraph" && first?.kind !== "item") return first === undefined ? [] : [first, ...rest];
  const mark = label
    .map(({ text }) => text)
    .join("")
    .trim()
    .replace(/^\.(\d+)$/, "$1."); // drawn from right to left
  const isMark = /^\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivxIVX]{1,5})[.)]?$/.test(mark);
  const written = mark === "" && first.kind === "paragraph" ? markIn(first.spans.map(({ text }) => text).join("")) : "";
  const marker = first.kind === "item" && first.marker !== "" ? first.marker : isMark ? mark : written.trim() || "•";
  const spans = dropStart(first.spans, written.length);
  return [
    {
      kind: "item",
      marker,
      indent: depth * bodySize * indent,
      size: bodySize,
      spans: isMark || !/[\p{L}\p{N}]/u.test(mark) ? spans : joinSpans([{ ...plain, text: mark }], spans, words),
      isOpen: first.isOpen,
      ...(first.box === undefined ? {} : { box: first.box }),
    },
    ...rest,
  ];
}

/** Lines that no tag names, each before the first block that stands below it. */
function placed(blocks: readonly (readonly Block[])[], lines: readonly Line[]): readonly Block[] {
  const result = blocks.flat();
  for (const { y, size, spans, left, right, ...line } of lines) {
    const block: Block = {
      kind: "paragraph",
      size,
      spans,
      isOpen: false,
      box: boxAround(undefined, { y, size, spans, left, right, ...line }),
    };
    const index = result.findIndex(({ box }) => box !== undefined && box.top > y - size * 0.5);
    result.splice(index === -1 ? result.length : index, 0, block);
  }
  return result;
}
