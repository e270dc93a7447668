import { Element, isTag, Text, type AnyNode, type ChildNode } from "domhandler";
import { addLead, endParagraph, waitingLink, writeNodes, type Flow } from "../flow.ts";
import { codeBlock, codeText, isGutter } from "../code/code.ts";
import { attribute, elementChildren, findDescendant, hasText, isBlock, isHeading, textOf } from "../element.ts";
import { columnSpan, gridMarkdown, isHeaderRow, type Row } from "./grid.ts";
import { languageOf } from "../code/language.ts";
import { writeBlock } from "../writer.ts";

/** Writes a table: as a GFM table (GFM §4.10), as a listing if it numbers lines of code, else as its cells in order. */
export function writeTable(table: Element, flow: Flow): void {
  for (const caption of elementChildren(table)) if (caption.name === "caption") writeNodes(caption.children, flow);
  const all = rowsOf(table);
  const titles = titlesOf(all);
  for (const title of titles) writeNodes(title, flow);
  const rows = all.slice(titles.length);
  const listing = listingOf(rows);
  if (listing !== undefined)
    writeBlock(flow.writer, codeBlock(listing.text, listing.isComparison ? "diff" : languageOf(table)));
  else if (isCallouts(table)) writeCallouts(rows, flow);
  else if (isBulletedList(rows)) writeBulleted(rows, flow);
  else if (isQuotation(rows)) writeQuotation(rows, flow);
  else if (!writeWithInner(rows, flow)) {
    if (isLayout(table, rows)) writeCells(rows, flow);
    else writeRows(rows, flow);
  }
}

/** What the first rows of a table say over all of its columns: the heading that is all of one (Doxygen), or a line above the names of columns. */
function titlesOf(rows: readonly Row[]): readonly (readonly AnyNode[])[] {
  const names = namesOfColumns(rows);
  const titles: (readonly AnyNode[])[] = [];
  for (const { cells } of rows.slice(0, -1)) {
    const [only, ...others] = cells;
    if (only === undefined || others.length > 0 || columnSpan(only) < 2) break;
    const [heading, ...rest] = only.children.filter((child) => isTag(child) || hasText(child));
    const isAll = heading !== undefined && rest.length === 0 && isTag(heading) && isHeading(heading);
    if (isAll && titles.length === 0) titles.push([heading]);
    else if (titles.length < names.place && columnSpan(only) >= names.width) titles.push(only.children);
    else break;
  }
  return titles;
}

/** The row of the head that names its columns, below lines over all of them (gt): its place and width. */
function namesOfColumns(rows: readonly Row[]): { readonly place: number; readonly width: number } {
  const behind = rows.findIndex(({ group }) => group.name !== "thead");
  const place = (behind === -1 ? rows.length : behind) - 1;
  const row = rows[place];
  return row === undefined || row.cells.length < 2 ? { place: 0, width: 0 } : { place, width: widthOf(row) };
}

/**
 * Writes a table under a head some of whose last cells go on in a table of their own, such as the properties of a parameter
 * (JSDoc): first itself, then each of those below the name of its row. Returns false for other tables.
 */
function writeWithInner(rows: readonly Row[], flow: Flow): boolean {
  const [head, ...body] = rows;
  if (head === undefined || head.cells.length < 2 || !isHeaderRow(head)) return false;
  const inner = body.map(({ cells }) => innerTable(cells));
  if (inner.every((nodes) => nodes.length === 0)) return false;
  const isSimple = body.every(({ cells }, place) =>
    cells.every((cell) => (cell === cells.at(-1) && inner[place]?.length !== 0 ? true : !contains(cell, "table"))),
  );
  if (!isSimple) return false;
  const outer = body.map((row, place) => ({
    ...row,
    cells: row.cells.map((cell) => without(cell, inner[place] ?? [])),
  }));
  writeRows([head, ...outer], flow);
  for (const [place, nodes] of inner.entries()) {
    if (nodes.length === 0) continue;
    flow.wrappers.push({ mark: "strong" });
    writeNodes(body[place]?.cells[0]?.children ?? [], flow);
    flow.wrappers.pop();
    writeNodes(nodes, flow);
  }
  return true;
}

/** The table under a head that ends the last of some cells, behind a text, with the heading above it. */
function innerTable(cells: readonly Element[]): readonly ChildNode[] {
  const shown = cells.at(-1)?.children.filter((child) => isTag(child) || hasText(child)) ?? [];
  const table = shown.at(-1);
  if (shown.length < 2 || table === undefined || !isTag(table) || !isRichTable(table)) return [];
  const title = shown.at(-2);
  return title !== undefined && isTag(title) && isHeading(title) ? [title, table] : [table];
}

const without = (cell: Element, gone: readonly ChildNode[]): Element =>
  gone.some(({ parent }) => parent === cell)
    ? new Element(
        cell.name,
        cell.attribs,
        cell.children.filter((child) => !gone.includes(child)),
      )
    : cell;

/** Writes rows as a GFM table. */
export function writeRows(rows: readonly Row[], flow: Flow): void {
  endParagraph(flow);
  const grid = gridMarkdown(rows, { context: flow.context, link: waitingLink(flow) });
  if (grid !== "") writeBlock(flow.writer, grid);
}

/** The rows as a browser shows them: the head above, the foot below, wherever they are written (CSS 2.2 §17.2). */
function rowsOf(table: Element): Row[] {
  const heads: Row[] = [];
  const rows: Row[] = [];
  const feet: Row[] = [];
  for (const part of elementChildren(table)) {
    if (part.name === "tr") rows.push(rowOf(part, table));
    const target = part.name === "tfoot" ? feet : part.name === "thead" && heads.length === 0 ? heads : rows;
    if (!/^t(?:head|body|foot)$/.test(part.name)) continue;
    for (const row of elementChildren(part)) if (row.name === "tr") target.push(rowOf(row, part));
  }
  return heads.length + feet.length === 0 ? rows : [...heads, ...rows, ...feet];
}

function rowOf(element: Element, group: Element): Row {
  return { element, group, cells: elementChildren(element).filter(({ name }) => name === "td" || name === "th") };
}

/** The code of a table that sets line numbers beside lines of code, one row each. */
function listingOf(rows: readonly Row[]): { readonly text: string; readonly isComparison: boolean } | undefined {
  const [first] = rows;
  if (first === undefined || first.cells.length < 2) return undefined;
  const lines: string[] = [];
  let isComparison = false;
  const blank = first.cells.length > 2 ? blankColumns(rows) : noColumns;
  for (const { cells } of rows) {
    const code = cells.filter((cell, column) => !isGutter(cell) && !blank.has(column));
    if (code.length === cells.length || code.length > 1) return undefined;
    if (code[0] !== undefined && findDescendant(code[0], ({ name }) => name === "pre") !== undefined) return undefined;
    const line = code[0] === undefined ? "" : codeText(code[0]).replace(/^\n+|(?<!\n)\n+$/g, "");
    const change = changeClass.exec(attribute(code[0] ?? first.element, "class"))?.[1];
    const sign = change === undefined ? "" : change === "addition" ? "+" : "-";
    if (sign !== "") isComparison = true;
    lines.push(line.startsWith(sign) ? line : sign + line);
  }
  return { text: lines.join("\n"), isComparison };
}

const noColumns: ReadonlySet<number> = new Set();

/** The columns of a table of code that hold nothing in any row, but signs of an editor (Gitea). */
function blankColumns(rows: readonly Row[]): ReadonlySet<number> {
  const [first] = rows;
  if (first === undefined || !first.cells.some((cell) => isGutter(cell))) return noColumns;
  const columns = first.cells.flatMap((cell, column) => (cell.children.length === 0 ? [column] : []));
  return new Set(columns.filter((column) => rows.every(({ cells }) => cells[column]?.children.length === 0)));
}

/** Lines of a comparison on GitHub; where a suggestion is meant, the sign is only a colour. */
const changeClass = /(?:^|\s)blob-code-(addition|deletion)(?:\s|$)/;

/** True if a table only arranges its contents on the page. */
function isLayout(table: Element, rows: readonly Row[]): boolean {
  const role = attribute(table, "role");
  const isArranged = role === "presentation" || role === "none";
  if (isArranged && !isCalledTable(table) && !namesValues(rows)) return true;
  const filled = rows.filter(({ element }) => hasText(element) || contains(element, "img"));
  const columns = filled.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  const named = rows[0] !== undefined && isHeaderRow(rows[0]);
  if (filled.length < 2) return !(named && columns > 1) && !filled.some(describesParameter);
  if (!named && new Set(filled.map(onlyColumn)).size === 1 && filled.every((row) => onlyColumn(row) > 0)) return true;
  if (columns < 2) return !named || rows.some(({ element }) => structure.some((name) => contains(element, name)));
  if (rows.some(({ cells }) => cells.some((cell) => contains(cell, "pre")) && cells.some((cell) => isGutter(cell))))
    return true;
  if (role === "table" || !rows.some(({ element }) => contains(element, "table"))) return false;
  return !named || rows.some(({ element }) => findDescendant(element, isRichTable) !== undefined);
}

/** True for the name of a parameter or a field beside what it is (Doxygen). */
const describesParameter = ({ cells }: Row): boolean =>
  cells.length > 1 && cells.some((cell) => /(?:^|\s)(?:param|field)name(?:\s|$)/.test(attribute(cell, "class")));

/** The column of the one cell of a row that shows anything, behind others that only hold it in its place; -1 for other rows. */
function onlyColumn({ cells }: Row): number {
  const shown = cells.filter((cell) => hasText(cell) || contains(cell, "img"));
  const [only] = shown;
  if (only === undefined || shown.length > 1) return -1;
  return cells.slice(0, cells.indexOf(only)).reduce((sum, cell) => sum + columnSpan(cell), 0);
}

/** True if the box around a table says that it is one, whatever its role (Intercom). */
const isCalledTable = ({ parent }: Element): boolean =>
  parent !== null && isTag(parent) && /(?:^|[\s-])table-(?:container|wrapper)(?:\s|$)/.test(attribute(parent, "class"));

/** True if each of several rows is a name and its value, whatever the role of the table (shops set their facts so). */
const namesValues = (rows: readonly Row[]): boolean =>
  rows.length > 1 &&
  rows.every(
    ({ cells: [name, value, ...others] }) =>
      name?.name === "th" && hasText(name) && value?.name === "td" && others.length === 0,
  );

/** True if an element is a table with more to lose than a row or a column of values, which fit in a cell. */
function isRichTable(element: Element): boolean {
  if (element.name !== "table") return false;
  const rows = rowsOf(element).filter(({ cells }) => cells.length > 1);
  return rows.length > 1 || structure.some((name) => contains(element, name));
}

function widthOf({ cells }: Row): number {
  return cells.reduce((sum, cell) => sum + columnSpan(cell), 0);
}

/** Elements that one column squeezes for no gain. */
const structure = ["ul", "ol", "table", "p", "pre", "h2", "h3"];

function contains(element: Element, wanted: string): boolean {
  return findDescendant(element, ({ name }) => name === wanted) !== undefined;
}

/** True if a table explains the numbers in a listing, as AsciiDoctor sets them: a number and a text in each row. */
function isCallouts({ parent }: Element): boolean {
  return parent !== null && isTag(parent) && /(?:^|\s)colist(?:\s|$)/.test(attribute(parent, "class"));
}

function writeCallouts(rows: readonly Row[], flow: Flow): void {
  const list = new Element("ol", {});
  for (const { cells } of rows) {
    const item = new Element("li", {});
    item.children.push(...(cells.at(-1)?.children ?? []));
    list.children.push(item);
  }
  flow.writeNode(list, flow);
}

/** True if rows are the items of a list: some programs, and filings, set a table for each. */
function isBulletedList(rows: readonly Row[]): boolean {
  const first = rows.find(({ element }) => hasText(element));
  return first !== undefined && isBulleted(first) && rows.every((row) => isBulleted(row) || !hasText(row.element));
}

/** True for a row of a bullet and a text. */
function isBulleted({ cells }: Row): boolean {
  const [bullet, text, ...others] = cells.filter((cell) => hasText(cell));
  if (bullet === undefined || text === undefined || others.length > 0) return false;
  return /^[•◦▪‣·∙○●■]$/.test(textOf(bullet, 20).trim()) && /\p{L}{2}/u.test(textOf(text, 200));
}

/** Writes each row as an item that the next one joins. */
function writeBulleted(rows: readonly Row[], flow: Flow): void {
  for (const { cells } of rows) {
    const text = cells.findLast((cell) => hasText(cell));
    if (text !== undefined) flow.writeNode(new Element("li", {}, [...text.children]), flow);
  }
}

/** True for a table that sets a text beside a large quotation mark, or between two (MediaWiki). */
function isQuotation(rows: readonly Row[]): boolean {
  const [open, ...cells] = rows[0]?.cells.filter(hasText) ?? [];
  if (open === undefined || rows.length > 2 || !/^[“"„«❝]$/.test(markIn(open))) return false;
  const isClosed = cells.length > 1 && cells.some(isClosingMark);
  return (isClosed || rows.length === 1) && cells.some((cell) => !isClosingMark(cell));
}

const markIn = (cell: Element): string => textOf(cell, 8).trim();
const isClosingMark = (cell: Element): boolean => /^[”"“»❞]$/.test(markIn(cell));

function writeQuotation(rows: readonly Row[], flow: Flow): void {
  const cells = rows.flatMap((row) => row.cells.filter(hasText)).slice(1);
  const texts = cells
    .filter((cell) => !isClosingMark(cell))
    .map(({ children }) => new Element("div", {}, [...children]));
  flow.writeNode(new Element("blockquote", {}, texts), flow);
}

/** The number of a paragraph that a table sets at the margin, as in laws. */
const itemMark = /^(?:\(?(?:\d{1,3}|[a-z]{1,5})\)|\d{1,3}\.)$/;

/** Longer cells are texts of their own. */
const longestInLine = 80;

/** True for a row of short words side by side: a name and its value. */
const isLine = ({ cells, element }: Row): boolean =>
  cells.filter(hasText).length > 1 &&
  textOf(element, 2 * longestInLine).length <= 2 * longestInLine &&
  cells.every((cell) => textOf(cell, longestInLine).trim().length <= longestInLine) &&
  findDescendant(element, (part) => (isBlock(part) && !cells.includes(part)) || part.name === "img") === undefined;

function writeCells(rows: readonly Row[], flow: Flow): void {
  const [only, ...others] = rows.filter(({ element }) => hasText(element));
  if (only !== undefined && others.length === 0 && isLine(only)) {
    flow.writeNode(
      new Element(
        "p",
        {},
        only.cells.flatMap((cell) => [...cell.children, new Text(" ")]),
      ),
      flow,
    );
    return;
  }
  for (const { cells } of rows) {
    const [mark, text, ...others] = cells.filter(hasText);
    const isMarked =
      mark !== undefined && text !== undefined && others.length === 0 && itemMark.test(textOf(mark, 12).trim());
    if (isMarked) {
      endParagraph(flow);
      addLead(textOf(mark, 12), flow);
      writeNodes(text.children, flow);
    } else for (const cell of cells) writeNodes(cell.children, flow);
  }
}
