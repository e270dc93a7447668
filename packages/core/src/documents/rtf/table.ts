/** A cell of a row while its table is gathered. */
export interface RtfCell {
  readonly html: string;
  readonly columns: number;
  /** Its right edge in twips, where the row names it. */
  readonly edge: number | undefined;
}

/** Edges nearer to each other than this are one, in twips. */
const sameEdge = 60;

/** Rows as a table. A cell is as wide as several of the row with the most cells if only edges of those are its own. */
export function rtfTable(rows: readonly (readonly RtfCell[])[]): string {
  const widest = rows.reduce((most, row) => (row.length > most.length ? row : most), []);
  const edges = widest.flatMap(({ edge }) => edge ?? []);
  const isGrid =
    edges.length === widest.length && rows.every((row) => row.every((cell) => indexOf(cell, edges) !== -1));
  const lines = rows.map((row, index) => {
    const tag = index === 0 ? "th" : "td";
    const cells = row.map((cell, place) => {
      const start = isGrid && place > 0 ? indexOf(row[place - 1] ?? cell, edges) : -1;
      const columns = isGrid ? Math.max(1, indexOf(cell, edges) - start) : cell.columns;
      return `<${tag}${columns > 1 ? ` colspan="${columns}"` : ""}>${cell.html}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${lines.join("")}</table>`;
}

const indexOf = ({ edge }: RtfCell, edges: readonly number[]): number =>
  edge === undefined ? -1 : edges.findIndex((other) => Math.abs(other - edge) < sameEdge);
