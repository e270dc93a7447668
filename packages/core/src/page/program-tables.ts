import { Element, isTag, Text, type ChildNode } from "domhandler";
import { appendChild, nextElementSibling, prepend, prevElementSibling, removeElement, textContent } from "domutils";
import { elementsNamed, forEachElement, hasClass } from "../markup/elements.ts";

/** Tables that programs write in other elements, and elements in tables that are no part of them. */
export const tableAdoptions = [
  dropSheetEdges,
  adoptSignature,
  joinMembers,
  adoptGrid,
  joinHead,
  adoptInfobox,
  adoptEquations,
  adoptBoxes,
] as const;

/** The letters and numbers at the edges of a sheet of Google, which are no part of it. */
function dropSheetEdges(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (!hasClass(classes, "waffle")) return;
  forEachElement(element, (cell) => {
    const kind = cell.attribs["class"] ?? "";
    if (/(?:column|row)-headers-background|row-header(?:\s|$)|freezebar-cell/.test(kind)) gone.add(cell);
  });
}

/** Signatures that Doxygen and mandoc set in tables. */
function adoptSignature(element: Element, classes: string): void {
  if (element.name !== "table" || !(hasClass(classes, "memname") || hasClass(classes, "Nm"))) return;
  element.name = "div";
  forEachElement(element, (part) => {
    if (/^(?:tbody|tr|td)$/.test(part.name)) part.name = "span";
    if (part.name === "span") appendChild(part, new Text(" "));
  });
}

/** Puts what Doxygen says about a member, in a row of its own, below the name of the member. */
function joinMembers(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (element.name !== "table" || !hasClass(classes, "memberdecls")) return;
  let member: Element | undefined;
  for (const row of elementsNamed(element, ["tr"])) {
    const kind = row.attribs["class"] ?? "";
    const last = row.children.filter(isTag).at(-1);
    if (kind.startsWith("memitem")) member = last;
    else if (kind.startsWith("memdesc") && member !== undefined && last !== undefined) {
      last.name = "div";
      appendChild(member, last);
      gone.add(row);
    }
  }
}

/** Tables that Javadoc sets in boxes, one for each cell: each row is as wide as the head or, without one, begins at the first column. */
function adoptGrid(table: Element, classes: string): void {
  if (table.name !== "div" || !hasClass(classes, "summary-table")) return;
  const cells = table.children.filter(isTag);
  const kinds = cells.map(({ attribs }) => attribs["class"] ?? "");
  if (!kinds.every((kind) => /(?:^|\s)col-/.test(kind))) return;
  const width = kinds.filter((kind) => hasClass(kind, "table-header")).length;
  table.name = "table";
  table.children = [];
  const rows: Element[] = [];
  for (const [place, cell] of cells.entries()) {
    const kind = kinds[place] ?? "";
    const opensRow = width > 1 ? place % width === 0 : hasClass(kind, "col-first");
    if (opensRow || rows.length === 0) rows.push(new Element("tr", {}));
    cell.name = hasClass(kind, "table-header") ? "th" : "td";
    const row = rows.at(-1);
    if (row !== undefined) appendChild(row, cell);
  }
  for (const row of rows) appendChild(table, row);
}

/** Boxes for the head of a table that stays in sight while its rows are scrolled (Ant Design, Element, DataTables, Kendo). */
const headClass =
  /(?:^|\s)(?:ant-table-header|el-table__header-wrapper|dataTables_scrollHead|dt-scroll-head|k-grid-header)(?:\s|$)/;

/** Joins a table that is only a head with the rows in the next box, in place of a head there, which says the same and is not seen. */
function joinHead(box: Element, classes: string, gone: Set<ChildNode>): void {
  const beside = headClass.test(classes) ? nextElementSibling(box) : null;
  const [head] = beside === null ? [] : elementsNamed(box, ["thead"]);
  const [table] = beside === null ? [] : elementsNamed(beside, ["table"]);
  if (head === undefined || table === undefined) return;
  const names = elementsNamed(head, ["th"]);
  const rows = elementsNamed(table, ["tr"]);
  const width = rows.reduce((widest, { children }) => Math.max(widest, children.filter(isTag).length), 0);
  // One more cell may stand above the bar that scrolls.
  const spare = names.slice(width);
  if (names.length < width || spare.length > 1 || spare.some((name) => wordsIn(name) !== "")) return;
  const own = elementsNamed(table, ["thead"]);
  const ownWords = own.map(wordsIn).join("");
  if (ownWords !== "" && ownWords !== wordsIn(head)) return;
  for (const twin of [...spare, ...own]) gone.add(twin);
  const [first] = table.children;
  if (first !== undefined) prepend(first, head);
  gone.add(box);
}

const wordsIn = (element: Element): string => textContent(element).replace(/\s+/g, "");

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
    else if (/(?:^|\s)pi-(?:smart|horizontal)-group(?:\s|$)/.test(classes)) collectPairs(child, rows);
    else if (/(?:^|\s)pi-(?:group|panel|section)/.test(classes)) collectRows(child, rows);
    else rows.push(rowOf(cellOf(/(?:^|\s)pi-(?:title|header)(?:\s|$)/.test(classes) ? "th" : "td", child)));
  }
}

/** Labels that stand side by side above their values: each pair becomes a row, below the title. */
function collectPairs(group: Element, rows: Element[]): void {
  const [titles, labels, values]: [Element[], Element[], Element[]] = [[], [], []];
  forEachElement(group, (part) => {
    const classes = part.attribs["class"] ?? "";
    if (part.name === "caption") titles.push(part);
    else if (hasClass(classes, "pi-data-label")) labels.push(part);
    else if (hasClass(classes, "pi-data-value")) values.push(part);
  });
  for (const title of titles) rows.push(rowOf(cellOf("th", title)));
  for (const [place, value] of values.entries()) {
    const label = labels[place];
    rows.push(label === undefined ? rowOf(cellOf("td", value)) : rowOf(cellOf("th", label), cellOf("td", value)));
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

const rowKind =
  /(?:^|;)\s*display:\s*table-row\s*(?:;|$)|(?:^|\s)(?:div-?table-?row|rtablerow|table-?row|tc-row)(?:\s|$)|(?:^|[\s_-])tr(?:\s|$)/i;
const cellKind =
  /(?:^|;)\s*display:\s*table-cell\s*(?:;|$)|(?:^|\s)(?:(?:div-?|r)?table-?(?:cell|head(?:er)?)|tc-cell)(?:\s|$)|(?:^|[\s_-])t[dh](?:\s|$)/i;
const headKind = /(?:^|\s)(?:div-?|r)?table-?head(?:er)?(?:\s|$)|(?:^|[\s_-])th(?:\s|$)/i;
/** A longer text in a box is an article beside another, and no value of a table. */
const longestCell = 200;

/**
 * Boxes that their style or class sets as the rows and cells of a table: two of each or more, with a few words in each. The row
 * in a box for the head before them is their head.
 */
function adoptBoxes(row: Element, _classes: string, gone: Set<ChildNode>): void {
  const table = row.parent;
  if (row.name !== "div" || !isOfKind(row, rowKind) || table === null || !isTag(table) || table.name !== "div") return;
  const rows = table.children.filter(isTag);
  const width = cellsIn(row).length;
  if (rows[0] !== row || rows.length < 2 || width < 2 || !rows.every((other) => isRowOf(other, width))) return;
  table.name = "table";
  const isNamed = hasClass(table.attribs["class"] ?? "", "tc-table--heading");
  for (const other of rows) {
    other.name = "tr";
    const isHead = isNamed && other === row;
    for (const cell of cellsIn(other)) cell.name = isHead || isOfKind(cell, headKind) ? "th" : "td";
  }
  const head = prevElementSibling(table);
  const [names, ...others] = head?.children.filter(isTag) ?? [];
  if (head === null || !/head/i.test(head.attribs["class"] ?? "") || names === undefined || others.length > 0) return;
  if (!isRowOf(names, width)) return;
  names.name = "tr";
  for (const cell of cellsIn(names)) cell.name = "th";
  prepend(row, names);
  gone.add(head);
}

const isOfKind = ({ attribs }: Element, kind: RegExp): boolean =>
  kind.test(attribs["style"] ?? "") || kind.test(attribs["class"] ?? "");

const cellsIn = (row: Element): readonly Element[] => row.children.filter(isTag);

const isRowOf = (row: Element, width: number): boolean =>
  row.name === "div" &&
  isOfKind(row, rowKind) &&
  cellsIn(row).length === width &&
  cellsIn(row).every((cell) => cell.name === "div" && isOfKind(cell, cellKind) && isValue(cell));

const isValue = (cell: Element): boolean =>
  textContent(cell).length <= longestCell &&
  elementsNamed(cell, ["h1", "h2", "h3", "h4", "table", "img", "form", "ul"]).length === 0;
