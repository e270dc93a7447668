import type { Strip } from "./strips.ts";

/** A vertical stretch between two columns. */
export interface Gutter {
  readonly left: number;
  readonly right: number;
}

/** The widest page that PDF allows, in points (ISO 32000-1, annex C). */
const maxPageWidth = 14_400;
const minGutter = 8;
const minLines = 4;
/** Gutters of each kind that are looked for. */
const maxGutters = 2;

/**
 * The vertical stretches that separate the most lines to their left from lines to their right over the width that a gutter
 * has at least, the best first; then those that separate more lines than go across them. Gaps between justified words are
 * as wide, but rarely above one another.
 */
export function findGutters(strips: readonly Strip<unknown>[], bodySize: number): readonly Gutter[] {
  const left = Math.floor(strips.reduce((least, { runs }) => Math.min(least, runs[0]?.left ?? least), Infinity));
  const right = Math.ceil(strips.reduce((most, { runs }) => Math.max(most, runs.at(-1)?.right ?? most), 0));
  if (right - left > maxPageWidth) return [];
  const edge = Math.floor((right - left) * 0.12);
  const width = Math.ceil(Math.max(minGutter, bodySize) * 0.65);
  const places = Array.from({ length: Math.max(0, right - left - 2 * edge) }, (_, index) =>
    separation(strips, left + edge + index),
  );
  const rated = [places.map(({ parted }) => parted), places.map(({ parted, across }) => Math.max(0, parted - across))];
  return rated.flatMap((scores) =>
    bestStretches(scores, width).map(({ start, end }) => ({ left: left + edge + start, right: left + edge + end })),
  );
}

/** The best stretches that don't overlap. */
function bestStretches(scores: number[], width: number): readonly Stretch[] {
  const found: Stretch[] = [];
  while (found.length < maxGutters) {
    const best = bestStretch(scores, width);
    if (best === undefined) break;
    found.push(best);
    scores.fill(0, best.start, best.end);
  }
  return found;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The best stretch of a width: its least score is the highest, it goes as far as that score does, and it is the widest such one. */
function bestStretch(scores: readonly number[], width: number): Stretch | undefined {
  let best = { score: minLines - 1, start: 0, end: 0 };
  let stretch = { score: 0, end: 0 };
  for (let start = 0; start + width <= scores.length; start += 1) {
    const score = Math.min(...scores.slice(start, start + width));
    // Within a stretch that was looked at, only narrower ones with its score begin.
    if (score < best.score || (score === stretch.score && start < stretch.end)) continue;
    let end = start + width;
    while (end < scores.length && (scores[end] ?? 0) >= score) end += 1;
    stretch = { score, end };
    if (score > best.score || end - start > best.end - best.start) best = { score, start, end };
  }
  return best.end > 0 ? best : undefined;
}

/**
 * `parted` is the lesser count of lines ending before and beginning after a position, 0 where most lines go `across` it, which
 * count for neither.
 */
function separation(strips: readonly Strip<unknown>[], x: number): { parted: number; across: number } {
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
  return { parted: across > (before + after) * 0.75 ? 0 : Math.min(before, after), across };
}

/** True for a line with text in a gutter. */
export const crosses = (strip: Strip<unknown> | undefined, gutter: Gutter): boolean =>
  strip !== undefined && strip.runs.some((run) => run.left < gutter.right - 1 && run.right > gutter.left + 1);
