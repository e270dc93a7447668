import type { Strip } from "./strips.ts";
import { ideograph } from "./lines.ts";

const minLines = 4;
const minWordsPerLine = 3.5;
/** Narrow columns and long words leave fewer on a line; then the lines must make sentences. */
const minWordsPerFlowingLine = 2;
/** The least {@link flowOf} at which lines are taken for sentences. */
export const minFlow = 0.4;
const minFill = 0.55;
/** Distance of the baselines of most lines, in font sizes: double-spaced ones are not as far apart. */
const maxGap = 2.8;
/** Lines of a sentence in a column leave little room at its edges, most of them at least. */
const minFillOfSentence = 0.8;
const minShareOfFull = 0.55;

/** True for lines among which several, one below the other, fill the column and make a sentence. */
export function hasParagraph(strips: readonly Strip<unknown>[]): boolean {
  const full = new Set(fullLines(strips));
  let lines: Strip<unknown>[] = [];
  for (const strip of strips) {
    lines = full.has(strip) && strip.table === undefined && !isCode(strip) ? [...lines, strip] : [];
    if (lines.length >= minLines && flowOf(lines.map(textOf)) >= minFlow) return true;
  }
  return false;
}

/** True for lines that mostly fill their column and go on with one another; cells of a table are unequally long. */
export function areSentences(strips: readonly Strip<unknown>[]): boolean {
  const lines = strips.filter((strip) => strip.table === undefined && !isCode(strip));
  const texts = lines.map(textOf);
  const full = fullLines(lines).length;
  return (
    lines.length >= strips.length / 2 &&
    full >= lines.length * minShareOfFull &&
    median(texts.map(countWords)) >= minWordsPerLine &&
    flowOf(texts) >= minFlow
  );
}

function fullLines(strips: readonly Strip<unknown>[]): readonly Strip<unknown>[] {
  const [left, right] = [Math.min(...strips.map(leftOf)), Math.max(...strips.map(rightOf))];
  return strips.filter((strip) => rightOf(strip) - leftOf(strip) > (right - left) * minFillOfSentence);
}

/** Listings go on as sentences do. */
const isCode = ({ fragments }: Strip<unknown>): boolean => fragments.every(({ fixedPitch }) => fixedPitch);

/** Lines of prose have several words, fill their column and follow one another; those of a table or a form do not. */
export function isProse(strips: readonly Strip<unknown>[]): boolean {
  if (strips.some(({ table }) => table !== undefined)) return true;
  if (median(strips.slice(1).map(({ y, size }, index) => (y - (strips[index]?.y ?? y)) / size)) > maxGap) return false;
  const texts = strips.map(textOf);
  const words = median(texts.map(countWords));
  const edge = { left: Math.min(...strips.map(leftOf)), right: Math.max(...strips.map(rightOf)) };
  const fill = median(strips.map((strip) => (rightOf(strip) - leftOf(strip)) / Math.max(1, edge.right - edge.left)));
  return fill >= minFill && (words >= minWordsPerLine || (words >= minWordsPerFlowingLine && flowOf(texts) >= minFlow));
}

/** Share of lines that continue a sentence of the line above, from 0 to 1; cells of a table rarely do, and words with digits are codes. */
export function flowOf(texts: readonly string[]): number {
  const flowing = texts.slice(1).filter((text, index) => {
    const above = texts[index] ?? "";
    return /^[\s(]*\p{Ll}(?![^\s]*\p{N})/u.test(text) && /[\p{L}\p{N},;\u00AD\u2010-]\s*$/u.test(above);
  });
  return flowing.length / Math.max(1, texts.length - 1);
}

const textOf = ({ fragments }: Strip<unknown>): string => fragments.map(({ text }) => text).join(" ");
const leftOf = (strip: Strip<unknown>): number => strip.runs[0]?.left ?? 0;
/** The right edge of a strip, in points; 0 of an empty one. */
export const rightOf = (strip: Strip<unknown>): number => strip.runs.at(-1)?.right ?? 0;

function countWords(text: string): number {
  const dense = text.match(new RegExp(ideograph, "g"))?.length ?? 0;
  return text.split(/\s+/).filter((word) => word !== "").length + dense / 2;
}

/** The middle one of some numbers; 0 of none. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
