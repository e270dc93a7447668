import type { Element } from "domhandler";
import { recall, spend, parentElement, previousElement, type Matching } from "./matching.ts";

/** True if an element passes one simple selector. */
export type Test = (element: Element, matching: Matching) => boolean;

/** The relation of a compound selector to the one on its left. */
export type Combinator = "descendant" | "child" | "sibling" | "adjacent";

/** A compound selector with everything that must stand to its left. */
export interface Compound {
  readonly tests: readonly Test[];
  readonly left?: { readonly combinator: Combinator; readonly compound: Compound } | undefined;
}

/** A relative selector (Selectors 4 §3.4), as `:has()` takes it: a compound selector, where it is, and what is to its right. */
export interface Relative {
  readonly combinator: Combinator;
  readonly tests: readonly Test[];
  readonly right?: Relative | undefined;
}

/** True if one of several selectors selects an element. */
export function matchesOne(selectors: readonly Compound[], element: Element, matching: Matching): boolean {
  for (const selector of selectors) if (matches(selector, element, matching)) return true;
  return false;
}

/**
 * True if a selector selects an element. It is read from right to left, and no compound selector is held twice against the
 * same ancestor or earlier sibling, so a page costs at most its elements times the compounds of its selectors.
 */
export function matches(selector: Compound, element: Element, matching: Matching): boolean {
  let compound = selector;
  let current: Element | undefined = element;
  while (current !== undefined) {
    if (!passes(compound.tests, current, matching)) return false;
    const { left }: Compound = compound;
    if (left === undefined) return true;
    if (left.combinator === "descendant") return isBeyond(left.compound, parentElement, current, matching);
    if (left.combinator === "sibling") return isBeyond(left.compound, previousElement, current, matching);
    current = left.combinator === "child" ? parentElement(current) : previousElement(current);
    compound = left.compound;
  }
  return false;
}

function passes(tests: readonly Test[], element: Element, matching: Matching): boolean {
  if (!spend(matching, 1 + tests.length)) return false;
  for (const test of tests) if (!test(element, matching)) return false;
  return true;
}

/** The cost of keeping an answer, in steps. */
const stepsPerMemory = 5;

/**
 * True if a selector selects something on the way from an element upwards, or back through its siblings. The answer for
 * each element on that way is kept, found or not.
 */
function isBeyond(
  selector: Compound,
  step: (element: Element) => Element | undefined,
  from: Element,
  matching: Matching,
): boolean {
  const known = recall(matching, selector, () => new Map<Element, boolean>());
  const passed: Element[] = [];
  let found = false;
  for (let element = step(from); element !== undefined && !found; element = step(element)) {
    const before = known.get(element);
    if (before === undefined) {
      passed.push(element);
      if (!spend(matching, stepsPerMemory)) return false;
      found = matches(selector, element, matching);
    } else {
      found = before;
      break;
    }
  }
  for (const element of passed) known.set(element, found);
  return found;
}

/** True if a relative selector finds something from an element on. */
export function reaches(relative: Relative, element: Element, matching: Matching): boolean {
  return anchorsOf(relative, matching).has(element);
}

/**
 * All elements from which a relative selector finds something. They are found in one walk through the page from its end,
 * as what lies below or behind an element comes later in the document.
 */
function anchorsOf(relative: Relative, matching: Matching): ReadonlySet<Element> {
  return recall(matching, relative, () => {
    const { combinator, tests, right } = relative;
    const anchors = new Set<Element>();
    const goesOn = right === undefined ? undefined : anchorsOf(right, matching);
    const { elements } = matching;
    for (let index = elements.length - 1; index >= 0; index -= 1) {
      const element = elements[index];
      if (element === undefined || !spend(matching, 1)) break;
      const carriesOn = (combinator === "descendant" || combinator === "sibling") && anchors.has(element);
      if (!carriesOn && !(passes(tests, element, matching) && goesOn?.has(element) !== false)) continue;
      const isInside = combinator === "descendant" || combinator === "child";
      const anchor = isInside ? parentElement(element) : previousElement(element);
      if (anchor !== undefined && spend(matching, stepsPerMemory)) anchors.add(anchor);
    }
    return anchors;
  });
}
