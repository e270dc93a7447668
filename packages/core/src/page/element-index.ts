import type { Document, Element } from "domhandler";
import { forEachElement } from "../markup/elements.ts";

const indexed = [
  "base",
  "html",
  "iframe",
  "img",
  "link",
  "meta",
  "noscript",
  "script",
  "style",
  "template",
  "title",
] as const;

/** The elements of a name, in document order, as the page had them when it was indexed. */
export type ElementIndex = (name: (typeof indexed)[number]) => readonly Element[];

/** An index while it is made, by whoever walks through the page anyway. */
export interface ElementIndexer {
  /** Takes note of an element; to be called in document order. */
  readonly note: (element: Element) => void;
  readonly elements: ElementIndex;
}

/** Makes an {@link ElementIndexer} that knows no element yet. */
export function elementIndexer(): ElementIndexer {
  const byName = new Map<string, Element[]>(indexed.map((name) => [name, []]));
  return {
    note: (element) => void byName.get(element.name)?.push(element),
    elements: (name) => byName.get(name) ?? [],
  };
}

/** Indexes a page in a walk of its own. */
export function indexElements(document: Document): ElementIndex {
  const { note, elements } = elementIndexer();
  forEachElement(document, note);
  return elements;
}
