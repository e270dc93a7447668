import { isTag, type AnyNode, type Element } from "domhandler";
import { ariaRows } from "./tables/aria-table.ts";
import { findDescendant, hasText, headingLevel, isHeading } from "./element.ts";
import { endParagraph, phraseOf, type Flow } from "./flow.ts";
import { addLink } from "./inline.ts";
import { isSkipLink, linkTail, linkTarget } from "./link.ts";
import type { Context } from "./context.ts";
import { writeBlock } from "./writer.ts";

/** Blocks that lose their structure when flattened into the text of a link. */
const structured = new Set([
  "ul",
  "ol",
  "menu",
  "li",
  "dl",
  "table",
  "pre",
  "blockquote",
  "hr",
  "iframe",
  "video",
  "audio",
]);

/** Writes a link around blocks: it takes in the blocks' lines or, when they are more than lines, one part carries it. */
export function writeWideLink(anchor: Element, flow: Flow, writeContent: () => void): void {
  const url = linkTarget(anchor, flow.context);
  if (url === undefined) writeContent();
  else if (isSkipLink(anchor)) return;
  else if (findDescendant(anchor, isMoreThanLines) !== undefined) {
    const isUsed = carryLink({ tail: linkTail(url), content: [anchor] }, flow, writeContent);
    if (!isUsed && /^https?:[^\s<>]+$/.test(url) && hasText(anchor)) writeBlock(flow.writer, `<${url}>`);
  } else {
    endParagraph(flow);
    addLink(anchor, phraseOf(flow), flow.context);
    endParagraph(flow);
  }
}

function isMoreThanLines(element: Element): boolean {
  return structured.has(element.name) || ariaRows(element) !== undefined || (isHeading(element) && hasText(element));
}

/** The destination and title for the links that replace an anchor around blocks; undefined when it leads nowhere. */
export function wideLinkTail(anchor: Element, context: Context): string | undefined {
  const url = linkTarget(anchor, context);
  return url === undefined ? undefined : linkTail(url);
}

/** A link and the content inside it. */
interface Carried {
  readonly tail: string;
  readonly content: readonly AnyNode[];
}

/**
 * Writes content inside a link. The first of its most prominent headings carries the link; without a heading, the first phrase
 * or table cell does. Returns true if any of them could.
 */
export function carryLink({ tail, content }: Carried, flow: Flow, writeContent: () => void): boolean {
  endParagraph(flow);
  const link = { tail, headingLevel: topLevel(content), used: false };
  flow.wrappers.push({ link });
  writeContent();
  endParagraph(flow);
  flow.wrappers.pop();
  return link.used;
}

/** The level of the most prominent heading: a card's title, and not the label above it. */
function topLevel(nodes: readonly AnyNode[]): number | undefined {
  const levels = nodes.filter(isTag).flatMap((element) => {
    const level = isHeading(element) && hasText(element) ? headingLevel(element) : topLevel(element.children);
    return level ?? [];
  });
  return levels.length === 0 ? undefined : Math.min(...levels);
}
