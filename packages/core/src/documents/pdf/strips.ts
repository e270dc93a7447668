import type { Fragment, Row } from "./page-text.ts";

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
