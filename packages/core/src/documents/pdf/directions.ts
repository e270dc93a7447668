import { toRows, type Fragment } from "./page-text.ts";

/** Letters and digits of scripts that are written from right to left. */
export const rightToLeftLetter = /[\u0590-\u08FF\uFB1D-\uFEFC]/;
const rightToLeftLetters = new RegExp(rightToLeftLetter, "g");

/** Lines above and below that tell in which direction a line of both is written, and how far they reach in font sizes. */
const [neighbours, maxDistance] = [2, 4];

interface Letters {
  readonly rightToLeft: number;
  readonly all: number;
}

/** True if most letters belong to scripts that are written from right to left. */
export const isRightToLeft = (fragments: readonly { readonly text: string }[]): boolean =>
  areMostlyRightToLeft(lettersOf(fragments));

function lettersOf(fragments: readonly { readonly text: string }[]): Letters {
  const letters = fragments.map(({ text }) => text).join("");
  return {
    rightToLeft: letters.match(rightToLeftLetters)?.length ?? 0,
    all: letters.replace(/[\s\d\p{P}]/gu, "").length,
  };
}

const areMostlyRightToLeft = ({ rightToLeft, all }: Letters): boolean => rightToLeft > all / 2;

const sumOf = (counts: readonly Letters[]): Letters => ({
  rightToLeft: counts.reduce((sum, { rightToLeft }) => sum + rightToLeft, 0),
  all: counts.reduce((sum, { all }) => sum + all, 0),
});

/**
 * Tells texts that stand among lines from right to left: those around them, or all of the page where there are none. A
 * line alone may have its first letter, which decides (Unicode UAX #9, P2), at either end.
 */
export function withDirections(fragments: readonly Fragment[]): readonly Fragment[] {
  if (!fragments.some(({ text }) => rightToLeftLetter.test(text))) return fragments;
  const rows = toRows(fragments).map((row) => ({ ...row, letters: lettersOf(row.fragments) }));
  const isPage = areMostlyRightToLeft(sumOf(rows.map(({ letters }) => letters)));
  const among = new Set<Fragment>();
  for (const [index, { y, size, letters, fragments: own }] of rows.entries()) {
    const near = rows
      .slice(Math.max(0, index - neighbours), index + neighbours + 1)
      .filter((row) => row.letters !== letters && Math.abs(row.y - y) < size * maxDistance && row.letters.all > 0);
    const isAmong =
      near.length === 0 ? isPage : areMostlyRightToLeft(sumOf([letters, ...near.map((row) => row.letters)]));
    if (isAmong) for (const fragment of own) among.add(fragment);
  }
  return fragments.map((fragment) => (among.has(fragment) ? { ...fragment, amongRightToLeft: true } : fragment));
}

/**
 * True for a line whose paragraph goes from right to left: it has only such letters, or it begins and ends with them,
 * or most of the text around it is written so.
 */
export function goesRightToLeft(fragments: readonly Fragment[]): boolean {
  const inked = fragments.filter(({ text }) => text.trim() !== "");
  const letters = inked.map(({ text }) => text).join("");
  if (!rightToLeftLetter.test(letters)) return false;
  const withLetters = inked.filter(({ text }) => /\p{L}/u.test(text));
  if (withLetters.length === 0) return true; // its digits alone
  if (withLetters.every(({ text }) => isAllRightToLeft(text))) return true;
  const [first, last] = [withLetters[0], withLetters.at(-1)];
  const isAtEnds = [first, last].every((fragment) => fragment !== undefined && isAllRightToLeft(fragment.text));
  return isAtEnds || fragments.some(({ amongRightToLeft = false }) => amongRightToLeft);
}

/** True for words of such scripts alone; other texts that hold some are in order already. */
export const isAllRightToLeft = (text: string): boolean =>
  rightToLeftLetter.test(text) && !/\p{L}/u.test(text.replace(rightToLeftLetters, ""));
