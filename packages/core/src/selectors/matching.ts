import { Element, type Document } from "domhandler";
import { forEachElement } from "../markup/elements.ts";

/** One look through a page with selectors: what was found out so far, and how many steps are left for the rest. */
export interface Matching {
  readonly document: Document;
  /** Every element of the page, in document order. */
  readonly elements: readonly Element[];
  /** Most steps that may be spent, and those spent so far. */
  readonly maxSteps: number;
  spent: number;
  /** See {@link recall}. */
  readonly kept: Map<object, unknown>;
}

// These are functions of the module, because V8 forgets the compiled code of functions that are made for each page.

/** Starts matching on a page, which must not change meanwhile. `maxSteps` says what the elements of the page are worth. */
export function startMatching(document: Document, maxSteps: (elements: number) => number): Matching {
  const elements: Element[] = [];
  forEachElement(document, addTo, elements);
  return { document, elements, maxSteps: maxSteps(elements.length), spent: 0, kept: new Map() };
}

/**
 * Takes steps off the budget and says whether it lasts. Once it does not, no answer means anything, and each comes at
 * once: whoever started the matching asks {@link isExhausted} before using what came out.
 */
export function spend(matching: Matching, steps: number): boolean {
  matching.spent += steps;
  return !isExhausted(matching);
}

/** True if the steps of a matching are used up. */
export const isExhausted = ({ spent, maxSteps }: Matching): boolean => spent > maxSteps;

/** The value that a part of a selector keeps from one element to the next; made when it is first asked for. */
export function recall<Kept>({ kept }: Matching, part: object, make: () => Kept): Kept {
  // Everything that is kept for a part is what that part made.
  const known = kept.get(part) as Kept | undefined;
  if (known !== undefined) return known;
  const made = make();
  kept.set(part, made);
  return made;
}

const addTo = (element: Element, elements: Element[]): void => void elements.push(element);

/** The element around an element; undefined for the root. */
export function parentElement({ parent }: Element): Element | undefined {
  return parent instanceof Element ? parent : undefined;
}

/** The element right before an element, whatever text stands between. */
export function previousElement({ prev }: Element): Element | undefined {
  let node = prev;
  while (node !== null && !(node instanceof Element)) node = node.prev;
  return node ?? undefined;
}

/** The element right after an element. */
export function nextElement({ next }: Element): Element | undefined {
  let node = next;
  while (node !== null && !(node instanceof Element)) node = node.next;
  return node ?? undefined;
}
