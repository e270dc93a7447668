import { compile } from "css-select";
import { Element, Text, type Document } from "domhandler";
import { elementsNamed } from "./elements.ts";
import { isUnreadable, paintsOnItself, putsOutOfSight, type Declarations } from "./inline-style.ts";
import { mediaCondition, readRules, type StyleRule } from "./style-sheet.ts";

/** What the page's own `<style>` elements say about what can be seen. */
export interface StyleRules {
  /** What the rules that hide an element, and those that take that back, declare for it; undefined when none hides it. */
  readonly of: (element: Element) => RuledStyle | undefined;
  /** Whether anything but inline styles can have coloured the page. */
  readonly hasStyleSheet: boolean;
}

/** The outcome of the cascade (CSS Cascade 4 §6), to be put before and after an inline style. */
export interface RuledStyle {
  readonly normal: Declarations;
  readonly important: Declarations;
}

const mayHide =
  /display\s*:\s*none|hidden|opacity\s*:\s*\.?0|clip|-\d{3}|font(?:-size)?\s*:\s*[0.]|scale|(?:^|[^-])color\s*:\s*(?:#fff|white|transparent)/i;
/** Every property by which an element can be put out of sight, or back. */
const decisive =
  /display|visibility|opacity|filter|overflow|height|width|transform|translate|scale|zoom|position|left|top|right|bottom|inset|clip|indent|font|color|background|text-fill|transition|animation/i;
const mostHidingRules = 500;
/** So many rules an element is held against for one of its names. */
const mostForName = 40;

/**
 * Reads the rules that hide something. One counts only when no rule for another state or medium shows the same class, id or
 * attribute: `.x.open { display: block }` or `.tab:checked ~ .x { … }` say that it can come into sight. Linear in the size of
 * the sheets and the page, as elements are only held against rules for their own name, id, classes and attributes.
 */
export function styleRules(document: Document): StyleRules {
  const sheets = elementsNamed(document, ["link", "style"]).filter((sheet) => !isForOthers(sheet));
  const hasStyleSheet = sheets.some(
    ({ name, attribs }) => name === "style" || /\bstylesheet\b/i.test(attribs["rel"] ?? ""),
  );
  const texts = sheets.filter(isForScreens).map(({ children }) => {
    return children.map((child) => (child instanceof Text ? child.data : "")).join("");
  });
  // Most pages hide nothing this way, and then their sheets need not be read.
  if (!texts.some((text) => mayHide.test(text))) return { of: () => undefined, hasStyleSheet };
  const rules: StyleRule[] = [];
  for (const text of texts) readRules(text, decisive, rules);
  return { of: cascade(rules), hasStyleSheet };
}

/** In a `noscript`: for readers without scripts, from whom it may well hide the application. */
function isForOthers({ parent }: Element): boolean {
  for (let holder = parent; holder !== null; holder = holder.parent) {
    if (holder instanceof Element && holder.name === "noscript") return true;
  }
  return false;
}

function isForScreens({ name, attribs }: Element): boolean {
  return name === "style" && mediaCondition(attribs["media"] ?? "") === "always";
}

/** A rule that decides, with others, whether an element is seen. */
interface Candidate {
  readonly rule: StyleRule;
  readonly selector: Selector;
  readonly matches: (element: Element) => boolean;
}

type Index = Map<string, Candidate[]>;

function cascade(rules: readonly StyleRule[]): StyleRules["of"] {
  const revealed = new Map<string, Set<string>>();
  const hiding: Index = new Map();
  const showing: Index = new Map();
  let left = mostHidingRules;
  for (const rule of rules) {
    const selector = readSelector(rule.selector);
    const hides = hidesSomething(rule, selector);
    const index = hides ? hiding : showing;
    const candidates = index.get(selector.key) ?? [];
    const isCandidate = rule.certain && candidates.length < mostForName && (!hides || left > 0);
    if (!hides && !(isCandidate && rule.selector === selector.key)) noteRevealed(rule, selector, revealed);
    if (!isCandidate) continue;
    if (hides) left -= 1;
    candidates.push({ rule, selector, matches: matcher(rule.selector) });
    index.set(selector.key, candidates);
  }
  for (const [key, candidates] of hiding) {
    const names = revealed.get(key);
    const lasting =
      names === undefined
        ? candidates
        : candidates.filter(({ rule }) => !decidedBy(rule).some((name) => names.has(name)));
    if (lasting.length === 0) hiding.delete(key);
    else hiding.set(key, lasting);
  }
  if (hiding.size === 0) return () => undefined;
  const usesAttributes = [...hiding.keys()].some((key) => key.startsWith("["));
  return (element) => {
    const hidden = candidatesFor(element, hiding, usesAttributes);
    return hidden.length === 0 ? undefined : merge([...hidden, ...candidatesFor(element, showing, true)]);
  };
}

/** A rule for all elements of a kind is mostly a first frame, unless it doesn't even lay them out. */
function hidesSomething({ normal, important }: StyleRule, { isNamed }: Selector): boolean {
  const style: Declarations = new Map([...normal, ...important]);
  if (!isNamed) return style.get("display") === "none";
  return putsOutOfSight(style) || isUnreadable(style) || paintsOnItself(style);
}

/** The properties by which a rule hides. */
function decidedBy({ normal, important }: StyleRule): readonly string[] {
  if ((important.get("display") ?? normal.get("display")) === "none") return ["display"];
  return [...normal.keys(), ...important.keys()].filter((property) => decisive.test(property));
}

/** Notes what a rule for another state or medium, or for an element that something is added to, sets by which name. */
function noteRevealed(rule: StyleRule, { names }: Selector, revealed: Map<string, Set<string>>): void {
  if (/:(?:focus|focus-visible|active)$/.test(rule.selector)) return;
  for (const name of names) {
    const properties = revealed.get(name) ?? new Set();
    for (const property of [...rule.normal.keys(), ...rule.important.keys()]) properties.add(property);
    revealed.set(name, properties);
  }
}

/** What a selector asks of the element that it selects. */
interface Selector {
  /** The name, `#id`, `.class` or `[attribute]` that the fewest elements have; `*` when none is asked for. */
  readonly key: string;
  readonly names: readonly string[];
  /** Whether it asks for more than the kind of element. */
  readonly isNamed: boolean;
  /** As a number that orders as the triple does (Selectors 4 §17). */
  readonly specificity: number;
}

const simpleSelector = /[#.](?:\\.|[\w-]|[^\x00-\x7F])+|\[\s*[\w-]+|(?<![\w\\#.:[-])[a-z][\w-]*/gi;

function readSelector(source: string): Selector {
  const plain = source.replace(/:[\w-]+\((?:[^()]|\([^()]*\))*\)/g, "").replace(/\[\s*([\w-]+)[^\]]*\]/g, "[$1");
  const subject = /(?:\\.|[^\s>+~\\])*$/.exec(plain)?.[0] ?? "";
  const names = nameList(subject);
  const byRarity = ["#", ".", "["].map((sign) => names.find((name) => name.startsWith(sign)));
  const [id, className, attribute] = byRarity;
  const all = nameList(plain);
  const count = (pattern: RegExp): number => all.filter((name) => pattern.test(name)).length;
  return {
    key: id ?? className ?? attribute ?? names[0] ?? "*",
    names,
    isNamed: byRarity.some((name) => name !== undefined),
    specificity: count(/^#/) * 10_000 + count(/^[.[]/) * 100 + count(/^[a-z]/),
  };
}

function nameList(selector: string): string[] {
  return (selector.match(simpleSelector) ?? []).map((name) => {
    return /^[#.]/.test(name) ? name.replace(/\\(.)/g, "$1") : name.toLowerCase().replace(/\s/g, "");
  });
}

/** A selector is compiled when the first element is held against it; one that is not CSS selects nothing. */
function matcher(selector: string): Candidate["matches"] {
  let compiled: ((element: Element) => boolean) | undefined;
  return (element) => {
    compiled ??= compileOrNothing(selector);
    return compiled(element);
  };
}

function compileOrNothing(selector: string): (element: Element) => boolean {
  try {
    return compile(selector);
  } catch {
    return () => false; // as in browsers, which skip a rule whose selector they can't read (Selectors 4 §3.9)
  }
}

function candidatesFor(element: Element, index: Index, usesAttributes: boolean): readonly Candidate[] {
  const { attribs, name } = element;
  const keys = ["*", name];
  if (attribs["id"] !== undefined) keys.push(`#${attribs["id"]}`);
  if (attribs["class"] !== undefined) for (const token of attribs["class"].split(/\s+/)) keys.push(`.${token}`);
  if (usesAttributes) for (const attribute of Object.keys(attribs)) keys.push(`[${attribute}`);
  return keys.flatMap((key) => index.get(key)?.filter(({ matches }) => matches(element)) ?? []);
}

function merge(candidates: readonly Candidate[]): RuledStyle {
  const inOrder = candidates.toSorted(
    (one, other) => one.selector.specificity - other.selector.specificity || one.rule.order - other.rule.order,
  );
  const declared = (weight: "normal" | "important"): Declarations =>
    new Map(inOrder.flatMap(({ rule }) => [...rule[weight]]));
  return { normal: declared("normal"), important: declared("important") };
}
