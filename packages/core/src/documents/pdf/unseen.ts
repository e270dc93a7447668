import { invisible, type DrawnTexts } from "./drawn-texts.ts";
import type { Rule } from "./page-text.ts";

/** A text on a line of the page. */
interface Run {
  readonly isSeen: boolean;
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** The place of a text on the page. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The usual way to draw a text. */
const filled = 0;
/** Pages with more pairs of a text and an area that it may stand on are not searched. */
const maxPairs = 100_000_000;
/** Baselines no further apart are one, and ends of texts no further apart are the same, in points. */
const reach = 1;

/**
 * Finds texts that nobody sees: drawn invisibly, or in white, on the bare page. Text on a picture or on strokes is none of
 * them, nor is all the text of a page: what was recognized in a scan, or in handwriting, is drawn invisibly on it.
 */
export function unseenTexts(drawn: DrawnTexts): (place: Place) => boolean {
  const runs = runsOf(drawn);
  const isSomeSeen = runs.some(({ isSeen, left, right }) => isSeen && right - left > reach);
  if (!isSomeSeen || runs.every(({ isSeen }) => isSeen)) return () => false;
  const lines = Map.groupBy(runs, ({ y }) => Math.round(y / reach));
  return ({ x, y, width }) => {
    const line = Math.round(y / reach);
    const [left, right] = [x + reach, x + Math.max(width, 3 * reach) - reach];
    const covered = [line - 1, line, line + 1]
      .flatMap((near) => lines.get(near) ?? [])
      .filter((run) => run.left < right && run.right > left);
    return covered.length > 0 && covered.every(({ isSeen }) => !isSeen);
  };
}

function runsOf({ texts, painted, pictures }: DrawnTexts): readonly Run[] {
  const areas = [...painted, ...pictures];
  if (texts.length * (texts.length + areas.length) > maxPairs) return [];
  return texts.map(({ mode, isWhite, box }) => {
    const isDrawn = mode !== invisible && (mode !== filled || !isWhite);
    const isSeen = isDrawn || areas.some((area) => holds(area, box));
    return { isSeen, y: box.bottom, left: box.left, right: box.right };
  });
}

/** True if a text stands on an area, or begins on it. */
const holds = (area: Rule, { left, top, bottom }: Rule): boolean =>
  area.left <= left + reach && area.right >= left && area.top <= bottom && area.bottom >= top;
