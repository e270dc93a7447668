import type { Fragment } from "./page-text.ts";

/** Accents that stand by themselves, and their combining forms. */
const combining: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "´": "\u0301",
  ˆ: "\u0302",
  "˜": "\u0303",
  "¯": "\u0304",
  "˘": "\u0306",
  "˙": "\u0307",
  "¨": "\u0308",
  "˚": "\u030A",
  "˝": "\u030B",
  ˇ: "\u030C",
  "¸": "\u0327",
  "˛": "\u0328",
};
const dotted: Readonly<Record<string, string>> = { ı: "i", ȷ: "j" };

/** Reach of an accent into its letter, and its height above others, in font sizes. */
const [minReach, maxReach, maxRaise] = [0.15, 1, 0.6];

/**
 * Puts together letters and accents that were drawn one over the other, as TeX's oldest fonts do: the accent before its
 * letter, except below capitals.
 */
export function withAccents(fragments: readonly Fragment[]): readonly Fragment[] {
  const joined: Fragment[] = [];
  for (const fragment of fragments) {
    let next = fragment;
    for (let last = joined.pop(); last !== undefined; last = joined.pop()) {
      const pair = isOver(last, next) ? (accentBefore(last, next) ?? accentAfter(last, next)) : undefined;
      const [before, after] = pair ?? [last, next];
      next = after;
      if (before.text !== "") joined.push(before);
      if (before.text !== "" || pair === undefined) break; // an accent alone may stand over another one
    }
    if (next.text !== "") joined.push(next);
  }
  return joined;
}

/** True if a text goes back over the end of the one drawn before it. */
function isOver(last: Fragment, next: Fragment): boolean {
  const reach = (last.x + last.width - next.x) / last.size;
  return reach > minReach && reach < maxReach && Math.abs(last.y - next.y) < last.size * maxRaise;
}

type Pair = readonly [before: Fragment, after: Fragment];

function accentBefore(last: Fragment, next: Fragment): Pair | undefined {
  const [letter = ""] = next.text;
  const composed = compose(letter, last.text.at(-1) ?? "");
  if (composed === undefined) return undefined;
  const width = Math.max(0, next.x - last.x);
  return [
    { ...last, text: last.text.slice(0, -1), width },
    { ...next, text: composed + next.text.slice(letter.length) },
  ];
}

function accentAfter(last: Fragment, next: Fragment): Pair | undefined {
  const [accent = ""] = next.text;
  const composed = /[¸˛]/.test(accent) ? compose(last.text.at(-1) ?? "", accent) : undefined;
  if (composed === undefined) return undefined;
  const right = last.x + last.width;
  return [
    { ...last, text: last.text.slice(0, -1) + composed },
    // The rest of the letter's width looks like a space after its accent.
    { ...next, text: next.text.slice(1).replace(/^ /, ""), x: right, width: Math.max(0, next.x + next.width - right) },
  ];
}

/** A letter with an accent, where there is a character for both. */
function compose(letter: string, accent: string): string | undefined {
  const mark = Object.hasOwn(combining, accent) ? combining[accent] : undefined;
  if (mark === undefined || !/^\p{L}$/u.test(letter)) return undefined;
  const composed = ((dotted[letter] ?? letter) + mark).normalize("NFC");
  return composed.length === 1 ? composed : undefined;
}
