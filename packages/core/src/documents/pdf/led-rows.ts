import { leaders } from "./lines.ts";
import type { Fragment, Row } from "./page-text.ts";
import { runsOf } from "./strips.ts";

/** Lines with dots that tell a table of contents, at least. */
const minLed = 2;
/** Lines of several entries tell that the page has columns, as an index has. */
const minParted = 2;
const parted = /\.\s?\.\s?\d{1,4},?\s[^\p{L}]{0,20}\p{L}/u;
/** Page numbers that end no further apart are one column, in font sizes. */
const sameEnd = 0.4;
/** Dots would have had room between an entry and its number, in font sizes. */
const minRoom = 1.2;
/** Wider spaces within an entry part columns, but for the one behind its own number. */
const maxSpace = 2;
const ownNumber = /^[\p{L}\d.]{1,8}$/u;
const dotsAlone = /^[\s.]+$/;
const pageNumber = /^(?:\d{1,4}|[ivxlc]{1,6})$/;

/** True for a line of a table of contents whose dots lead to its page number. */
export const isLed = ({ fragments }: Pick<Row, "fragments">): boolean => leaders.test(textOf(fragments).trim());

const textOf = (fragments: readonly Fragment[]): string => fragments.map(({ text }) => text).join("");

/**
 * Gives dots to the entries of a table of contents that are set without them or with few, as chapters are: their page numbers end
 * where those of the others do.
 */
export function withLeaders(rows: readonly Row[]): readonly Row[] {
  const ends = rows.filter(isLed).map(endOf);
  if (ends.length < minLed || rows.filter(isParted).length >= minParted) return rows;
  return rows.map((row) => {
    const inked = row.fragments.filter(({ text }) => text.trim() !== "" && !dotsAlone.test(text));
    const [number, entry] = inked.toReversed();
    if (number === undefined || entry === undefined || !pageNumber.test(number.text.trim()) || isLed(row)) return row;
    const [left, right] = [entry.x + entry.width, number.x + number.width];
    if (number.x - left < row.size * minRoom || !ends.some((end) => Math.abs(end - right) < row.size * sameEnd))
      return row;
    if (holdsColumns(inked.slice(0, -1), row.size)) return row;
    const dots = { ...number, text: " ..... ", x: left, width: number.x - left };
    const before = row.fragments.slice(0, row.fragments.indexOf(entry) + 1);
    return { ...row, fragments: [...before, dots, number] };
  });
}

const isParted = ({ fragments }: Row): boolean => parted.test(textOf(fragments));

const holdsColumns = (entry: readonly Fragment[], size: number): boolean =>
  entry.some(({ x }, index) => {
    const before = entry[index - 1];
    if (before === undefined || x - before.x - before.width <= size * maxSpace) return false;
    return index > 1 || !ownNumber.test(before.text.trim());
  });

const endOf = ({ fragments, size }: Row): number => runsOf(fragments, size).at(-1)?.right ?? 0;
