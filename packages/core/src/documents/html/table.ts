import { escapeHtml } from "./markup.ts";

/** Most cells that a table, or all of a sheet, is rendered with; further rows are left out with a warning. */
export const maxCells = 200_000;
const maxColumns = 1000;

/** The content of a cell: text, or text with the HTML that shows it and the number of its style, where it has one. */
export type TableCell = string | { readonly text: string; readonly html: string; readonly style?: number };

/** A table, the number of its cells, and what was left out of it. */
export interface HtmlTable {
  readonly html: string;
  readonly cells: number;
  readonly warnings: readonly string[];
}

/**
 * Rows of cells as an HTML table. The first row is the header. Columns and rows that are empty throughout are left out,
 * short rows are filled up, line breaks in cells are kept. Cells beyond `most` are left out and named in `warnings`.
 */
export function htmlTable(rows: readonly (readonly TableCell[])[], most = maxCells): HtmlTable {
  const filled = rows.filter((row) => row.some((cell) => textOfCell(cell) !== ""));
  const used = usedColumns(filled);
  const columns = used.slice(0, maxColumns);
  const maxRows = Math.max(1, Math.floor(most / Math.max(1, columns.length)));
  const shown = filled.slice(0, maxRows);
  const [header, ...body] = shown.map((row) => columns.map((column) => row[column] ?? ""));
  if (header === undefined) return { html: "", cells: 0, warnings: ["The table is empty."] };
  const warnings: string[] = [];
  if (shown.length < filled.length) warnings.push(`Only the first ${shown.length} of ${filled.length} rows are shown.`);
  if (columns.length < used.length)
    warnings.push(`Only the first ${columns.length} of ${used.length} columns are shown.`);
  const head = `<thead><tr>${header.map((cell) => `<th>${cellHtml(cell)}</th>`).join("")}</tr></thead>`;
  const lines = body.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join("")}</tr>`);
  const html = `<table>${head}<tbody>${lines.join("")}</tbody></table>`;
  return { html, cells: shown.length * columns.length, warnings };
}

/** The text that a cell shows. */
export const textOfCell = (cell: TableCell): string => (typeof cell === "string" ? cell : cell.text).trim();

/** A cell as HTML. */
export const cellHtml = (cell: TableCell): string =>
  (typeof cell === "string" ? escapeHtml(cell.trim()) : cell.html).replaceAll("\n", "<br>");

function usedColumns(rows: readonly (readonly TableCell[])[]): readonly number[] {
  const used = new Set<number>();
  for (const row of rows) row.forEach((cell, column) => textOfCell(cell) !== "" && used.add(column));
  return [...used].toSorted((one, other) => one - other);
}

/**
 * Cells of HTML as a table. If a few of many cells hold a table of their own, the role of the outer one says that it is no
 * table for layout, so that the inner ones are written into their cells.
 */
export function cellsTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.flat();
  const nested = cells.filter((cell) => cell.includes("<table")).length;
  const isData = nested > 0 && rows.length > 2 && nested * 4 <= cells.length;
  const lines = rows.map((row) => `<tr>${row.join("")}</tr>`);
  return `<table${isData ? ' role="table"' : ""}>${lines.join("")}</table>`;
}
