import { Element, type ChildNode, type Document, type ParentNode, Text } from "domhandler";
import { singleSpaced } from "../../../text/single-spaced.ts";
import { measureText, newMeasures, type Measures } from "./measures.ts";
import { blockTags, ignoredTags, mediaTags, technicalTags } from "./tags.ts";

/**
 * A run of inline content (text, links, emphasis, images) directly inside one {@link Region}, with no block-level
 * element between. Decisions are made on blocks, never on inline elements, so that no sentence loses a word.
 */
export interface Block {
  /** Place in document order among all blocks. */
  readonly index: number;
  readonly region: Region;
  /** The sibling nodes that make up the run. */
  readonly nodes: readonly ChildNode[];
  readonly measures: Measures;
}

/** A block-level element, or an inline one with block-level elements inside. */
export interface Region {
  readonly element: Element;
  readonly parent: Region | undefined;
  readonly depth: number;
  /** Place in document order among all regions. */
  readonly index: number;
  /** The regions directly inside, in document order. */
  children: readonly Region[];
  /** The blocks inside, at any depth, are those from `first` up to but without `end`. */
  readonly first: number;
  end: number;
}

/** A run of signs without a word, such as `?`, `—` or `* * *`: not decided on, it follows its neighbours. */
export interface Wordless {
  readonly region: Region;
  readonly nodes: readonly ChildNode[];
  /** Index of the block that comes next on the page. */
  readonly at: number;
}

/** The page as flat lists in document order, so that every later step is a loop. */
export interface FlatPage {
  readonly root: Region;
  readonly regions: readonly Region[];
  readonly blocks: readonly Block[];
  readonly wordless: readonly Wordless[];
}

/** Flattens `<body>`. Linear in the size of the page; undefined when there is no body. */
export function flatten(document: Document): FlatPage | undefined {
  const body = findBody(document);
  if (body === undefined) return undefined;
  const draft: Draft = { regions: [], blocks: [], wordless: [], marks: [], at: 0, siblings: [] };
  markStructural(body, draft.marks);
  const { regions, blocks, wordless } = draft;
  return { root: enter(body, undefined, draft), regions, blocks, wordless };
}

/** The page while it is made flat. */
interface Draft {
  readonly regions: Region[];
  readonly blocks: Block[];
  readonly wordless: Wordless[];
  /** The findings of {@link markStructural}. */
  readonly marks: number[];
  /** The place in `marks` of the element that comes next. */
  at: number;
  /** Regions whose parents are not done, those of one parent together. */
  readonly siblings: Region[];
}

const noRegions: readonly Region[] = [];

// These are functions of the module, because V8 forgets the compiled code of functions that are made for each page.

function enter(element: Element, parent: Region | undefined, draft: Draft): Region {
  const { regions, blocks, marks, siblings } = draft;
  const region: Region = {
    element,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    index: regions.length,
    children: noRegions,
    first: blocks.length,
    end: blocks.length,
  };
  regions.push(region);
  draft.at += 1;
  const firstChild = siblings.length;
  const nodes = element.children;
  let start = 0; // of a run of inline content
  for (let index = 0; index < nodes.length; index += 1) {
    const child = nodes[index];
    if (!(child instanceof Element)) continue;
    const mark = marks[draft.at] ?? -1;
    if (mark < 0) {
      draft.at -= mark;
      continue;
    }
    addBlock(region, { start, end: index }, draft);
    siblings.push(enter(child, region, draft));
    start = index + 1;
  }
  // A list that grows by pushing would reserve room for seventeen.
  if (siblings.length > firstChild) region.children = siblings.splice(firstChild);
  addBlock(region, { start, end: nodes.length }, draft);
  region.end = blocks.length;
  return region;
}

function addBlock(region: Region, { start, end }: Run, { blocks, wordless }: Draft): void {
  if (start === end) return;
  const nodes = region.element.children;
  const measures = newMeasures();
  for (let index = start; index < end; index += 1) {
    const node = nodes[index];
    if (node !== undefined) measureNode(node, measures, false);
  }
  if (technicalTags.has(region.element.name)) measures.technicalTokens = measures.tokens;
  const run = nodes.slice(start, end);
  if (measures.tokens > 0 || measures.media > 0) blocks.push({ index: blocks.length, region, nodes: run, measures });
  else if (measures.characters > 0) wordless.push({ region, nodes: run, at: blocks.length });
}

/** Sibling nodes by their places. */
interface Run {
  readonly start: number;
  readonly end: number;
}

function findBody(document: Document): Element | undefined {
  for (const child of document.children) {
    if (!(child instanceof Element)) continue;
    if (child.name === "body") return child;
    const body = child.children.find((grandchild) => grandchild instanceof Element && grandchild.name === "body");
    if (body instanceof Element) return body;
  }
  return undefined;
}

/** A table with more rows than this is data, which is kept or dropped as a whole: its rows are one block. */
const maxSeparateRows = 300;

/**
 * Marks each element, in document order, with the number of elements in it, itself included. The number is positive where the
 * element is block-level or holds one that is, and negative otherwise. Elements inside of ignored ones and of separate rows
 * are not counted. Returns true if `element` is block-level.
 */
function markStructural(element: Element, marks: number[]): boolean {
  const at = marks.length;
  marks.push(-1);
  if (ignoredTags.has(element.name)) return false;
  let found = blockTags.has(element.name);
  const isLongTable = element.children.length > maxSeparateRows && element.children.some(isRow);
  for (const child of element.children) {
    if (!(child instanceof Element)) continue;
    if (isLongTable && isRow(child)) marks.push(-1);
    else if (markStructural(child, marks)) found = true;
  }
  const size = marks.length - at;
  marks[at] = found ? size : -size;
  return found;
}

function isRow(node: ChildNode): boolean {
  return node instanceof Element && node.name === "tr";
}

function measureNode(node: ChildNode, measures: Measures, inLink: boolean): void {
  if (node instanceof Text) {
    measureText(node.data, measures, inLink);
    return;
  }
  if (!(node instanceof Element) || ignoredTags.has(node.name)) return;
  if (mediaTags.has(node.name)) {
    measures.media += 1;
    if (node.name !== "math" && node.name !== "mjx-container") return;
  }
  if (node.name === "br") measures.breaks += 1;
  else if (node.name === "time") measures.times += 1;
  else if (node.name === "code") measures.codes += 1;
  else if (node.name === "button") measures.buttons += 1;
  const linked = inLink || (node.name === "a" && node.attribs["href"] !== undefined);
  if (linked && !inLink) {
    measures.links += 1;
    if (node.attribs["href"]?.includes("#") === true) measures.fragmentLinks += 1;
  }
  const before = measures.tokens;
  for (const child of node.children) measureNode(child, measures, linked);
  if (technicalTags.has(node.name)) measures.technicalTokens += measures.tokens - before;
  if (node.name === "b" || node.name === "strong") measures.strongTokens += measures.tokens - before;
  if (node.name === "button" || node.name === "label") measures.controlTokens += measures.tokens - before;
}

/** The text of a block, with single spaces. */
export function blockText(block: Block): string {
  const parts: string[] = [];
  for (const node of block.nodes) collectText(node, parts);
  return singleSpaced(parts.join(""));
}

function collectText(node: ChildNode | ParentNode, parts: string[]): void {
  if (node instanceof Text) parts.push(node.data);
  else if (node instanceof Element && !ignoredTags.has(node.name)) {
    if (node.name === "br") parts.push("\n");
    for (const child of node.children) collectText(child, parts);
  }
}
