import type { Block, FlatPage, Region } from "../blocks/flat-page.ts";
import { headingLevel, keptSum, longestLine, runningSum, within } from "../blocks/sums.ts";
import type { ToldType } from "../model/page-type.ts";
import type { Profile } from "../signals/profile.ts";
import { buyBoxOf, keepFactLines } from "./buy-box.ts";
import { leastLeft } from "./sections.ts";

const price =
  /(?:[$€£¥￥＄₹₽₩₺฿]|\b(?:USD|EUR|GBP|CHF|PLN|SEK|NOK|DKK|CZK|Rs\.?|Rp\.?|AED|SAR))\s?\d|\d\s?(?:[€£₽₺₫]|zł|kr\b|Kč|Ft\b|руб|грн|lei\b|USD|EUR|CHF|SEK|TL\b|円|元|원)/iu;

/** Cards of products with the same elements and classes, in document order: each leads somewhere and has a price. */
type Shelf = readonly Region[];

/** Fewer cards than this, or a smaller share of the siblings, are no shelf. */
const fewestCards = { side: 3, pair: 2, share: 0.6, main: 4 };
/** More tokens than this are more than a card, and more than one of a pair. */
const largestCard = { row: 160, pair: 40 };
/** A larger part of the kept text than this, all together, is the page's subject. */
const largestOthers = 0.6;
/** Text on this share of the cards names none of the products. */
const repeatedShare = 1 / 3;
/** A label is at most this many tokens. */
const longestLabel = 6;

/**
 * Names and prices of listed products stay, and labels that many of them have go; on the page of one product, the
 * others go. Linear in the size of the page.
 */
export function settleGoods(
  profile: Profile,
  { type, isDeclared, title }: ToldType & { readonly title: number },
  kept: boolean[],
): void {
  if (type === "product") {
    const box = buyBoxOf(profile, title);
    dropOtherGoods(
      profile,
      { isDeclared, title, below: box === undefined ? Infinity : Math.max(title, box.button.end) },
      kept,
    );
    if (kept[title] !== true) return;
    keepPrice(profile, { title, box: box?.region }, kept);
    if (box !== undefined) keepFactLines(profile, { title, box }, kept);
  } else if (type === "collection") keepListedGoods(profile, kept);
  else if (isOfOffers.has(type)) keepListedPrices(profile, kept);
}

/** Types of pages that may list what is for sale or to let. */
const isOfOffers: ReadonlySet<ToldType["type"]> = new Set(["listing", "service", "home"]);

/** Finds shelves; from the block `below` on, and outside of others, two small cards are enough. */
function findShelves({ page, sums, texts, traits }: Profile, below = Infinity): readonly Shelf[] {
  const inLink = traits.tag("a");
  const prices = runningSum(page.blocks, (_, index) => Number(price.test(texts[index] ?? "")));
  const links = runningSum(page.blocks, ({ measures, region }) => measures.links + (inLink[region.index] ?? 0));
  const isCard = (region: Region): boolean =>
    within(prices, region) > 0 && within(links, region) > 0 && within(sums.tokens, region) <= largestCard.row;
  const holds = (region: Region, fewest: number): boolean => {
    const full = region.children.filter((child) => within(sums.tokens, child) > 0);
    const cards = full.filter(isCard).length;
    return cards >= fewest && cards >= fewestCards.share * full.length;
  };
  const rows = innermost(page, (region) => holds(region, fewestCards.side));
  const inRow = new Uint8Array(page.blocks.length);
  for (const { first, end } of rows) inRow.fill(1, first, end);
  const inRows = runningSum(page.blocks, (_, index) => inRow[index] ?? 0);
  const isPair = (region: Region): boolean =>
    region.first >= below &&
    within(inRows, region) === 0 &&
    region.children.every((child) => within(sums.tokens, child) <= largestCard.pair) &&
    holds(region, fewestCards.pair);
  const pairs = below < page.blocks.length ? innermost(page, isPair) : [];
  const shelves = new Map<number, Region[]>();
  for (const region of [...rows, ...pairs]) {
    for (const card of region.children.filter(isCard)) {
      const signature = traits.signature[card.index] ?? 0;
      const shelf = shelves.get(signature) ?? [];
      shelves.set(signature, shelf);
      shelf.push(card);
    }
  }
  return [...shelves.values()];
}

/** The innermost regions that pass a test, in document order. */
function innermost({ regions }: FlatPage, isSo: (region: Region) => boolean): readonly Region[] {
  const holders = new Set<Region>();
  const found: Region[] = [];
  for (const region of regions.toReversed()) {
    const holds = holders.has(region);
    if (!holds && isSo(region)) found.push(region);
    else if (!holds) continue;
    if (region.parent !== undefined) holders.add(region.parent);
  }
  return found.reverse();
}

/** The price of a product stands at most this many blocks after its name, in the box that sells it and elsewhere. */
const furthestPrice = { inBox: 40, elsewhere: 12 };
const longestPrice = 12;

/** Keeps the price of the product: the first after its name, and one before it in the box that sells it. */
function keepPrice(
  profile: Profile,
  { title, box }: { readonly title: number; readonly box: Region | undefined },
  kept: boolean[],
): void {
  const { page, texts, traits } = profile;
  const isPrice = ({ index, measures, region }: Block): boolean =>
    measures.tokens > 0 &&
    measures.tokens <= longestPrice &&
    price.test(texts[index] ?? "") &&
    traits.framed[region.index] === 0;
  const first = title + 1;
  const end = Math.max(first + furthestPrice.elsewhere, Math.min(box?.end ?? 0, first + furthestPrice.inBox));
  const after = page.blocks
    .slice(first, end)
    .filter((block) => isPrice(block) && !surcharge.test(texts[block.index] ?? ""));
  const current = after.find((block) => !isFormerPrice(block)) ?? after[0];
  if (current !== undefined) kept[current.index] = true;
  if (box === undefined || box === page.root) return;
  const before = page.blocks
    .slice(Math.max(box.first, title - furthestPrice.elsewhere), title)
    .findLast((block) => isPrice(block) && block.measures.links === 0 && isOnlyPrice(texts[block.index] ?? ""));
  if (before !== undefined) kept[before.index] = true;
}

/** Names of what goods cost before, or elsewhere. */
const formerPrice =
  /(?:^|[\s_-])(?:old|was|former|list|strike\w*|crossed\w*|msrp|rrp|uvp|compare(?:-?at)?)(?=[\s_-]|$)/i;

/** True for a price in a box that is named so. */
const isFormerPrice = ({ region: { element, parent } }: Block): boolean =>
  [element, parent?.element].some((box) => formerPrice.test(box?.attribs["class"] ?? "")) ||
  element.name === "del" ||
  element.name === "s";

/** The price of one of the choices on top of the product's own. */
const surcharge = /\+\s?[^\s\d]{0,4}\s?\d/;

/** True for a price with at most a word or two beside it, and not for the sum of an empty basket. */
const isOnlyPrice = (text: string): boolean => (text.match(/\p{L}+/gu)?.length ?? 0) <= 2 && /[1-9]/.test(text);

function dropOtherGoods(
  profile: Profile,
  { isDeclared, title, below }: { readonly isDeclared: boolean; readonly title: number; readonly below: number },
  kept: boolean[],
): void {
  const { root } = profile.page;
  const sizes = keptSum(profile.sums, kept);
  const least = isDeclared ? leastLeft : (1 - largestOthers) * within(sizes, root);
  let left = within(sizes, root);
  for (const shelf of findShelves(profile, below)) {
    const size = shelf.reduce((sum, card) => sum + within(sizes, card), 0);
    const holdsTitle = shelf.some(({ first, end }) => title >= first && title < end);
    if (holdsTitle || left - size < least) continue;
    left -= size;
    for (const { first, end } of shelf) kept.fill(false, first, end);
    const [card] = shelf;
    if (card !== undefined) dropHeadingOf(profile, card, { title, end: shelf.at(-1)?.end ?? card.end }, kept);
  }
}

/** The heading of a shelf stands at most this many blocks before it. */
const furthestHeading = 3;

/** Drops the heading right above a shelf, with the labels between them, where nothing else is kept under it. */
function dropHeadingOf(
  { page: { blocks } }: Profile,
  { first }: Region,
  { title, end }: { readonly title: number; readonly end: number },
  kept: boolean[],
): void {
  const least = Math.max(0, first - furthestHeading);
  const heading = blocks
    .slice(least, first)
    .findLast(({ region, measures }) => headingLevel(region) > 0 && measures.tokens > 0);
  if (heading === undefined || heading.index === title) return;
  if (blocks.slice(heading.index + 1, first).some((block) => block.measures.tokens > longestLine)) return;
  const level = headingLevel(heading.region);
  let scope = heading.region;
  while (scope.parent !== undefined && scope.end < end) scope = scope.parent;
  const next = blocks.slice(end, scope.end).find(({ index }) => kept[index] === true);
  const endsHere = next === undefined || (headingLevel(next.region) > 0 && headingLevel(next.region) <= level);
  if (endsHere) kept.fill(false, heading.index, first);
}

function keepListedGoods(profile: Profile, kept: boolean[]): void {
  const shelf = findShelves(profile).reduce<Shelf>((most, other) => (other.length > most.length ? other : most), []);
  if (shelf.length < fewestCards.main) return;
  const isRepeated = repeatedOn(profile, shelf);
  for (const card of shelf) {
    const [name, cost] = nameAndPrice(profile, card, isRepeated);
    for (let index = card.first; index < card.end; index += 1) {
      const text = profile.texts[index] ?? "";
      const tokens = profile.page.blocks[index]?.measures.tokens ?? 0;
      const isLabel = tokens <= longestLabel && isRepeated(text) && !price.test(text) && !text.endsWith(":");
      if (isLabel) kept[index] = false;
    }
    if (name !== undefined) kept[name] = true;
    if (cost !== undefined) kept[cost] = true;
  }
}

/** Keeps the prices of listed offers whose names are kept. */
function keepListedPrices(profile: Profile, kept: boolean[]): void {
  for (const shelf of findShelves(profile)) {
    if (shelf.length < fewestCards.main) continue;
    const isRepeated = repeatedOn(profile, shelf);
    for (const card of shelf) {
      const [name, cost] = nameAndPrice(profile, card, isRepeated);
      if (name !== undefined && kept[name] === true && cost !== undefined) kept[cost] = true;
    }
  }
}

/** True for texts on many of the cards. */
function repeatedOn({ texts }: Profile, shelf: Shelf): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const { first, end } of shelf)
    for (const text of new Set(texts.slice(first, end))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const least = Math.max(fewestCards.side, shelf.length * repeatedShare);
  return (text) => text !== "" && (counts.get(text) ?? 0) >= least;
}

/** The blocks of a card that name the product and its price: a heading before a link, and a long line before a short one. */
function nameAndPrice(
  { page: { blocks }, texts, traits }: Profile,
  { first, end }: Region,
  isRepeated: (text: string) => boolean,
): readonly [name: number | undefined, price: number | undefined] {
  const inLink = traits.tag("a");
  let [name, cost, best]: [number | undefined, number | undefined, number] = [undefined, undefined, -1];
  for (let index = first; index < end; index += 1) {
    const block = blocks[index];
    const text = texts[index] ?? "";
    if (block === undefined || block.measures.tokens === 0) continue;
    if (price.test(text)) cost ??= index;
    else if (!isRepeated(text)) {
      const isLink = block.measures.linkTokens > 0 || (inLink[block.region.index] ?? 0) > 0;
      const rank = (headingLevel(block.region) > 0 ? 100 : 0) + (isLink ? 50 : 0) + Math.min(40, block.measures.tokens);
      if (rank > best) [name, best] = [index, rank];
    }
  }
  return [name, cost];
}
