import { compileSelector } from "./compile-selector.ts";

/** Most parts that all selectors of a list have together, see `selectorLimits`. */
const maxPartsTogether = 5_000;

/** The complaint about one selector of a list. */
export interface SelectorComplaint {
  readonly index: number;
  readonly message: string;
}

/** More complaints would not help. */
const maxComplaints = 20;

/** Checks the selectors of a request. Returns no complaints if they can be used on any page. Pure. */
export function checkSelectors(selectors: readonly string[]): readonly SelectorComplaint[] {
  const complaints: SelectorComplaint[] = [];
  let parts = 0;
  for (const [index, selector] of selectors.entries()) {
    if (complaints.length >= maxComplaints) break;
    const compiled = compileSelector(selector);
    if (typeof compiled === "string") complaints.push({ index, message: unreadable(selector, compiled) });
    else parts += compiled.parts;
    if (parts <= maxPartsTogether) continue;
    complaints.push({ index, message: `With this one, the selectors have more than ${maxPartsTogether} parts.` });
    break;
  }
  return complaints;
}

/** A sentence that quotes a selector which can't be compiled. */
export function unreadable(selector: string, reason: string): string {
  return `"${selector.slice(0, 200)}" is not a CSS selector that can be used: ${reason.replace(/\.$/, "")}.`;
}
