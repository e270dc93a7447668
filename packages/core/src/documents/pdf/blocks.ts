import { boxAround, type Block } from "./block.ts";
import { bulletSigns } from "./bullet-signs.ts";
import { ideograph, leaders, sameStyle, type Line, type Span } from "./lines.ts";
import type { Cell, PdfTable } from "./ruled-tables.ts";

/** Normal values in the document. */
export interface Typography {
  readonly bodySize: number;
  /** True if most of the text is bold, so that bold marks nothing. */
  readonly boldBody: boolean;
  /** Distance of baselines within a paragraph, in font sizes. */
  readonly lineGap: number;
  /** Words of the document, lower case, to tell which hyphens were set only at a line's end, and first parts of compounds as `cross-`. */
  readonly words: ReadonlySet<string>;
}

/** Lines of one stream, and the tables among them. */
export type StreamPart = { readonly line: Line } | { readonly table: PdfTable };

const bullet = new RegExp(String.raw`^([${bulletSigns}·]|[–—*-](?=\s))\s*`);
const bulletBeforeText = new RegExp(String.raw`^[${bulletSigns}]\s`);
const number = /^((?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-zA-Z]|[ivx]{2,5})[.)])|\[\d{1,3}\])\s+/;
/** A date such as `04.03.`, which no list counts. */
const dayAndMonth = /^\(?(?:0\d\.\d{1,2}|\d{1,2}\.0\d)\.\s/;
const maxHeadingLength = 220;

/** What is known of some lines besides their place. */
interface Known {
  /** Where the lines of their column end. */
  readonly right?: number;
  /** True if no line of theirs is a heading. */
  readonly noHeadings?: boolean;
}

/** Joins lines into paragraphs, list items, headings and code. */
export function toBlocks(parts: readonly StreamPart[], typography: Typography, known: Known = {}): readonly Block[] {
  const blocks: Block[] = [];
  const lines = parts.flatMap((part) => ("line" in part ? [part.line] : []));
  const measure = {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
  const letters = new Set(lines.flatMap(({ text }) => letterOf(text) ?? []));
  let previous: Line | undefined;
  for (const [index, part] of parts.entries()) {
    if ("table" in part) {
      const { left, top, right, bottom, isGuessed = false } = part.table;
      const rows = part.table.rows.map((row) => row.map((cell) => joinedCell(cell, typography)));
      blocks.push({ kind: "table", rows, isGuessed, box: { left, top, right, bottom } });
      previous = undefined;
      continue;
    }
    const { line } = part;
    const next = parts[index + 1];
    const below = next !== undefined && "line" in next ? next.line : undefined;
    const place: Place = { line, previous, below, measure, typography, last: blocks.at(-1), letters, known };
    if (!extend(blocks, place)) blocks.push(begin(place));
    const block = blocks.at(-1);
    if (block !== undefined) blocks[blocks.length - 1] = { ...block, box: boxAround(block.box, line) };
    previous = line;
  }
  return blocks;
}

/** A cell with its lines as one text. */
const joinedCell = (cell: Cell, { words }: Typography): Cell =>
  cell.lines.length < 2 ? cell : { ...cell, lines: [cell.lines.reduce((all, line) => joinSpans(all, line, words))] };

interface Place {
  readonly line: Line;
  readonly previous: Line | undefined;
  readonly below: Line | undefined;
  readonly measure: { readonly left: number; readonly right: number };
  readonly typography: Typography;
  readonly last: Block | undefined;
  /** The letters with which lines of the stream begin as items do. */
  readonly letters: ReadonlySet<string>;
  readonly known: Known;
}

function begin(place: Place): Block {
  const { line } = place;
  const { size } = line;
  if (leaders.test(line.text)) return contentsEntry(line);
  if (isCode(line)) return { kind: "code", lines: [indented(line, place.measure.left)] };
  if (isHeading(place)) return { kind: "heading", size: Math.round(size * 2) / 2, bold: line.bold, spans: line.spans };
  const marker = markerOf(line.text, place);
  if (marker === undefined) return { kind: "paragraph", size, spans: line.spans, isOpen: true };
  return {
    kind: "item",
    marker: marker.trim(),
    indent: startOf(place),
    size,
    spans: dropStart(line.spans, marker.length),
    isOpen: true,
  };
}

/** Start of the line, mirrored for text from right to left. */
const startOf = ({ line, measure }: Pick<Place, "line" | "measure">): number =>
  line.rightToLeft ? measure.left + measure.right - line.right : line.left;

/** A line of a table of contents: an item without its dots. */
function contentsEntry({ spans, left, size }: Line): Block {
  const text = spans
    .map((span) => span.text)
    .join("")
    .replace(leaders, " … ");
  const style = { bold: false, italic: false, fixedPitch: false, href: undefined, shift: undefined };
  return { kind: "item", marker: "•", indent: left, size, spans: [{ ...style, text }], isOpen: false };
}

/** The letter before the text of a line, as in `A. Lind` and `b) second`. */
const letterOf = (text: string): string | undefined => /^\(?([a-zA-Z])[.)]\s/.exec(text)?.[1];

/** A lone letter is an initial: an item has one before it or after it. */
function isInitial(text: string, letters: ReadonlySet<string>): boolean {
  const letter = letterOf(text);
  if (letter === undefined || /^\(?[ivx][.)]/.test(text)) return false;
  const code = letter.charCodeAt(0);
  return ![code - 1, code + 1].some((neighbour) => letters.has(String.fromCharCode(neighbour)));
}

/** The sign or number that makes a line an item; boxes to tick make it one, too, and stay. */
function markerOf(text: string, { line, previous, below, measure, letters }: Place): string | undefined {
  if (/^[☐☑☒]\s*\S/.test(text)) return "";
  const found = markIn(text);
  if (found === "" || found.length === text.length || isInitial(text, letters)) return undefined;
  const isNumber = number.test(text);
  if (dayAndMonth.test(text)) return undefined;
  const isDash = /^[–—*-]/.test(text);
  if (!isNumber && !isDash) return found;
  const isSibling = (other: Line | undefined) =>
    other !== undefined && (number.test(other.text) || bullet.test(other.text));
  const start = startOf({ line, measure });
  const isWithin = isDash && previous !== undefined && endsWithin(previous, line);
  const isIndented =
    start > measure.left + line.size * 0.6 ||
    (!isWithin && below !== undefined && startOf({ line: below, measure }) > start + line.size * 0.6);
  return isIndented || isSibling(below) || isSibling(previous) ? found : undefined;
}

/** True for a line that ends within a sentence right above another one that begins where it does. */
const endsWithin = (above: Line, line: Line): boolean =>
  /[\p{L}\p{N},”’"')]$/u.test(above.text) &&
  Math.abs(above.left - line.left) < line.size * 0.6 &&
  line.y - above.y < line.size * 1.6;

const isCode = (line: Line): boolean => line.fixedPitch && !ideograph.test(line.text);

const indented = (line: Line, left: number): string => {
  const pitch = (line.right - line.left) / Math.max(1, line.text.length);
  return " ".repeat(Math.max(0, Math.min(80, Math.round((line.left - left) / Math.max(1, pitch))))) + line.text;
};

/** Larger than the body, or bold, short and standing alone. */
function isHeading({ line, previous, below, typography, measure, known }: Place): boolean {
  const { text, size, bold } = line;
  if (known.noHeadings === true || text.length > maxHeadingLength || !/\p{L}|\p{N}/u.test(text)) return false;
  const goesOn = previous !== undefined && !bold && /^\p{Ll}/u.test(text) && line.y - previous.y < size * 1.6;
  if (size >= typography.bodySize * 1.13) return !goesOn && !bulletBeforeText.test(text);
  if (!bold || typography.boldBody || size < typography.bodySize * 0.93 || bullet.test(text)) return false;
  if (/[.,;:]$/.test(text) && !/^\d/.test(text)) return false;
  const gapAbove = previous === undefined ? Infinity : line.y - previous.y;
  const isApart = gapAbove > size * 1.5 || previous?.bold !== true;
  const isShort = line.right < measure.right - size * 2 || below === undefined || !below.bold;
  return (
    isApart && isShort && text.length <= 120 && (below === undefined || !below.bold || below.y - line.y > size * 1.6)
  );
}

/** Adds a line to the block before it, when it continues that block. */
function extend(blocks: Block[], place: Place): boolean {
  const { line, previous, last, typography, measure } = place;
  if (last === undefined || previous === undefined) return false;
  const gap = line.y - previous.y;
  const index = blocks.length - 1;
  if (last.kind === "code" && isCode(line) && gap < line.size * 4) {
    const blank = Math.max(0, Math.min(2, Math.round(gap / (line.size * 1.35)) - 1));
    last.lines.push(...Array.from({ length: blank }, () => ""), indented(line, measure.left));
    return true;
  }
  if (last.kind === "heading") return extendHeading(blocks, last, place, gap);
  if ((last.kind !== "paragraph" && last.kind !== "item") || !last.isOpen || leaders.test(line.text)) return false;
  const flows = flowsOn(place, last, gap);
  const isHanging = last.kind === "item" && flows && !line.bold && startOf(place) > last.indent + line.size * 0.3;
  const startsAnew = (isHeading(place) && !isHanging) || markerOf(line.text, place) !== undefined || !flows;
  if (isCode(line) || (startsAnew && line.goesOn !== true)) return false;
  const right = line.goesOn === true ? measure.right : Math.max(measure.right, place.known.right ?? -Infinity);
  const isBroken = last.kind === "paragraph" && gap > 0 && breaksOnPurpose(previous, line, { ...measure, right });
  const joined = isBroken
    ? [...last.spans, lineBreak, ...line.spans]
    : joinSpans(last.spans, line.spans, typography.words);
  blocks[index] = { ...last, spans: joined };
  return true;
}

/** Stands for a line break that the author made, as in an address. */
export const lineBreak: Span = {
  text: "\n",
  bold: false,
  italic: false,
  fixedPitch: false,
  href: undefined,
  shift: undefined,
};

/** True if the next word would have had room on the line above, and much of it. */
function breaksOnPurpose(above: Line, line: Line, measure: Place["measure"]): boolean {
  const word = line.text.split(/\s/, 1)[0] ?? "";
  const wordWidth = ((line.right - line.left) / Math.max(1, line.text.length)) * (word.length + 1);
  const width = measure.right - measure.left;
  const room = line.rightToLeft ? above.left - measure.left : measure.right - above.right;
  return room > wordWidth + width * 0.18 && !above.text.endsWith("-");
}

function extendHeading(
  blocks: Block[],
  last: Extract<Block, { kind: "heading" }>,
  { line, previous, typography }: Place,
  gap: number,
): boolean {
  const isSame = previous !== undefined && Math.abs(line.size - previous.size) < 0.6 && line.bold === previous.bold;
  const isLarge = line.size >= typography.bodySize * 1.13;
  const isItem = number.test(line.text) || bulletBeforeText.test(line.text);
  if (!isSame || !isLarge || gap > line.size * 1.6 || isItem || isSetApart(previous, line)) return false;
  blocks[blocks.length - 1] = { ...last, spans: joinSpans(last.spans, line.spans, typography.words) };
  return true;
}

/** The first line of a paragraph is set in by no more, in sizes of its type. */
const maxFirstIndent = 4;

/** True for a line that begins far to the left of the one above, and shares neither its middle nor its end. */
function isSetApart(above: Line, { left, right, size }: Line): boolean {
  const shift = Math.abs((left + right) / 2 - (above.left + above.right) / 2);
  return left < above.left - size * maxFirstIndent && shift > size && Math.abs(right - above.right) > size;
}

/** True if a line goes on where the line above it ended. */
function flowsOn(place: Place, last: Extract<Block, { kind: "paragraph" | "item" }>, gap: number): boolean {
  const { line, previous, measure, typography } = place;
  if (previous === undefined || gap <= 0 || gap > previous.size * typography.lineGap * 1.24) return false;
  if (Math.abs(line.size - previous.size) > previous.size * 0.12) return false;
  const width = measure.right - measure.left;
  const endsEarly = line.rightToLeft
    ? previous.left > measure.left + width * 0.25
    : previous.right < measure.right - width * 0.25;
  const endsSentence = /[.!?:。！？：]["'”’»)\]]?$/.test(withoutNoteMark(previous));
  if (endsEarly && endsSentence && last.kind === "paragraph") return false;
  if (last.kind === "item") return startOf(place) > last.indent + line.size * 0.3 || (!endsEarly && !endsSentence);
  const isIndented =
    !line.rightToLeft && line.left > previous.left + line.size * 0.8 && previous.left - measure.left < line.size * 0.8;
  return !(isIndented && endsSentence);
}

/** The text of a line before the mark of a note at its end. */
function withoutNoteMark({ spans, text }: Line): string {
  const last = spans.at(-1);
  return last?.shift === "sup" ? text.slice(0, -last.text.length).trimEnd() : text;
}

/** The sign or number that a text begins with as items do. */
export const markIn = (text: string): string => (bullet.exec(text) ?? number.exec(text))?.[0] ?? "";

/** Leaves out the first characters of some spans. */
export function dropStart(spans: readonly Span[], count: number): readonly Span[] {
  let left = count;
  return spans.flatMap((span) => {
    const text = span.text.slice(left);
    left = Math.max(0, left - span.text.length);
    return text === "" ? [] : [{ ...span, text }];
  });
}

const compounding =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|well|self|non|high|low|long|short|full|half|cross|real|open|large|small|left|right|state|user|so|all|ever|multi|anti|pre|post|semi|quasi)$/;

/** The least length of a word with which the document makes compounds; shorter ones may be syllables. */
const minCompounding = 5;

/** Small words between the parts of a compound, as in mother-in-law and arc-en-ciel. */
const linking =
  /^(?:in|to|of|the|and|or|by|a|an|on|at|for|up|de|del|da|do|la|le|les|du|des|en|et|sur|sous|y|auf|an|und|zu)$/;

/**
 * True if a hyphen at a line's end belongs to the word: the document writes it so elsewhere, or it usually does, as after
 * a lone letter (e-mail) and within a chain (up-to-date). `before` is what stands before the start of the word's last part.
 */
function isCompound(before: string, [start, end]: readonly [string, string], words: ReadonlySet<string>): boolean {
  if (words.has(`${start}${end}`)) return false;
  if (words.has(`${start}-${end}`) || compounding.test(start)) return true;
  if (start.length >= minCompounding && words.has(`${start}-`)) return true;
  return before.endsWith("-") ? linking.test(start) : start.length === 1 && !/[\p{L}\p{N}'’]$/u.test(before);
}

/** Joins the texts of two lines: a hyphen at the end is taken back, ideographs need no space. */
export function joinSpans(one: readonly Span[], other: readonly Span[], words: ReadonlySet<string>): readonly Span[] {
  const last = one.at(-1);
  const [first, ...rest] = other;
  if (last === undefined || first === undefined) return [...one, ...other];
  const isCode = last.fixedPitch && first.fixedPitch;
  const joined = { ...last, text: joint(last.text, first.text, { isCode, words }) };
  return sameStyle(joined, first) && last !== lineBreak
    ? [...one.slice(0, -1), { ...joined, text: joined.text + first.text }, ...rest]
    : [...one.slice(0, -1), joined, first, ...rest];
}

/** Lengths of a line's end, and of a word at the start of the next, that decide the joining. */
const [endLength, startLength] = [60, 60];

/** A name of several words in one, which has no hyphens of its own. */
const inCapitals = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;

/** What two lines that are joined are parts of. */
interface Joint {
  readonly isCode: boolean;
  readonly words: ReadonlySet<string>;
}

/** The text of a line as it goes before the text of the next one. */
function joint(text: string, next: string, { isCode, words }: Joint): string {
  const end = text.slice(-endLength);
  const isAddress = endsWithinAddress(end, next, isCode);
  const broken = /(\p{L}+)[-\u00AD\u2010]$/u.exec(end)?.[1];
  const continued = /^\p{Ll}+/u.exec(next)?.[0];
  if (broken !== undefined && continued !== undefined) {
    const before = end.slice(0, -broken.length - 1);
    const [start, rest] = [broken.toLowerCase(), continued];
    const isBare =
      words.has(start + rest) || inCapitals.test(broken + (/^\p{L}+/u.exec(next.slice(0, startLength))?.[0] ?? ""));
    const isOwn = isCode || isAddress ? !isBare : isCompound(before, [start, rest], words);
    return isOwn && !end.endsWith("\u00AD") ? text : text.slice(0, -1);
  }
  if (isAddress) return text;
  const isDense = ideograph.test(end.at(-1) ?? "") && ideograph.test(next[0] ?? "");
  const isDash = /\S[-\u2013\u2014/]$/.test(end) && /^[\p{L}\p{N}]/u.test(next);
  const isWhole = end.endsWith("/") && addressAtEnd.test(end) && !addressPart.test(next);
  return isDense || (isDash && !isWhole) ? text : `${text} `;
}

/** The address of a page at the end of a line, or the end of a long one. */
const addressAtEnd = /(?:^|[\s(<"'])(?:(?:https?|ftp):\/\/|www\.)[!#-;=?-~]*$|^[!#-;=?-~]{60}$/;
/** Characters of addresses (RFC 3986, §2). */
const addressPart = /^[\w/?#&=%.~-]/;

/**
 * True if a line ends within the address of a page: it breaks after a sign that ends none, or before one that begins no
 * word. A full stop may end a sentence, so that what follows must be a part of an address, or code.
 */
function endsWithinAddress(end: string, next: string, isCode: boolean): boolean {
  if (/(?:^|[\s(<"'])[a-z][a-z\d+.-]{1,9}:$/.test(end) && next.startsWith("//")) return true;
  if (!addressAtEnd.test(end) || /^(?:https?|ftp):|^www\./.test(next)) return false;
  const [word = ""] = next.slice(0, startLength).split(/\s/, 1);
  if (/[?=&#%_~-]$/.test(end) || end.endsWith("//")) return /^\w/.test(word);
  if (end.endsWith(".")) return /^[a-z\d]/.test(word) && (isCode || /\w[./]\w/.test(word));
  return /^[/?#&=%_~]\w/.test(word) || (/\w$/.test(end) && /^\.\w/.test(word));
}

type Prose = Extract<Block, { kind: "paragraph" | "item" }>;

/** True if a paragraph ends within a sentence that another goes on with, in the next column or on the next page. */
export function isCut(last: Prose, first: Prose): boolean {
  const end = last.spans.at(-1)?.text ?? "";
  const start = first.spans[0]?.text ?? "";
  return (
    Math.abs(last.size - first.size) < 0.6 &&
    !/[.!?:;。！？]["'”’)\]]?\s*$/.test(end) &&
    /^[\p{Ll}\p{Lo}\d(]/u.test(start)
  );
}
