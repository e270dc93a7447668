import { conceptNames, type Concept } from "./cue-words.ts";
import type { Cues } from "./cues.ts";
import type { FlatPage, Region } from "../blocks/flat-page.ts";
import { within, type Sums } from "../blocks/sums.ts";

/** Elements whose being an ancestor tells something about text. */
export const tellingTags = [
  "main",
  "article",
  "nav",
  "aside",
  "header",
  "footer",
  "form",
  "table",
  "ul",
  "ol",
  "figure",
  "blockquote",
  "section",
  "a",
  "dl",
  "tr",
  "li",
] as const;
export type TellingTag = (typeof tellingTags)[number];

const tagOfRole: ReadonlyMap<string, TellingTag> = new Map(
  Object.entries({
    main: "main",
    article: "article",
    navigation: "nav",
    complementary: "aside",
    banner: "header",
    contentinfo: "footer",
    form: "form",
  } as const),
);

/** Traits of a region from ancestors and siblings. All arrays are indexed by region. */
export interface Traits {
  /** Steps up to the nearest ancestor-or-self named after the concept, plus 1; 0 when there is none. */
  readonly concept: (name: Concept) => Uint8Array;
  /** Steps up to the nearest ancestor-or-self that is such an element, plus 1; 0 when there is none. */
  readonly tag: (name: TellingTag) => Uint8Array;
  /** The steps to each concept, then to each telling tag, in their order; undefined for those that the page has none of. */
  readonly nearest: readonly (Uint8Array | undefined)[];
  /** Siblings with the same tag and class, the region included. */
  readonly alike: Int32Array;
  /** Place among the regions of the parent. */
  readonly place: Int32Array;
  /** A number for the tags and classes of the region and its two nearest ancestors: the same for all records of a list. */
  readonly signature: Int32Array;
  /** Number of the outermost `article` around it, from 1; 0 outside. */
  readonly article: Int32Array;
  /** Bit 1: somewhere inside `aria-hidden`; bit 2: inside something that starts out of sight. */
  readonly concealed: Int32Array;
  /** 1 where the names and tags of the region or around it say that it belongs to the frame of the page, else 0. */
  readonly framed: Uint8Array;
  readonly articles: number;
  /** Tokens in the largest `main` and in the largest `article`. */
  readonly mainTokens: number;
  readonly articleTokens: number;
}

const tagBits: ReadonlyMap<string, number> = new Map(tellingTags.map((tag, bit) => [tag, 1 << bit]));
const furthest = 40;
const bitsOf = <Name extends string>(all: readonly Name[], names: readonly Name[]): number =>
  names.reduce((bits, name) => bits | (1 << all.indexOf(name)), 0);
const frameConcepts = bitsOf(conceptNames, ["navigation", "footer", "header", "consent", "overlay"]);
const frameTags = bitsOf(tellingTags, ["nav", "footer"]);

/** Reads the traits of all regions, parents before children. Linear in their number. */
export function readTraits(page: FlatPage, sums: Sums, cues: Cues): Traits {
  const { regions } = page;
  const count = regions.length;
  const concepts: Nearest = conceptNames.map(() => undefined);
  const tags: Nearest = tellingTags.map(() => undefined);
  const conceptsAround = new Int32Array(count);
  const tagsAround = new Int32Array(count);
  const ofConcepts = { nearest: concepts, around: conceptsAround };
  const ofTags = { nearest: tags, around: tagsAround };
  const alike = new Int32Array(regions.length);
  const place = new Int32Array(regions.length);
  const article = new Int32Array(regions.length);
  const concealed = new Int32Array(regions.length);
  const framed = new Uint8Array(regions.length);
  const own = lookAlikes(regions);
  const counts = new Int32Array(regions.length + 1);
  const signature = signatures(regions, own);
  let [articles, outermost, mainTokens, articleTokens] = [0, 0, 0, 0];

  for (const region of regions) {
    const { element, parent, index } = region;
    const above = parent?.index ?? -1;
    inherit(ofConcepts, region, parent === undefined ? 0 : (cues.concepts[index] ?? 0));
    const { role } = element.attribs;
    const acts = (role === undefined ? undefined : tagOfRole.get(role)) ?? element.name;
    const itself = tagBits.get(element.name) ?? 0;
    inherit(ofTags, region, acts === element.name ? itself : itself | (tagBits.get(acts) ?? 0));
    const frame = ((conceptsAround[index] ?? 0) & frameConcepts) | ((tagsAround[index] ?? 0) & frameTags);
    framed[index] = frame === 0 ? 0 : 1;
    if (acts === "article") {
      articles += 1;
      articleTokens = Math.max(articleTokens, within(sums.tokens, region));
    } else if (acts === "main") mainTokens = Math.max(mainTokens, within(sums.tokens, region));
    const around = article[above] ?? 0;
    if (around === 0 && element.name === "article") outermost += 1;
    article[index] = around > 0 ? around : element.name === "article" ? outermost : 0;
    concealed[index] = (concealed[above] ?? 0) | concealment(region);
    countAlike(region, { own, counts }, { alike, place });
  }

  const nowhere = new Uint8Array(regions.length);
  const conceptSteps = (name: Concept): Uint8Array => concepts[conceptNames.indexOf(name)] ?? nowhere;
  const tagSteps = (name: TellingTag): Uint8Array => tags[tellingTags.indexOf(name)] ?? nowhere;
  return {
    concept: conceptSteps,
    tag: tagSteps,
    nearest: [...concepts, ...tags],
    alike,
    place,
    signature,
    article,
    concealed,
    framed,
    articles,
    mainTokens,
    articleTokens,
  };
}

/** The steps of each region to the nearest element of a kind, by kind; undefined before the first is found. */
type Nearest = (Uint8Array | undefined)[];

interface Kinds {
  readonly nearest: Nearest;
  /** The kinds at each region or above it, as bits: no others are looked at. */
  readonly around: Int32Array;
}

/** Notes the distance to the nearest element of each kind: here, or one more than the parent's. */
function inherit({ nearest, around }: Kinds, { index, parent }: Region, here: number): void {
  const above = parent?.index ?? -1;
  const all = here | (around[above] ?? 0);
  around[index] = all;
  for (let kinds = all; kinds !== 0; kinds &= kinds - 1) {
    const kind = 31 - Math.clz32(kinds & -kinds);
    const steps = (nearest[kind] ??= new Uint8Array(around.length));
    const isHere = ((here >> kind) & 1) === 1;
    steps[index] = isHere ? 1 : Math.min(furthest, (steps[above] ?? 0) + 1);
  }
}

function concealment({ element: { attribs } }: Region): number {
  const startsUnseen =
    attribs["hidden"] !== undefined || /display:\s*none|hidden|opacity:\s*0|height:\s*0/.test(attribs["style"] ?? "");
  return (attribs["aria-hidden"] === "true" ? 1 : 0) | (startsUnseen ? 2 : 0);
}

/** Numbers, from 1, that are equal where tag and class are. */
function lookAlikes(regions: readonly Region[]): Int32Array {
  const known = new Map<string, Map<string, number>>();
  const numbers = new Int32Array(regions.length);
  let count = 0;
  for (const { element, index } of regions) {
    const { name, attribs } = element;
    const className = attribs["class"] ?? "";
    let classes = known.get(name);
    if (classes === undefined) known.set(name, (classes = new Map()));
    let own = classes.get(className);
    if (own === undefined) classes.set(className, (own = count += 1));
    numbers[index] = own;
  }
  return numbers;
}

/** Numbers that are equal where the numbers of the region and of its two nearest ancestors are. */
function signatures(regions: readonly Region[], own: Int32Array): Int32Array {
  return numberPairs(regions, own, numberPairs(regions, own, own));
}

/** Numbers, from 1, that are equal where a region's own number and the other of its parent are, both below 2²⁶. */
function numberPairs(regions: readonly Region[], own: Int32Array, other: Int32Array): Int32Array {
  const known = new Map<number, number>();
  const numbers = new Int32Array(regions.length);
  for (const { index, parent } of regions) {
    const pair = (own[index] ?? 0) * 2 ** 26 + (other[parent?.index ?? -1] ?? 0);
    let number = known.get(pair);
    if (number === undefined) known.set(pair, (number = known.size + 1));
    numbers[index] = number;
  }
  return numbers;
}

/** Counts the siblings alike, and their places. `counts`, by own number, is all zero before and after. */
function countAlike(
  { children }: Region,
  { own, counts }: { readonly own: Int32Array; readonly counts: Int32Array },
  { alike, place }: Pick<Traits, "alike" | "place">,
): void {
  for (const { index } of children) counts[own[index] ?? 0] = (counts[own[index] ?? 0] ?? 0) + 1;
  for (let position = 0; position < children.length; position += 1) {
    const index = children[position]?.index ?? -1;
    alike[index] = counts[own[index] ?? 0] ?? 0;
    place[index] = position;
  }
  for (const { index } of children) counts[own[index] ?? 0] = 0;
}
