import type { Fragment } from "./page-text.ts";

/** A drop cap is larger than the text beside it by this factor at least. */
const minSize = 1.8;
/** Lines of text beside it, at most. */
const maxLines = 6;
/** Its distance from the text, in sizes of the text. */
const maxGap = 1;

/** Puts large initials that stand beside several lines before the word at their top that they begin. */
export function withDropCaps(fragments: readonly Fragment[]): readonly Fragment[] {
  const joined = new Map<Fragment, Fragment>();
  for (const cap of fragments) {
    if (!/^["“‘«„]?\p{Lu}$/u.test(cap.text.trim())) continue;
    const beside = fragments.filter((text) => isBeside(cap, text));
    const first = beside.toSorted((one, other) => one.y - other.y)[0];
    const lines = new Set(beside.map(({ y }) => Math.round(y)));
    if (first !== undefined && lines.size > 1 && lines.size <= maxLines && /^\p{L}/u.test(first.text))
      joined.set(first, cap);
  }
  const caps = new Set(joined.values());
  return fragments.flatMap((fragment) => {
    if (caps.has(fragment)) return [];
    const cap = joined.get(fragment);
    if (cap === undefined) return [fragment];
    return [
      { ...fragment, text: cap.text.trim() + fragment.text, x: cap.x, width: fragment.x + fragment.width - cap.x },
    ];
  });
}

/** True for the first text of a line that begins right of a cap, between its top and its foot. */
function isBeside(cap: Fragment, { text, x, y, size }: Fragment): boolean {
  const gap = x - cap.x - cap.width;
  const isWithin = y > cap.y - cap.size * 0.8 && y < cap.y + size * 0.5;
  return text.trim() !== "" && cap.size > size * minSize && isWithin && gap > -size * 0.5 && gap < size * maxGap;
}
