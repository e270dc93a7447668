import { Element, Text, type Document } from "domhandler";
import {
  hidesOutright,
  isCutToNothing,
  isOutOfSight,
  isTransparent,
  parseDeclarations,
  type Declarations,
} from "./inline-style.ts";

/** Class tokens with which the page's own `<style>` elements put text out of sight for good. */
export interface StyledClasses {
  readonly hiding: ReadonlySet<string>;
  /** Whether anything but inline styles can have coloured the page. */
  readonly hasStyleSheet: boolean;
}

const longestSheet = 200_000;
const mostRules = 5_000;
const mayHide = /display\s*:\s*none|hidden|opacity\s*:\s*0|clip|-\d{3}/;
const simpleClass = /^\.(-?[_a-z][\w-]*)$/i;

/**
 * Reads plain rules like `.x { display: none }`. A class counts only when no other selector names it: a rule such as
 * `.x.open` or `.tab:checked ~ .x` says that it can come into sight. Media queries and other nested rules are only searched
 * for names. Linear in the size of the sheets, which are read up to a limit.
 */
export function styledClasses(document: Document): StyledClasses {
  const hiding = new Set<string>();
  const otherwise = new Set<string>();
  const sheets: string[] = [];
  let hasStyleSheet = false;
  const visit = (element: Element): void => {
    if (element.name === "link" && /\bstylesheet\b/i.test(element.attribs["rel"] ?? "")) hasStyleSheet = true;
    if (element.name === "style") {
      hasStyleSheet = true;
      const sheet = element.children.map((child) => (child instanceof Text ? child.data : "")).join("");
      sheets.push(sheet);
    }
    for (const child of element.children) if (child instanceof Element) visit(child);
  };
  for (const child of document.children) if (child instanceof Element) visit(child);
  // Most pages hide nothing this way, and then their sheets need not be read.
  if (sheets.some((sheet) => mayHide.test(sheet))) for (const sheet of sheets) readSheet(sheet, hiding, otherwise);
  for (const name of otherwise) hiding.delete(name);
  return { hiding, hasStyleSheet };
}

function readSheet(source: string, hiding: Set<string>, otherwise: Set<string>): void {
  const sheet = source.slice(0, longestSheet).replace(/\/\*[^]*?(?:\*\/|$)/g, "");
  const rule = /([^{}]*)\{([^{}]*)\}?/g;
  let depth = 0;
  for (let rules = 0; rules < mostRules; rules += 1) {
    const match = rule.exec(sheet);
    if (match === null) return;
    const [text, selectors = "", body = ""] = match;
    const closed = /^[\s}]*/.exec(selectors)?.[0] ?? "";
    depth = Math.max(0, depth - [...closed].filter((sign) => sign === "}").length);
    if (!text.endsWith("}")) {
      depth += 1;
      rule.lastIndex = match.index + selectors.length + 1;
      continue;
    }
    const hides = depth === 0 && hidesForGood(parseDeclarations(body));
    for (const selector of selectors.slice(closed.length).split(","))
      noteSelector(selector.trim(), hides, hiding, otherwise);
  }
}

const hidesForGood = (style: Declarations): boolean =>
  hidesOutright(style) || isTransparent(style) || isCutToNothing(style) || isOutOfSight(style);

function noteSelector(selector: string, hides: boolean, hiding: Set<string>, otherwise: Set<string>): void {
  const alone = simpleClass.exec(selector)?.[1];
  if (alone !== undefined && hides) {
    hiding.add(alone);
    return;
  }
  for (const [, name] of selector.matchAll(/\.(-?[_a-z][\w-]*)/gi)) if (name !== undefined) otherwise.add(name);
}
