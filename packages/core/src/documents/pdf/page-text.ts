import { bulletSigns } from "./bullet-signs.ts";
import type { Codes } from "./fonts.ts";
import type { Tag } from "./tags.ts";
import type { RecognizedPage } from "../../ports/text-recognizer.ts";

/** A piece of text as the page places it. Coordinates are points from the top left corner of the upright page. */
export interface Fragment {
  readonly text: string;
  readonly x: number;
  /** The height of the baseline. */
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Set in a font whose characters are equally wide, as code is. */
  readonly fixedPitch: boolean;
  readonly rightToLeft: boolean;
  /** It stands among lines from right to left. */
  readonly amongRightToLeft?: boolean;
  readonly href: string | undefined;
  /** By which the tags of its page name it. */
  readonly mark?: string | undefined;
}

/** A place on the upright page, in points from its top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A straight horizontal or vertical stroke, such as a table's border. */
export type Rule = Box;

/** A page as it was drawn. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly fragments: readonly Fragment[];
  readonly rules: readonly Rule[];
  /** Texts that stand at an angle to most of the page and are no fragments. */
  readonly slanted: readonly string[];
  /** Texts that nobody sees on the page and that are no fragments. */
  readonly unseen: readonly string[];
  /** What its pictures show, in words that its tags have. */
  readonly descriptions: readonly string[];
  /** The codes of its fonts' texts. */
  readonly codes: ReadonlySet<Codes>;
  /** Characters in other texts of which a font doesn't say which they are, and that are in no fragment. */
  readonly unreadable: number;
  /** Remarks that readers of the page left on it, which are no fragments. */
  readonly comments: number;
  /** Names of files that hang on it. */
  readonly files: readonly string[];
  /** The structure that it states, if any. */
  readonly tags?: Tag | undefined;
  /** Its number in the document, from 1. */
  readonly number: number;
  /** The text of its picture; it replaces the drawn text. */
  readonly recognized?: Pick<RecognizedPage, "text" | "confidence"> | undefined;
}

const bulletAlone = new RegExp(String.raw`^\s*[${bulletSigns}–-]\s*$`);

/** Baselines no further apart than this share of the font size are one line. */
export const sameLine = 0.35;

/** Fragments on one baseline, from left to right. */
export interface Row {
  readonly y: number;
  /** The font size of most of its characters. */
  readonly size: number;
  readonly fragments: readonly Fragment[];
}

/** Height of the stripes in which rows are looked up. */
const stripe = 16;

/**
 * Groups fragments by their baselines, from top to bottom. Large type and long texts come first, so that raised and lowered
 * type joins the line it stands at.
 */
export function toRows(fragments: readonly Fragment[]): readonly Row[] {
  const stripes = new Map<number, Fragment[][]>();
  const ordered = fragments.toSorted(
    (one, other) => Math.round(other.size) - Math.round(one.size) || lengthOf(other) - lengthOf(one) || one.y - other.y,
  );
  for (const fragment of ordered) {
    const index = Math.floor(fragment.y / stripe);
    const near = [index, index - 1, index + 1].flatMap((number) => stripes.get(number) ?? []);
    const row = nearest(
      near.filter((candidate) => belongs(fragment, candidate)),
      fragment,
    );
    if (row === undefined) stripes.set(index, [...(stripes.get(index) ?? []), [fragment]]);
    else row.push(fragment);
  }
  return [...stripes.values()]
    .flat()
    .map(rowOf)
    .toSorted((one, other) => one.y - other.y);
}

/** A row's size and baseline are those of most of its characters. */
export function rowOf(fragments: readonly Fragment[]): Row {
  const size = mode(fragments.map((fragment) => [fragment.size, fragment.text.trim().length] as const)) ?? 0;
  const y =
    mode(
      fragments.flatMap((fragment) => (fragment.size === size ? [[fragment.y, fragment.text.length] as const] : [])),
    ) ?? 0;
  return { y, size, fragments: fragments.toSorted((one, other) => one.x - other.x || one.y - other.y) };
}

function belongs(fragment: Fragment, row: readonly Fragment[]): boolean {
  const [first] = row;
  if (first === undefined) return false;
  const distance = Math.abs(fragment.y - first.y);
  const large = Math.max(fragment.size, first.size);
  if (distance <= Math.min(fragment.size, first.size) * sameLine) return true;
  if (distance > large * 0.6) return false;
  if (isBulletOf(fragment, row)) return true;
  if (
    isShort(fragment) &&
    row.some((other) => lengthOf(other) > lengthOf(fragment) && Math.abs(gapBetween(other, fragment)) < large * 0.12)
  )
    return true;
  if (!differInSize(fragment, first)) return false;
  return row.some((other) => differInSize(fragment, other) && gapBetween(other, fragment) < large * 0.4);
}

/** The way from a bullet to its text is this long at most, in sizes of the text. */
const maxBulletGap = 2;

/** True for a small bullet a little higher than the text that it stands before, in its middle. */
function isBulletOf({ text, x, y, width, size }: Fragment, row: readonly Fragment[]): boolean {
  const [first] = row;
  if (first === undefined || !bulletAlone.test(text) || y > first.y) return false;
  const left = row.reduce((least, other) => Math.min(least, other.x), Infinity);
  const gap = left - x - width;
  return size < first.size && gap > 0 && gap < first.size * maxBulletGap && first.y - y < first.size * sameLine;
}

/** Some programs raise and lower type without making it small: a few characters right beside longer texts. */
const isShort = (fragment: Fragment): boolean => lengthOf(fragment) <= maxRaised;
const maxRaised = 4;

/** Characters of a fragment, as far as they tell whether it is short. */
const lengthOf = ({ text }: Fragment): number => Math.min(maxRaised + 1, text.trim().length);

/** True if one may be raised or lowered small type beside the other. */
const differInSize = (one: Fragment, other: Fragment): boolean =>
  Math.min(one.size, other.size) <= Math.max(one.size, other.size) * 0.85;

/** The nearest of the rows that a fragment may belong to, such as lines of neighbouring columns. */
function nearest(rows: readonly Fragment[][], fragment: Fragment): Fragment[] | undefined {
  if (rows.length < 2) return rows[0];
  const gapTo = (row: readonly Fragment[]) => Math.min(...row.map((other) => Math.abs(gapBetween(other, fragment))));
  return rows.toSorted((one, other) => gapTo(one) - gapTo(other))[0];
}

/** The horizontal space between two fragments; negative when they overlap. */
const gapBetween = (one: Fragment, other: Fragment): number =>
  Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);

/** The most frequent value, weighted. */
export function mode(values: Iterable<readonly [value: number, weight: number]>): number | undefined {
  const weights = new Map<number, number>();
  for (const [value, weight] of values) weights.set(value, (weights.get(value) ?? 0) + weight);
  let best: number | undefined;
  for (const [value, weight] of weights) if (best === undefined || weight > (weights.get(best) ?? 0)) best = value;
  return best;
}

/** Greatest error in the estimated place of a character, as letters are not equally wide. */
const maxShift = 10;

/** The end of a word nearest to a horizontal position. */
export function cutAt({ text, x, width }: Fragment, position: number): number {
  const estimate = Math.max(0, Math.min(text.length, Math.round(((position - x) / width) * text.length)));
  const isEnd = (index: number) =>
    index === 0 || index === text.length || text[index] === " " || text[index - 1] === " ";
  for (let distance = 0; distance <= maxShift; distance += 1) {
    for (const index of [estimate - distance, estimate + distance]) {
      if (index >= 0 && index <= text.length && isEnd(index)) return index;
    }
  }
  return estimate;
}

/** Some of the characters of a fragment, at their estimated place. */
export function slice(fragment: Fragment, start: number, end: number): Fragment {
  const perCharacter = fragment.width / Math.max(1, fragment.text.length);
  return {
    ...fragment,
    text: fragment.text.slice(start, end),
    x: fragment.x + start * perCharacter,
    width: (end - start) * perCharacter,
  };
}
