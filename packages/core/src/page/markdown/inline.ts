import { isTag, isText, type AnyNode, type ChildNode, type Element, type ParentNode, type Text } from "domhandler";
import { standsApart } from "./adjoining.ts";
import { isSpokenTwin } from "./spoken.ts";
import type { Context } from "./context.ts";
import { attribute, hasOwnText, hasText, isBlock, isInvisible, isShownAsBlock, textOf } from "./element.ts";
import { isAllOfCell, isChoice, isNameOfNext, isOperation, isOrnament } from "./disclosure.ts";
import { embedMarkdown } from "./embed.ts";
import { hasBalancedBrackets } from "./phrases/escape.ts";
import { addCode, addCodeLines } from "./inline-code.ts";
import { addLinked } from "./inline-link.ts";
import { drawnRating, emojiOf, imageMarkdown, linkTail, linkTarget } from "./link.ts";
import { mathOf, splitTex } from "./math/math.ts";
import { taskMark, tickOf } from "./task.ts";
import { isMonospaced, marksOf } from "./phrases/styled.ts";
import {
  addBoundary,
  addBreak,
  addRaw,
  addSpace,
  addText,
  closeLink,
  closeMark,
  isOpen,
  openLink,
  openMark,
  type Phrase,
} from "./phrases/phrase.ts";
import type { Mark } from "./phrases/pieces.ts";
import { partsStack, readsWellUnraised } from "./phrases/raised.ts";

/** Writes the children of `parent` into a phrase; blocks among them are flattened into it. */
export function addInlineChildren(parent: ParentNode, phrase: Phrase, context: Context): void {
  for (const child of parent.children) addInline(child, phrase, context);
}

/** Writes one node into a phrase. */
export function addInline(node: ChildNode, phrase: Phrase, context: Context): void {
  if (isTag(node) && isSpokenTwin(node)) return;
  const isNote = isTag(node) && context.footnotes.inline.has(node);
  if (!isNote && standsApart(node)) addSpace(phrase);
  if (isText(node)) addTextWithMath(withoutPoint(node, context), phrase);
  else if (isTag(node) && !context.footnotes.machinery.has(node) && !context.frames.labels.has(node))
    addElement(node, phrase, context);
}

/** A text without the number of the note that it begins, or without the point that parts a note from its number. */
function withoutPoint(text: Text, { footnotes: { machinery, unnumbered } }: Context): string {
  const { data, prev } = text;
  const rest = unnumbered.get(text);
  if (rest !== undefined) return rest;
  const follows = machinery.size > 0 && prev !== null && isTag(prev) && machinery.has(prev);
  return follows ? data.replace(/^[.:)\]]\s+/, "") : data;
}

function addTextWithMath(text: string, phrase: Phrase): void {
  for (const { value, isTex } of splitTex(text)) {
    if (isTex && (!isOpen(phrase, "link") || hasBalancedBrackets(value))) addRaw(phrase, value);
    else addText(phrase, value);
  }
}

function addElement(element: Element, phrase: Phrase, context: Context): void {
  const math = mathOf(element);
  if (math !== undefined) {
    if (math.tex !== "") addRaw(phrase, math.display ? `$$${math.tex}$$` : `$${math.tex}$`);
    return;
  }
  const note = context.footnotes.inline.get(element);
  if (note !== undefined) addRaw(phrase, `[^${note.label}]`);
  if (note !== undefined || isInvisible(element) || isOrnament(element, phrase.place === "heading")) return;
  const isApart = isShownAsBlock(element);
  if (isApart) addBoundary(phrase);
  const drawn = drawnRating(element);
  if (drawn !== "") addText(phrase, ` ${drawn} `);
  addShown(element, phrase, context);
  if (isApart) addBoundary(phrase);
}

function addShown(element: Element, phrase: Phrase, context: Context): void {
  const marks = marksOf(element);
  const counted = countedTo(element);
  if (counted !== undefined) addText(phrase, counted);
  else if (isMonospaced(element) && isSpanOfCode(element)) addCode(element, phrase, context);
  else if (marks.length > 0) addMarked(element, marks, phrase, context);
  else if (isBlock(element)) addFlattened(element, phrase, context);
  else if (Object.hasOwn(rules, element.name)) rules[element.name]?.(element, phrase, context);
  else addInlineChildren(element, phrase, context);
}

/** The number that a script counts up to from zero once a reader sees it: Elementor, PureCounter and their like. */
function countedTo({ name, attribs, children: [only, ...others] }: Element): string | undefined {
  if (name !== "span" && name !== "div") return undefined;
  const end = attribs["data-to-value"] ?? attribs["data-purecounter-end"] ?? attribs["data-count"];
  if (end === undefined || !/^\d{1,15}(?:\.\d{1,6})?$/.test(end) || others.length > 0) return undefined;
  return only !== undefined && isText(only) && only.data.trim() === "0" ? end : undefined;
}

type InlineRule = (element: Element, phrase: Phrase, context: Context) => void;

/** Adds one of several values, apart from the others. */
const addChoice: InlineRule = (element, phrase, context) => {
  addSpace(phrase);
  addInlineChildren(element, phrase, context);
  addSpace(phrase);
};

/** Inline elements that are more than their children. */
const rules: Record<string, InlineRule> = {
  a: addLink,
  br: (element, phrase) => {
    if (!partsStack(element)) addBreak(phrase);
  },
  button: (element, phrase, context) => {
    if (isChoice(element)) addChoice(element, phrase, context);
    else if (phrase.showsButtons || isNameOfNext(element) || isAllOfCell(element) || isOperation(element))
      addInlineChildren(element, phrase, context);
    else addSpace(phrase);
  },
  code: addCode,
  samp: addCode,
  img: (element, phrase, context) => addImage(element, phrase, context),
  input: (element, phrase) => addText(phrase, ` ${tickOf(element)} `),
  map: addMap,
  q: (element, phrase, context) => {
    addText(phrase, '"');
    addInlineChildren(element, phrase, context);
    addText(phrase, '"');
  },
  rt: addRubyText,
  sub: (element, phrase, context) => addMarked(element, ["sub"], phrase, context),
  sup: addSuperscript,
  tt: addCode,
};

function addMarked(element: Element, marks: readonly Mark[], phrase: Phrase, context: Context): void {
  for (const mark of marks) openMark(phrase, mark);
  addInlineChildren(element, phrase, context);
  for (let open = marks.length; open > 0; open -= 1) closeMark(phrase);
}

/** Longer texts than this in a font of one width are no code in a sentence. */
const longestSpanOfCode = 200;

function isSpanOfCode(element: Element): boolean {
  const text = textOf(element, longestSpanOfCode);
  return text.trim() !== "" && text.length <= longestSpanOfCode && element.children.every((child) => !hasBlock(child));
}

const hasBlock = (node: AnyNode): boolean =>
  isTag(node) &&
  (isBlock(node) || node.name === "img" || node.name === "a" || node.name === "br" || node.children.some(hasBlock));

function addSuperscript(element: Element, phrase: Phrase, context: Context): void {
  const label = context.footnotes.references.get(element);
  if (label !== undefined) {
    addRaw(phrase, `[^${label}]`);
    return;
  }
  if (isOpen(phrase, "sup") || readsWellUnraised(element)) addInlineChildren(element, phrase, context);
  else addMarked(element, ["sup"], phrase, context);
}

/**
 * Ruby annotations follow their base in parentheses, as `<rp>` asks for where they can't be set above it: those of a base in
 * several parts stand together.
 */
function addRubyText(element: Element, phrase: Phrase, context: Context): void {
  const isRubyText = (node: ChildNode | null): boolean => node !== null && isTag(node) && node.name === "rt";
  if (!isRubyText(element.prev)) addText(phrase, "(");
  addInlineChildren(element, phrase, context);
  if (!isRubyText(element.next)) addText(phrase, ")");
}

function addImage(element: Element, phrase: Phrase, context: Context): void {
  const emoji = emojiOf(element);
  const markdown = emoji === undefined ? imageMarkdown(element, context) : "";
  if (emoji !== undefined) addText(phrase, emoji);
  else if (markdown !== "") addRaw(phrase, markdown);
}

/** Writes an anchor with its visible content. One that shows none, an icon or a jump mark, leaves no trace. */
export function addLink(element: Element, phrase: Phrase, context: Context): void {
  const label = context.footnotes.references.get(element);
  if (label !== undefined) addRaw(phrase, `[^${label}]`);
  else addLinked(element, phrase, context, () => addInlineChildren(element, phrase, context));
}

/** An image map with more places is a drawing with links all over, whose words are in the drawing. */
const mostPlaces = 12;

/** Writes the places of an image map, and what else is in it. */
function addMap(map: Element, phrase: Phrase, context: Context): void {
  const areas = map.children.filter((child) => isTag(child) && child.name === "area");
  for (const child of map.children) {
    if (!isTag(child) || child.name !== "area") addInline(child, phrase, context);
    else if (areas.length <= mostPlaces) addPlaceOfMap(child, phrase, context);
  }
}

/** Writes a place of an image map that leads somewhere by the words for it (HTML §4.8.14). */
function addPlaceOfMap(area: Element, phrase: Phrase, context: Context): void {
  const url = linkTarget(area, context);
  const words = attribute(area, "alt").trim();
  if (url === undefined || words === "" || isOpen(phrase, "link")) return;
  addSpace(phrase);
  openLink(phrase);
  addText(phrase, words);
  closeLink(phrase, linkTail(url));
  addSpace(phrase);
}

/** The content of an item, without the paragraph that is all of it: its mark stands on the same line. */
function contentOf(element: Element): ParentNode {
  const [first, ...others] = element.children.filter((child) => isTag(child) || hasText(child));
  return first !== undefined && others.length === 0 && isTag(first) && first.name === "p" ? first : element;
}

/** A block inside of a heading, cell or link: its content, parted from its neighbours. */
function addFlattened(element: Element, phrase: Phrase, context: Context): void {
  const isCell = element.name === "td" || element.name === "th";
  if (isCell) addSpace(phrase);
  else addBoundary(phrase);
  const embedded = embedMarkdown(element, context);
  if (embedded !== "") addRaw(phrase, embedded);
  else if (element.name === "pre") addCodeLines(element, phrase);
  else if (element.name === "ol") addNumbered(element, phrase, context);
  else if (element.name === "li") addItem(element, "-", phrase, context);
  else addInlineChildren(element, phrase, context);
  if (isCell) addSpace(phrase);
  else addBoundary(phrase);
}

function addNumbered(list: Element, phrase: Phrase, context: Context): void {
  const start = Number.parseInt(attribute(list, "start"), 10);
  let number = start >= 0 ? start : 1;
  for (const child of list.children) {
    if (!isTag(child) || child.name !== "li" || !hasText(child)) {
      addInline(child, phrase, context);
      continue;
    }
    const own = Number.parseInt(attribute(child, "value"), 10);
    if (own >= 0) number = own;
    addBoundary(phrase);
    addItem(child, `${number}.`, phrase, context);
    addBoundary(phrase);
    number += 1;
  }
}

function addItem(item: Element, marker: string, phrase: Phrase, context: Context): void {
  if (hasOwnText(item)) {
    addRaw(phrase, `${marker} ${taskMark(item, item.children)}`.trim());
    addSpace(phrase);
  }
  addInlineChildren(contentOf(item), phrase, context);
}
