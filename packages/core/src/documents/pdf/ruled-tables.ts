import { toLine, type Span } from "./lines.ts";
import { flowOf, minFlow } from "./prose.ts";
import { cutAt, slice, toRows, type Fragment, type Row, type Rule } from "./page-text.ts";

/** A cell: its lines and its number of columns. */
export interface Cell {
  readonly lines: readonly (readonly Span[])[];
  readonly columns: number;
}

/** A table with the place it takes on the page. */
export interface PdfTable {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly rows: readonly (readonly Cell[])[];
  /** True if its rows leave cells out, and several columns come into question for the others. */
  readonly isGuessed?: boolean;
}

/** Lines nearer than this are one. */
export const sameEdge = 4;
const maxRules = 3000;
const maxCellCharacters = 1500;
const maxColumns = 40;

/** The tables whose cells are drawn with lines, and the text outside of them. */
export function ruledTables(
  fragments: readonly Fragment[],
  rules: readonly Rule[],
): { tables: readonly PdfTable[]; rest: readonly Fragment[] } {
  const used = new Set<Fragment>();
  const tables = groupRules(rules.slice(0, maxRules)).flatMap((group) => {
    const table = readGrid(
      group,
      fragments.filter((fragment) => !used.has(fragment)),
      used,
    );
    return table === undefined ? [] : [table];
  });
  return { tables, rest: fragments.filter((fragment) => !used.has(fragment)) };
}

/** Rules that touch belong together. Those of a frame around a page touch no table within it. */
function groupRules(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const sorted = rules.toSorted((one, other) => one.top - other.top);
  const groups = sorted.map((rule) => ({ rules: [rule] }));
  const groupOf = new Map(sorted.map((rule, index) => [rule, groups[index] ?? { rules: [rule] }]));
  sorted.forEach((rule, index) => {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (other === undefined || other.top > rule.bottom + sameEdge) break;
      if (touches(rule, other)) mergeGroups(groupOf, rule, other);
    }
  });
  return [...new Set(groupOf.values())].map((group) => group.rules);
}

interface RuleGroup {
  readonly rules: Rule[];
}

function mergeGroups(groupOf: Map<Rule, RuleGroup>, one: Rule, other: Rule): void {
  const [first, second] = [groupOf.get(one), groupOf.get(other)];
  if (first === undefined || second === undefined || first === second) return;
  const [large, small] = first.rules.length < second.rules.length ? [second, first] : [first, second];
  for (const rule of small.rules) {
    large.rules.push(rule);
    groupOf.set(rule, large);
  }
}

const touches = (one: Rule, other: Rule): boolean =>
  one.left <= other.right + sameEdge &&
  other.left <= one.right + sameEdge &&
  one.top <= other.bottom + sameEdge &&
  other.top <= one.bottom + sameEdge;

const unite = (one: Rule, other: Rule): Rule => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

function readGrid(rules: readonly Rule[], fragments: readonly Fragment[], used: Set<Fragment>): PdfTable | undefined {
  const upright = rules.filter((rule) => rule.bottom - rule.top > rule.right - rule.left);
  const vertical = upright.filter((rule) => !fragments.some((fragment) => isStruck(fragment, rule)));
  const horizontal = rules.filter((rule) => rule.right - rule.left >= rule.bottom - rule.top);
  if (vertical.length === 0 || horizontal.length < 2) return undefined;
  const frame = rules.reduce(unite);
  const columns = edgesOf([frame.left, ...vertical.map(({ left, right }) => (left + right) / 2), frame.right]);
  const lines = edgesOf([frame.top, ...horizontal.map(({ top, bottom }) => (top + bottom) / 2), frame.bottom]);
  if (columns.length < 3 || lines.length < 3 || columns.length > maxColumns) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = [columns[0], lines[0], columns.at(-1), lines.at(-1)];
  const within = fragments.filter(({ x, y, width, size }) => {
    const [middle, height] = [x + width / 2, y - size * 0.3];
    return middle > left && middle < right && height > top && height < bottom;
  });
  const inside = within.filter((fragment) => !isLoweredFrom(fragment, fragments, top));
  const texts = inside.flatMap((fragment) => partsBetween(fragment, vertical));
  const bands = lines.slice(1).flatMap((end, index) => linesWithin(texts, lines[index] ?? 0, end, columns));
  const read = bands.map(({ from, to }) => readGridRow({ inside: texts, vertical, columns, from, to }));
  const isParted = (y: number, x: number) =>
    !lines.includes(y) ||
    horizontal.some((rule) => Math.abs((rule.top + rule.bottom) / 2 - y) < sameEdge && rule.left < x && rule.right > x);
  const rows = withTallCells(read, { columns, isParted: (row, x) => isParted(bands[row]?.from ?? 0, x) });
  const filled = rows.filter((row) => row.some(({ lines: text }) => text.length > 0));
  if (!looksFilled(filled)) return undefined;
  for (const fragment of inside) used.add(fragment);
  return { top, bottom, left, right, rows: filled };
}

/** True if a rule goes through the first letter of a text, as the edges of boxes and shades behind it do. */
const isStruck = ({ text, x, y, size }: Fragment, { left, right, top, bottom }: Rule): boolean => {
  const place = ((left + right) / 2 - x) / size;
  const middle = y - size * 0.3;
  return place > 0.15 && place < 0.45 && middle > top && middle < bottom && /^[\p{L}\p{N}]{2}/u.test(text);
};

/** True for lowered small type that reaches into a table below from the line that it belongs to. */
const isLoweredFrom = ({ x, y, width, size }: Fragment, fragments: readonly Fragment[], top: number): boolean =>
  y - size < top &&
  fragments.some(
    (other) =>
      other.size * 0.85 >= size &&
      other.y - other.size * 0.3 <= top &&
      y > other.y &&
      y - other.y < other.size * 0.6 &&
      x - other.x - other.width < other.size * 0.4 &&
      other.x - x - width < other.size * 0.4,
  );

/** The text whose middle lies between two heights. */
const between = (fragments: readonly Fragment[], from: number, to: number): readonly Fragment[] =>
  fragments.filter(({ y, size }) => y - size * 0.3 > from && y - size * 0.3 <= to);

const minLinesWithin = 3;

/**
 * The rows between two rules: one, unless the table has rules only around its columns. Then several columns have text on
 * most lines, and no column goes on from line to line as sentences do.
 */
function linesWithin(
  inside: readonly Fragment[],
  from: number,
  to: number,
  columns: readonly number[],
): readonly { readonly from: number; readonly to: number }[] {
  const lines = toRows(between(inside, from, to).filter(({ text }) => text.trim() !== ""));
  const cellsOf = ({ fragments }: Row) =>
    columns.slice(1).map((right, index) => {
      const left = columns[index] ?? 0;
      const within = fragments.filter(({ x, width }) => x + width / 2 > left && x + width / 2 <= right);
      return within.map(({ text }) => text).join("");
    });
  const rows: { line: Row; readonly cells: readonly string[] }[] = [];
  for (const line of lines) {
    const [cells, above] = [cellsOf(line), rows.at(-1)];
    if (above !== undefined && wrapsOn(cells, above.cells)) above.line = line;
    else rows.push({ line, cells });
  }
  if (rows.length < minLinesWithin) return [{ from, to }];
  const texts = columns.slice(1).map((_, index) => rows.map(({ cells }) => cells[index] ?? ""));
  const full = texts.filter((column) => column.filter((text) => text.trim() !== "").length >= rows.length * 0.8);
  const isFirstFull = texts[0]?.every((text) => text.trim() !== "") === true;
  if (full.length < 2 || !isFirstFull || full.some(readsOn)) return [{ from, to }];
  const ends = rows.map(({ line: { y, size } }, index) => (index === rows.length - 1 ? to : y + size * 0.3));
  return ends.map((end, index) => ({ from: index === 0 ? from : (ends[index - 1] ?? from), to: end }));
}

/** True for lines of several words that go on with one another; single words in small letters are cells. */
const readsOn = (column: readonly string[]): boolean =>
  flowOf(column) >= minFlow && column.filter((text) => /\S\s+\S/.test(text)).length > column.length / 2;

/** True for a line whose few cells go on in small letters with the cells above them. */
function wrapsOn(cells: readonly string[], above: readonly string[]): boolean {
  const filled = cells.flatMap((text, index) => (text.trim() === "" ? [] : [{ text, over: above[index] ?? "" }]));
  const most = above.filter((text) => text.trim() !== "").length;
  return filled.length <= most / 2 && filled.every(({ text, over }) => over.trim() !== "" && /^\s*\p{Ll}/u.test(text));
}

/** Drawings and forms are grids too, but most of their cells are empty; boxes around prose hold too much. */
function looksFilled(rows: readonly (readonly Cell[])[]): boolean {
  const cells = rows.flat();
  const full = cells.filter(({ lines }) => lines.length > 0);
  const lengths = full.map(({ lines }) => lines.flat().reduce((sum, { text }) => sum + text.length, 0));
  if (rows.length < 2 || full.length < cells.length * 0.35 || lengths.some((length) => length > maxCellCharacters))
    return false;
  return rows.some((row) => row.filter(({ lines }) => lines.length > 0).length >= 2);
}

interface GridRow {
  readonly inside: readonly Fragment[];
  readonly vertical: readonly Rule[];
  readonly columns: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** A boundary between columns that is not drawn beside this row makes one cell of two. */
function readGridRow({ inside, vertical, columns, from, to }: GridRow): readonly Cell[] {
  const cells: Cell[] = [];
  const middle = (from + to) / 2;
  let start = 0;
  for (let index = 1; index < columns.length; index += 1) {
    const edge = columns[index] ?? 0;
    const isDrawn = vertical.some(
      (rule) => Math.abs((rule.left + rule.right) / 2 - edge) < sameEdge && rule.top < middle && rule.bottom > middle,
    );
    if (!isDrawn && index < columns.length - 1) continue;
    const left = columns[start] ?? 0;
    const within = inside.filter(({ x, y, width, size }) => {
      const [across, down] = [x + width / 2, y - size * 0.3];
      return across > left && across <= edge && down > from && down <= to;
    });
    cells.push({ lines: toRows(within).map((row) => toLine(row).spans), columns: index - start });
    start = index;
  }
  return cells;
}

/** A text that was drawn in one go across a rule between columns, as the parts that stand on both sides of it. */
function partsBetween(fragment: Fragment, vertical: readonly Rule[]): readonly Fragment[] {
  const { text, x, y, width, size } = fragment;
  const middle = y - size * 0.3;
  for (const { left, right, top, bottom } of vertical) {
    const edge = (left + right) / 2;
    if (top > middle || bottom < middle || edge < x + 1 || edge > x + width - 1) continue;
    const cut = cutAt(fragment, edge);
    const isBetweenWords = /\s/.test(text.slice(cut - 1, cut + 1));
    const error = Math.abs(cut - ((edge - x) / width) * text.length);
    if (cut <= 0 || cut >= text.length || !isBetweenWords || error > maxCutError) continue;
    return [slice(fragment, 0, cut), ...partsBetween(slice(fragment, cut, text.length), vertical)];
  }
  return [fragment];
}

/** A rule stands no further from the gap between two words, in characters of about equal width. */
const maxCutError = 1.5;

interface Grid {
  readonly columns: readonly number[];
  /** True if a rule is drawn above a row at a horizontal position. */
  readonly isParted: (row: number, x: number) => boolean;
}

/** Rows without a rule between them in some column: that cell stands for all of them, and has its text in the first. */
function withTallCells(rows: readonly (readonly Cell[])[], { columns, isParted }: Grid): readonly (readonly Cell[])[] {
  const written = rows.map((row) => [...row]);
  for (let index = written.length - 1; index > 0; index -= 1) {
    const above = written[index - 1] ?? [];
    let start = 0;
    for (const [place, cell] of (written[index] ?? []).entries()) {
      const end = start + cell.columns;
      const middle = ((columns[start] ?? 0) + (columns[end] ?? 0)) / 2;
      const over = placeOf(above, start);
      const other = above[over];
      if (
        other?.columns === cell.columns &&
        other.lines.length === 0 &&
        cell.lines.length > 0 &&
        !isParted(index, middle)
      ) {
        above[over] = cell;
        (written[index] ?? [])[place] = other;
      }
      start = end;
    }
  }
  return written;
}

/** The place of the cell that begins at a column. */
const placeOf = (row: readonly Cell[], column: number): number => {
  let start = 0;
  return row.findIndex((cell) => {
    start += cell.columns;
    return start - cell.columns === column;
  });
};

function edgesOf(positions: readonly number[]): readonly number[] {
  const edges: number[] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    if (position - (edges.at(-1) ?? -Infinity) > sameEdge) edges.push(position);
  }
  return edges;
}
