import type { AnyNode, ParentNode } from "domhandler";
import type { Context } from "./context.ts";
import { addInlineChildren } from "./inline.ts";
import {
  closeLink,
  closeMark,
  createPhrase,
  finishPhrase,
  isEmpty,
  openLink,
  openMark,
  type Mark,
  type Phrase,
} from "./phrase.ts";
import { writeBlock, type Writer } from "./writer.ts";

/** A link around blocks: Markdown can't express it, so one phrase inside carries it. */
export interface WideLink {
  readonly tail: string;
  readonly forHeading: boolean;
  used: boolean;
}

type Wrapper = { readonly mark: Mark } | { readonly link: WideLink };

/** The walk over blocks: where it writes, the phrase that inline content is gathered in, the inline elements around. */
export interface Flow {
  readonly context: Context;
  readonly writer: Writer;
  readonly wrappers: Wrapper[];
  /** Writes one node; how is decided in block.ts, and every rule for a kind of block comes back to it. */
  readonly writeNode: (node: AnyNode, flow: Flow) => void;
  phrase: Phrase | undefined;
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
  const phrase = createPhrase("paragraph");
  for (const wrapper of flow.wrappers) {
    if ("mark" in wrapper) openMark(phrase, wrapper.mark);
    else if (!wrapper.link.forHeading && !wrapper.link.used) openLink(phrase);
  }
  flow.phrase = phrase;
  return phrase;
}

/** Writes the paragraph gathered so far. */
export function endParagraph(flow: Flow): void {
  const { phrase } = flow;
  if (phrase === undefined) return;
  flow.phrase = undefined;
  if (isEmpty(phrase)) return;
  for (const wrapper of flow.wrappers.toReversed()) {
    if ("mark" in wrapper) closeMark(phrase);
    else if (phrase.open.at(-1)?.mark === "link") wrapper.link.used = closeLink(phrase, wrapper.link.tail);
  }
  writeBlock(flow.writer, finishPhrase(phrase));
}

/** Writes inline content and flattened blocks of `parent` into a phrase of its own. */
export function flatten(parent: ParentNode, phrase: Phrase, context: Context): string {
  addInlineChildren(parent, phrase, context);
  return finishPhrase(phrase);
}
