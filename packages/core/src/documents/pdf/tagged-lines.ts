import { alignedTables } from "./aligned-tables.ts";
import { boxAround } from "./block.ts";
import type { StreamPart } from "./blocks.ts";
import { toLine, type Line } from "./lines.ts";
import { toRows, type Box, type Fragment, type Rule } from "./page-text.ts";
import { ruledTables, type Cell, type PdfTable } from "./ruled-tables.ts";
import { runsOf, type Strip } from "./strips.ts";
import type { CellGroup, Group } from "./tagged-groups.ts";
import { taggedRows } from "./tagged-table.ts";
import { artifact } from "./tags.ts";

/** Paragraphs of one line that leave gaps are rows: several of them are laid out together. */
export function withAlignedLines(groups: readonly Group[]): readonly Group[] {
  const result: Group[] = [];
  for (const group of groups) {
    const last = result.at(-1);
    if (group.kind === "text" && last !== undefined && (last.kind === "flow" || last.kind === "text")) {
      if (hasGaps(group) && hasGaps(last)) {
        result[result.length - 1] = { kind: "flow", fragments: [...last.fragments, ...group.fragments] };
        continue;
      }
    }
    result.push(group);
  }
  return result;
}

/** True for lines each of which has several runs. */
const hasGaps = ({ fragments }: { readonly fragments: readonly Fragment[] }): boolean =>
  segmentsOf(fragments)
    .flatMap(toRows)
    .every((row) => runsOf(row.fragments, row.size).length > 1);

/** The lines of a group in the order of its texts, or its table. */
export function streamOf(group: Group, rules: readonly Rule[]): readonly StreamPart[] {
  if (group.kind === "table") return [{ table: tableOf(group.rows, rules) }];
  if (group.kind !== "flow") return linesOf(group.fragments).map((line) => ({ line }));
  return segmentsOf(group.fragments).flatMap((segment) => {
    const strips = toRows(segment)
      .map((row): Strip<PdfTable> => ({ ...row, runs: runsOf(row.fragments, row.size) }))
      .filter(({ runs }) => runs.length > 0);
    return alignedTables(strips).map((strip): StreamPart =>
      strip.table === undefined ? { line: toLine(strip) } : { table: strip.table },
    );
  });
}

/** The lines of some text. One whose first text is a part of the last one above goes on with it. */
export function linesOf(fragments: readonly Fragment[]): readonly Line[] {
  const rows = segmentsOf(fragments)
    .flatMap(toRows)
    .filter((row) => row.fragments.some(({ text }) => text.trim() !== ""));
  return rows.map((row, index) => {
    const above = rows[index - 1]?.fragments ?? [];
    const goesOn = row.fragments.some(({ mark }) => mark !== artifact && above.some((other) => other.mark === mark));
    return { ...toLine(row), goesOn };
  });
}

/** Texts one after the other, parted where they go on at the top of the next column. */
function segmentsOf(fragments: readonly Fragment[]): readonly (readonly Fragment[])[] {
  const segments: Fragment[][] = [];
  let lowest = -Infinity;
  for (const fragment of fragments) {
    const isBlank = fragment.text.trim() === "";
    if (segments.length === 0 || (!isBlank && fragment.y < lowest - fragment.size * 2)) {
      segments.push([]);
      lowest = -Infinity;
    }
    segments.at(-1)?.push(fragment);
    if (!isBlank) lowest = Math.max(lowest, fragment.y);
  }
  return segments;
}

/** A table whose cells are drawn with lines has the columns of these; another has those that its tags and its texts tell. */
function tableOf(groups: readonly (readonly CellGroup[])[], rules: readonly Rule[]): PdfTable {
  const cells = groups.map((row) => row.map(({ fragments, span }) => ({ lines: linesOf(fragments), span })));
  const box = boxOf(cells.flatMap((row) => row.flatMap(({ lines }) => lines)));
  const drawn = drawnRows(groups.flat(), withinReach(rules, box));
  const tagged = cells.flatMap((row) => row.map(({ lines }) => inkOf(lines.map(({ spans }) => spans))));
  const isSame = drawn !== undefined && sequence(drawn.flat().map(({ lines }) => inkOf(lines))) === sequence(tagged);
  return isSame ? { ...box, rows: drawn } : { ...box, ...taggedRows(cells) };
}

/** Lines of a table reach this far beyond its text, in points. */
const maxPadding = 30;

const withinReach = (rules: readonly Rule[], { left, top, right, bottom }: Box): readonly Rule[] =>
  rules.filter(
    (rule) =>
      rule.right > left - maxPadding &&
      rule.left < right + maxPadding &&
      rule.bottom > top - maxPadding &&
      rule.top < bottom + maxPadding,
  );

/** The rows of the only table that lines are drawn around. */
function drawnRows(cells: readonly CellGroup[], rules: readonly Rule[]): PdfTable["rows"] | undefined {
  const { tables, rest } = ruledTables(
    cells.flatMap(({ fragments }) => fragments),
    rules,
  );
  return tables.length === 1 && rest.every(({ text }) => text.trim() === "") ? tables[0]?.rows : undefined;
}

const inkOf = (lines: Cell["lines"]): string =>
  lines
    .flat()
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, "");

const sequence = (texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n");

/** The place of some lines. */
export const boxOf = (lines: readonly Line[]): Box =>
  lines.reduce<Box | undefined>(boxAround, undefined) ?? { left: 0, top: 0, right: 0, bottom: 0 };

/** The lines of a stream. */
export const linesOfStream = (stream: readonly StreamPart[]): readonly Line[] =>
  stream.flatMap((part) => ("line" in part ? [part.line] : []));

/** Lines one below the other, parted where they go on at the top of the next column. */
export function columnsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const columns: Line[][] = [];
  for (const line of lines) {
    const last = columns.at(-1);
    if (last === undefined || line.y < (last.at(-1)?.y ?? 0) - line.size) columns.push([line]);
    else last.push(line);
  }
  return columns;
}
