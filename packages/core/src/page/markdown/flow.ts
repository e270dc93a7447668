import type { AnyNode, ParentNode } from "domhandler";
import type { Context } from "./context.ts";
import { addInlineChildren } from "./inline.ts";
import {
  addText,
  closeLink,
  closeMark,
  createPhrase,
  finishPhrase,
  isEmpty,
  openLink,
  openMark,
  type Phrase,
} from "./phrases/phrase.ts";
import type { Mark } from "./phrases/pieces.ts";
import { writeBlock, type Writer } from "./writer.ts";

/** A link around blocks: Markdown can't express it, so one phrase inside carries it. */
export interface WideLink {
  readonly tail: string;
  /** Headings of this level or above carry it; undefined where there are none. */
  readonly headingLevel: number | undefined;
  used: boolean;
}

/** A heading whose line is still to be written: the next phrase is its text. */
export interface HeadingLine {
  readonly level: number;
  /** True if a button in it is its text, as in an accordion, and not a tool beside it. */
  readonly showsButtons: boolean;
  used: boolean;
}

type Wrapper = { readonly mark: Mark } | { readonly link: WideLink } | { readonly heading: HeadingLine };

/** The walk over blocks: where it writes, the phrase that inline content is gathered in, the inline elements around. */
export interface Flow {
  readonly context: Context;
  readonly writer: Writer;
  readonly wrappers: Wrapper[];
  /** Writes one node; block.ts implements it, and every rule for a kind of block calls it. */
  readonly writeNode: (node: AnyNode, flow: Flow) => void;
  phrase: Phrase | undefined;
  /** A mark in a block of its own, such as an emoji or a number, that the next phrase begins with. */
  lead: string;
}

/** Writes the children of `parent`: blocks as blocks, inline content between them as paragraphs. */
export function writeChildren(parent: ParentNode, flow: Flow): void {
  for (const child of parent.children) flow.writeNode(child, flow);
}

/** Writes some nodes as blocks of their own. */
export function writeNodes(nodes: readonly AnyNode[], flow: Flow): void {
  endParagraph(flow);
  for (const node of nodes) flow.writeNode(node, flow);
  endParagraph(flow);
}

/** The phrase that gathers inline content, with the constructs around it open. */
export function phraseOf(flow: Flow): Phrase {
  if (flow.phrase !== undefined) return flow.phrase;
  const heading = headingOf(flow);
  const phrase = heading === undefined ? createPhrase("paragraph") : createPhrase("heading", heading.showsButtons);
  for (const wrapper of flow.wrappers) {
    if ("mark" in wrapper && heading === undefined) openMark(phrase, wrapper.mark);
    else if ("link" in wrapper && isCarried(wrapper.link, heading)) openLink(phrase);
  }
  flow.phrase = phrase;
  if (flow.lead !== "") addText(phrase, `${flow.lead} `);
  flow.lead = "";
  return phrase;
}

/** Keeps a mark for the next phrase, behind those that wait already. */
export function addLead(mark: string, flow: Flow): void {
  flow.lead = `${flow.lead} ${mark.trim()}`.trim();
}

/** Writes the mark that no phrase has taken in as a paragraph. */
export function endLead(flow: Flow): void {
  if (flow.lead === "") return;
  phraseOf(flow);
  endParagraph(flow);
}

/** Writes the paragraph gathered so far, or the heading. */
export function endParagraph(flow: Flow): void {
  const { phrase } = flow;
  if (phrase === undefined) return;
  flow.phrase = undefined;
  if (isEmpty(phrase)) return;
  const heading = headingOf(flow);
  for (const wrapper of flow.wrappers.toReversed()) {
    if ("mark" in wrapper && heading === undefined) closeMark(phrase);
    else if ("link" in wrapper && phrase.open.at(-1)?.mark === "link")
      wrapper.link.used = closeLink(phrase, wrapper.link.tail);
  }
  const text = finishPhrase(phrase);
  if (heading === undefined) writeBlock(flow.writer, text);
  else if (text !== "") {
    for (const wrapper of flow.wrappers) if ("heading" in wrapper) wrapper.heading.used = true;
    writeBlock(flow.writer, `${"#".repeat(heading.level)} ${text}`);
  }
}

/** The heading that the phrase at this point is the text of. */
function headingOf({ wrappers }: Flow): HeadingLine | undefined {
  const wrapper = wrappers.findLast((around) => "heading" in around && !around.heading.used);
  return wrapper !== undefined && "heading" in wrapper ? wrapper.heading : undefined;
}

function isCarried(link: WideLink, heading: HeadingLine | undefined): boolean {
  if (link.used || link.headingLevel === undefined) return !link.used;
  return heading !== undefined && heading.level <= link.headingLevel;
}

/** The link around the next phrase that would carry it, if any. */
export function waitingLink({ wrappers }: Flow): WideLink | undefined {
  const wrapper = wrappers.findLast((around) => "link" in around && isCarried(around.link, undefined));
  return wrapper !== undefined && "link" in wrapper ? wrapper.link : undefined;
}

/** Writes inline content and flattened blocks of `parent` into a phrase of its own, which carries `link` if there is one. */
export function flatten(parent: ParentNode, phrase: Phrase, { context, link }: FlatPlace): string {
  const isLinked = link?.used === false;
  if (isLinked) openLink(phrase);
  addInlineChildren(parent, phrase, context);
  if (isLinked) link.used = closeLink(phrase, link.tail);
  return finishPhrase(phrase);
}

/** Context of flattened content. */
export interface FlatPlace {
  readonly context: Context;
  readonly link: WideLink | undefined;
}
