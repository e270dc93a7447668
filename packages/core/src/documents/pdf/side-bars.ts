import type { Strip } from "./strips.ts";

/** Fewer lines of a column tell nothing. */
const minLines = 6;
/** More lines are no page for reading. */
const maxLines = 500;
/** Headings that each of two columns has at least. */
const minHeadings = 2;
/** More bold lines than this share of a column are no headings. */
const maxShareOfHeadings = 0.6;
/** Headings are this much larger than the text, if they are not bold. */
const largerThanText = 1.1;
/** Baselines nearer than this share of the size of their type are the same. */
const sameBaseline = 0.1;
/** Share of the lines of a column with another one at their height, from which on they are rows of one table. */
const maxShareAligned = 0.5;

/**
 * True for columns that each have their own headings and keep their own distance of lines, as the side bar and the main
 * part of a résumé do: their lines are short, but they are no cells, which stand at the height of those beside them.
 */
export function areSideBySide(
  [left, right]: readonly [left: readonly Strip<unknown>[], right: readonly Strip<unknown>[]],
  bodySize: number,
): boolean {
  const [fewest, most] = [Math.min(left.length, right.length), Math.max(left.length, right.length)];
  if (fewest < minLines || most > maxLines) return false;
  if (![left, right].every((column) => hasHeadings(column, bodySize))) return false;
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const aligned = few.filter(({ y, size }) => many.some((other) => Math.abs(other.y - y) < size * sameBaseline));
  return aligned.length < few.length * maxShareAligned;
}

function hasHeadings(column: readonly Strip<unknown>[], bodySize: number): boolean {
  const headings = column.filter(
    ({ fragments, size, table }) =>
      table === undefined &&
      (size > bodySize * largerThanText || fragments.every(({ bold, text }) => bold || text.trim() === "")),
  );
  return headings.length >= minHeadings && headings.length <= column.length * maxShareOfHeadings;
}
