import { isTag, type Element } from "domhandler";
import { existsOne } from "domutils";
import type { Block, Region } from "../blocks/flat-page.ts";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import { headingLevel, keptSum, longestLine, within } from "../blocks/sums.ts";
import { terse } from "./chrome.ts";
import type { ToldType } from "../model/page-type.ts";
import { legalTitle, sectionHeadings, sortingChoice, sortingLine, type SectionKind } from "./section-words.ts";

/** Sections dropped by page type: docs/guide/main-content.md is the policy in words. */
const unwanted: Readonly<Record<PageType, readonly SectionKind[]>> = {
  article: ["comments", "author", "signup"],
  documentation: [],
  forum: ["board"],
  product: ["reviews", "comments", "others", "picks", "seller", "delivery", "filters", "signup", "legal"],
  collection: ["reviews", "others", "filters", "signup", "legal"],
  listing: ["comments", "filters", "signup", "legal"],
  service: ["signup", "legal"],
  home: ["signup", "legal"],
  unknown: [],
};

/** A larger part of the kept text than this is the page's subject, whatever its heading says. */
const largestPart: Readonly<Record<SectionKind, number>> = {
  reviews: 0.5,
  comments: 0.6,
  others: 0.5,
  picks: 0.3,
  seller: 0.2,
  author: 0.2,
  delivery: 0.25,
  filters: 0.35,
  board: 0.3,
  signup: 0.3,
  legal: 0.97,
};
/** Among the choices of a filter, no more running text than this, in tokens. */
const longestChoice = 40;
/** So much of the kept text must be left, in tokens. */
export const leastLeft = 12;
/** A form or an invitation is no longer than this. */
const longestSignup = 120;
/** Limit of steps up from a line that is no heading to its region. */
const maxStepsUp = 2;
/** Longer texts than this, in characters, head no section. */
const longestHeading = 90;
/** In scripts without spaces each character is a token: a line has as many more of them. */
const charactersPerToken = 2;

/**
 * Drops the sections that a reader of such a page did not come for, by their headings, and marks their blocks as
 * chrome. Linear in the size of the page.
 */
export function dropSections(
  profile: Profile,
  { type, isDeclared, title }: ToldType & { readonly title: number },
  { kept, chrome }: { readonly kept: boolean[]; readonly chrome: boolean[] },
): void {
  const isLegal = profile.signs.titles.some((words) => legalTitle.test(words));
  const kinds = unwanted[type].filter((kind) => kind !== "legal" || !isLegal);
  if (kinds.length === 0) return;
  const { blocks } = profile.page;
  const total = within(keptSum(profile.sums, kept), profile.page.root);
  let left = total;
  const next = new Int32Array(7).fill(blocks.length);
  // Kept tokens from a block to the end of the page, less those dropped on the way from there.
  const keptFrom = new Float64Array(blocks.length + 1);
  const droppable = (kind: SectionKind, section: Section, size: number): boolean =>
    !(title >= section.first && title < section.end) &&
    (isDeclared || size <= largestPart[kind] * total) &&
    left - size >= leastLeft &&
    (kind !== "signup" || within(profile.sums.tokens, section) <= longestSignup) &&
    (kind !== "filters" || within(profile.sums.long, section) <= longestChoice);
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined) continue;
    const { tokens } = block.measures;
    keptFrom[index] = (keptFrom[index + 1] ?? 0) + (kept[index] === true ? tokens : 0);
    if (tokens === 0) continue;
    const level = headingLevel(block.region);
    const section = index === title ? undefined : sectionAt(profile, index, { level, next });
    if (level > 0) next.fill(index, level);
    const kind = section === undefined ? undefined : kindOf(profile, kinds, index);
    if (kind === undefined || section === undefined) continue;
    const size = (keptFrom[index] ?? 0) - (keptFrom[section.end] ?? 0);
    if (!droppable(kind, section, size)) continue;
    kept.fill(false, section.first, section.end);
    chrome.fill(true, section.first, section.end);
    keptFrom.fill(keptFrom[section.end] ?? 0, section.first, section.end);
    left -= size;
  }
  if (type !== "product") return;
  const sizes = keptSum(profile.sums, kept);
  const dropped = new Set<Region>();
  for (const { label, panel } of panelsIn(profile)) {
    const size = within(sizes, panel);
    const kind = size === 0 || dropped.has(panel) ? undefined : kindOf(profile, kinds, label);
    if (kind === undefined || kind === "signup" || !droppable(kind, panel, size)) continue;
    kept.fill(false, panel.first, panel.end);
    chrome.fill(true, panel.first, panel.end);
    dropped.add(panel);
    left -= size;
  }
}

/** Panels, each with the line that shows it: a tab that leads to its id, or what has `aria-controls`. */
function panelsIn({
  page: { blocks, regions },
  texts,
}: Profile): readonly { readonly label: number; readonly panel: Region }[] {
  const ids = new Map<string, Region>();
  for (const region of regions) {
    const { id } = region.element.attribs;
    if (id !== undefined && !ids.has(id)) ids.set(id, region);
  }
  return blocks.flatMap(({ index, nodes, region }) => {
    if (texts[index] === "") return [];
    const panels = [region.element, ...nodes].flatMap((node) => (isTag(node) ? (ids.get(shownBy(node)) ?? []) : []));
    return panels.filter(({ first, end }) => index < first || index >= end).map((panel) => ({ label: index, panel }));
  });
}

/** The id of what a tab or a button shows. */
function shownBy({ attribs, parent }: Element): string {
  const isTab = attribs["role"] === "tab" || (parent !== null && isTag(parent) && parent.attribs["role"] === "tab");
  const address = attribs["href"] ?? "";
  return attribs["aria-controls"] ?? (isTab && address.startsWith("#") ? address.slice(1) : "");
}

interface Section {
  readonly first: number;
  readonly end: number;
}

function kindOf({ page, texts }: Profile, kinds: readonly SectionKind[], index: number): SectionKind | undefined {
  const text = texts[index] ?? "";
  const measures = page.blocks[index]?.measures;
  if (measures === undefined || text === "" || text.length > longestHeading) return undefined;
  if (measures.tokens > longestLine && text.length > longestLine * charactersPerToken) return undefined;
  return kinds.find((kind) => sectionHeadings[kind].test(text));
}

/** The section of a heading, or of a line that opens a region: up to the next of its level, or the region. */
function sectionAt(
  { page: { blocks }, sums }: Profile,
  index: number,
  { level, next }: { readonly level: number; readonly next: Int32Array },
): Section | undefined {
  const region = blocks[index]?.region;
  if (region === undefined) return undefined;
  let scope: Region = region;
  while (scope.parent !== undefined && scope.end <= index + 1) scope = scope.parent;
  if (level === 0 && (terse.has(region.element.name) || region.depth - scope.depth > maxStepsUp)) return undefined;
  const opens = (sums.tokens[index] ?? 0) === (sums.tokens[scope.first] ?? 0);
  if (!opens && level === 0) return undefined;
  const end = opens ? scope.end : Math.min(scope.end, next[level] ?? 0);
  return { first: index, end };
}

/** Fewest choices of a filter, and their least share of its elements. */
const fewestChoices = { count: 4, share: 0.6 };
/** Longest choice, in tokens. */
const longestChoiceTokens = 8;

/** Roles of elements that are a control, whatever they look like. */
const controlRoles: ReadonlySet<string> = new Set("combobox listbox checkbox switch slider menuitem".split(" "));

const isControl = ({ attribs }: Element): boolean => controlRoles.has(attribs["role"] ?? "");

/** True for a line with a box to tick, in a label. */
const isTicked = ({ nodes, region }: Block): boolean =>
  [region.element, ...nodes].some(
    (node) => isTag(node) && node.name === "label" && existsOne(isTickBox, node.children),
  );

const isTickBox = ({ name, attribs }: Element): boolean =>
  name === "input" && /^checkbox$/i.test(attribs["type"] ?? "");

/**
 * Drops the choices of filters and of orders: lists of short texts with a box to tick, a count, or the name of an order, and
 * what has the role of a control.
 */
export function dropChoices({ page, sums, texts, traits }: Profile, type: PageType, kept: boolean[]): void {
  if (type !== "collection" && type !== "listing") return;
  const inForm = traits.tag("form");
  for (const block of page.blocks) {
    const { index, region, measures } = block;
    const isChosen = isControl(region.element) || ((inForm[region.index] ?? 0) > 0 && isTicked(block));
    if ((isChosen && measures.tokens <= longestChoiceTokens) || sortingLine.test(texts[index] ?? ""))
      kept[index] = false;
  }
  for (const region of page.regions) {
    if (region.children.length < fewestChoices.count || within(sums.long, region) > 0) continue;
    let [all, choices] = [0, 0];
    for (const child of region.children) {
      const tokens = within(sums.tokens, child);
      if (tokens === 0) continue;
      all += 1;
      if (
        tokens <= longestChoiceTokens &&
        child.end - child.first <= 2 &&
        isChoice(child, within(sums.linkTokens, child) > 0 ? "" : (texts[child.first] ?? ""))
      )
        choices += 1;
    }
    if (choices >= fewestChoices.count && choices >= fewestChoices.share * all)
      kept.fill(false, region.first, region.end);
  }
}

/** Numbers of the first and the last entry shown: “1–8”, “49 to 57”. */
const range =
  /(?<![\p{Script=Latin}\d.,/-])(\d{1,6})\s*(?:[-–—〜～~]|to|bis|à|a[lo]?|do|t\/m|до)\s*(\d{1,6})(?![\p{Script=Latin}\d.,/-])/iu;
/** A number that stands alone, with its thousands apart. */
const number = /(?<![\p{Script=Latin}\d.,/-])\d+(?:[.,]\d{3})*(?![\p{Script=Latin}\d.,/-])/gu;
/** A line that counts the entries is at most so many tokens, is on a page so often, and shows no fewer entries than this. */
const countLine = { tokens: 14, most: 2, entries: 5 };

/** Drops lines that say how many entries there are and which of them the page shows. */
export function dropCounts({ page: { blocks }, texts }: Profile, type: PageType, kept: boolean[]): void {
  if (type !== "collection" && type !== "listing") return;
  const lines = blocks.filter(
    ({ index, measures }) =>
      measures.tokens <= countLine.tokens &&
      measures.links === 0 &&
      (countsEntries(texts[index] ?? "") || entryCount.test(texts[index] ?? "")),
  );
  // More of them are sizes or ages on the entries.
  if (lines.length <= countLine.most) for (const { index } of lines) kept[index] = false;
}

/** A number of entries, and no more. */
const entryCount =
  /^(?:about |circa |ca\. )?\d[\d.,]* (?:results?|products?|items?|listings?|(?:data)?sets?|produkte?r?|artikel|ergebnisse?|produits?|résultats?|productos?|resultados?|prodotti|risultati|produtos?|producten|resultaten|produkt(?:ów|y)|товар(?:ов|а)?|ürün|sonuç)(?: (?:found|gefunden|trouvée?s?|encontrad[oa]s|trovati|gevonden|znalezion\p{L}+|найден\p{L}+|nalezen\p{L}*|bulundu))?$/iu;

/** True for a range of whole pages of entries, and the number of all. */
function countsEntries(text: string): boolean {
  const shown = range.exec(text);
  if (shown === null) return false;
  const [first, last] = [Number(shown[1]), Number(shown[2])];
  const [all, ...others] = (text.replace(shown[0], " ").match(number) ?? []).map((it) =>
    Number(it.replace(/[.,]/g, "")),
  );
  if (all === undefined || others.length > 0 || first < 1 || all < last) return false;
  const entries = last - first + 1;
  return entries >= countLine.entries && (last === all || (first - 1) % entries === 0);
}

const isChoice = ({ element }: Region, text: string): boolean =>
  /\(\d[\d,.]*(?: \p{L}+)?\)$/u.test(text) || sortingChoice.test(text) || hasBox(element);

const hasBox = (element: Element): boolean =>
  element.children.some(
    (child) =>
      isTag(child) &&
      ((child.name === "input" && /^(?:checkbox|radio)$/i.test(child.attribs["type"] ?? "")) || hasBox(child)),
  );
