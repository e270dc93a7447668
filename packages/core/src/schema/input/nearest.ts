/**
 * The word that was most likely meant: the same but for case and separators (`only_main_content`), the beginning of a
 * longer one, or a few letters off. Undefined if none is close. Pure.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxLength) return undefined;
  const meant = plain(word);
  const most = Math.max(1, Math.floor(meant.length / 4));
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distanceTo(plain(candidate), meant, most) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= most ? best.candidate : undefined;
}

/** Nobody mistypes a longer one, and comparing takes time by its length. */
const maxLength = 40;

const minPrefixLength = 4;

/** Infinity where the lengths alone say that it is more than `most`. */
function distanceTo(candidate: string, word: string, most: number): number {
  if (word.length >= minPrefixLength && candidate.startsWith(word)) return 1;
  if (Math.abs(candidate.length - word.length) > most) return Infinity;
  return editDistance(candidate, word);
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[_\s-]/g, "");
}

/**
 * Letters to insert, delete or replace, and neighbours to swap (Damerau and Levenshtein, optimal string alignment), row
 * by row.
 */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwapped = column > 0 && letter === to[column - 1] && from[index - 1] === other;
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
