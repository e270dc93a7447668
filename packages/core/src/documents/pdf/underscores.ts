import type { Fragment, Rule } from "./page-text.ts";

/** More short lines than this are a drawing. */
const maxDashes = 300;
/** An underscore that is drawn is about three tenths as wide as its type is high, and stands on the baseline. */
const minWidth = 0.2;
const maxWidth = 0.45;
const offBaseline = 0.08;
/** Its distance from the letters beside it, in sizes of the type. */
const maxGap = 0.15;
/** The place of a space within a text is known to so many characters. */
const maxShift = 3;

/** The text of a page with the underscores that are drawn as lines, as TeX does where its fonts have none. */
export function withUnderscores(fragments: readonly Fragment[], dashes: readonly Rule[]): readonly Fragment[] {
  if (dashes.length > maxDashes) return fragments;
  const written = [...fragments];
  for (const dash of dashes) {
    const found = written.findIndex((fragment) => isOn(dash, fragment) && withUnderscore(fragment, dash) !== undefined);
    const fragment = written[found];
    const joined = fragment === undefined ? undefined : withUnderscore(fragment, dash);
    if (joined !== undefined) written[found] = joined;
  }
  return written;
}

/** True for a line on the baseline of a text, as wide as an underscore of its size. */
function isOn({ left, right, bottom }: Rule, { x, y, width, size }: Fragment): boolean {
  const length = right - left;
  return (
    Math.abs(bottom - y) <= size * offBaseline &&
    length >= size * minWidth &&
    length <= size * maxWidth &&
    left >= x - size * maxGap &&
    left <= x + width + size * maxGap
  );
}

/** A text with an underscore in place of the space that a line fills, or at its end. */
function withUnderscore(fragment: Fragment, { left, right }: Rule): Fragment | undefined {
  const { text, x, width, size } = fragment;
  if (text.trim() === "") return { ...fragment, text: "_", x: left, width: right - left };
  if (left > x + width - size * maxGap) return { ...fragment, text: `${text.trimEnd()}_`, width: right - x };
  const place = (((left + right) / 2 - x) / width) * text.length - 0.5;
  const [space] = [...text.matchAll(/(?<=\S) (?=\S)/g)]
    .map(({ index }) => index)
    .filter((index) => Math.abs(index - place) <= maxShift)
    .toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place));
  return space === undefined ? undefined : { ...fragment, text: `${text.slice(0, space)}_${text.slice(space + 1)}` };
}
