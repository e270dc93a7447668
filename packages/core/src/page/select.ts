import { Element, Text, type ChildNode, type Document, type ParentNode } from "domhandler";
import { appendChild } from "domutils";
import { EngineError } from "../errors.ts";
import { removeNodes } from "./remove-nodes.ts";
import { unreadable } from "../selectors/check-selectors.ts";
import { compileSelector, type CompiledSelector } from "../selectors/compile-selector.ts";
import { startMatching } from "../selectors/matching.ts";
import { selectElements } from "../selectors/select-elements.ts";

/**
 * Limit of the steps of a request's selectors: for any page, and for each of its elements. Those that people write
 * take a tenth of it.
 */
const stepsFor = { page: 100_000, element: 40 };

/** The parent of a page's visible content: its body, or the document itself when it has none. */
export function bodyOf(document: Document): ParentNode {
  const root = document.children.find((node) => node instanceof Element && node.name === "html");
  const body = root instanceof Element ? root.children.find(isBody) : undefined;
  return body ?? document;
}

function isBody(node: unknown): node is Element {
  return node instanceof Element && (node.name === "body" || node.name === "frameset");
}

/**
 * Keeps only matches of the CSS selectors, in page order (contract §4.5); a match inside a match stays where it
 * is. Returns their number. Throws BAD_REQUEST that names a selector which is not CSS, or takes too many steps on this
 * page.
 */
export function keepTags(document: Document, selectors: readonly string[]): number {
  const body = bodyOf(document);
  const kept = outermost(document, select(selectors, document, "includeTags"));
  if (kept.some((element) => element === body || element.children.some((child) => child === body))) return kept.length;
  removeNodes(new Set<ChildNode>(kept));
  body.children = [];
  for (const element of kept) {
    // Words of elements that stood apart must not run together.
    if (body.children.length > 0) appendChild(body, new Text("\n"));
    appendChild(body, element);
  }
  return kept.length;
}

/** Removes matches of the CSS selectors. Throws BAD_REQUEST as {@link keepTags} does. */
export function dropTags(document: Document, selectors: readonly string[]): void {
  removeNodes(new Set<ChildNode>(select(selectors, document, "excludeTags")));
}

/** The matches of each CSS selector, in page order. Throws BAD_REQUEST as {@link keepTags} does. */
export function selectEach(
  selectors: readonly string[],
  document: Document,
  option: string,
): readonly ReadonlySet<Element>[] {
  return selectors.map((selector) => select([selector], document, option));
}

function select(selectors: readonly string[], document: Document, option: string): ReadonlySet<Element> {
  const compiled = selectors.map((selector): CompiledSelector => {
    const outcome = compileSelector(selector);
    if (typeof outcome !== "string") return outcome;
    throw new EngineError("BAD_REQUEST", `${option}: ${unreadable(selector, outcome)}`);
  });
  const matching = startMatching(document, (count) => stepsFor.page + stepsFor.element * count);
  const { elements, tooCostly } = selectElements(compiled, matching);
  if (tooCostly === undefined) return elements;
  throw new EngineError(
    "BAD_REQUEST",
    `${option}: the selectors take too many steps on this page, most of them \`${selectors[tooCostly]}\`; use fewer, or such as ask for a class, an id or a name.`,
  );
}

/** The elements of a set that are in no other, in page order. */
function outermost(root: ParentNode, elements: ReadonlySet<Element>, found: Element[] = []): readonly Element[] {
  for (const child of root.children) {
    if (!(child instanceof Element)) continue;
    if (elements.has(child)) found.push(child);
    else outermost(child, elements, found);
  }
  return found;
}
