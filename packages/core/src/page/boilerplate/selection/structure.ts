import type { Region } from "../blocks/flat-page.ts";
import type { Profile } from "../signals/profile.ts";
import { within, type Sums } from "../blocks/sums.ts";

/**
 * Rejoins parts that decisions on single blocks tore apart. A list, a table of facts, a figure and a disclosure stay
 * whole when most of their text does; terms stay with their descriptions, cells with their row, an item keeps the list
 * inside of it, and a listing its lines. With `whole`, everything in that region stays. Chrome that stands in them, by
 * block, is none of their parts. Linear in the size of the page.
 */
export function keepWhole(
  { page, sums }: Profile,
  { chrome, whole }: { readonly chrome: readonly boolean[]; readonly whole: Region | undefined },
  kept: boolean[],
): void {
  const count = page.regions.length;
  const tally: Tally = { kept: new Float64Array(count), all: new Float64Array(count), filled: new Uint8Array(count) };
  for (const { index, region, measures } of page.blocks) {
    if (chrome[index] === true) continue;
    addTo(tally.all, region.index, measures.tokens);
    if (kept[index] === true) addTo(tally.kept, region.index, measures.tokens);
  }
  // Parts come after their whole, so going backwards handles every part before its whole.
  for (let at = count - 1; at >= 0; at -= 1) {
    const region = page.regions[at];
    if (region === undefined) continue;
    mendParts(region, within(sums.tokens, region), tally);
    for (const { index } of region.children) {
      addTo(tally.kept, at, tally.kept[index] ?? 0);
      addTo(tally.all, at, tally.all[index] ?? 0);
    }
    const keptTokens = tally.kept[at] ?? 0;
    const least = keptTokens > 0 ? wholeFrom.get(region.element.name) : undefined;
    const isWhole = least !== undefined && keptTokens >= least * (tally.all[at] ?? 0) && holdsTogether(region, sums);
    if (region === whole || isWhole) fill(region, tally);
  }
  for (const { index, parent } of page.regions) {
    if (parent !== undefined && tally.filled[parent.index] === 1) tally.filled[index] = 1;
  }
  for (const { index, region } of page.blocks)
    if (tally.filled[region.index] === 1 && chrome[index] !== true) kept[index] = true;
}

/** Tokens of each region: those that are kept, and those that are no chrome. */
interface Tally {
  readonly kept: Float64Array;
  readonly all: Float64Array;
  /** 1 where everything stays. */
  readonly filled: Uint8Array;
}

function addTo(numbers: Float64Array, index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount;
}

function fill({ index }: Region, { kept, all, filled }: Tally): void {
  filled[index] = 1;
  kept[index] = all[index] ?? 0;
}

/** True if half of what regions hold is kept, and something is. */
function isMostlyKept(regions: readonly Region[], tally: Tally): boolean {
  let [kept, all] = [0, 0];
  for (const { index } of regions) {
    kept += tally.kept[index] ?? 0;
    all += tally.all[index] ?? 0;
  }
  return kept > 0 && kept >= all / 2;
}

/** The share of kept text from which such an element stays whole. */
const wholeFrom: ReadonlyMap<string, number> = new Map(
  Object.entries({ dl: 0.5, ul: 0.5, ol: 0.5, menu: 0.5, details: 0.5, table: 0.34, figure: 0.34, pre: 0 }),
);

/** Fills parts of a region that belong to others of it that are kept. */
function mendParts(region: Region, tokens: number, tally: Tally): void {
  if (region.element.name === "dl" && tokens >= smallestList) mendTerms(region, tally);
  else if (region.element.name === "li") mendNestedLists(region, tokens, tally);
}

/** Keeps terms and their descriptions together if one is kept. */
function mendTerms(list: Region, tally: Tally): void {
  const entries = list.children.flatMap((child) => (child.element.name === "div" ? child.children : [child]));
  let [group, inTerms]: [Region[], boolean] = [[], false];
  const close = (): void => {
    if (group.some((entry) => isMostlyKept([entry], tally))) for (const entry of group) fill(entry, tally);
    group = [];
  };
  for (const entry of entries) {
    const isTerm = entry.element.name === "dt";
    if (isTerm && !inTerms) close();
    inTerms = isTerm;
    group.push(entry);
  }
  close();
}

const listNames: ReadonlySet<string> = new Set(["ul", "ol", "dl", "menu"]);
const isList = ({ element }: Region): boolean => listNames.has(element.name);

/** True for lists of lines, which belong to the item around them; an answer to a post is one of records. */
export const isOfLines = ({ first, end, children }: Region): boolean => end - first <= children.length * blocksPerLine;
const blocksPerLine = 1.5;

/** An item whose own text is kept keeps its lists, and lines that are kept keep the item around them. */
function mendNestedLists(item: Region, tokens: number, tally: Tally): void {
  const nested = item.children.filter(isList);
  if (nested.length === 0 || tokens === 0) return;
  const own = [item, ...item.children.filter((child) => !isList(child))];
  if (isMostlyKept(own, tally)) for (const list of nested) fill(list, tally);
  else if (nested.some((list) => isOfLines(list) && isMostlyKept([list], tally)))
    for (const part of own) fill(part, tally);
}

/** True if the parts of a region are parts of one thing, and not records of their own or areas of the page. */
function holdsTogether(region: Region, sums: Sums): boolean {
  const { name } = region.element;
  if (name === "table") return isTableOfFacts(region, sums);
  if (name === "dl") return within(sums.tokens, region) >= smallestList;
  return !listNames.has(name) || region.end - region.first <= region.children.length * blocksPerItem;
}

/** Terms with less text are the labels of a card: who wrote a post, and when. */
const smallestList = 12;
/** Items of more blocks than this on average are records: posts, products, comments. */
const blocksPerItem = 2.5;
/** The longest cell in a table of facts without header cells. */
const longestCell = 60;

/** True if a table says something by its rows and columns, rather than arranging a page. */
export function isTableOfFacts(table: Region, sums: Sums): boolean {
  const role = table.element.attribs["role"];
  if (role === "presentation" || role === "none") return false;
  let [cells, rows, longest] = [0, 0, 0];
  let isNamed = false;
  const open = [...table.children];
  for (let region = open.pop(); region !== undefined; region = open.pop()) {
    const { name } = region.element;
    if (name === "table" || name === "form" || name === "fieldset") return false;
    if (name === "tr") rows += 1;
    if (name === "th" || name === "caption") isNamed = true;
    if (name === "td" || name === "th") {
      cells += 1;
      longest = Math.max(longest, within(sums.tokens, region));
    }
    open.push(...region.children);
  }
  return cells > rows && rows > 1 && (isNamed || longest <= longestCell);
}
