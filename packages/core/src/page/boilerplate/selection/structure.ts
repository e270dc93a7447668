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
  const tallies: Tally[] = [];
  for (const { index } of page.regions) tallies[index] = { kept: 0, all: 0, filled: false };
  for (const { index, region, measures } of page.blocks) {
    const tally = tallies[region.index];
    if (tally === undefined || chrome[index] === true) continue;
    tally.all += measures.tokens;
    if (kept[index] === true) tally.kept += measures.tokens;
  }
  // Parts come after their whole, so going backwards handles every part before its whole.
  for (let at = page.regions.length - 1; at >= 0; at -= 1) {
    const region = page.regions[at];
    if (region === undefined) continue;
    const tally = tallyOf(region, tallies);
    mendParts(region, within(sums.tokens, region), tallies);
    for (const child of region.children) {
      const part = tallyOf(child, tallies);
      tally.kept += part.kept;
      tally.all += part.all;
    }
    const least = tally.kept > 0 ? wholeFrom.get(region.element.name) : undefined;
    const isWhole = least !== undefined && tally.kept >= least * tally.all && holdsTogether(region, sums);
    if (region === whole || isWhole) fill(tally);
  }
  for (const region of page.regions) {
    if (region.parent !== undefined && tallyOf(region.parent, tallies).filled) tallyOf(region, tallies).filled = true;
  }
  for (const { index, region } of page.blocks)
    if (tallyOf(region, tallies).filled && chrome[index] !== true) kept[index] = true;
}

/** Tokens of a region that are kept, and that are no chrome. */
interface Tally {
  kept: number;
  all: number;
  /** Everything in it stays. */
  filled: boolean;
}

const tallyOf = ({ index }: Region, tallies: readonly Tally[]): Tally =>
  tallies[index] ?? { kept: 0, all: 0, filled: false };

function fill(tally: Tally): void {
  tally.filled = true;
  tally.kept = tally.all;
}

/** The share of kept text from which such an element stays whole. */
const wholeFrom: ReadonlyMap<string, number> = new Map(
  Object.entries({ dl: 0.5, ul: 0.5, ol: 0.5, menu: 0.5, details: 0.5, table: 0.34, figure: 0.34, pre: 0 }),
);

/** Fills parts of a region that belong to others of it that are kept. */
function mendParts(region: Region, tokens: number, tallies: readonly Tally[]): void {
  if (region.element.name === "dl" && tokens >= smallestList) mendTerms(region, tallies);
  else if (region.element.name === "li") mendNestedLists(region, tokens, tallies);
}

/** Keeps terms and their descriptions together if one is kept. */
function mendTerms(list: Region, tallies: readonly Tally[]): void {
  const entries = list.children.flatMap((child) => (child.element.name === "div" ? child.children : [child]));
  let [group, inTerms]: [Tally[], boolean] = [[], false];
  const close = (): void => {
    if (group.some(({ kept, all }) => kept > 0 && kept >= all / 2)) for (const tally of group) fill(tally);
    group = [];
  };
  for (const entry of entries) {
    const isTerm = entry.element.name === "dt";
    if (isTerm && !inTerms) close();
    inTerms = isTerm;
    group.push(tallyOf(entry, tallies));
  }
  close();
}

const isMostlyKept = ({ kept, all }: Tally): boolean => kept > 0 && kept >= all / 2;

const listNames: ReadonlySet<string> = new Set(["ul", "ol", "dl", "menu"]);

/** True for lists of lines, which belong to the item around them; an answer to a post is one of records. */
export const isOfLines = ({ first, end, children }: Region): boolean => end - first <= children.length * blocksPerLine;
const blocksPerLine = 1.5;

/** An item whose own text is kept keeps its lists, and lines that are kept keep the item around them. */
function mendNestedLists(item: Region, tokens: number, tallies: readonly Tally[]): void {
  const nested = item.children.filter(({ element }) => listNames.has(element.name));
  if (nested.length === 0 || tokens === 0) return;
  const parts = [item, ...item.children.filter((child) => !nested.includes(child))];
  const own = parts.map((part) => tallyOf(part, tallies));
  const [kept, all] = [own.reduce((sum, tally) => sum + tally.kept, 0), own.reduce((sum, tally) => sum + tally.all, 0)];
  if (kept > 0 && kept >= all / 2) for (const list of nested) fill(tallyOf(list, tallies));
  else if (nested.some((list) => isOfLines(list) && isMostlyKept(tallyOf(list, tallies))))
    for (const tally of own) fill(tally);
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
/** Without header cells, no cell of a table of facts is longer than this. */
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
