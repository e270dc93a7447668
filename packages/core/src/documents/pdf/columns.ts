import { crosses, findGutters, type Gutter } from "./gutters.ts";
import { rowOf } from "./page-text.ts";
import type { Run, Strip } from "./strips.ts";
import { areSideBySide } from "./side-bars.ts";
import { areSentences, hasParagraph, isProse, rightOf } from "./prose.ts";

const maxNesting = 4;
const minShareInColumns = 0.6;
/** Lines in columns from which on their gutter is looked for on the pages after. */
const minLinesOfPage = 20;

/** The columns of a document's pages. */
export interface Columns {
  /**
   * Splits a page into streams that are read one after the other. Lines that cross the gutter (titles, wide tables) end
   * the columns above them.
   */
  order<Table>(strips: readonly Strip<Table>[]): readonly (readonly Strip<Table>[])[];
}

/** Columns of which the gutters are remembered, as the last page of a text may have few lines beside them. */
export function createColumns(bodySize: number): Columns {
  const known: Gutter[] = [];
  return {
    order: (strips) => {
      const split = splitAtBest(strips, bodySize, known);
      if (split === undefined) return [strips];
      const isNew = !known.some((other) => overlaps(split.gutter, other));
      if (isNew && isCertain(split, bodySize)) known.push(split.gutter);
      return streamsOf(split.parts, bodySize, 1);
    },
  };
}

/**
 * Recursive, so three columns are two, of which one is two, and text in no column of these gutters may be in one of others,
 * above or below.
 */
const streamsOf = <Table>(
  parts: readonly Part<Table>[],
  bodySize: number,
  nesting: number,
): readonly (readonly Strip<Table>[])[] =>
  parts
    .flatMap(({ columns, wide }) => columns ?? [wide])
    .flatMap((strips) => {
      const split = nesting < maxNesting ? splitAtBest(strips, bodySize, []) : undefined;
      return split === undefined ? [strips] : streamsOf(split.parts, bodySize, nesting + 1);
    });

/** True for many lines, of which those of both columns make sentences. */
function isCertain({ parts }: Split<unknown>, bodySize: number): boolean {
  const side = (which: 0 | 1) => parts.flatMap(({ columns }) => columns?.[which] ?? []);
  return (
    linesInColumns(parts) >= minLinesOfPage &&
    areColumns([side(0), side(1)], { bodySize, isKnown: false, isFirst: false })
  );
}

interface Split<Table> {
  readonly gutter: Gutter;
  readonly parts: readonly Part<Table>[];
}

/** The lines as the gutter with the most lines in columns parts them; undefined without columns. */
function splitAtBest<Table>(
  strips: readonly Strip<Table>[],
  bodySize: number,
  known: readonly Gutter[],
): Split<Table> | undefined {
  const found = findGutters(strips, bodySize);
  const splits = [...found, ...known].map((gutter): Split<Table> => {
    const isKnown = known.some((other) => overlaps(gutter, other));
    return { gutter, parts: partsAt(strips, gutter, { bodySize, isKnown, isFirst: gutter === found[0] }) };
  });
  const [best] = splits.toSorted((one, other) => linesInColumns(other.parts) - linesInColumns(one.parts));
  return best === undefined || linesInColumns(best.parts) === 0 ? undefined : best;
}

/** The reasons to trust a gutter. */
interface Trust {
  readonly bodySize: number;
  /** Pages before have it. */
  readonly isKnown: boolean;
  /** It separates more lines of the page than any other. */
  readonly isFirst: boolean;
}

/** Lines one below the other: either a column on each side of a gutter, or lines of no column. */
interface Part<Table> {
  readonly columns?: readonly [left: readonly Strip<Table>[], right: readonly Strip<Table>[]];
  readonly wide: readonly Strip<Table>[];
}

const linesInColumns = (parts: readonly Part<unknown>[]): number =>
  parts.reduce((sum, { columns = [] }) => sum + columns.flat().length, 0);

const overlaps = (one: Gutter, other: Gutter): boolean =>
  Math.abs(one.left + one.right - other.left - other.right) / 2 <
  Math.max(one.right - one.left, other.right - other.left);

/** The lines as a gutter parts them. */
function partsAt<Table>(strips: readonly Strip<Table>[], gutter: Gutter, trust: Trust): readonly Part<Table>[] {
  const parts: Part<Table>[] = [];
  let wide: Strip<Table>[] = [];
  const flushWide = () => {
    if (wide.length > 0) parts.push({ wide });
    wide = [];
  };
  for (const band of bandsOf(strips, gutter)) {
    const whole = sidesOf(band, gutter);
    const { columns, rest } = areSideBySide(whole, trust.bodySize)
      ? { columns: band, rest: [] }
      : cutTail(band, gutter, trust.bodySize);
    const sides = sidesOf(columns, gutter);
    if (crosses(band[0], gutter) || !areColumns(sides, trust)) wide.push(...band);
    else {
      flushWide();
      parts.push({ columns: sides, wide: [] });
      wide.push(...rest);
    }
  }
  flushWide();
  return parts;
}

const sidesOf = <Table>(
  strips: readonly Strip<Table>[],
  gutter: Gutter,
): readonly [left: readonly Strip<Table>[], right: readonly Strip<Table>[]] => [
  side(strips, (run) => run.right <= gutter.right),
  side(strips, (run) => run.right > gutter.right),
];

/** Consecutive lines that all cross the gutter, or all don't. */
function bandsOf<Table>(strips: readonly Strip<Table>[], gutter: Gutter): readonly (readonly Strip<Table>[])[] {
  const bands: Strip<Table>[][] = [];
  for (const strip of strips) {
    const last = bands.at(-1);
    if (last !== undefined && crosses(last[0], gutter) === crosses(strip, gutter)) last.push(strip);
    else bands.push([strip]);
  }
  return bands;
}

function side<Table>(strips: readonly Strip<Table>[], belongs: (run: Run) => boolean): readonly Strip<Table>[] {
  return strips.flatMap((strip) => {
    const runs = strip.runs.filter(belongs);
    if (runs.length === 0) return [];
    const fragments = strip.fragments.filter(({ x, width }) => belongs({ left: x, right: x + width }));
    return [strip.table === undefined ? { ...rowOf(fragments), runs } : { ...strip, runs }];
  });
}

/**
 * Columns of prose have several words a line and lines that fill them; columns of a table have neither. Beside a column of
 * sentences, another may hold a paragraph among tables and formulas, or be columns itself; beside a gutter that pages before
 * have, it may be anything, and a paragraph on either side will do. A gutter that separates fewer lines than another must have sentences or headings beside it.
 */
function areColumns(
  [left, right]: readonly [left: readonly Strip<unknown>[], right: readonly Strip<unknown>[]],
  { bodySize, isKnown, isFirst }: Trust,
): boolean {
  if (left.length < 2 || right.length < 2) return false;
  if (isFirst && isProse(left) && isProse(right)) return true;
  if (areSideBySide([left, right], bodySize)) return true;
  const isColumn = (strips: readonly Strip<unknown>[]) =>
    isKnown || areSentences(strips) || hasParagraph(strips) || holdsColumns(strips, bodySize);
  if (isKnown && (hasParagraph(left) || hasParagraph(right))) return true;
  return (areSentences(left) && isColumn(right)) || (areSentences(right) && isColumn(left));
}

/** True if most lines stand in two columns of sentences. */
function holdsColumns(strips: readonly Strip<unknown>[], bodySize: number): boolean {
  const [gutter] = findGutters(strips, bodySize);
  if (gutter === undefined) return false;
  const within = strips.filter((strip) => !crosses(strip, gutter));
  return within.length > strips.length * minShareInColumns && sidesOf(within, gutter).every(areSentences);
}

/**
 * Below columns that end at the same height, after a gap, text that only happens to be narrower than the gutter's
 * position is no part of the left column.
 */
function cutTail<Table>(
  band: readonly Strip<Table>[],
  gutter: Gutter,
  bodySize: number,
): { columns: readonly Strip<Table>[]; rest: readonly Strip<Table>[] } {
  const isLeft = (strip: Strip<Table>) => rightOf(strip) <= gutter.right;
  const lastRight = band.findLastIndex((strip) => !isLeft(strip));
  const end = band[lastRight]?.y ?? 0;
  for (let index = lastRight + 1; index < band.length; index += 1) {
    const above = band[index - 1];
    const below = band[index];
    if (above === undefined || below === undefined || above.y > end + bodySize * 2) break;
    if (below.y - below.size - above.y > bodySize * 0.9)
      return { columns: band.slice(0, index), rest: band.slice(index) };
  }
  return { columns: band, rest: [] };
}
