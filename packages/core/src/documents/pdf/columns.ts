import { ideograph } from "./lines.ts";
import { rowOf, type Fragment, type Row } from "./page-text.ts";

/** Something with a place on the page: a line of text, or a table that was found by its rules. */
export interface Strip<Table> extends Row {
  readonly table?: Table | undefined;
  /** Its horizontal extent, words joined. */
  readonly runs: readonly Run[];
}

/** A horizontal stretch without gaps wider than between words. */
export interface Run {
  readonly left: number;
  readonly right: number;
}

interface Gutter {
  readonly left: number;
  readonly right: number;
}

/** The widest page that PDF allows, in points (ISO 32000-1, annex C). */
const maxPageWidth = 14_400;
const minGutter = 8;
const minLines = 4;
const minWordsPerLine = 3.5;
/** Narrow columns and long words leave fewer on a line; then the lines must make sentences. */
const minWordsPerFlowingLine = 2;
/** From this share on, see {@link flowOf}, lines are taken for sentences. */
export const minFlow = 0.4;
const minFill = 0.55;
const maxNesting = 4;

/** The stretches that fragments cover. */
export function runsOf(fragments: readonly Fragment[], size: number): readonly Run[] {
  const runs: { left: number; right: number }[] = [];
  for (const { x, width, text } of fragments) {
    if (text.trim() === "") continue;
    const last = runs.at(-1);
    if (last !== undefined && x - last.right < size * 0.6) last.right = Math.max(last.right, x + width);
    else runs.push({ left: x, right: x + width });
  }
  return runs;
}

/**
 * Splits a page into streams that are read one after the other. Lines that cross the gutter (titles, wide tables) end
 * the columns above them. Recursive, so three columns are two, of which one is two, and text in no column of these
 * gutters may be in one of others.
 */
export function readingOrder<Table>(
  strips: readonly Strip<Table>[],
  bodySize: number,
  nesting = 0,
): readonly (readonly Strip<Table>[])[] {
  const gutter = nesting < maxNesting ? findGutter(strips, bodySize) : undefined;
  if (gutter === undefined) return [strips];
  const streams: (readonly Strip<Table>[])[] = [];
  let wide: Strip<Table>[] = [];
  const flushWide = () => {
    // Other columns may be above or below, with other gutters.
    if (wide.length === strips.length) streams.push(wide);
    else if (wide.length > 0) streams.push(...readingOrder(wide, bodySize, nesting + 1));
    wide = [];
  };
  for (const band of bandsOf(strips, gutter)) {
    const { columns, rest } = cutTail(band, gutter, bodySize);
    const left = side(columns, (run) => run.right <= gutter.right);
    const right = side(columns, (run) => run.right > gutter.right);
    if (crosses(band[0], gutter) || !areColumns(left, right)) wide.push(...band);
    else {
      flushWide();
      streams.push(...readingOrder(left, bodySize, nesting + 1), ...readingOrder(right, bodySize, nesting + 1));
      wide.push(...rest);
    }
  }
  flushWide();
  return streams;
}

/**
 * The vertical stretch that separates the most lines to its left from lines to its right over the width that a gutter
 * has at least; the widest of these. Gaps between justified words are as wide, but rarely above one another.
 */
function findGutter(strips: readonly Strip<unknown>[], bodySize: number): Gutter | undefined {
  const left = Math.floor(strips.reduce((least, { runs }) => Math.min(least, runs[0]?.left ?? least), Infinity));
  const right = Math.ceil(strips.reduce((most, { runs }) => Math.max(most, runs.at(-1)?.right ?? most), 0));
  if (right - left > maxPageWidth) return undefined;
  const edge = Math.floor((right - left) * 0.12);
  const width = Math.ceil(Math.max(minGutter, bodySize) * 0.65);
  const scores = Array.from({ length: Math.max(0, right - left - 2 * edge) }, (_, index) =>
    separation(strips, left + edge + index),
  );
  let best = { score: minLines - 1, left: 0, right: 0 };
  let stretch = { score: 0, end: 0 };
  for (let start = 0; start + width <= scores.length; start += 1) {
    const score = Math.min(...scores.slice(start, start + width));
    // Within a stretch that was looked at, only narrower ones with its score begin.
    if (score < best.score || (score === stretch.score && start < stretch.end)) continue;
    let end = start + width;
    while (end < scores.length && (scores[end] ?? 0) >= score) end += 1;
    stretch = { score, end };
    const found = { score, left: left + edge + start, right: left + edge + end };
    if (score > best.score || found.right - found.left > best.right - best.left) best = found;
  }
  return best.right > 0 ? best : undefined;
}

/** The lesser count of lines ending before and beginning after a position; lines across it count for neither. */
function separation(strips: readonly Strip<unknown>[], x: number): number {
  let before = 0;
  let after = 0;
  let across = 0;
  for (const { runs } of strips) {
    if (runs.some((run) => run.left < x && run.right > x)) across += 1;
    else {
      if (runs.some((run) => run.right <= x)) before += 1;
      if (runs.some((run) => run.left >= x)) after += 1;
    }
  }
  return across > (before + after) * 0.75 ? 0 : Math.min(before, after);
}

const crosses = (strip: Strip<unknown> | undefined, gutter: Gutter): boolean =>
  strip !== undefined && strip.runs.some((run) => run.left < gutter.right - 1 && run.right > gutter.left + 1);

/** Consecutive lines that all cross the gutter, or all don't. */
function bandsOf<Table>(strips: readonly Strip<Table>[], gutter: Gutter): readonly (readonly Strip<Table>[])[] {
  const bands: Strip<Table>[][] = [];
  for (const strip of strips) {
    const last = bands.at(-1);
    if (last !== undefined && crosses(last[0], gutter) === crosses(strip, gutter)) last.push(strip);
    else bands.push([strip]);
  }
  return bands;
}

function side<Table>(strips: readonly Strip<Table>[], belongs: (run: Run) => boolean): readonly Strip<Table>[] {
  return strips.flatMap((strip) => {
    const runs = strip.runs.filter(belongs);
    if (runs.length === 0) return [];
    const fragments = strip.fragments.filter(({ x, width }) => belongs({ left: x, right: x + width }));
    return [strip.table === undefined ? { ...rowOf(fragments), runs } : { ...strip, runs }];
  });
}

/** Columns of prose have several words a line and lines that fill them; columns of a table have neither. */
function areColumns(left: readonly Strip<unknown>[], right: readonly Strip<unknown>[]): boolean {
  return left.length >= 2 && right.length >= 2 && isProse(left) && isProse(right);
}

function isProse(strips: readonly Strip<unknown>[]): boolean {
  if (strips.some(({ table }) => table !== undefined)) return true;
  const texts = strips.map(({ fragments }) => fragments.map(({ text }) => text).join(" "));
  const words = median(texts.map(countWords));
  const edge = { left: Math.min(...strips.map(leftOf)), right: Math.max(...strips.map(rightOf)) };
  const fill = median(strips.map((strip) => (rightOf(strip) - leftOf(strip)) / Math.max(1, edge.right - edge.left)));
  return fill >= minFill && (words >= minWordsPerLine || (words >= minWordsPerFlowingLine && flowOf(texts) >= minFlow));
}

/** Share of lines that continue a sentence of the line above, from 0 to 1; cells of a table rarely do. */
export function flowOf(texts: readonly string[]): number {
  const flowing = texts.slice(1).filter((text, index) => {
    const above = texts[index] ?? "";
    return /^[\s(]*\p{Ll}/u.test(text) && /[\p{L}\p{N},;-]\s*$/u.test(above);
  });
  return flowing.length / Math.max(1, texts.length - 1);
}

const leftOf = (strip: Strip<unknown>): number => strip.runs[0]?.left ?? 0;
const rightOf = (strip: Strip<unknown>): number => strip.runs.at(-1)?.right ?? 0;

function countWords(text: string): number {
  const dense = text.match(new RegExp(ideograph, "g"))?.length ?? 0;
  return text.split(/\s+/).filter((word) => word !== "").length + dense / 2;
}

/** The middle one of some numbers; 0 of none. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Below columns that end at the same height, after a gap, text that only happens to be narrower than the gutter's
 * position is no part of the left column.
 */
function cutTail<Table>(
  band: readonly Strip<Table>[],
  gutter: Gutter,
  bodySize: number,
): { columns: readonly Strip<Table>[]; rest: readonly Strip<Table>[] } {
  const isLeft = (strip: Strip<Table>) => rightOf(strip) <= gutter.right;
  const lastRight = band.findLastIndex((strip) => !isLeft(strip));
  const end = band[lastRight]?.y ?? 0;
  for (let index = lastRight + 1; index < band.length; index += 1) {
    const above = band[index - 1];
    const below = band[index];
    if (above === undefined || below === undefined || above.y > end + bodySize * 2) break;
    if (below.y - below.size - above.y > bodySize * 0.9)
      return { columns: band.slice(0, index), rest: band.slice(index) };
  }
  return { columns: band, rest: [] };
}
