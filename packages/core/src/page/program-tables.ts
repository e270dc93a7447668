import { Element, isTag, Text, type ChildNode } from "domhandler";
import { appendChild, removeElement } from "domutils";
import { forEachElement, hasClass } from "../markup/elements.ts";

/** Tables that programs write in other elements, and elements in tables that are no part of them. */
export const tableAdoptions = [dropSheetEdges, adoptReference, adoptInfobox, adoptEquations] as const;

/** The letters and numbers at the edges of a sheet of Google, which are no part of it. */
function dropSheetEdges(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (!hasClass(classes, "waffle")) return;
  forEachElement(element, (cell) => {
    const kind = cell.attribs["class"] ?? "";
    if (/(?:column|row)-headers-background|row-header(?:\s|$)|freezebar-cell/.test(kind)) gone.add(cell);
  });
}

/** Signatures that Doxygen and mandoc set in tables, and tables that Javadoc sets in boxes, one for each cell. */
function adoptReference(element: Element, classes: string): void {
  if (element.name === "table" && (hasClass(classes, "memname") || hasClass(classes, "Nm"))) {
    element.name = "div";
    forEachElement(element, (part) => {
      if (/^(?:tbody|tr|td)$/.test(part.name)) part.name = "span";
      if (part.name === "span") appendChild(part, new Text(" "));
    });
  } else if (element.name === "div" && hasClass(classes, "summary-table")) {
    const cells = element.children.filter(isTag);
    if (!cells.every(({ attribs }) => /(?:^|\s)col-/.test(attribs["class"] ?? ""))) return;
    const rows: Element[] = [];
    for (const cell of cells) {
      const kind = cell.attribs["class"] ?? "";
      if (/(?:^|\s)col-first(?:\s|$)|col-constructor-name|col-summary-item-name-header/.test(kind) || rows.length === 0)
        rows.push(new Element("tr", {}));
      cell.name = hasClass(kind, "table-header") ? "th" : "td";
      const row = rows.at(-1);
      if (row !== undefined) appendChild(row, cell);
    }
    element.name = "table";
    element.children = [];
    for (const row of rows) appendChild(element, row);
  }
}

/** A box of facts, as MediaWiki's extension of that name sets it (Fandom): labels beside values, below titles and pictures. */
function adoptInfobox(element: Element, classes: string): void {
  if (!hasClass(classes, "portable-infobox")) return;
  const rows: Element[] = [];
  collectRows(element, rows);
  element.name = "table";
  element.children = [];
  for (const row of rows) appendChild(element, row);
}

function collectRows(parent: Element, rows: Element[]): void {
  for (const child of parent.children.filter(isTag)) {
    const classes = child.attribs["class"] ?? "";
    const [label, value] = child.children.filter(isTag);
    if (hasClass(classes, "pi-data") && label !== undefined && value !== undefined)
      rows.push(rowOf(cellOf("th", label), cellOf("td", value)));
    else if (/(?:^|\s)pi-(?:group|panel|section)/.test(classes)) collectRows(child, rows);
    else rows.push(rowOf(cellOf(/(?:^|\s)pi-(?:title|header)(?:\s|$)/.test(classes) ? "th" : "td", child)));
  }
}

function rowOf(...cells: readonly Element[]): Element {
  const row = new Element("tr", {});
  for (const cell of cells) appendChild(row, cell);
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) only.attribs["colspan"] = "2";
  return row;
}

function cellOf(name: "td" | "th", content: Element): Element {
  const cell = new Element(name, {});
  for (const child of [...content.children]) appendChild(cell, child);
  return cell;
}

/** A group of equations, whose parts LaTeXML sets in cells: each line becomes one formula, with its number behind it. */
function adoptEquations(element: Element, classes: string): void {
  if (element.name !== "table" || !hasClass(classes, "ltx_equationgroup")) return;
  element.name = "div";
  forEachElement(element, (part) => {
    if (part.name === "tr") joinFormulas(part);
    if (/^(?:tbody|tr|td)$/.test(part.name)) part.name = "div";
  });
}

/** Makes the formulas in the cells of a row one. */
function joinFormulas(row: Element): void {
  const formulas: Element[] = [];
  for (const cell of row.children.filter(isTag))
    for (const part of cell.children) if (isTag(part) && part.name === "math") formulas.push(part);
  const [first, ...others] = formulas;
  const sources = formulas.map(({ attribs }) => attribs["alttext"]);
  if (first === undefined || sources.some((source) => source === undefined)) return;
  for (const other of others) removeElement(other);
  first.attribs = { display: "block", alttext: sources.join("").replaceAll("\\displaystyle", "").trim() };
  first.children = [];
}
