import type { Element } from "domhandler";
import type { BodyParser } from "../../../ports/body-parser.ts";
import { openArchive, type Archive } from "../../archive.ts";
import { escapeHtml } from "../../markup.ts";
import { nestedList, type ListItem } from "../../nested-list.ts";
import { childOf, childrenOf, descendantsOf, rootOf, textOf } from "../../../markup/xml-tree.ts";
import { coreProperties, relationsOf } from "../package.ts";
import { inlineHtml, type InlineContext } from "./inline.ts";
import { isOn, listOf, readLists, readStyles, type ListLevel, type Style } from "./styles.ts";

/**
 * Word documents (ECMA-376 part 1, §17): headings by style, lists, tables, links, notes, code and quotations. Tracked
 * deletions and hidden text are left out; of pictures only the description is kept.
 */
export const docxParser: BodyParser = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
    "application/vnd.ms-word.document.macroenabled.12",
  ],
  async parse(input) {
    const archive = await openArchive(input.body, "Word");
    const part =
      [...relationsOf(archive, "").values()].find(({ type }) => type === "officeDocument")?.target ??
      "word/document.xml";
    const body = descendantsOf(archive.xml(part), "w:body")[0];
    const html = body === undefined ? "" : readDocument(archive, part, body);
    return { html: `<main>${html}</main>`, metadata: coreProperties(archive), warnings: archive.warnings };
  },
};

interface Context extends InlineContext {
  readonly lists: ReadonlyMap<string, readonly ListLevel[]>;
}

interface Note {
  readonly kind: "footnote" | "endnote";
  readonly identifier: string;
}

function readDocument(archive: Archive, part: string, body: Element): string {
  const notes: Note[] = [];
  const note = (kind: Note["kind"], identifier: string) => notes.push({ kind, identifier });
  const context: Context = {
    relations: relationsOf(archive, part),
    styles: readStyles(archive),
    lists: readLists(archive),
    note,
    boxes: [],
  };
  const html = blocksHtml(body, context);
  return html + notesHtml(archive, notes, context);
}

/** In the markup that pages use for footnotes, so that they become Markdown footnotes. */
function notesHtml(archive: Archive, notes: readonly Note[], context: Context): string {
  if (notes.length === 0) return "";
  const files = { footnote: archive.xml("word/footnotes.xml"), endnote: archive.xml("word/endnotes.xml") };
  const items = notes.map(({ kind, identifier }, index) => {
    const file = files[kind];
    const found = childrenOf(file === undefined ? undefined : rootOf(file)).find(
      ({ attribs }) => attribs["w:id"] === identifier,
    );
    const text = childrenOf(found, "w:p")
      .map((paragraph) => inlineHtml(paragraph, context))
      .join(" ")
      .trim();
    return `<li id="fn${index + 1}">${text} <a href="#fnref${index + 1}">↩</a></li>`;
  });
  return `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
}

type Piece =
  | { readonly html: string }
  | { readonly item: ListItem }
  | { readonly continuation: string }
  | { readonly code: string }
  | { readonly quote: string };

function blocksHtml(parent: Element, context: Context): string {
  return joinPieces(piecesOf(parent, context));
}

const containers: ReadonlySet<string> = new Set([
  "w:sdt",
  "w:sdtContent",
  "w:ins",
  "w:moveTo",
  "w:customXml",
  "w:smartTag",
  "mc:AlternateContent",
  "mc:Choice",
]);

function piecesOf(parent: Element, context: Context): readonly Piece[] {
  return childrenOf(parent).flatMap((child): readonly Piece[] => {
    if (child.name === "w:p") return paragraphPieces(child, context);
    if (child.name === "w:tbl") return [{ html: tableHtml(child, context) }];
    return containers.has(child.name) ? piecesOf(child, context) : [];
  });
}

function paragraphPieces(paragraph: Element, context: Context): readonly Piece[] {
  const text = inlineHtml(paragraph, context);
  const boxes = context.boxes.splice(0).flatMap((box) => piecesOf(box, context));
  const properties = childOf(paragraph, "w:pPr");
  const style = context.styles.get(childOf(properties, "w:pStyle")?.attribs["w:val"] ?? "") ?? {};
  if (style.code === true) return [{ code: codeText(paragraph) }, ...boxes];
  if (text.trim() === "") return boxes;
  return [paragraphPiece(text.trim(), properties, style, context), ...boxes];
}

function paragraphPiece(html: string, properties: Element | undefined, style: Style, { lists }: Context): Piece {
  const outline = childOf(properties, "w:outlineLvl")?.attribs["w:val"];
  const heading = outline === undefined || Number(outline) > 8 ? style.heading : Math.min(6, Number(outline) + 1);
  if (heading !== undefined) return { html: `<h${heading}>${html.replace(/<\/?strong>/g, "")}</h${heading}>` };
  const place = listOf(properties) ?? style.list;
  const level = place === undefined ? undefined : lists.get(place.list)?.[place.level];
  if (place !== undefined && level !== undefined && place.list !== "0") {
    if (level.unmarked) return { continuation: html };
    return { item: { depth: place.level, ordered: level.ordered, number: level.start, html } };
  }
  return style.quote === true ? { quote: html } : { html: `<p>${html}</p>` };
}

/** The text of a paragraph of code, with its line breaks and white space. */
function codeText(paragraph: Element): string {
  return descendantsOf(paragraph, "w:r")
    .flatMap((run) => childrenOf(run))
    .map((part) =>
      part.name === "w:t" ? textOf(part) : part.name === "w:tab" ? "\t" : part.name === "w:br" ? "\n" : "",
    )
    .join("");
}

/** Joins neighbouring items to lists, lines of code to blocks and quoted paragraphs to quotations. */
function joinPieces(pieces: readonly Piece[]): string {
  const parts: string[] = [];
  for (let index = 0; index < pieces.length;) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const kind = kindOf(piece);
    let end = index + 1;
    while (kind !== "html" && pieces[end] !== undefined && kindOf(pieces[end]) === kind) end += 1;
    parts.push(groupHtml(pieces.slice(index, end)));
    index = end;
  }
  return parts.join("");
}

const kindOf = (piece: Piece | undefined): string => {
  const kind = Object.keys(piece ?? {})[0] ?? "";
  return kind === "continuation" ? "item" : kind;
};

function groupHtml(pieces: readonly Piece[]): string {
  const items = itemsOf(pieces);
  if (items.length > 0) return nestedList(items);
  const code = pieces.flatMap((piece) => ("code" in piece ? [piece.code] : []));
  if (code.length > 0) return `<pre><code>${escapeHtml(code.join("\n"))}</code></pre>`;
  const quotes = pieces.flatMap((piece) => ("quote" in piece ? [`<p>${piece.quote}</p>`] : []));
  if (quotes.length > 0) return `<blockquote>${quotes.join("")}</blockquote>`;
  return pieces.map((piece) => ("html" in piece ? piece.html : "")).join("");
}

/** A paragraph that continues an item belongs to it. */
function itemsOf(pieces: readonly Piece[]): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const piece of pieces) {
    const last = items.at(-1);
    if ("item" in piece) items.push(piece.item);
    else if ("continuation" in piece && last !== undefined) {
      items[items.length - 1] = { ...last, html: `${last.html}<p>${piece.continuation}</p>` };
    } else if ("continuation" in piece) items.push({ depth: 0, ordered: false, html: piece.continuation });
  }
  return items;
}

interface WordCell {
  readonly html: string;
  readonly column: number;
  readonly columns: number;
  rows: number;
}

/** A cell that continues the one above it makes that one taller. */
function tableHtml(table: Element, context: Context): string {
  const above = new Map<number, WordCell>();
  const rows = childrenOf(table, "w:tr").map((row) => {
    const cells: WordCell[] = [];
    let column = 0;
    for (const cell of childrenOf(row).flatMap((child) =>
      child.name === "w:sdt" ? descendantsOf(child, "w:tc") : [child],
    )) {
      if (cell.name !== "w:tc") continue;
      const properties = childOf(cell, "w:tcPr");
      const columns = Math.max(1, Number(childOf(properties, "w:gridSpan")?.attribs["w:val"] ?? 1) || 1);
      const merge = childOf(properties, "w:vMerge");
      const top = above.get(column);
      if (merge !== undefined && merge.attribs["w:val"] !== "restart" && top !== undefined) top.rows += 1;
      else {
        const written: WordCell = { html: cellHtml(cell, context), column, columns, rows: 1 };
        above.set(column, written);
        cells.push(written);
      }
      column += columns;
    }
    return { cells, isHead: isOn(childOf(childOf(row, "w:trPr"), "w:tblHeader")) };
  });
  const written = rows.map(({ cells, isHead }, index) => {
    const tag = isHead || index === 0 ? "th" : "td";
    return `<tr>${cells.map((cell) => cellTag(cell, tag)).join("")}</tr>`;
  });
  return `<table>${written.join("")}</table>`;
}

function cellTag({ html, columns, rows }: WordCell, tag: string): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ""}${rows > 1 ? ` rowspan="${rows}"` : ""}`;
  return `<${tag}${spans}>${html}</${tag}>`;
}

/** One paragraph needs no element of its own. */
function cellHtml(cell: Element, context: Context): string {
  const html = blocksHtml(cell, context);
  const only = /^<p>((?:(?!<p>|<\/p>)[\s\S])*)<\/p>$/.exec(html)?.[1];
  return only ?? html;
}
