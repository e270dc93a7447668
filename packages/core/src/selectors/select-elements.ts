import type { Element } from "domhandler";
import type { CompiledSelector } from "./compile-selector.ts";
import { addByKey, createKeyIndex, valuesFor } from "./key-index.ts";
import { isExhausted, type Matching } from "./matching.ts";

/** The outcome of {@link selectElements}. */
export interface Selection {
  /** In document order; means nothing when the steps were used up. */
  readonly elements: ReadonlySet<Element>;
  /** The index of the selector that took the most steps, when the steps were used up. */
  readonly tooCostly: number | undefined;
}

/** All elements of a page that one of several selectors selects. */
export function selectElements(selectors: readonly CompiledSelector[], matching: Matching): Selection {
  const byKey = createKeyIndex<number>();
  selectors.forEach(({ keys }, index) => {
    for (const key of new Set(keys)) addByKey(byKey, key, index);
  });
  const selected = new Set<Element>();
  const stepsOf = selectors.map(() => 0);
  for (const element of matching.elements) {
    for (const index of valuesFor(byKey, element)) {
      if (selected.has(element)) break;
      const before = matching.spent;
      if (selectors[index]?.selects(element, matching) === true) selected.add(element);
      stepsOf[index] = (stepsOf[index] ?? 0) + matching.spent - before;
      if (isExhausted(matching)) return { elements: selected, tooCostly: stepsOf.indexOf(Math.max(...stepsOf)) };
    }
  }
  return { elements: selected, tooCostly: undefined };
}
