import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { standsApart } from "./adjoining.ts";
import { ariaCaption, ariaRows } from "./tables/aria-table.ts";
import {
  codeBlock,
  codeText,
  comparesLines,
  isListingField,
  isEditor,
  isEditorGutter,
  isLabel,
  isNumberColumn,
} from "./code/code.ts";
import type { Context } from "./context.ts";
import {
  attribute,
  findDescendant,
  hasOwnText,
  hasText,
  headingLevel,
  isBlock,
  isHeading,
  isInvisible,
  isShownAsBlock,
  textOf,
} from "./element.ts";
import { embedMarkdown, playerNames } from "./embed.ts";
import { writeDrawing } from "./drawing.ts";
import { calloutOf, type Callout } from "./callout.ts";
import { addInline, addInlineChildren } from "./inline.ts";
import { addLead, endLead, endParagraph, phraseOf, writeChildren, writeNodes, type Flow } from "./flow.ts";
import { languageOf } from "./code/language.ts";
import { isLead, isNumberLead } from "./lead.ts";
import { drawnRating } from "./link.ts";
import { ariaList, writeDescriptions, writeList } from "./list.ts";
import { loneFormula, mathOf } from "./math/math.ts";
import { addSpace, addText, maxDepth } from "./phrases/phrase.ts";
import type { Mark } from "./phrases/pieces.ts";
import { marksOf } from "./phrases/styled.ts";
import { isTitleOfQuotation, titleOfQuotation } from "./quotation.ts";
import { writeRows, writeTable } from "./tables/table.ts";
import { labelOf } from "./tabs.ts";
import { writeWideLink } from "./wide-link.ts";
import { closeContainer, isStarted, openContainer, writeBlock } from "./writer.ts";

/** Writes one node: a block as a block, anything else into the paragraph that is being gathered. */
export function writeNode(node: AnyNode, flow: Flow): void {
  if (isText(node)) {
    const isBlank = node.data.trim() === "";
    const formula = isBlank || flow.wrappers.length > 0 ? undefined : loneFormula(node.data);
    if (formula !== undefined) writeAlone(formula, flow);
    else if (flow.phrase !== undefined || !isBlank) addInline(node, phraseOf(flow), flow.context);
  } else if (isTag(node)) writeElement(node, flow);
}

function writeElement(element: Element, flow: Flow): void {
  const math = mathOf(element);
  if (math?.display === true && math.tex !== "") writeAlone(`$$${math.tex}$$`, flow);
  else if (math !== undefined) addInline(element, phraseOf(flow), flow.context);
  else if (isInvisible(element)) {
    if (isListingField(element)) writeListing(element, flow);
    else if (element.name === "svg") writeDrawing(element, flow);
  } else if (isLeftOut(element, flow.context)) return;
  else if (writeSpecial(element, flow)) return;
  else if (flow.context.footnotes.definitions.has(element)) writeDefinition(element, flow);
  else if (isHeading(element)) writeHeading(element, flow);
  else if (isBesideCode(element, flow) && isLabel(element)) endParagraph(flow);
  else if (isEditorGutter(element) || writeAriaTable(element, flow)) return;
  else if (isEditor(element) || isCodeAlone(element)) writeListing(element, flow);
  else if (isBlock(element)) writeBlockElement(element, flow);
  else if (isNumberLead(element)) {
    endParagraph(flow);
    addLead(textOf(element, 20), flow);
  } else if (flow.context.mixed.has(element) && !flow.context.footnotes.inline.has(element)) writeMixed(element, flow);
  else addInline(element, phraseOf(flow), flow.context);
}

/** True if an element was read elsewhere or is written with its owner. */
function isLeftOut(element: Element, { footnotes, frames, tabs, wordLists }: Context): boolean {
  if (footnotes.machinery.has(element) || frames.labels.has(element)) return true;
  return tabs.bars.has(element) || wordLists.rest.has(element) || isTitleOfQuotation(element);
}

/** Writes elements with a special role: a labelled panel, a list of a word processor, a box. Returns true if it did. */
function writeSpecial(element: Element, flow: Flow): boolean {
  const label = labelOf(element, flow.context.tabs);
  if (label.length > 0 && showsAnything(element)) {
    endParagraph(flow);
    writeLabel(label, flow);
  }
  const lists = flow.context.wordLists.lists.get(element);
  const callout = lists === undefined ? calloutOf(element) : undefined;
  if (lists !== undefined) {
    endParagraph(flow);
    for (const list of lists) writeList(list, flow);
  } else if (callout !== undefined) writeCallout(callout, flow);
  return lists !== undefined || callout !== undefined;
}

/** False for a panel that a script fills once it is opened. */
const showsAnything = (panel: Element): boolean =>
  hasText(panel) || findDescendant(panel, ({ name }) => name === "img" || playerNames.includes(name)) !== undefined;

function writeLabel(nodes: readonly AnyNode[], flow: Flow): void {
  flow.wrappers.push({ mark: "strong" });
  writeNodes(nodes, flow);
  flow.wrappers.pop();
}

function writeCallout({ title, content }: Callout, flow: Flow): void {
  endParagraph(flow);
  openContainer(flow.writer, "quote", { marker: "> ", indent: "> " });
  writeLabel(title, flow);
  writeNodes(content, flow);
  closeContainer(flow.writer);
}

/** Writes a table made by ARIA roles. Returns true if the element is one. */
function writeAriaTable(element: Element, flow: Flow): boolean {
  const rows = ariaRows(element);
  if (rows === undefined) return false;
  writeNodes(ariaCaption(element, rows), flow);
  writeRows(rows, flow);
  return true;
}

function isBesideCode({ parent }: Element, { context }: Flow): boolean {
  return parent !== null && context.besideCode.has(parent);
}

function writeBlockElement(element: Element, flow: Flow): void {
  endParagraph(flow);
  const rule = isSeparator(element) ? writeRule : Object.hasOwn(rules, element.name) ? rules[element.name] : undefined;
  const list = rule === undefined ? ariaList(element) : undefined;
  if (rule !== undefined) {
    endLead(flow);
    rule(element, flow);
  } else if (list !== undefined) writeList(list, flow);
  else writePlainBlock(element, flow);
  endParagraph(flow);
}

function writePlainBlock(element: Element, flow: Flow): void {
  const drawn = drawnRating(element);
  if (drawn !== "") addText(phraseOf(flow), drawn);
  else if (isLead(element)) addLead(textOf(element, 20), flow);
  else writeChildren(element, flow);
}

/** True for a box that draws the line between two parts of a text (WAI-ARIA 1.2, `separator`). */
function isSeparator(element: Element): boolean {
  if (element.attribs["role"] !== "separator" || element.name !== "div") return false;
  if (element.attribs["aria-orientation"] === "vertical" || element.attribs["tabindex"] !== undefined) return false;
  return !hasText(element) && findDescendant(element, ({ name }) => name === "img") === undefined;
}

type BlockRule = (element: Element, flow: Flow) => void;

/** Block elements that are more than a paragraph boundary. (`* ***` would be a rule, not an item with one.) */
const rules: Record<string, BlockRule> = {
  blockquote: writeQuote,
  pre: writePre,
  xmp: writePre,
  listing: writePre,
  plaintext: writePre,
  hr: writeRule,
  ul: writeList,
  ol: writeList,
  menu: writeList,
  dir: writeList,
  dl: writeDescriptions,
  li: (element, flow) => writeList(element, flow),
  table: writeTable,
  ...Object.fromEntries(playerNames.map((name) => [name, writeEmbed])),
};

function writeRule(rule: Element, { writer, context }: Flow): void {
  const page = /^\d{1,6}$/.exec(attribute(rule, "aria-label"))?.[0];
  if (context.pageMarkers && page !== undefined && attribute(rule, "role") === "doc-pagebreak")
    for (const part of ["---", `<!-- page ${page} -->`]) writeBlock(writer, part);
  else writeBlock(writer, isStarted(writer) ? "***" : "___");
}

function writeAlone(markdown: string, flow: Flow): void {
  endLead(flow);
  endParagraph(flow);
  writeBlock(flow.writer, markdown);
}

/** An inline element around blocks: each paragraph inside is marked on its own. */
function writeMixed(element: Element, flow: Flow): void {
  if (flow.phrase !== undefined && standsApart(element)) addSpace(flow.phrase);
  if (element.name === "a") {
    writeWideLink(element, flow, () => writeChildren(element, flow));
    return;
  }
  const marks = marksOf(element).filter((mark) => !isWrappedDeep(mark, flow));
  if (marks.length === 0 && !isShownAsBlock(element)) {
    writeChildren(element, flow);
    return;
  }
  endParagraph(flow);
  for (const mark of marks) flow.wrappers.push({ mark });
  writeChildren(element, flow);
  endParagraph(flow);
  flow.wrappers.length -= marks.length;
}

/** True if one more of a mark would only make every paragraph inside dearer. */
function isWrappedDeep(mark: Mark, { wrappers }: Flow): boolean {
  return wrappers.filter((wrapper) => "mark" in wrapper && wrapper.mark === mark).length >= maxDepth[mark];
}

function writeHeading(element: Element, flow: Flow): void {
  const inside = findDescendant(element, (child) => standsByItself(child) && hasText(child));
  if (inside === undefined)
    writeUnderHeading(element, flow, () => addInlineChildren(element, phraseOf(flow), flow.context));
  else if (isHeading(inside) && !/^h[1-6]$/.test(element.name)) writeChildren(element, flow);
  else writeUnderHeading(element, flow, () => writeChildren(element, flow));
}

/** True for blocks that don't fit a heading's one line. */
function standsByItself(element: Element): boolean {
  return /^(?:ul|ol|menu|dl|table|blockquote)$/.test(element.name) || isHeading(element);
}

/** Writes the content of a heading; its first phrase is the heading's text. */
function writeUnderHeading(element: Element, flow: Flow, writeContent: () => void): void {
  endParagraph(flow);
  const heading = { level: headingLevel(element), showsButtons: !hasOwnText(element), used: false };
  flow.wrappers.push({ heading });
  writeContent();
  endParagraph(flow);
  flow.wrappers.pop();
}

function writeQuote(element: Element, flow: Flow): void {
  openContainer(flow.writer, "quote", { marker: "> ", indent: "> " });
  writeNodes(titleOfQuotation(element), flow);
  writeNodes(element.children, flow);
  closeContainer(flow.writer);
}

function writeDefinition(element: Element, flow: Flow): void {
  writeFootnote(element, flow.context.footnotes.definitions.get(element) ?? "", flow);
}

/** Writes the notes that stand in the text, below it. */
export function writeInlineNotes(flow: Flow): void {
  for (const { content, label } of flow.context.footnotes.inline.values()) writeFootnote(content, label, flow);
}

function writeFootnote(element: Element, label: string, flow: Flow): void {
  endParagraph(flow);
  openContainer(flow.writer, "footnote", { marker: `[^${label}]: `, indent: "    " });
  writeNodes(element.children, flow);
  closeContainer(flow.writer);
}

function writeListing(element: Element, flow: Flow): void {
  endLead(flow);
  endParagraph(flow);
  const code = codeText(element).replace(/^\n+/, "");
  if (code.trim() !== "") writeBlock(flow.writer, codeBlock(code, languageOf(element)));
}

/** True if an inline `code` of several lines stands in its block with no text beside it. */
function isCodeAlone(element: Element): boolean {
  if (element.name !== "code" || !hasLines(element)) return false;
  const { parent } = element;
  if (parent === null || !isTag(parent) || !isBlock(parent)) return false;
  return !isInlineBeside(element, "prev") && !isInlineBeside(element, "next");
}

function isInlineBeside(element: Element, side: "prev" | "next"): boolean {
  let node = element[side];
  while (node !== null && isText(node) && node.data.trim() === "") node = node[side];
  return node !== null && !(isTag(node) && isBlock(node));
}

function hasLines(code: Element): boolean {
  if (/white-space:\s*(?:pre|break-spaces)/.test(attribute(code, "style"))) return codeText(code).trim().includes("\n");
  return findDescendant(code, (part) => part.name === "br" || isShownAsBlock(part)) !== undefined;
}

/** True for a `pre` around a table that has heads: it keeps no whitespace, but is the frame of the table (chats). */
function holdsTable({ children }: Element): boolean {
  const [only, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== "");
  if (only === undefined || !isTag(only) || others.length > 0) return false;
  if (only.name === "div") return holdsTable(only);
  return only.name === "table" && findDescendant(only, ({ name }) => name === "th") !== undefined;
}

function writePre(element: Element, flow: Flow): void {
  const { labels, languages } = flow.context.frames;
  const code = codeText(element, labels);
  const isBare = element.children.every(
    (child) => isTag(child) && child.name === "code" && child.children.every(isText),
  );
  if ((code.trim() === "" && !isBare) || holdsTable(element)) writeChildren(element, flow);
  else if (!isNumberColumn(element))
    writeBlock(
      flow.writer,
      codeBlock(code, comparesLines(element) ? "diff" : languageOf(element) || (languages.get(element) ?? "")),
    );
}

function writeEmbed(element: Element, flow: Flow): void {
  const markdown = embedMarkdown(element, flow.context);
  if (markdown !== "") writeBlock(flow.writer, markdown);
}
