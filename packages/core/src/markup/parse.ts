import { type ChildNode, type Document, Element, type ParentNode } from "domhandler";
import { Parser } from "parse5";
import type { Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";
import { finish, type Steps } from "../collections/steps.ts";
import { adopt } from "./elements.ts";
import { tokenize } from "./html/tokenizer.ts";
import { treeAdapter } from "./html/tree-adapter.ts";
import { readNoscripts } from "./noscript.ts";
import { flattenShadowTrees } from "./shadow-trees.ts";

/**
 * Elements nested deeper than this, or than the next cell where a table stands so deep, are unwrapped: their children move
 * up to the deepest allowed ancestor. No text is lost, and everything downstream may recurse without overflowing the stack on
 * hostile input.
 */
export const maxDepth = 400;

/**
 * Parses HTML into a DOM by the WHATWG algorithm (HTML Standard §13.2), so that malformed pages get the tree that
 * browsers give them: implied `html`, `head` and `body`, foster parenting, the adoption agency. The tree is no larger than
 * the source is long, see {@link BoundedParser}. Never throws.
 */
export function parse(html: string): Document {
  return finish(parseInSteps(html, ignore));
}

/** The same with rests between. Every element is handed to `note`, in document order. */
export function* parseInSteps(html: string, note: (element: Element) => void): Steps<Document> {
  const document = yield* treeOf(html, { scriptingEnabled: true, mayReopen: freelyReopened });
  if (/<noscript/i.test(html)) yield* readNoscripts(document, readNoscript);
  if (html.includes("shadowrootmode")) flattenShadowTrees(document);
  capDepth(document, 0, note);
  return document;
}

function readNoscript(html: string): Steps<Document> {
  return treeOf(html, { scriptingEnabled: false, mayReopen: 0 });
}

function* treeOf(
  html: string,
  { scriptingEnabled, mayReopen }: { readonly scriptingEnabled: boolean; readonly mayReopen: number },
): Steps<Document> {
  const parser = new BoundedParser({ treeAdapter, scriptingEnabled });
  parser.mayReopen = mayReopen + html.length / charactersOfReopened;
  yield* tokenize(html, parser);
  return parser.document;
}

/** Elements that any page may have opened again, and one more for each stretch of source this long. */
const freelyReopened = 1000;
const charactersOfReopened = 8;

/**
 * Formatting elements that nothing closes, such as `<b>`, are opened again in each paragraph after them (HTML Standard
 * §13.2.4.3), so that a thousand of both would make a million elements. After `mayReopen` elements they stay closed: bold
 * text is no longer bold, and no text is lost. A class, as V8 keeps a function that is given to a single parser, and with it
 * the tree, until it collects the old generation, too.
 */
class BoundedParser extends Parser<Htmlparser2TreeAdapterMap> {
  mayReopen = 0;

  override _reconstructActiveFormattingElements(): void {
    if (this.mayReopen <= 0) return;
    const openBefore = this.openElements.stackTop;
    super._reconstructActiveFormattingElements();
    this.mayReopen -= this.openElements.stackTop - openBefore;
  }
}

/** Text directly in these belongs to no cell. */
const tableParts: ReadonlySet<string> = new Set(["table", "thead", "tbody", "tfoot", "tr"]);

const ignore = (): void => undefined;

function capDepth(node: ParentNode, depth: number, note: (element: Element) => void): void {
  const isAboveCells = node instanceof Element && tableParts.has(node.name) && depth < maxDepth + tableParts.size;
  if (depth >= maxDepth && !isAboveCells) flatten(node);
  for (const child of node.children) {
    if (!(child instanceof Element)) continue;
    note(child);
    capDepth(child, depth + 1, note);
  }
}

/** Replaces the descendants of `node` by its leaves, in document order. */
function flatten(node: ParentNode): void {
  const leaves: ChildNode[] = [];
  const waiting: ChildNode[] = node.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Element && next.children.length > 0) {
      for (let index = next.children.length - 1; index >= 0; index -= 1) {
        const child = next.children[index];
        if (child !== undefined) waiting.push(child);
      }
    } else leaves.push(next);
  }
  adopt(node, leaves);
}
