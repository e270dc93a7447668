import type { Element } from "domhandler";
import type { BodyParser } from "../../../ports/body-parser.ts";
import { cellsTable } from "../../html/table.ts";
import { openArchive, type Archive } from "../../archive.ts";
import { createLosses } from "../../losses.ts";
import { createPictures } from "../../pictures.ts";
import { escapeHtml, unwrapped } from "../../html/markup.ts";
import { joinPieces, type Piece } from "../../html/pieces.ts";
import { childOf, childrenOf, descendantsOf, rootOf, textOf } from "../../../markup/xml-tree.ts";
import { readGraphics } from "../graphics.ts";
import { ommlToMathMl } from "../omml.ts";
import { coreProperties, mainPart, relationsOf, targetOf, targetsOf } from "../package.ts";
import { readEmbedded } from "./embedded.ts";
import { inlineHtml, type InlineContext } from "./inline.ts";
import { readLists, type Lists } from "./lists.ts";
import { isOn, ownPlace, readStyles, type Style } from "./styles.ts";

/**
 * Word documents (ECMA-376 part 1, §17): headings by style, lists, tables, links, notes, code and quotations. Tracked
 * deletions and hidden text are left out without a word; other losses are counted in a warning.
 */
export const docxParser: BodyParser = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
    "application/vnd.ms-word.document.macroenabled.12",
  ],
  async parse(input, signal) {
    const archive = await openArchive(input.body, "Word");
    const part = mainPart(archive, "word/document.xml");
    // Joined files may have several.
    const bodies = descendantsOf(archive.mainXml(part), "w:body");
    const losses = createLosses();
    const graphics = await readGraphics(archive);
    const relations = relationsOf(archive, part);
    archive.expect(targetsOf(relations, /^(?:styles|numbering|footnotes|endnotes)$/));
    const pictures = createPictures(losses, archive);
    const embedded = await readEmbedded(input, { archive, relations, pictures }, signal);
    const source = { relations, losses, graphics, pictures, embedded: embedded.html };
    const html = readDocument(archive, bodies, source);
    const warnings = [...archive.warnings, ...losses.warnings(), ...embedded.warnings];
    return { html: `<main>${html}</main>`, metadata: coreProperties(archive), warnings };
  },
};

interface Context extends InlineContext {
  readonly lists: Lists;
  readonly embedded: Source["embedded"];
  /** The beginning of the next paragraph: a large first letter, or a paragraph whose end was deleted. */
  readonly initial: string[];
}

interface Note {
  readonly kind: "footnote" | "endnote";
  readonly identifier: string;
}

/** The parts that a document's text refers to, apart from its styles. */
interface Source extends Pick<InlineContext, "relations" | "losses" | "graphics" | "pictures"> {
  /** Documents of other formats in it as HTML, by their relations. */
  readonly embedded: ReadonlyMap<string, string>;
}

function readDocument(archive: Archive, bodies: readonly Element[], source: Source): string {
  const { relations } = source;
  const notes: Note[] = [];
  const note = (kind: Note["kind"], identifier: string) => notes.push({ kind, identifier });
  const styles = readStyles(archive, targetOf(relations, "styles") ?? "word/styles.xml");
  const context: Context = {
    ...source,
    styles,
    lists: readLists(archive, targetOf(relations, "numbering") ?? "word/numbering.xml", styles),
    note,
    initial: [],
    boxes: [],
    drawn: [],
  };
  const html = joinPieces(bodies.flatMap((body) => piecesOf(body, context))) + context.initial.splice(0).join("");
  return html + notesHtml(archive, notes, context);
}

/** Notes in the markup that pages use for footnotes, so that they become Markdown footnotes. */
function notesHtml(archive: Archive, notes: readonly Note[], context: Context): string {
  if (notes.length === 0) return "";
  const parts = {
    footnote: targetOf(context.relations, "footnotes") ?? "word/footnotes.xml",
    endnote: targetOf(context.relations, "endnotes") ?? "word/endnotes.xml",
  };
  const files = { footnote: archive.xml(parts.footnote), endnote: archive.xml(parts.endnote) };
  const relations = { footnote: relationsOf(archive, parts.footnote), endnote: relationsOf(archive, parts.endnote) };
  const items = notes.map(({ kind, identifier }, index) => {
    const file = files[kind];
    const found = childrenOf(file === undefined ? undefined : rootOf(file)).find(
      ({ attribs }) => attribs["w:id"] === identifier,
    );
    if (found === undefined) context.losses.add(kind);
    const text = found === undefined ? "" : unwrapped(blocksHtml(found, { ...context, relations: relations[kind] }));
    return `<li id="fn${index + 1}">${text} <a href="#fnref${index + 1}">↩</a></li>`;
  });
  return `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
}

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
  "wx:sect", // Word 2003
  "wx:sub-section",
]);

function piecesOf(parent: Element, context: Context): readonly Piece[] {
  return childrenOf(parent).flatMap((child): readonly Piece[] => {
    if (child.name === "w:p") return paragraphPieces(child, context);
    if (child.name === "w:tbl") return [{ html: tableHtml(child, context) }];
    if (child.name === "w:altChunk") return embeddedPieces(child, context);
    if (child.name === "m:oMathPara") return [{ html: `<p>${ommlToMathMl(child)}</p>` }];
    return containers.has(child.name) ? piecesOf(child, context) : [];
  });
}

function embeddedPieces({ attribs }: Element, { embedded, losses }: Context): readonly Piece[] {
  const html = embedded.get(attribs["r:id"] ?? "");
  if (html === undefined) losses.add("embedded document");
  return html === undefined ? [] : [{ html }];
}

function paragraphPieces(paragraph: Element, context: Context): readonly Piece[] {
  const properties = childOf(paragraph, "w:pPr");
  const style = context.styles.get(childOf(properties, "w:pStyle")?.attribs["w:val"] ?? "") ?? {};
  const text = `${context.initial.splice(0).join("")}${inlineHtml(paragraph, context, style.hidden)}`;
  const boxes = context.boxes.splice(0).flatMap((box) => piecesOf(box, context));
  const drawn = context.drawn.splice(0).map((html): Piece => ({ html }));
  const beside = [...boxes, ...drawn];
  if (style.code === true) {
    const inItem = context.lists.markOf(ownPlace(properties), style)?.unmarked === true;
    return [{ code: codeText(paragraph), inItem }, ...beside];
  }
  if (text.trim() === "") return beside;
  if (childOf(properties, "w:framePr")?.attribs["w:dropCap"] !== undefined) {
    // A dropped letter is set lower than its line, which makes it no subscript.
    context.initial.push(text.trim().replace(/<\/?sub>/g, ""));
    return beside;
  }
  if (childOf(childOf(properties, "w:rPr"), "w:del") !== undefined) {
    context.initial.push(text);
    return beside;
  }
  return [paragraphPiece(text.trim(), properties, style, context), ...beside];
}

function paragraphPiece(html: string, properties: Element | undefined, style: Style, { lists }: Context): Piece {
  const outline = childOf(properties, "w:outlineLvl")?.attribs["w:val"];
  const heading = outline === undefined || Number(outline) > 8 ? style.heading : Math.min(6, Number(outline) + 1);
  const mark = lists.markOf(ownPlace(properties), style);
  const label = mark === undefined || mark.label === "" ? "" : `${escapeHtml(mark.label)} `;
  if (heading !== undefined) return { html: `<h${heading}>${label}${html.replace(/<\/?strong>/g, "")}</h${heading}>` };
  if (mark?.unmarked === true) return { continuation: html };
  if (mark !== undefined && !mark.spelledOut) return { item: { ...mark, mark: mark.label, html } };
  return style.quote === true ? { quote: html } : { html: `<p>${label}${html}</p>` };
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

interface WordCell {
  readonly html: string;
  readonly column: number;
  readonly columns: number;
  rows: number;
}

/** A cell that continues the one above it makes that one taller. */
function tableHtml(table: Element, context: Context): string {
  const above = new Map<number, WordCell>();
  const rows = partsOf(table, "w:tr")
    .filter(isKept)
    .map((row) => {
      const cells: WordCell[] = [];
      const skipped = Math.min(maxSkipped, gridNumber(childOf(row, "w:trPr"), "w:gridBefore", 0));
      let column = skipped;
      if (skipped > 0) cells.push({ html: "", column: 0, columns: skipped, rows: 1 });
      for (const cell of partsOf(row, "w:tc")) {
        const properties = childOf(cell, "w:tcPr");
        const columns = gridNumber(properties, "w:gridSpan", 1);
        const merge = childOf(properties, "w:vMerge");
        const top = above.get(column);
        if (merge !== undefined && merge.attribs["w:val"] !== "restart" && top !== undefined) top.rows += 1;
        else {
          const written: WordCell = { html: unwrapped(blocksHtml(cell, context)), column, columns, rows: 1 };
          above.set(column, written);
          cells.push(written);
        }
        column += columns;
      }
      return { cells, isHead: isOn(childOf(childOf(row, "w:trPr"), "w:tblHeader")) };
    });
  const written = rows.map(({ cells, isHead }, index) => {
    const tag = isHead || index === 0 ? "th" : "td";
    return cells.map((cell) => cellTag(cell, tag));
  });
  return cellsTable(written);
}

/** False for a row whose deletion is tracked. */
const isKept = (row: Element): boolean => childOf(childOf(row, "w:trPr"), "w:del") === undefined;

/** The rows of a table, or the cells of a row; controls of a form may hold some of them. */
const partsOf = (parent: Element, name: "w:tr" | "w:tc"): readonly Element[] =>
  childrenOf(parent).flatMap((child) => {
    if (child.name === name) return [child];
    return containers.has(child.name) ? partsOf(child, name) : [];
  });

/** Word has no wider tables. */
const maxSkipped = 63;

const gridNumber = (properties: Element | undefined, name: string, least: number): number =>
  Math.max(least, Number(childOf(properties, name)?.attribs["w:val"] ?? least) || least);

function cellTag({ html, columns, rows }: WordCell, tag: string): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ""}${rows > 1 ? ` rowspan="${rows}"` : ""}`;
  return `<${tag}${spans}>${html}</${tag}>`;
}
