import type { ParentNode } from "domhandler";
import { writeInlineNotes, writeNode } from "./block.ts";
import { createContext, type MarkdownOptions } from "./context.ts";
import { endLead, writeNodes, type Flow } from "./flow.ts";
import { createWriter } from "./writer.ts";

export type { MarkdownOptions } from "./context.ts";

/**
 * Renders the children of `root` as GitHub-flavoured Markdown: rendered by a CommonMark/GFM renderer, it has the same
 * headings, links, lists, tables and code as the source. Total and pure: never throws, never changes the tree; linear
 * in the size of the tree. The result has no leading or trailing blank lines and is "" when nothing is visible.
 */
export function toMarkdown(root: ParentNode, options: MarkdownOptions = {}): string {
  const flow: Flow = {
    context: createContext(root, options),
    writer: createWriter(),
    wrappers: [],
    writeNode,
    phrase: undefined,
    lead: "",
  };
  writeNodes(root.children, flow);
  endLead(flow);
  writeInlineNotes(flow);
  return flow.writer.markdown;
}
