import { escapeHtml, noteMark, pageBreakHtml } from "../html/markup.ts";
import { nestedList, numberOfMark } from "../html/nested-list.ts";
import type { ParsedBlock, ParsedPage } from "../../ports/body-parser.ts";
import type { Block } from "./block.ts";
import { lineBreak } from "./blocks.ts";
import type { LaidOutPage, Layout } from "./layout.ts";
import { sameStyle, type Span } from "./lines.ts";

/** The levels of headings by their styles. */
type Levels = ReadonlyMap<string, number>;
type Heading = Extract<Block, { kind: "heading" }>;
type Item = Extract<Block, { kind: "item" }>;

/**
 * Writes blocks and notes as semantic HTML. Heading levels follow the sizes of type, the largest first, bold before light;
 * notes are written as on pages.
 */
export function toHtml({ blocks, notes }: Layout): string {
  return blocksHtml(blocks, headingLevels(blocks)) + notesHtml(notes);
}

/** Writes every page by itself, its headings on the levels that they have in the document. */
export function pagesToHtml({ blocks, notes, pages }: Layout): readonly ParsedPage[] {
  const levels = headingLevels(blocks);
  return pages.map(({ page, blocks: own, notes: { from, to } }) => {
    const { number, width, height, recognized } = page;
    const pageNotes = notes.slice(from, to);
    const source = recognized === undefined ? { source: "text" as const } : recognizedSource(recognized);
    return {
      number,
      size: { width, height },
      html: blocksHtml(own, levels) + notesHtml(pageNotes, from),
      blocks: [
        ...own.map((block) => ({ ...parsedBlock(block, levels), ...source })),
        ...pageNotes.map((spans) => ({ type: "footnote" as const, html: `<p>${spansHtml(spans)}</p>`, ...source })),
      ],
    };
  });
}

const recognizedSource = ({ confidence }: NonNullable<LaidOutPage["page"]["recognized"]>) => ({
  source: "ocr" as const,
  confidence,
});

function parsedBlock(block: Block, levels: Levels): Pick<ParsedBlock, "type" | "html" | "box"> {
  const box = block.box === undefined ? {} : { box: block.box };
  if (block.kind === "item") return { type: "list-item", html: listHtml([uncalled(block)]), ...box };
  if (block.kind === "page") return { type: "paragraph", html: "" };
  return { type: block.kind, html: blockHtml("spans" in block ? uncalled(block) : block, levels), ...box };
}

/** A block without the links to its notes, which stand elsewhere. */
function uncalled<Prose extends { readonly spans: readonly Span[] }>(block: Prose): Prose {
  return { ...block, spans: block.spans.map(({ note: _, ...span }) => span) };
}

function blocksHtml(blocks: readonly Block[], levels: Levels): string {
  const parts: string[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (block === undefined) continue;
    if (block.kind === "item") {
      const items = itemsFrom(blocks, index);
      parts.push(listHtml(items));
      index += items.length - 1;
    } else parts.push(blockHtml(block, levels));
  }
  return parts.join("\n");
}

function notesHtml(notes: Layout["notes"], before = 0): string {
  const items = notes.map((spans, index) => {
    const number = before + index + 1;
    return `<li id="fn${number}">${spansHtml(spans)} <a href="#fnref${number}">↩</a></li>`;
  });
  return items.length === 0 ? "" : `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
}

function blockHtml(block: Exclude<Block, Item>, levels: Levels): string {
  switch (block.kind) {
    case "heading": {
      const level = block.level ?? levels.get(styleKey(block)) ?? 6;
      return `<h${level}>${spansHtml(block.spans.map((span) => ({ ...span, bold: false })))}</h${level}>`;
    }
    case "paragraph":
      return `<p>${spansHtml(block.spans)}</p>`;
    case "code":
      return `<pre><code>${escapeHtml(withoutMargin(block.lines).join("\n"))}</code></pre>`;
    case "table":
      return tableHtml(block);
    case "page":
      return pageBreakHtml(block.number);
  }
}

function withoutMargin(lines: readonly string[]): readonly string[] {
  const margins = lines.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...margins)));
}

function tableHtml({ rows }: Extract<Block, { kind: "table" }>): string {
  const lines = rows.map((row, index) => {
    const tag = index === 0 ? "th" : "td";
    const cells = row.map(({ lines: text, columns }) => {
      const span = columns > 1 ? ` colspan="${columns}"` : "";
      return `<${tag}${span}>${text.map((spans) => spansHtml(index === 0 ? plain(spans) : spans)).join(" ")}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table><thead>${lines[0] ?? ""}</thead><tbody>${lines.slice(1).join("")}</tbody></table>`;
}

const plain = (spans: readonly Span[]): readonly Span[] => spans.map((span) => ({ ...span, bold: false }));

const styleKey = ({ size, bold }: Heading): string => `${size} ${bold}`;

/** Levels go to the styles that are used more than once, and to the first; rare ones take the level next to theirs. */
function headingLevels(blocks: readonly Block[]): Levels {
  const headings = blocks.filter(
    (block) => block.kind === "heading" && block.level === undefined,
  ) as readonly Heading[];
  const uses = new Map<string, number>();
  for (const heading of headings) uses.set(styleKey(heading), (uses.get(styleKey(heading)) ?? 0) + 1);
  const styles = [...new Map(headings.map((heading) => [styleKey(heading), heading])).values()];
  const ordered = styles.toSorted((one, other) => other.size - one.size || Number(other.bold) - Number(one.bold));
  const levels = new Map<string, number>();
  let level = 1;
  for (const style of ordered) {
    levels.set(styleKey(style), Math.min(6, level));
    if ((uses.get(styleKey(style)) ?? 0) > 1 || style === styles[0] || headings.length <= 6) level += 1;
  }
  return levels;
}

function itemsFrom(blocks: readonly Block[], start: number): readonly Item[] {
  const items: Item[] = [];
  for (let index = start; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (block?.kind !== "item" || startsAnother(items, block)) break;
    items.push(block);
  }
  return items;
}

/** After 1, 2, 3 an "a)" at the same place begins a list of its own. */
function startsAnother(items: readonly Item[], next: Item): boolean {
  const last = items.at(-1);
  if (last === undefined || !isOrdered(last) || !isOrdered(next)) return false;
  const isLetter = (item: Item) => !/\d/.test(item.marker);
  return isLetter(last) !== isLetter(next) && Math.abs(last.indent - next.indent) < next.size * 0.5;
}

/** Items further to the right belong to the item above them. */
function listHtml(items: readonly Item[]): string {
  const indents: number[] = [];
  return nestedList(
    items.map((item) => {
      while (indents.length > 0 && item.indent <= (indents.at(-1) ?? 0) - item.size * 0.5) indents.pop();
      if (indents.length === 0 || item.indent > (indents.at(-1) ?? 0) + item.size * 0.5) indents.push(item.indent);
      const number = numberOfMark(item.marker);
      // A mark of several numbers, such as `1.2.`, says the depth itself.
      const depth = Math.max(indents.length, item.marker.match(/\d+/g)?.length ?? 0);
      return { depth, ordered: isOrdered(item), number, mark: item.marker, html: spansHtml(item.spans) };
    }),
  );
}

const isOrdered = ({ marker }: Item): boolean => /[\da-zA-Z]/.test(marker);

function spansHtml(spans: readonly Span[]): string {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && last !== lineBreak && span !== lineBreak && sameStyle(last, span))
      merged[merged.length - 1] = { ...last, text: last.text + span.text };
    else if (last !== undefined && areOneCode(last, span)) {
      const [bold, italic] = [last.bold && span.bold, last.italic && span.italic];
      merged[merged.length - 1] = { ...last, bold, italic, text: last.text + span.text };
    } else merged.push(span);
  }
  return merged.map(spanHtml).join("");
}

/** True for parts of one name or command, some of which stand for others, as in `libfoo.so.1`. */
function areOneCode(one: Span, other: Span): boolean {
  const style = { bold: one.bold, italic: one.italic };
  const isParted = one.text.at(-1)?.trim() === "" || other.text[0]?.trim() === "";
  return one.fixedPitch && sameStyle(one, { ...other, ...style }) && !isParted;
}

function spanHtml(span: Span): string {
  if (span === lineBreak) return "<br>";
  const [, before = "", text = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(span.text) ?? [];
  if (text === "") return span.text;
  if (span.note !== undefined) return `${before}${noteMark(span.note, escapeHtml(text))}${after}`;
  let html = escapeHtml(text);
  if (span.fixedPitch) html = `<code>${html}</code>`;
  if (span.shift !== undefined) html = `<${span.shift}>${html}</${span.shift}>`;
  if (span.italic) html = `<em>${html}</em>`;
  if (span.bold) html = `<strong>${html}</strong>`;
  if (span.href !== undefined) html = `<a href="${escapeHtml(span.href)}">${html}</a>`;
  return before + html + after;
}
