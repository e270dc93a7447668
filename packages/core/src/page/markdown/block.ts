import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { codeBlock, codeText, isEditor, isLabel, isNumberColumn } from "./code.ts";
import { attribute, findDescendant, hasText, isBlock, isInvisible } from "./element.ts";
import { embedMarkdown } from "./embed.ts";
import { addInline, addInlineChildren, addLink, markOf } from "./inline.ts";
import { endParagraph, phraseOf, writeChildren, writeNodes, type Flow } from "./flow.ts";
import { languageOf } from "./language.ts";
import { isSkipLink, linkTail, linkTarget, usefulTitle } from "./link.ts";
import { writeList } from "./list.ts";
import { mathOf } from "./math.ts";
import { closeLink, createPhrase, finishPhrase, maxDepth, openLink, type Mark } from "./phrase.ts";
import { writeTable } from "./table.ts";
import { closeContainer, isStarted, openContainer, writeBlock } from "./writer.ts";

/** Writes one node: a block as a block, anything else into the paragraph that is being gathered. */
export function writeNode(node: AnyNode, flow: Flow): void {
  if (isText(node)) {
    if (flow.phrase !== undefined || node.data.trim() !== "") addInline(node, phraseOf(flow), flow.context);
  } else if (isTag(node)) writeElement(node, flow);
}

function writeElement(element: Element, flow: Flow): void {
  const math = mathOf(element);
  if (math?.display === true && math.tex !== "") writeAlone(`$$${math.tex}$$`, flow);
  else if (math !== undefined) addInline(element, phraseOf(flow), flow.context);
  else if (isInvisible(element) || flow.context.footnotes.machinery.has(element)) return;
  else if (flow.context.footnotes.definitions.has(element)) writeFootnote(element, flow);
  else if (isHeading(element)) writeHeading(element, flow);
  else if (isBesideCode(element, flow) && isLabel(element)) endParagraph(flow);
  else if (isEditor(element) || isCodeAlone(element)) writeListing(element, flow);
  else if (isBlock(element)) writeBlockElement(element, flow);
  else if (flow.context.mixed.has(element)) writeMixed(element, flow);
  else addInline(element, phraseOf(flow), flow.context);
}

function isBesideCode({ parent }: Element, { context }: Flow): boolean {
  return parent !== null && context.besideCode.has(parent);
}

function writeBlockElement(element: Element, flow: Flow): void {
  endParagraph(flow);
  const rule = Object.hasOwn(rules, element.name) ? rules[element.name] : undefined;
  if (rule === undefined) writeChildren(element, flow);
  else rule(element, flow);
  endParagraph(flow);
}

type BlockRule = (element: Element, flow: Flow) => void;

/** Block elements that are more than a paragraph boundary. (`* ***` would be a rule, not an item with one.) */
const rules: Record<string, BlockRule> = {
  blockquote: writeQuote,
  pre: writePre,
  xmp: writePre,
  listing: writePre,
  plaintext: writePre,
  hr: (_element, flow) => writeBlock(flow.writer, isStarted(flow.writer) ? "***" : "___"),
  ul: writeList,
  ol: writeList,
  menu: writeList,
  dir: writeList,
  li: (element, flow) => writeList(element, flow),
  table: writeTable,
  iframe: writeEmbed,
  video: writeEmbed,
  audio: writeEmbed,
  embed: writeEmbed,
};

function writeAlone(markdown: string, flow: Flow): void {
  endParagraph(flow);
  writeBlock(flow.writer, markdown);
}

/** An inline element around blocks: each paragraph inside is marked on its own. */
function writeMixed(element: Element, flow: Flow): void {
  if (element.name === "a") {
    writeWideLink(element, flow);
    return;
  }
  const mark = markOf(element);
  if (mark === undefined || isWrappedDeep(mark, flow)) {
    writeChildren(element, flow);
    return;
  }
  endParagraph(flow);
  flow.wrappers.push({ mark });
  writeChildren(element, flow);
  endParagraph(flow);
  flow.wrappers.pop();
}

/** Whether one more of a mark would only make every paragraph inside dearer. */
function isWrappedDeep(mark: Mark, { wrappers }: Flow): boolean {
  return wrappers.filter((wrapper) => "mark" in wrapper && wrapper.mark === mark).length >= maxDepth[mark];
}

/** A link around blocks goes to the heading inside, or takes in the blocks' lines, or goes to the first phrase. */
function writeWideLink(anchor: Element, flow: Flow): void {
  const url = linkTarget(anchor, flow.context);
  if (url === undefined) {
    writeChildren(anchor, flow);
    return;
  }
  if (isSkipLink(anchor)) return;
  const heading = findDescendant(anchor, (element) => isHeading(element) && hasText(element));
  if (heading === undefined && findDescendant(anchor, ({ name }) => structured.has(name)) === undefined) {
    endParagraph(flow);
    addLink(anchor, phraseOf(flow), flow.context);
    endParagraph(flow);
    return;
  }
  endParagraph(flow);
  const tail = linkTail(url, usefulTitle(anchor));
  flow.wrappers.push({ link: { tail, forHeading: heading !== undefined, used: false } });
  writeChildren(anchor, flow);
  endParagraph(flow);
  flow.wrappers.pop();
}

/** Blocks that can't be flattened into the text of a link without losing what they are. */
const structured = new Set(["ul", "ol", "menu", "dl", "table", "pre", "blockquote", "hr", "iframe", "video", "audio"]);

function isHeading(element: Element): boolean {
  return /^h[1-6]$/.test(element.name) || (attribute(element, "role") === "heading" && element.name !== "a");
}

function headingLevel(element: Element): number {
  const level = Number(element.name.slice(1)) || Number(attribute(element, "aria-level")) || 2;
  return Math.min(Math.max(Math.trunc(level), 1), 6);
}

function writeHeading(element: Element, flow: Flow): void {
  endParagraph(flow);
  const phrase = createPhrase("heading");
  const link = flow.wrappers.findLast((wrapper) => "link" in wrapper && !wrapper.link.used);
  if (link !== undefined) openLink(phrase);
  addInlineChildren(element, phrase, flow.context);
  if (link !== undefined && "link" in link) link.link.used = closeLink(phrase, link.link.tail);
  const text = finishPhrase(phrase);
  if (text !== "") writeBlock(flow.writer, `${"#".repeat(headingLevel(element))} ${text}`);
}

function writeQuote(element: Element, flow: Flow): void {
  openContainer(flow.writer, "quote", { marker: "> ", indent: "> " });
  writeNodes(element.children, flow);
  closeContainer(flow.writer);
}

function writeFootnote(element: Element, flow: Flow): void {
  endParagraph(flow);
  const label = flow.context.footnotes.definitions.get(element) ?? "";
  openContainer(flow.writer, "footnote", { marker: `[^${label}]: `, indent: "    " });
  writeNodes(element.children, flow);
  closeContainer(flow.writer);
}

function writeListing(element: Element, flow: Flow): void {
  endParagraph(flow);
  const code = codeText(element);
  if (code.trim() !== "") writeBlock(flow.writer, codeBlock(code, languageOf(element)));
}

/** Whether an inline `code` of several lines is all that its block holds. */
function isCodeAlone(element: Element): boolean {
  if (element.name !== "code" || !hasLines(element)) return false;
  const { parent } = element;
  const alone = parent?.children.every((node) => node === element || (isText(node) && node.data.trim() === ""));
  return alone === true && parent !== null && isTag(parent) && isBlock(parent);
}

function hasLines(code: Element): boolean {
  if (/white-space:\s*(?:pre|break-spaces)/.test(attribute(code, "style"))) return codeText(code).trim().includes("\n");
  return findDescendant(code, ({ name }) => name === "br") !== undefined;
}

function writePre(element: Element, flow: Flow): void {
  const code = codeText(element);
  const isBare = element.children.every(
    (child) => isTag(child) && child.name === "code" && child.children.every(isText),
  );
  if (code.trim() === "" && !isBare) writeChildren(element, flow);
  else if (!isNumberColumn(element)) writeBlock(flow.writer, codeBlock(code, languageOf(element)));
}

function writeEmbed(element: Element, flow: Flow): void {
  const markdown = embedMarkdown(element, flow.context);
  if (markdown !== "") writeBlock(flow.writer, markdown);
}
