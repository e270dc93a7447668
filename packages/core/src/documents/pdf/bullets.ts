import type { Fragment, Rule } from "./page-text.ts";

/** More dots than this are a drawing. */
const maxDots = 300;
/** Larger dots are no bullets, but may hold a number, in points. */
const maxBullet = 8;
/** The space between a bullet and its line, in sizes of the line. */
const maxSpace = 1.6;

/** The text of a page with the marks of list items that are drawn: dots before lines, and numbers within dots. */
export function withBullets(fragments: readonly Fragment[], dots: readonly Rule[]): readonly Fragment[] {
  if (dots.length > maxDots) return fragments;
  const numbers = new Map(dots.flatMap((dot) => numberIn(dot, fragments) ?? []));
  const bullets = dots.flatMap((dot) => bulletAt(dot, fragments));
  return [...bullets, ...fragments.map((fragment) => numbers.get(fragment) ?? fragment)];
}

/** A dot that is drawn before a line of text is its bullet. */
function bulletAt(dot: Rule, fragments: readonly Fragment[]): readonly Fragment[] {
  if (Math.max(dot.right - dot.left, dot.bottom - dot.top) > maxBullet) return [];
  const line = lineOf(dot, fragments);
  const first = lineAfter(dot, line);
  const isTaken = line.some(({ x, width, text, size, rightToLeft }) => {
    const [before, after] = rightToLeft ? [0, size] : [size, 0];
    return text.trim() !== "" && x < dot.right + after && x + width > dot.left - before;
  });
  if (first === undefined || isTaken) return [];
  return [asMark(first, "•", dot)];
}

/** A short number within a dot before a line, as the mark of an item. */
function numberIn(dot: Rule, fragments: readonly Fragment[]): readonly [readonly [Fragment, Fragment]] | undefined {
  const number = fragments.find(
    ({ text, x, width, y, size }) =>
      /^\d{1,2}$/.test(text.trim()) &&
      x > dot.left - 1 &&
      x + width < dot.right + 1 &&
      y < dot.bottom + 1 &&
      y - size * 0.7 > dot.top - 1,
  );
  if (number === undefined) return undefined;
  const first = lineAfter(
    dot,
    lineOf(dot, fragments).filter((fragment) => fragment !== number && fragment.text.trim() !== ""),
  );
  return first === undefined ? undefined : [[number, asMark(first, `${number.text.trim()}.`, dot)]];
}

const asMark = (line: Fragment, text: string, { left, right }: Rule): Fragment => ({
  ...line,
  text,
  x: left,
  width: right - left,
  bold: false,
  italic: false,
  href: undefined,
});

/** The text at the height of a dot. */
function lineOf({ top, bottom }: Rule, fragments: readonly Fragment[]): readonly Fragment[] {
  const middle = (top + bottom) / 2;
  return fragments.filter(({ y, size }) => middle < y && middle > y - size * 0.8);
}

/** The text of a line that begins right after a dot. */
const lineAfter = (dot: Rule, line: readonly Fragment[]): Fragment | undefined =>
  line.find(({ x, width, size, rightToLeft }) => {
    const gap = rightToLeft ? dot.left - x - width : x - dot.right;
    return gap > -size * 0.1 && gap < size * maxSpace;
  });
