import { Element } from "domhandler";
import { recall, spend, type Matching } from "./matching.ts";
import type { Test } from "./program.ts";

/** The way the siblings of an element are counted. */
export interface Counting {
  readonly fromEnd: boolean;
  /** The siblings that count: all, those with the element's name, or those that pass a test, as the element must. */
  readonly counted: "all" | "of-type" | Test;
}

/**
 * The place of an element among its siblings, from 1; 0 when it does not count itself. All siblings are numbered when the
 * first is asked about, so that a page is numbered once per way of counting.
 */
export function placeOf(element: Element, counting: Counting, matching: Matching): number {
  const places = recall(matching, counting, () => new Map<Element, number>());
  const known = places.get(element);
  if (known !== undefined) return known;
  numberSiblings(element, counting, { places, matching });
  return places.get(element) ?? 0;
}

function numberSiblings(
  element: Element,
  { fromEnd, counted }: Counting,
  { places, matching }: { readonly places: Map<Element, number>; readonly matching: Matching },
): void {
  const siblings = element.parent?.children ?? [element];
  spend(matching, siblings.length);
  const counts = new Map<string, number>();
  for (let index = 0; index < siblings.length; index += 1) {
    const sibling = siblings[fromEnd ? siblings.length - 1 - index : index];
    if (!(sibling instanceof Element)) continue;
    if (typeof counted === "function" && !counted(sibling, matching)) {
      places.set(sibling, 0);
      continue;
    }
    const kind = counted === "of-type" ? sibling.name : "";
    const place = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, place);
    places.set(sibling, place);
  }
}

/** Reads `An+B` (CSS Syntax 3 §6): whether a place is one of those. Throws for what is none. */
export function readFormula(source: string): (place: number) => boolean {
  const formula = source.trim().toLowerCase();
  const [, keyword, step, sign, offset, only] =
    /^(?:(even|odd)|([+-]?\d{0,9})n\s*(?:([+-])\s*(\d{1,9}))?|([+-]?\d{1,9}))$/.exec(formula) ?? [];
  if (keyword !== undefined) return (place) => place > 0 && place % 2 === (keyword === "odd" ? 1 : 0);
  if (only !== undefined) return (place) => place > 0 && place === Number(only);
  if (step === undefined) throw new Error(`\`${source}\` is not a formula like 2n+1`);
  const every = /\d/.test(step) ? Number(step) : Number(`${step}1`);
  const first = offset === undefined ? 0 : Number(`${sign}${offset}`);
  if (every === 0) return (place) => place > 0 && place === first;
  return (place) => place > 0 && (place - first) % every === 0 && (place - first) / every >= 0;
}
