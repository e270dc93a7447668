import { compileSelector } from "./compile-selector.ts";

/** Most parts that all selectors of a list have together, see `selectorLimits`. */
const maxPartsTogether = 5_000;

/** What is wrong with one selector of a list. */
export interface SelectorComplaint {
  readonly index: number;
  readonly message: string;
}

/** What is wrong with a request's selectors; nothing when they can be used on any page. Pure. */
export function checkSelectors(selectors: readonly string[]): readonly SelectorComplaint[] {
  let parts = 0;
  return selectors.flatMap((selector, index) => {
    const compiled = compileSelector(selector);
    if (typeof compiled === "string") return [{ index, message: unreadable(selector, compiled) }];
    const before = parts;
    parts += compiled.parts;
    if (before > maxPartsTogether || parts <= maxPartsTogether) return [];
    return [{ index, message: `With this one, the selectors have more than ${maxPartsTogether} parts.` }];
  });
}

/** A sentence that quotes a selector which can't be compiled. */
export function unreadable(selector: string, reason: string): string {
  return `"${selector.slice(0, 200)}" is not a CSS selector that can be used: ${reason.replace(/\.$/, "")}.`;
}
