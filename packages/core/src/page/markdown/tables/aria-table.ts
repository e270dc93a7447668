import type { ChildNode, Element, ParentNode } from "domhandler";
import { elementChildren, findDescendant, hasText, isHeading } from "../element.ts";
import { columnSpan, type Row } from "./grid.ts";

/**
 * The rows of a table made by roles only (WAI-ARIA 1.2, `table`, `grid`, `treegrid`); undefined for any other element
 * and for a grid that only arranges things: one column, one row, or cells with headings.
 */
export function ariaRows(element: Element): readonly Row[] | undefined {
  const role = element.attribs["role"];
  if (role === undefined || !tableRoles.has(role) || element.name === "table") return undefined;
  const rows: Row[] = [];
  collectRows(element, element, rows);
  const filled = rows.filter(({ cells }) => cells.some(hasText));
  const isWide = filled.some(({ cells }) => cells.length > 1 || cells.some((cell) => columnSpan(cell) > 1));
  const isArrangement = filled.some(({ element: row }) => findDescendant(row, isHeading) !== undefined);
  return filled.length < 2 || !isWide || isArrangement ? undefined : rows;
}

/** What a table made by roles shows before its first row: its caption. */
export function ariaCaption(table: Element, [first]: readonly Row[]): readonly ChildNode[] {
  const caption: ChildNode[] = [];
  for (let inner: ParentNode | null = first?.element ?? null; inner !== null && inner !== table; inner = inner.parent)
    for (let { prev } = inner; prev !== null; { prev } = prev) caption.push(prev);
  return caption.toReversed();
}

const tableRoles = new Set(["table", "grid", "treegrid"]);
const cellRoles = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

function collectRows(parent: Element, group: Element, rows: Row[]): void {
  for (const child of elementChildren(parent)) {
    const role = child.attribs["role"] ?? "";
    if (role === "row") rows.push({ element: child, group, cells: cellsOf(child) });
    else if (!tableRoles.has(role) && child.name !== "table") {
      collectRows(child, role === "rowgroup" ? child : group, rows);
    }
  }
}

function cellsOf(parent: Element): Element[] {
  return elementChildren(parent).flatMap((child) =>
    cellRoles.has(child.attribs["role"] ?? "") ? [child] : cellsOf(child),
  );
}
