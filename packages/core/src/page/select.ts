import { selectAll } from "css-select";
import { Element, Text, type Document, type ParentNode } from "domhandler";
import { appendChild, removeElement } from "domutils";
import { EngineError } from "../errors.ts";

/** What a page's visible content hangs below: its body, or the document itself when it has none. */
export function bodyOf(document: Document): ParentNode {
  const root = document.children.find((node) => node instanceof Element && node.name === "html");
  const body = root instanceof Element ? root.children.find(isBody) : undefined;
  return body ?? document;
}

function isBody(node: unknown): node is Element {
  return node instanceof Element && (node.name === "body" || node.name === "frameset");
}

/**
 * Keeps only what matches one of the CSS selectors, in page order (contract §4.5); a match inside a match stays where it
 * is. Throws BAD_REQUEST for a selector that is not CSS.
 */
export function keepTags(document: Document, selectors: readonly string[]): void {
  const body = bodyOf(document);
  const matches = new Set(select(selectors, document, "includeTags"));
  const kept = [...matches].filter((element) => !hasAncestorIn(element, matches));
  for (const element of kept) removeElement(element);
  body.children = [];
  for (const element of kept) {
    // Words of elements that stood apart must not run together.
    if (body.children.length > 0) appendChild(body, new Text("\n"));
    appendChild(body, element);
  }
}

/** Removes what matches one of the CSS selectors. Throws BAD_REQUEST for a selector that is not CSS. */
export function dropTags(document: Document, selectors: readonly string[]): void {
  for (const element of select(selectors, document, "excludeTags")) removeElement(element);
}

function select(selectors: readonly string[], document: Document, option: string): readonly Element[] {
  const valid = selectors.map((selector) => {
    const reach = (query: string) => selectAll(query, document);
    try {
      reach(selector);
      return selector;
    } catch (cause) {
      throw new EngineError("BAD_REQUEST", `${option}: "${selector}" is not a CSS selector.`, { cause });
    }
  });
  const all = valid.flatMap((selector) => [selector, ...placeholderSelectors(selector)]);
  return selectAll(all.join(", "), document).filter((node) => node instanceof Element);
}

/** The `iframe` of a selector, and the strings in which the word means nothing. */
const frameToken = /"[^"]*"|'[^']*'|(^|[\s,>+~(])iframe(?![\w-])/gi;

/**
 * A browser leaves the content of a frame in a placeholder, which a selector of frames means too (contract §2.2,
 * `includeTags`): the same selector, with the placeholder for `iframe` and its address for `src`.
 */
function placeholderSelectors(selector: string): readonly string[] {
  const rewritten = selector.replace(frameToken, (token: string, before: string | undefined) =>
    before === undefined ? token : `${before}[data-original-tag="iframe"]`,
  );
  return rewritten === selector ? [] : [rewritten.replaceAll("[src", "[data-original-src")];
}

function hasAncestorIn(element: Element, elements: ReadonlySet<Element>): boolean {
  for (let node: ParentNode | null = element.parent; node !== null; node = node.parent) {
    if (node instanceof Element && elements.has(node)) return true;
  }
  return false;
}
