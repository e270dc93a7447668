import { Text, type Document } from "domhandler";
import { elementsNamed } from "./elements.ts";
import {
  isUnreadable,
  looksSame,
  parseColour,
  parseDeclarations,
  putsOutOfSight,
  type Declarations,
} from "./inline-style.ts";

/** Plain selectors (`p`, `#x`, `.x`, `p.x`) with which the page's own `<style>` elements put text out of sight for good. */
export interface StyledClasses {
  /** Of elements that are hidden with all that is in them. */
  readonly hiding: ReadonlySet<string>;
  /** Of elements whose own text has no size or the colour of its background; their children may set their own. */
  readonly blanking: ReadonlySet<string>;
  /** Whether anything but inline styles can have coloured the page. */
  readonly hasStyleSheet: boolean;
}

const longestSheet = 200_000;
const mostRules = 5_000;
const mayHide =
  /display\s*:\s*none|hidden|opacity\s*:\s*\.?0|clip|-\d{3}|font-size\s*:\s*[0.]|(?:^|[^-])color\s*:\s*(?:#fff|white|transparent)/i;
const plainSelector = /^(?:[a-z][a-z\d]*)?(?:[.#]-?[_a-z][\w-]*)?$/i;

/** What the rules read so far say, by selector. */
interface Ruling {
  readonly hiding: Set<string>;
  readonly blanking: Set<string>;
  /** Classes, ids and element names that other rules mention. */
  readonly otherwise: Set<string>;
}

/**
 * Reads plain rules like `.x { display: none }`. One counts only when no other selector names its class, id or element: a
 * rule such as `.x.open` or `.tab:checked ~ .x` says that it can come into sight. Media queries and other nested rules are
 * only searched for names. Linear in the size of the sheets, which are read up to a limit.
 */
export function styledClasses(document: Document): StyledClasses {
  const ruling: Ruling = { hiding: new Set(), blanking: new Set(), otherwise: new Set() };
  const sheets: string[] = [];
  let hasStyleSheet = false;
  for (const { name, attribs, children } of elementsNamed(document, ["link", "style"])) {
    if (name === "style") {
      hasStyleSheet = true;
      const forScreen = !/^\s*(?:print|speech)\s*$/i.test(attribs["media"] ?? "");
      if (forScreen) sheets.push(children.map((child) => (child instanceof Text ? child.data : "")).join(""));
    } else if (/\bstylesheet\b/i.test(attribs["rel"] ?? "")) hasStyleSheet = true;
  }
  // Most pages hide nothing this way, and then their sheets need not be read.
  if (sheets.some((sheet) => mayHide.test(sheet))) for (const sheet of sheets) readSheet(sheet, ruling);
  for (const selectors of [ruling.hiding, ruling.blanking])
    for (const selector of selectors) if (isContested(selector, ruling.otherwise)) selectors.delete(selector);
  return { hiding: ruling.hiding, blanking: ruling.blanking, hasStyleSheet };
}

function isContested(selector: string, otherwise: ReadonlySet<string>): boolean {
  return otherwise.has(/[.#].*$/.exec(selector)?.[0] ?? selector);
}

function readSheet(source: string, ruling: Ruling): void {
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
    const style = parseDeclarations(body);
    const effect = depth === 0 ? effectOf(style) : undefined;
    for (const part of selectors.slice(closed.length).split(",")) {
      const selector = part.trim();
      // A rule for all elements of a kind is mostly a first frame, unless it doesn't even lay them out.
      const counts = effect !== undefined && (/[.#]/.test(selector) || style.get("display") === "none");
      noteSelector(selector, counts ? ruling[effect] : undefined, ruling.otherwise);
    }
  }
}

function effectOf(style: Declarations): "hiding" | "blanking" | undefined {
  if (putsOutOfSight(style)) return "hiding";
  const ink = parseColour(style.get("color"));
  const ground = parseColour(style.get("background-color") ?? style.get("background"));
  const unseen = ink !== undefined && ground !== undefined && looksSame(ink, ground);
  return unseen || isUnreadable(style) ? "blanking" : undefined;
}

function noteSelector(selector: string, effect: Set<string> | undefined, otherwise: Set<string>): void {
  if (effect !== undefined && selector !== "" && plainSelector.test(selector)) {
    effect.add(selector);
    return;
  }
  for (const [name] of selector.matchAll(/[.#]-?[_a-z][\w-]*|(?<![\w.#:[-])[a-z][a-z\d]*/gi)) otherwise.add(name);
}
