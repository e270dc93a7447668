import { alignedTables, cellsOf } from "./aligned-tables.ts";
import type { Strip } from "./strips.ts";
import type { PdfTable } from "./ruled-tables.ts";

/** Space around a table, from baseline to baseline, in font sizes. */
const minSpaceAround = 2;
const minRows = 3;
const minCells = 3;
/** Cells of tables are short; lines of columns are not. */
const maxWordsPerCell = 4;

/**
 * Tables over the whole width of a page that is set in columns, each as one strip, so that the columns don't tear them: lines
 * with space above and below, all of which have the same several short cells.
 */
export function withTablesAcross(strips: readonly Strip<PdfTable>[]): readonly Strip<PdfTable>[] {
  return groupsOf(strips).flatMap((group) => {
    if (!areRows(group)) return group;
    const table = alignedTables(group);
    return table.length === 1 ? table : group;
  });
}

/** Lines that stand together. */
function groupsOf(strips: readonly Strip<PdfTable>[]): readonly (readonly Strip<PdfTable>[])[] {
  const groups: Strip<PdfTable>[][] = [];
  for (const strip of strips) {
    const above = groups.at(-1)?.at(-1);
    const isNear = above !== undefined && strip.y - above.y < Math.max(strip.size, above.size) * minSpaceAround;
    if (isNear) groups.at(-1)?.push(strip);
    else groups.push([strip]);
  }
  return groups;
}

function areRows(group: readonly Strip<PdfTable>[]): boolean {
  const counts = group.map((strip) => (strip.table === undefined ? cellsOf(strip).length : 0));
  const most = Math.max(...counts);
  if (group.length < minRows || most < minCells) return false;
  const whole = counts.filter((count) => count === most).length;
  const words = group
    .flatMap((strip) => strip.fragments.map(({ text }) => text))
    .join(" ")
    .split(/\s+/).length;
  const cells = counts.reduce((sum, count) => sum + count, 0);
  return counts.every((count) => count > 1) && whole >= group.length * 0.8 && words <= cells * maxWordsPerCell;
}
