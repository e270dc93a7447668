import { compile } from "css-select";
import { Element, Text, type Document } from "domhandler";
import type { ElementIndex } from "./element-index.ts";
import { forEachElement } from "./elements.ts";
import { isUnreadable, paintsOnItself, putsOutOfSight, type Declarations } from "./inline-style.ts";
import { mediaCondition, readBlocks, rulesOf, type StyleBlock, type StyleRule } from "./style-sheet.ts";

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

/** What every declaration that hides contains: most rules need not be read further. */
const mayHide =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*[:(]\s*\.?0|clip|scale|-\d{3}|\d{4}px|(?:height|width)\s*:\s*(?:[0.]|1p)|font(?:-size)?\s*:\s*(?:[0.]|[12]p|\d%)|color\s*:\s*(?:transparent|#[\da-f]*0\b)|[, ]0(?:\.0+)?\)|(?:^|[;\s])color\s*:[^]*background|background[^]*[;\s]color\s*:/i;
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
export function styleRules(document: Document, elements: ElementIndex): StyleRules {
  const sheets = elements("style").filter((sheet) => !isForOthers(sheet));
  const isLinked = ({ attribs }: Element): boolean => /\bstylesheet\b/i.test(attribs["rel"] ?? "");
  const hasStyleSheet = sheets.length > 0 || elements("link").some((link) => isLinked(link) && !isForOthers(link));
  const texts = sheets.filter(isForScreens).map(({ children }) => {
    return children.map((child) => (child instanceof Text ? child.data : "")).join("");
  });
  // Most pages hide nothing this way, and then their sheets need not be read.
  if (!texts.some((text) => mayHide.test(text))) return { of: () => undefined, hasStyleSheet };
  const blocks: StyleBlock[] = [];
  for (const text of texts) readBlocks(text, decisive, blocks);
  return { of: cascade(document, blocks), hasStyleSheet };
}

/** In a `noscript`: for readers without scripts, from whom it may well hide the application. */
function isForOthers({ parent }: Element): boolean {
  for (let holder = parent; holder !== null; holder = holder.parent) {
    if (holder instanceof Element && holder.name === "noscript") return true;
  }
  return false;
}

function isForScreens({ attribs }: Element): boolean {
  return mediaCondition(attribs["media"] ?? "") === "always";
}

/** A rule that decides, with others, whether an element is seen. */
interface Candidate {
  readonly rule: StyleRule;
  readonly selector: Selector;
  readonly matches: (element: Element) => boolean;
}

function cascade(document: Document, blocks: readonly StyleBlock[]): StyleRules["of"] {
  const hiding = hidingRules(blocks);
  if (hiding.isEmpty()) return () => undefined;
  const hidden = selectedBy(hiding, document);
  if (hidden.size === 0) return () => undefined;
  // What takes it back need only be known for what is hidden.
  const names = namesOf(hidden.keys());
  const { showing, revealed } = otherRules(blocks.filter((block) => concerns(block, names)));
  return (element) => {
    const lasting = (hidden.get(element) ?? none).filter(({ rule, selector }) => {
      const shown = revealed.get(selector.key);
      return shown === undefined || !decidedBy(rule).some((property) => shown.has(property));
    });
    return lasting.length === 0 ? undefined : merge([...lasting, ...showing.for(element)]);
  };
}

function hidingRules(blocks: readonly StyleBlock[]): CandidateIndex {
  const hiding = candidateIndex();
  let left = mostHidingRules;
  for (const block of blocks) {
    if (!mayHide.test(block.declarations)) continue;
    const rules = rulesOf(block);
    const hides = hidingOf(rules);
    if (hides === "nothing") continue;
    for (const rule of rules) {
      if (left === 0 || !rule.certain) continue;
      const selector = readSelector(rule.selector);
      if ((hides === "all" || selector.isNamed) && hiding.add(rule, selector)) left -= 1;
    }
  }
  return hiding;
}

/** Whether the rules of a block hide what they select; those for all elements of a kind are mostly a first frame, unless they don't even lay them out. */
function hidingOf([rule]: readonly StyleRule[]): "all" | "named" | "nothing" {
  if (rule === undefined) return "nothing";
  const style: Declarations = new Map([...rule.normal, ...rule.important]);
  if (style.get("display") === "none") return "all";
  return putsOutOfSight(style) || isUnreadable(style) || paintsOnItself(style) ? "named" : "nothing";
}

function selectedBy(rules: CandidateIndex, document: Document): ReadonlyMap<Element, readonly Candidate[]> {
  const selected = new Map<Element, readonly Candidate[]>();
  forEachElement(document, (element) => {
    const candidates = rules.for(element);
    if (candidates.length > 0) selected.set(element, candidates);
  });
  return selected;
}

/** The ids, classes and attributes of elements, as selectors write them. */
function namesOf(elements: Iterable<Element>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { attribs } of elements) {
    for (const attribute of Object.keys(attribs)) names.add(`[${attribute}`);
    if (attribs["id"] !== undefined) names.add(`#${attribs["id"]}`);
    for (const name of attribs["class"]?.split(/\s+/) ?? []) names.add(`.${name}`);
  }
  return names;
}

/** Whether the selectors of a block ask for one of the names, or for none at all. */
function concerns({ levels }: StyleBlock, names: ReadonlySet<string>): boolean {
  const asked = levels.join(" ").match(markedName);
  return asked === null || asked.some((name) => names.has(plainName(name)));
}

interface OtherRules {
  readonly showing: CandidateIndex;
  /** By name, id, class or attribute, the properties that rules for other states and media set. */
  readonly revealed: ReadonlyMap<string, ReadonlySet<string>>;
}

function otherRules(blocks: readonly StyleBlock[]): OtherRules {
  const showing = candidateIndex();
  const revealed = new Map<string, Set<string>>();
  for (const block of blocks) {
    const rules = rulesOf(block);
    const hides = hidingOf(rules);
    for (const rule of rules) {
      const selector = readSelector(rule.selector);
      if (hides === "all" || (hides === "named" && selector.isNamed)) continue;
      const isAdded = rule.certain && showing.add(rule, selector);
      if (!isAdded || rule.selector !== selector.key) noteRevealed(rule, selector, revealed);
    }
  }
  return { showing, revealed };
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

const markedName = /[#.](?:\\.|[\w-]|[^\x00-\x7F])+|\[\s*[\w-]+/g;
const simpleSelector = new RegExp(`${markedName.source}|(?<![\\w\\\\#.:[-])[a-z][\\w-]*`, "gi");

function readSelector(source: string): Selector {
  const plain = source.replace(/:[\w-]+\((?:[^()]|\([^()]*\))*\)/g, "").replace(/\[\s*([\w-]+)[^\]]*\]/g, "[$1");
  const subject = plain.split(/(?<!\\)[\s>+~]/).at(-1) ?? "";
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
  return (selector.match(simpleSelector) ?? []).map(plainName);
}

/** A name as the page writes it. */
function plainName(name: string): string {
  if (name.startsWith("#") || name.startsWith(".")) return name.includes("\\") ? name.replace(/\\(.)/g, "$1") : name;
  return name.toLowerCase().replace(/\s/g, "");
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

/** Rules by what their selectors ask for, so that an element is only held against those that may be for it. */
interface CandidateIndex {
  readonly isEmpty: () => boolean;
  /** Says whether there was room. */
  readonly add: (rule: StyleRule, selector: Selector) => boolean;
  /** The rules that select an element. */
  readonly for: (element: Element) => readonly Candidate[];
}

function candidateIndex(): CandidateIndex {
  const byKey = new Map<string, Candidate[]>();
  let usesAttributes = false;
  // Class attributes repeat a lot, so each is taken apart once.
  const byClasses = new Map<string, readonly Candidate[]>();
  const withKey = (key: string): readonly Candidate[] => byKey.get(key) ?? none;
  const withClasses = (classes: string): readonly Candidate[] => {
    const known = byClasses.get(classes) ?? classes.split(/\s+/).flatMap((name) => withKey(`.${name}`));
    byClasses.set(classes, known);
    return known;
  };
  return {
    isEmpty: () => byKey.size === 0,
    add(rule, selector) {
      const candidates = byKey.get(selector.key) ?? [];
      if (candidates.length >= mostForName) return false;
      byKey.set(selector.key, candidates);
      // One that asks for nothing but the key was answered by looking it up.
      const matches = rule.selector === selector.key ? () => true : matcher(rule.selector);
      candidates.push({ rule, selector, matches });
      usesAttributes ||= selector.key.startsWith("[");
      return true;
    },
    for(element) {
      const { attribs, name } = element;
      let candidates = joined(withKey("*"), withKey(name));
      if (attribs["id"] !== undefined) candidates = joined(candidates, withKey(`#${attribs["id"]}`));
      if (attribs["class"] !== undefined) candidates = joined(candidates, withClasses(attribs["class"]));
      if (usesAttributes)
        for (const attribute of Object.keys(attribs)) candidates = joined(candidates, withKey(`[${attribute}`));
      return candidates.length === 0 ? none : candidates.filter(({ matches }) => matches(element));
    },
  };
}

/** Most elements have no candidates, and then nothing is made. */
function joined(one: readonly Candidate[], other: readonly Candidate[]): readonly Candidate[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}

const none: readonly Candidate[] = [];

function merge(candidates: readonly Candidate[]): RuledStyle {
  const inOrder = candidates.toSorted(
    (one, other) => one.selector.specificity - other.selector.specificity || one.rule.order - other.rule.order,
  );
  const declared = (weight: "normal" | "important"): Declarations =>
    new Map(inOrder.flatMap(({ rule }) => [...rule[weight]]));
  return { normal: declared("normal"), important: declared("important") };
}
