import { Element, Text } from "domhandler";
import type { BodyParser } from "../../ports/body-parser.ts";
import { decodeText } from "../text/decode-text.ts";
import { openArchive, type Archive } from "../archive.ts";
import { createLosses, type Losses } from "../losses.ts";
import { emphasised } from "../html/emphasis.ts";
import { symbolsIn } from "../symbol-fonts.ts";
import { escapeHtml, linkedHtml, linkedParagraphs, noteMark, unwrapped } from "../html/markup.ts";
import { cellsTable } from "../html/table.ts";
import { nestedList, type ListItem } from "../html/nested-list.ts";
import { createPictures, type Pictures } from "../pictures.ts";
import { childOf, childrenOf, descendantsOf, textOf } from "../../markup/xml-tree.ts";
import { addressAround, frameHtml, framesOf, isShape, type AddressOf } from "./opendocument-frame.ts";
import { addList, continuesNumbers, type OpenList } from "./opendocument-list.ts";
import { dropDeletions } from "./opendocument-changes.ts";
import { headingHtml, holdsHeadings, listedHeadings, markOf, numberHeadings } from "./opendocument-headings.ts";
import type { HeadingNumbers, Headings } from "./opendocument-headings.ts";
import { isFlatDocument, openFlatDocument } from "./opendocument-flat.ts";
import { metadataOf, refuseEncrypted } from "./opendocument-metadata.ts";
import { rowsOf } from "./opendocument-rows.ts";
import { readStyles, type Styles, type TextStyle } from "./opendocument-styles.ts";
import { sheetHtml } from "./opendocument-sheet.ts";
import { plainText } from "./opendocument-text.ts";
import { spanAttribute } from "./pptx.ts";

/**
 * OpenDocument text, spreadsheets and presentations (ISO/IEC 26300): headings, lists, tables, links, notes; every sheet
 * and every slide under its name, pictures and formulas. Tracked deletions are left out without a word; other losses
 * are counted in a warning.
 */
export const openDocumentParser: BodyParser = {
  mediaTypes: ["text", "text-master", "text-web", "spreadsheet", "presentation", "graphics"].flatMap((kind) =>
    [kind, `${kind}-template`, `${kind}-flat-xml`].map((name) => `application/vnd.oasis.opendocument.${name}`),
  ),
  async parse(input) {
    const isFlat = isFlatDocument(input.body);
    const archive = isFlat ? openFlatDocument(decodeText(input)) : await openArchive(input.body, "OpenDocument");
    refuseEncrypted(archive);
    const content = archive.mainXml("content.xml");
    dropDeletions(content);
    const body = descendantsOf(content, "office:body")[0];
    const losses = createLosses();
    const styles = readStyles([content, archive.xml("styles.xml")]);
    const context: Context = {
      styles,
      headings: numberHeadings(styles),
      notes: [],
      nextNumbers: new Map(),
      warnings: [],
      archive,
      losses,
      drawn: [],
      addressOf: isFlat ? addressOf : addressFromPackage,
      pictures: createPictures(losses, archive),
    };
    const html = childrenOf(body)
      .map((kind) => blocksHtml(kind, context))
      .join("");
    return {
      html: `<main>${html}${notesHtml(context)}</main>`,
      metadata: metadataOf(archive),
      warnings: [...archive.warnings, ...context.warnings, ...losses.warnings()],
    };
  },
};

interface Context {
  readonly headings: HeadingNumbers;
  readonly styles: Styles;
  readonly notes: string[];
  /** The number after the last one of each style of lists, on each of its levels. */
  readonly nextNumbers: Map<string, number>;
  readonly warnings: string[];
  readonly archive: Archive;
  readonly pictures: Pictures;
  readonly losses: Losses;
  /** Blocks that were drawn in a frame, such as the data of charts. */
  readonly drawn: string[];
  /** The address that a link leads to, as seen from beside the document. */
  readonly addressOf: AddressOf;
}

const addressOf: AddressOf = (link) => link.attribs["xlink:href"];

/** Relative links of a package start inside of it, as if it were a folder (ODF 1.2 part 3, §3.7). */
const addressFromPackage: AddressOf = (link) => addressOf(link)?.replace(/^\.\.\//, "");

/** Blocks that hold no text of the document: changes that were undone, templates of indexes, declarations, descriptions. */
const silent =
  /^(?:text:tracked-changes|text:hidden-text|text:\S+-(?:source|decls)|office:(?:forms|event-listeners|scripts)|svg:(?:title|desc)|presentation:settings|draw:(?:image|object|object-ole|plugin))$/;

function blocksHtml(parent: Element, context: Context): string {
  if (parent.name === "office:spreadsheet")
    return childrenOf(parent, "table:table")
      .map((sheet) => sheetHtml(sheet, { ...context, inlineHtml: (paragraph) => inlineHtml(paragraph, context) }))
      .join("");
  return blocksOf(childrenOf(parent), context);
}

function blocksOf(blocks: readonly Element[], context: Context): string {
  const parts: string[] = [];
  let code: string[] = [];
  let lists: OpenList[] = [];
  const flush = () => {
    if (code.length > 0) parts.push(`<pre><code>${escapeHtml(code.join("\n"))}</code></pre>`);
    parts.push(...lists.map(({ items }) => nestedList(items)));
    code = [];
    lists = [];
  };
  for (const child of blocks) {
    if (child.name === "text:p" && isCode(child, context)) {
      if (lists.length > 0) flush();
      code.push(plainText(child));
    } else if (child.name === "text:list" && holdsHeadings(child)) {
      flush();
      parts.push(listedHeadings(child, headingsOf(context)));
    } else if (child.name === "text:list") {
      if (code.length > 0) flush();
      addList(lists, child, listItems(child, context));
    } else {
      flush();
      parts.push(blockHtml(child, context));
    }
  }
  flush();
  return parts.join("");
}

const headingsOf = (context: Context): Headings => ({
  numbers: context.headings,
  inlineHtml: (heading) => inlineHtml(heading, context),
  framesHtml: (heading) => framesHtml(heading, context),
});

const styleOf = ({ attribs }: Element, { styles }: Context): TextStyle | undefined =>
  styles.text.get(attribs["text:style-name"] ?? "");
const isCode = (paragraph: Element, context: Context): boolean => styleOf(paragraph, context)?.code === true;

/** True for text that its document doesn't show. */
const isHidden = (element: Element, context: Context): boolean =>
  styleOf(element, context)?.hidden === true || element.attribs["text:display"] === "none";

function blockHtml(block: Element, context: Context): string {
  if (isHidden(block, context)) return "";
  switch (block.name) {
    case "text:h":
      return headingHtml(block, headingsOf(context));
    case "text:p":
      return paragraphHtml(block, context);
    case "text:list":
      return nestedList(listItems(block, context));
    case "table:table":
      return tableHtml(block, context);
    case "draw:frame": {
      const shown = frameHtml(block, context, true);
      return (shown === "" ? "" : `<p>${shown}</p>`) + context.drawn.splice(0).join("") + blocksHtml(block, context);
    }
    case "draw:a":
      return linkedParagraphs(context.addressOf(block), blocksHtml(block, context));
    case "draw:page":
      return pageHtml(block, context);
    case "office:annotation":
      context.losses.add("comment");
      return "";
    default:
      return silent.test(block.name) ? "" : blocksHtml(block, context);
  }
}

function paragraphHtml(paragraph: Element, context: Context): string {
  const isAlone = textOf(paragraph).trim() === "";
  const html = inlineHtml(paragraph, context, isAlone).trim();
  const frames = framesHtml(paragraph, context);
  const style = paragraph.attribs["text:style-name"] ?? "";
  const name = styleOf(paragraph, context)?.name ?? style.toLowerCase();
  if (html === "") return frames;
  const level = context.styles.listed.get(style);
  if (level !== undefined) return `<h${level}>${html}</h${level}>${frames}`;
  if (/^title\b/.test(name)) return `<h1>${html}</h1>${frames}`;
  return (/quotation|\bquote/.test(name) ? `<blockquote><p>${html}</p></blockquote>` : `<p>${html}</p>`) + frames;
}

/** The text in the frames of a paragraph, which stands behind it. */
const framesHtml = (paragraph: Element, context: Context): string =>
  framesOf(paragraph)
    .map((frame) => linkedParagraphs(addressAround(frame, context), blocksHtml(frame, context)))
    .concat(context.drawn.splice(0))
    .join("");

interface ListAround {
  readonly depth: number;
  readonly style: string;
  readonly continues: boolean;
}

const outermost: ListAround = { depth: 0, style: "", continues: false };

/** A nested list carries on the style of the one around it, and its numbers where it stands in an item without words. */
function listItems(list: Element, context: Context, around = outermost): readonly ListItem[] {
  const style = list.attribs["text:style-name"] ?? around.style;
  const { depth } = around;
  const levels = context.styles.lists.get(style);
  const level = levels?.get(depth + 1) ?? levels?.get(1);
  const { ordered, start } = level ?? { ordered: false, start: 1 };
  const continues = around.continues || continuesNumbers(list);
  // Not known where the list goes on with one of another style.
  let next = continues ? context.nextNumbers.get(`${style} ${depth}`) : start;
  return childrenOf(list).flatMap((item) => {
    const blocks = itemHtml(item, context);
    const isNumbered = blocks !== "" && item.name !== "text:list-header";
    const number = Number(item.attribs["text:start-value"]) || next;
    if (isNumbered && number !== undefined) {
      next = number + 1;
      context.nextNumbers.set(`${style} ${depth}`, next).delete(`${style} ${depth + 1}`);
    }
    const inside = { depth: depth + 1, style, continues: continues && blocks === "" };
    const nested = childrenOf(item, "text:list").flatMap((inner) => listItems(inner, context, inside));
    if (blocks === "") return nested;
    if (!isNumbered) return [{ depth, ordered, isUnmarked: true, html: blocks }, ...nested];
    const mark = level === undefined || number === undefined ? undefined : markOf(level, number);
    return [{ depth, ordered, number, mark, html: unwrapped(blocks) }, ...nested];
  });
}

function itemHtml(item: Element, context: Context): string {
  const content = childrenOf(item).filter(({ name }) => name !== "text:list");
  // An item is none of the headings that its style makes of other paragraphs.
  return blocksOf(content, { ...context, styles: { ...context.styles, listed: new Map() } });
}

function tableHtml(table: Element, context: Context): string {
  const rows = rowsOf(table).map((row, index) => {
    const tag = index === 0 ? "th" : "td";
    return childrenOf(row, "table:table-cell").map((cell) => {
      const spans =
        spanAttribute("colspan", cell.attribs["table:number-columns-spanned"]) +
        spanAttribute("rowspan", cell.attribs["table:number-rows-spanned"]);
      return `<${tag}${spans}>${unwrapped(blocksHtml(cell, context))}</${tag}>`;
    });
  });
  return cellsTable(rows);
}

function pageHtml(page: Element, context: Context): string {
  const frames = childrenOf(page).filter(({ name }) => name !== "presentation:notes");
  const title = frames.find(({ attribs }) => attribs["presentation:class"] === "title");
  const heading =
    textOf(title).trim() === ""
      ? (page.attribs["draw:name"] ?? "Slide").replace(/^page(\d+)$/, "Slide $1")
      : textOf(title).trim();
  const content = frames.filter((frame) => frame !== title).map((frame) => blockHtml(frame, context));
  const notes = childrenOf(childOf(page, "presentation:notes"), "draw:frame")
    .flatMap((frame) => descendantsOf(frame, "text:p"))
    .filter((paragraph) => descendantsOf(paragraph, "text:page-number").length === 0)
    .map(plainText)
    .filter((text) => text !== "");
  const written =
    notes.length === 0
      ? ""
      : `<blockquote><p>Notes:</p>${notes.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}</blockquote>`;
  return `<section><h2>${escapeHtml(heading)}</h2>${content.join("")}${written}</section>`;
}

/** Formulas that stand alone are set on a line of their own. */
function inlineHtml(parent: Element, context: Context, isAlone = false): string {
  return parent.children
    .map((node) => {
      if (node instanceof Text) return escapeHtml(node.data.replace(/\s+/g, " "));
      return node instanceof Element ? spanHtml(node, context, isAlone) : "";
    })
    .join("");
}

function spanHtml(element: Element, context: Context, isAlone: boolean): string {
  if (isHidden(element, context)) return "";
  switch (element.name) {
    case "text:s":
      return " ".repeat(Math.min(100, Number(element.attribs["text:c"] ?? 1) || 1));
    case "text:tab":
      return "\t";
    case "text:line-break":
      return "<br>";
    case "text:a":
    case "draw:a":
      return linkedHtml(context.addressOf(element), inlineHtml(element, context));
    case "text:ruby":
      return `<ruby>${inlineHtml(element, context)}</ruby>`;
    case "text:ruby-text":
      return `<rt>${inlineHtml(element, context)}</rt>`;
    case "text:note":
      return noteHtml(element, context);
    case "text:span": {
      const style = styleOf(element, context);
      const html = inlineHtml(element, context, isAlone);
      if (holdsFramesAlone(element)) return html;
      return emphasised(style?.symbols === undefined ? html : symbolsIn(html, style.symbols), style ?? {});
    }
    case "draw:frame":
      return frameHtml(element, context, isAlone);
    case "office:annotation":
      context.losses.add("comment");
      return "";
    case "text:tracked-changes":
      return "";
    case "text:page-number":
      // LibreOffice stores `<number>` for the number of a slide, which it computes when it shows it.
      return /^\s*<.*>\s*$/.test(textOf(element)) ? "" : inlineHtml(element, context);
    default:
      return isShape(element) || silent.test(element.name) ? "" : inlineHtml(element, context);
  }
}

/** True for formulas and pictures without text: they are lowered to stand at the middle of their line. */
const holdsFramesAlone = (span: Element): boolean =>
  childrenOf(span).length > 0 &&
  span.children.every((node) =>
    node instanceof Text ? node.data.trim() === "" : node instanceof Element && node.name === "draw:frame",
  );

function noteHtml(note: Element, context: Context): string {
  const body = childOf(note, "text:note-body");
  context.notes.push(body === undefined ? "" : unwrapped(blocksHtml(body, context)));
  return noteMark(context.notes.length);
}

function notesHtml({ notes }: Context): string {
  const items = notes.map((note, index) => `<li id="fn${index + 1}">${note} <a href="#fnref${index + 1}">↩</a></li>`);
  return items.length === 0 ? "" : `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
}
