/** Kinds of Markdown blocks (CommonMark §4 and §5, GitHub's tables and `$$` math). */
export type BlockKind = "heading" | "code" | "table" | "list" | "quote" | "html" | "paragraph";

/** A top-level block: `markdown.slice(start, end)` is its lines, without the blank lines around it. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** Of a heading, 1 to 6. */
  readonly level?: number | undefined;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
}

const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,}|\$\$\s*$)/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const quote = /^ {0,3}>/;
/** An element of phrases begins a paragraph. */
const html = /^ {0,3}<(?:(?!(?:code|del|em|strong|su[bp])[\s>])[a-z][\w-]*(?:[\s/>]|$)|\/[a-z]|!--|[?!])/i;
const indented = /^(?: {4}|\t)/;
const tableRow = /^ {0,3}\|/;
const tableRule = /^ {0,3}\|[ \t:|]*-[ \t:|-]*$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;

/**
 * The top-level blocks of a Markdown text, in order. It reads lines and never looks back further than the block it is in,
 * so the time is linear on any text. A block that never ends, such as an open fence, ends with the text. Pure.
 */
export function blocksOf(markdown: string): readonly Block[] {
  const lines = linesOf(markdown);
  const blocks: Block[] = [];
  let index = 0;
  while (index < lines.length) {
    if (isBlank(lines[index])) {
      index += 1;
      continue;
    }
    const { kind, next, level } = blockAt(lines, index);
    const [first, last] = [lines[index], lines[next - 1]];
    if (first !== undefined && last !== undefined) blocks.push({ kind, start: first.start, end: last.end, level });
    index = next;
  }
  return blocks;
}

/** A block that starts in a line, and the line after its last one. */
interface Found {
  readonly kind: BlockKind;
  readonly next: number;
  readonly level?: number;
}

function blockAt(lines: readonly Line[], index: number): Found {
  const text = textAt(lines, index);
  const opening = fence.exec(text)?.[1];
  if (opening !== undefined) return { kind: "code", next: afterFence(lines, index + 1, opening) };
  const hashes = heading.exec(text)?.[1];
  if (hashes !== undefined) return { kind: "heading", next: index + 1, level: hashes.length };
  if (tableRow.test(text) && tableRule.test(textAt(lines, index + 1)))
    return { kind: "table", next: afterAll(lines, index + 2, (line) => tableRow.test(line)) };
  if (listItem.test(text)) return { kind: "list", next: afterList(lines, index + 1) };
  if (quote.test(text)) return { kind: "quote", next: afterAll(lines, index + 1, (line) => line.trim() !== "") };
  if (indented.test(text)) return { kind: "code", next: afterIndented(lines, index + 1) };
  if (html.test(text)) return { kind: "html", next: afterAll(lines, index + 1, (line) => line.trim() !== "") };
  return paragraphAt(lines, index);
}

function paragraphAt(lines: readonly Line[], start: number): Found {
  for (let index = start + 1; ; index += 1) {
    const text = textAt(lines, index);
    const level = index < lines.length ? underline.exec(text)?.[1] : undefined;
    if (level !== undefined) return { kind: "heading", next: index + 1, level: level.startsWith("=") ? 1 : 2 };
    if (text.trim() === "" || heading.test(text) || fence.test(text) || quote.test(text) || listItem.test(text))
      return { kind: "paragraph", next: index };
  }
}

function afterFence(lines: readonly Line[], start: number, opening: string): number {
  for (let index = start; index < lines.length; index += 1)
    if (endsCode(textAt(lines, index), opening)) return index + 1;
  return lines.length;
}

/** True for a line that ends code: a fence of the sign that opened it, at least as long (CommonMark §4.5). */
export function endsCode(line: string, opening: string): boolean {
  const text = line.trim();
  return text.length >= opening.trim().length && text === opening.charAt(0).repeat(text.length);
}

/** A list goes on over blank lines as long as what follows is indented, or another item (CommonMark §5.3). */
function afterList(lines: readonly Line[], start: number): number {
  let end = start;
  let wasBlank = false;
  for (let index = start; index < lines.length; index += 1) {
    const text = textAt(lines, index);
    if (text.trim() === "") {
      wasBlank = true;
      continue;
    }
    const belongs = /^(?: {2}|\t)/.test(text) || listItem.test(text);
    if (!belongs && (wasBlank || heading.test(text) || fence.test(text) || quote.test(text))) return end;
    wasBlank = false;
    end = index + 1;
  }
  return end;
}

function afterIndented(lines: readonly Line[], start: number): number {
  let end = start;
  for (let index = start; index < lines.length; index += 1) {
    const text = textAt(lines, index);
    if (text.trim() === "") continue;
    if (!indented.test(text)) return end;
    end = index + 1;
  }
  return end;
}

function afterAll(lines: readonly Line[], start: number, belongs: (text: string) => boolean): number {
  let index = start;
  while (index < lines.length && belongs(textAt(lines, index))) index += 1;
  return index;
}

function textAt(lines: readonly Line[], index: number): string {
  return lines[index]?.text ?? "";
}

function isBlank(line: Line | undefined): boolean {
  return line === undefined || line.text.trim() === "";
}

function linesOf(markdown: string): readonly Line[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of markdown.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const text = line.replace(/\r?\n$/, "");
    lines.push({ text, start: index, end: index + text.length });
  }
  return lines;
}
