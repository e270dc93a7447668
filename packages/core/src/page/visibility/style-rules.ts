import { Element, Text, type Document, type ParentNode } from "domhandler";
import type { ElementIndex } from "../element-index.ts";
import { isTiny, isUnreadable, paintsOnItself, putsOutOfSight, type Declarations } from "./inline-style.ts";
import { compareLayers, outermostLayer } from "./cascade-layers.ts";
import { scopedSheet } from "../../markup/shadow-trees.ts";
import { markedName, plainName, readSelector, type Selector } from "./selector-names.ts";
import { compileSelector } from "../../selectors/compile-selector.ts";
import { addByKey, countFor, createKeyIndex, isEmpty, valuesFor, type KeyIndex } from "../../selectors/key-index.ts";
import { isExhausted, spend, startMatching, type Matching } from "../../selectors/matching.ts";
import {
  mediaCondition,
  readBlocks,
  ruleReader,
  type SheetSource,
  type StyleBlock,
  type StyleLevel,
  type StyleRule,
} from "./style-sheet.ts";

/** Rules of the page's own `<style>` elements about visibility. */
export interface StyleRules {
  /** The declarations of the rules that hide an element, and of those that undo it, by element. */
  readonly styles: ReadonlyMap<Element, RuledStyle>;
  /** True if anything but inline styles can have coloured the page. */
  readonly hasStyleSheet: boolean;
  /** The reason why no rule counts although there are some, in plain words. */
  readonly problem?: string | undefined;
}

/** The outcome of the cascade (CSS Cascade 4 §6), to be put before and after an inline style. */
export interface RuledStyle {
  readonly normal: Declarations;
  readonly important: Declarations;
}

/** True for declarations that might hide: most rules need not be read further. */
const mayHide = (declarations: string): boolean =>
  hidingWords.test(declarations) || (/background/i.test(declarations) && inkDeclared.test(declarations));
const mayHideInline = ({ attribs }: Element): boolean => mayHide(attribs["style"] ?? "");
const inkDeclared = /(?:^|[;\s])color\s*:/i;
const hidingWords =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*[:(]\s*\.?0|clip|scale|-\d{3}|\d{4}px|(?:height|width)\s*:\s*(?:[0.]|1p)|font(?:-size)?\s*:\s*(?:[0.]|[12]p|\d%)|color\s*:\s*(?:transparent|#[\da-f]*0\b)|[, ]0(?:\.0+)?\)/i;
/** Every property that can put an element out of sight, or back. */
const decisive =
  /display|visibility|opacity|filter|overflow|height|width|transform|translate|scale|zoom|position|left|top|right|bottom|inset|clip|indent|font|color|background|text-fill|transition|animation/i;
/** Those, all of them, and where a flex box lets its items grow. */
const wanted = new RegExp(`${decisive.source}|flex|\\ball\\s*:`, "i");
/** Limit of rules that undo hiding for one name; the others count as rules for another state. */
const maxForName = 40;
/**
 * Limit of the steps of reading and matching the rules: for any page, for each of its elements and each character
 * of its sheets, up to a limit. Pages that people write take a tenth of it.
 */
const stepsFor = { page: 50_000, element: 30, character: 15, most: 10_000_000 };

/**
 * Reads the rules that hide something, and the important ones that undo an inline style. A rule that hides counts only when
 * no rule for another state or medium takes precedence over it and shows the same class, id or attribute:
 * `.x.open { display: block }` or `.tab:checked ~ .x { … }` say that it can come into sight. Linear in the size of the
 * sheets and the page: elements are only held against rules for their own name, id, classes and attributes, and when that
 * takes more than {@link stepsFor} allows, no rule counts and it is said why.
 */
export function styleRules(document: Document, elements: ElementIndex): StyleRules {
  const sheets = elements("style").filter((sheet) => !isForOthers(sheet));
  const isLinked = ({ attribs }: Element): boolean => /\bstylesheet\b/i.test(attribs["rel"] ?? "");
  const hasStyleSheet = sheets.length > 0 || elements("link").some((link) => isLinked(link) && !isForOthers(link));
  const sources = sheets
    .filter(isCss)
    .map(sourceOf)
    .filter(({ condition }) => condition !== "never");
  const hides = sources.some(({ text, condition }) => condition !== "sometimes" && mayHide(text));
  const overrules = sources.some(({ text }) => /!\s*important/i.test(text));
  // Most pages hide nothing this way, and then their sheets need not be read.
  if (!hides && !overrules) return { styles: new Map(), hasStyleSheet };
  const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
  const { page, element, character, most } = stepsFor;
  const maxSteps = (count: number) => Math.min(page + element * count + character * characters, most);
  const matching = startMatching(document, maxSteps);
  const hiddenInline = overrules ? matching.elements.filter(mayHideInline) : [];
  if (!hides && hiddenInline.length === 0) return { styles: new Map(), hasStyleSheet };
  const blocks: StyleBlock[] = [];
  const layer = outermostLayer();
  for (const source of sources) readBlocks(source, wanted, { blocks, layer });
  const ruled = cascade(blocks, hiddenInline, matching);
  if (isExhausted(matching)) return { styles: new Map(), hasStyleSheet, problem: tooCostly };
  return { styles: ruled, hasStyleSheet };
}

const tooCostly =
  "The page's style sheets take too many steps to match, so none of their rules was followed; text that they hide may be in the content.";

/** In a `noscript`: for readers without scripts, from whom it may well hide the application. */
function isForOthers({ parent }: Element): boolean {
  for (let holder = parent; holder !== null; holder = holder.parent) {
    if (holder instanceof Element && holder.name === "noscript") return true;
  }
  return false;
}

/** Browsers pass over styles in other languages (HTML Standard §4.2.6). */
const isCss = ({ attribs }: Element): boolean => /^(?:text\/css)?$/i.test(attribs["type"] ?? "");

function sourceOf({ attribs, children, parent }: Element): SheetSource {
  const text = children.map((child) => (child instanceof Text ? child.data : "")).join("");
  const scope = attribs[scopedSheet] === undefined ? undefined : (parent ?? undefined);
  return { text, condition: mediaCondition(attribs["media"] ?? ""), scope };
}

/** A rule, and the selector that it is for. */
interface SelectedRule {
  readonly rule: StyleRule;
  readonly selector: Selector;
}

/** A rule that decides, with others, if an element is seen. */
interface Candidate extends SelectedRule {
  readonly matches: (element: Element, matching: Matching) => boolean;
}

/** The rules' declarations for the elements they hide, and important ones for those that are hidden by an inline style. */
function cascade(
  blocks: readonly StyleBlock[],
  hiddenInline: readonly Element[],
  matching: Matching,
): ReadonlyMap<Element, RuledStyle> {
  const rulesOf = ruleReader((steps) => spend(matching, steps));
  const ruled = new Map<Element, RuledStyle>();
  const hiding = hidingRules(blocks, rulesOf);
  const hidden = isEmpty(hiding) ? new Map<Element, readonly Candidate[]>() : selectedBy(hiding, matching);
  if (hidden.size === 0 && hiddenInline.length === 0) return ruled;
  const concerned = new Set([...hidden.keys(), ...hiddenInline]);
  // Rules that undo it matter only for hidden elements.
  const isConcerned = concernedBy(namesOf(concerned));
  const { showing, revealed } = otherRules(
    blocks.filter(({ level }) => isConcerned(level)),
    rulesOf,
  );
  const growsIn = growing(blocks, rulesOf, matching);
  for (const element of concerned) {
    if (isExhausted(matching)) break;
    const lasting = (hidden.get(element) ?? []).filter((hider) => !isRevealed(hider, revealed));
    if (lasting.length === 0 && !mayHideInline(element)) continue;
    const style = merge([...lasting, ...matched(showing, element, matching)]);
    const grown = lengthThatGrows(style);
    if (lasting.length === 0) ruled.set(element, { normal: new Map(), important: style.important });
    else ruled.set(element, grown !== undefined && growsIn(element, grown) ? without(grown, style) : style);
  }
  return ruled;
}

/** The one length of next to nothing of an element that takes the room beside others, as long as it is in a flex box. */
function lengthThatGrows({ normal, important }: RuledStyle): "width" | "height" | undefined {
  const style: Declarations = new Map([...normal, ...important]);
  if (!/^[1-9]/.test(style.get("flex") ?? style.get("flex-grow") ?? "")) return undefined;
  const [isNarrow, isFlat] = [isTiny(style.get("width")), isTiny(style.get("height"))];
  if (isNarrow === isFlat) return undefined;
  return isNarrow ? "width" : "height";
}

function without(property: string, { normal, important }: RuledStyle): RuledStyle {
  const others = (style: Declarations): Declarations => new Map([...style].filter(([name]) => name !== property));
  return { normal: others(normal), important: others(important) };
}

/** Returns the test if rules make the parent of an element a flex box along a length (CSS Flexbox 1 §3). */
function growing(
  blocks: readonly StyleBlock[],
  rulesOf: RuleReader,
  matching: Matching,
): (element: Element, length: "width" | "height") => boolean {
  let displays: KeyIndex<Candidate> | undefined;
  return ({ parent }, length) => {
    if (!(parent instanceof Element) || /display|flex/.test(parent.attribs["style"] ?? "")) return false;
    displays ??= displayRules(blocks, rulesOf);
    const { normal, important } = merge(matched(displays, parent, matching));
    const style: Declarations = new Map([...normal, ...important]);
    const isColumn = /column/.test(`${style.get("flex-direction")} ${style.get("flex-flow")}`);
    return style.get("display")?.endsWith("flex") === true && isColumn === (length === "height");
  };
}

function displayRules(blocks: readonly StyleBlock[], rulesOf: RuleReader): KeyIndex<Candidate> {
  const displays = createKeyIndex<Candidate>();
  for (const block of blocks) {
    if (!/(?:display|flex-direction|flex-flow)\s*:/i.test(block.declarations)) continue;
    for (const rule of rulesOf(block)) {
      if (rule.condition === "sometimes") continue;
      const selector = readSelector(rule.selector);
      addByKey(displays, selector.key, candidate(rule, selector));
    }
  }
  return displays;
}

type RuleReader = ReturnType<typeof ruleReader>;

function hidingRules(blocks: readonly StyleBlock[], rulesOf: RuleReader): KeyIndex<Candidate> {
  const hiding = createKeyIndex<Candidate>();
  for (const block of blocks) {
    if (!mayHide(block.declarations)) continue;
    const rules = rulesOf(block);
    const hides = hidingOf(rules);
    if (hides === "nothing") continue;
    for (const rule of rules) {
      if (rule.condition === "sometimes") continue;
      const selector = readSelector(rule.selector);
      if (hides === "all" || selector.isNamed) addByKey(hiding, selector.key, candidate(rule, selector));
    }
  }
  return hiding;
}

/** The selected elements a block hides; rules for all of a kind are mostly a first frame, unless `display: none`. */
function hidingOf([rule]: readonly StyleRule[]): "all" | "named" | "nothing" {
  if (rule === undefined) return "nothing";
  const style: Declarations = new Map([...rule.normal, ...rule.important]);
  if (style.get("display") === "none") return "all";
  return putsOutOfSight(style) || isUnreadable(style) || paintsOnItself(style) ? "named" : "nothing";
}

function selectedBy(rules: KeyIndex<Candidate>, matching: Matching): ReadonlyMap<Element, readonly Candidate[]> {
  const selected = new Map<Element, readonly Candidate[]>();
  for (const element of matching.elements) {
    if (isExhausted(matching)) break;
    const candidates = matched(rules, element, matching);
    if (candidates.length > 0) selected.set(element, candidates);
  }
  return selected;
}

/** The rules that select an element. */
function matched(rules: KeyIndex<Candidate>, element: Element, matching: Matching): readonly Candidate[] {
  const possible = valuesFor(rules, element);
  return possible.length === 0
    ? possible
    : possible.filter(
        ({ rule, matches }) =>
          (rule.scope === undefined || isInside(element, rule.scope, matching)) && matches(element, matching),
      );
}

function isInside(element: Element, scope: ParentNode, matching: Matching): boolean {
  let holder = element.parent;
  while (holder !== null && holder !== scope && spend(matching, 1)) holder = holder.parent;
  return holder === scope;
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

/** Tells lists of selectors that ask for one of the names, or for none at all, those around them included. */
function concernedBy(names: ReadonlySet<string>): (level: StyleLevel) => boolean {
  const known = new Map<StyleLevel, "some" | "others" | "none">();
  const asked = (level: StyleLevel): "some" | "others" | "none" => {
    const before = known.get(level);
    if (before !== undefined) return before;
    const around = level.outer === undefined ? "none" : asked(level.outer);
    const own = level.list.match(markedName);
    const answer =
      around === "some" || own?.some((name) => names.has(plainName(name))) === true
        ? "some"
        : own === null && around === "none"
          ? "none"
          : "others";
    known.set(level, answer);
    return answer;
  };
  return (level) => asked(level) !== "others";
}

type Weight = "normal" | "important";

/** By property, the rules for other states and media that set it and take precedence over all the others. */
type RevealedProperties = Map<string, { [weight in Weight]?: SelectedRule }>;

interface OtherRules {
  readonly showing: KeyIndex<Candidate>;
  /** By name, id, class or attribute. */
  readonly revealed: Map<string, RevealedProperties>;
}

function otherRules(blocks: readonly StyleBlock[], rulesOf: RuleReader): OtherRules {
  const showing = createKeyIndex<Candidate>();
  const revealed = new Map<string, RevealedProperties>();
  for (const block of blocks) {
    const rules = rulesOf(block);
    const hides = hidingOf(rules);
    for (const rule of rules) {
      const selector = readSelector(rule.selector);
      if (hides === "all" || (hides === "named" && selector.isNamed)) continue;
      const isAdded = rule.condition !== "sometimes" && countFor(showing, selector.key) < maxForName;
      if (isAdded) addByKey(showing, selector.key, candidate(rule, selector));
      const isPlain = rule.condition === "always" && rule.selector === selector.key;
      if (!isAdded || !isPlain) noteRevealed({ rule, selector }, revealed);
    }
  }
  return { showing, revealed };
}

/** The properties by which a rule hides. */
function decidedBy({ normal, important }: StyleRule): readonly string[] {
  if ((important.get("display") ?? normal.get("display")) === "none") return ["display"];
  return [...normal.keys(), ...important.keys()].filter((property) => decisive.test(property));
}

/** True if a rule for another state or medium undoes a rule that hides. */
function isRevealed(hider: SelectedRule, revealed: OtherRules["revealed"]): boolean {
  const shown = revealed.get(hider.selector.key);
  if (shown === undefined) return false;
  return decidedBy(hider.rule).some((property) => {
    const { normal, important } = shown.get(property) ?? {};
    if (hider.rule.important.has(property))
      return important !== undefined && precedence.important(important, hider) > 0;
    return important !== undefined || (normal !== undefined && precedence.normal(normal, hider) > 0);
  });
}

/** Notes by name the properties that a rule sets for another state or medium, or for an element with an addition. */
function noteRevealed(revealing: SelectedRule, revealed: OtherRules["revealed"]): void {
  const { rule, selector } = revealing;
  if (/:(?:focus|focus-visible|active)$/.test(rule.selector)) return;
  // The pointer can't be over what has no box, nor the focus in it.
  const needsBox = /:(?:hover|focus-within)$/.test(rule.selector);
  for (const name of selector.names) {
    const properties: RevealedProperties = revealed.get(name) ?? new Map();
    revealed.set(name, properties);
    for (const weight of ["normal", "important"] as const) {
      for (const property of rule[weight].keys()) {
        if (needsBox && property === "display") continue;
        const strongest = properties.get(property) ?? {};
        const other = strongest[weight];
        if (other === undefined || precedence[weight](revealing, other) > 0) strongest[weight] = revealing;
        properties.set(property, strongest);
      }
    }
  }
}

/** A rule, whose selector is compiled when the first element is held against it. */
function candidate(rule: StyleRule, selector: Selector): Candidate {
  // One that asks for nothing but the key was answered by looking it up.
  if (rule.selector === selector.key) return { rule, selector, matches: (_, matching) => spend(matching, 1) };
  let compiled: ReturnType<typeof compileSelector> | undefined;
  return {
    rule,
    selector,
    matches(element, matching) {
      compiled ??= compileSelector(rule.selector);
      // Browsers skip a rule whose selector they can't read (Selectors 4 §3.9).
      return typeof compiled !== "string" && compiled.selects(element, matching);
    },
  };
}

function merge(candidates: readonly Candidate[]): RuledStyle {
  const declared = (weight: Weight): Declarations =>
    new Map(candidates.toSorted(precedence[weight]).flatMap(({ rule }) => [...rule[weight]]));
  return { normal: declared("normal"), important: declared("important") };
}

/** Orders rules by the precedence of their declarations of a weight (CSS Cascade 5 §6.1): the last one wins. */
const precedence: { readonly [weight in Weight]: (one: SelectedRule, other: SelectedRule) => number } = {
  normal: (one, other) => compareLayers(one.rule.layer, other.rule.layer) || compareWithinLayer(one, other),
  important: (one, other) => compareLayers(other.rule.layer, one.rule.layer) || compareWithinLayer(one, other),
};

const compareWithinLayer = (one: SelectedRule, other: SelectedRule): number =>
  one.selector.specificity - other.selector.specificity || one.rule.order - other.rule.order;
