import { flowOf, minFlow } from "./prose.ts";
import { toRows, type Fragment, type Row } from "./page-text.ts";

/** Fewer numbers in a row are counted by chance, as the entries of a table are. */
const minNumbers = 4;
/** Every line has a number, or every fifth one. */
const steps = [1, 5];
/** Numbers of lines end no further apart than this, in points. */
const sameEdge = 1.5;
/** Distance of numbered lines, in sizes of their text, at most. */
const maxLineGap = 3.2;
/** Small type is no larger than this share of the text beside it. */
const maxSmall = 0.85;
/** The least space between a number and its line, in sizes of the line. */
const minSpace = 0.4;

/** A line of text and the number at its edge. */
interface NumberedLine {
  readonly value: number;
  readonly number: Fragment;
  /** What stands on the line besides its number; nothing on a blank line of a listing. */
  readonly text: readonly Fragment[];
  readonly y: number;
}

/**
 * Leaves out numbers that count the lines of a text at its left or right edge, as beside listings and in manuscripts. The
 * text beside them is code, unless its lines go on with one another as sentences do. Numbers of lists and tables stay: their
 * lines begin at one place and do neither.
 */
export function withoutLineNumbers(fragments: readonly Fragment[]): readonly Fragment[] {
  const rows = toRows(fragments.filter(({ text }) => text.trim() !== ""));
  const numbers = new Set<Fragment>();
  const code = new Set<Fragment>();
  for (const side of ["left", "right"] as const) {
    for (const lines of countedLines(rows.flatMap((row) => numberedLine(row, side)))) {
      const flows = flowsOn(lines, rows);
      if (!flows && !isListing(lines)) continue;
      for (const { number, text } of lines) {
        numbers.add(number);
        if (!flows) text.forEach((fragment) => code.add(fragment));
      }
    }
  }
  if (numbers.size === 0) return fragments;
  return fragments
    .filter((fragment) => !numbers.has(fragment))
    .map((fragment) => (code.has(fragment) ? { ...fragment, fixedPitch: true } : fragment));
}

function numberedLine({ fragments, y }: Row, side: "left" | "right"): readonly NumberedLine[] {
  const number = fragments.at(side === "left" ? 0 : -1);
  if (number === undefined || !/^\s*\d{1,5}\s*$/.test(number.text)) return [];
  const text = side === "left" ? fragments.slice(1) : fragments.slice(0, -1);
  const beside = text.at(side === "left" ? 0 : -1);
  if (beside !== undefined) {
    const space = side === "left" ? beside.x - number.x - number.width : number.x - beside.x - beside.width;
    // The number of a note is raised, and stands right before it.
    if (space < beside.size * minSpace || Math.abs(number.y - beside.y) > beside.size * 0.1) return [];
  }
  return [{ value: Number(number.text), number, text, y }];
}

/** The longest runs of lines below one another whose numbers count on. */
function countedLines(lines: readonly NumberedLine[]): readonly (readonly NumberedLine[])[] {
  const runs: NumberedLine[][] = [];
  for (const line of lines) {
    const run = runs.find((candidate) => countsOn(candidate, line));
    if (run === undefined) runs.push([line]);
    else run.push(line);
  }
  return runs.filter((run) => run.length >= minNumbers && run.some(({ text }) => text.length > 0));
}

function countsOn(run: readonly NumberedLine[], line: NumberedLine): boolean {
  const last = run.at(-1);
  if (last === undefined || !sharesEdge(last.number, line.number)) return false;
  const step = line.value - last.value;
  const before = run.at(-2);
  const expected = before === undefined ? steps : [last.value - before.value];
  const size = Math.max(last.text[0]?.size ?? last.number.size, line.text[0]?.size ?? line.number.size);
  return expected.includes(step) && line.y - last.y < size * maxLineGap * step;
}

const sharesEdge = (one: Fragment, other: Fragment): boolean =>
  Math.abs(one.x - other.x) < sameEdge || Math.abs(one.x + one.width - other.x - other.width) < sameEdge;

/** True if the lines from the first number to the last make sentences. */
function flowsOn(lines: readonly NumberedLine[], rows: readonly Row[]): boolean {
  const [top = 0, bottom = 0] = [lines[0]?.y, lines.at(-1)?.y];
  const numbers = new Set(lines.map(({ number }) => number));
  const within = rows.filter(({ y }) => y >= top && y <= bottom);
  const texts = within.map(({ fragments }) => fragments.filter((fragment) => !numbers.has(fragment)));
  const isBeside = texts.filter((text) => text.length > 1 || /\S\s+\S/.test(text[0]?.text ?? "")).length;
  return (
    isBeside > texts.length * 0.8 &&
    flowOf(texts.filter((text) => text.length > 0).map((text) => text.map((part) => part.text).join(" "))) >= minFlow
  );
}

/** True for lines of code, which are set back by how deep they stand, with blank ones among them, or in type that is equally wide. */
function isListing(lines: readonly NumberedLine[]): boolean {
  const filled = lines.filter(({ text }) => text.length > 0);
  const starts = filled.map(({ text }) => Math.min(...text.map(({ x }) => x)));
  const size = filled[0]?.text[0]?.size ?? 0;
  const isStepped = filled.length < lines.length || Math.max(...starts) - Math.min(...starts) > size * 0.8;
  const isSmall = filled.every(({ number, text }) => number.size <= (text[0]?.size ?? 0) * maxSmall);
  const isFixed = filled.every(({ text }) => text.every(({ fixedPitch }) => fixedPitch));
  return isStepped ? isSmall || isFixed : isSmall && isFixed;
}
