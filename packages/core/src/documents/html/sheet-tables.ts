import { cellsWhere, sheetBlocks, type SheetBlock, type SheetRow } from "./sheet-blocks.ts";
import { cellHtml, htmlTable, maxCells, textOfCell, type TableCell } from "./table.ts";

/** Cells that the sheet itself declares to be one table; rows and columns from 0, the last ones included. */
export interface TableArea {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** More tables are told apart by the cells alone. */
const maxAreas = 100;
/** Characters that a sheet shows at most: a file names one text for any number of cells. */
const maxCharacters = 20_000_000;

/**
 * The cells of a sheet as HTML: a table for each that stands on it, and paragraphs for lines of text beside them. All
 * tables together have the cells that one may have; the rest is left out and named in `warnings`.
 */
export function sheetTables(
  cells: readonly (readonly TableCell[])[],
  areas: readonly TableArea[] = [],
): { html: string; warnings: readonly string[] } {
  const { rows: filled, beyond } = filledRows(cells);
  const { declared, others } = carve(filled, areas.slice(0, maxAreas));
  const blocks = [...sheetBlocks(others)];
  for (const rows of declared) {
    const top = rows[0]?.index ?? 0;
    const next = blocks.findIndex((block) => (block.rows[0]?.index ?? 0) > top);
    blocks.splice(next === -1 ? blocks.length : next, 0, { kind: "table", rows });
  }
  let left = maxCells;
  const warnings =
    beyond === 0
      ? []
      : [
          `${beyond} ${beyond === 1 ? "cell is" : "cells are"} left out: there are more than ${maxCharacters.toLocaleString("en")} characters.`,
        ];
  const parts = blocks.map((block) => {
    if (block.kind === "lines") return linesHtml(block);
    const table = htmlTable(block.rows.map(denseRow), left);
    left -= table.cells;
    warnings.push(...table.warnings);
    return table.html;
  });
  return { html: parts.join(""), warnings };
}

/** The rows that are not empty, and the number of cells beyond the last character that is shown. */
function filledRows(cells: readonly (readonly TableCell[])[]): { rows: readonly SheetRow[]; beyond: number } {
  let [left, beyond] = [maxCharacters, 0];
  const rows = cells.flatMap((row, index) => {
    const filled: (readonly [number, TableCell])[] = [];
    row.forEach((cell, column) => {
      const { length } = textOfCell(cell);
      left -= length;
      if (length > 0 && left >= 0) filled.push([column, cell]);
      else if (length > 0) beyond += 1;
    });
    return filled.length === 0 ? [] : [{ index, cells: filled }];
  });
  return { rows, beyond };
}

/** Takes the declared tables out of the rows. */
function carve(
  rows: readonly SheetRow[],
  areas: readonly TableArea[],
): { declared: readonly (readonly SheetRow[])[]; others: readonly SheetRow[] } {
  let others = rows;
  const declared = areas.flatMap((area) => {
    const isInside = (index: number, column: number) =>
      index >= area.top && index <= area.bottom && column >= area.left && column <= area.right;
    const inside = cellsWhere(others, isInside);
    others = cellsWhere(others, (index, column) => !isInside(index, column));
    return inside.length === 0 ? [] : [inside];
  });
  return { declared, others };
}

const linesHtml = ({ rows }: SheetBlock): string =>
  rows.flatMap(({ cells }) => cells.map(([, cell]) => `<p>${cellHtml(cell)}</p>`)).join("");

/** The rows of tables may be sparse. */
function denseRow({ cells }: SheetRow): readonly TableCell[] {
  const row: TableCell[] = [];
  for (const [column, cell] of cells) row[column] = cell;
  return row;
}
