import { isText, type Element } from "domhandler";
import { attribute, collapse, elementChildren, hasText } from "../element.ts";
import { flatten, type FlatPlace } from "../flow.ts";
import { iconWord } from "../icon-word.ts";
import { linkTail, linkTarget } from "../link.ts";
import { addSpace, addText, closeLink, createPhrase, finishPhrase, isEmpty, openLink } from "../phrases/phrase.ts";
import { elementsNamed } from "../../../markup/elements.ts";
import type { Context } from "../context.ts";

/** One row of a table, as written in the source. */
export interface Row {
  readonly element: Element;
  readonly cells: readonly Element[];
  /** The `thead`, `tbody` or `tfoot` around it, or the table itself: a cell ends with it (HTML §4.9.12). */
  readonly group: Element;
}

/** Wider cells say "the whole row", however long that is. */
const widestSpan = 50;
/** Taller cells are cut, as in browsers (HTML §4.9.11). */
const tallestSpan = 65_534;
/** Places that may stay empty, because a cell spans them or a row is short: a base, and more for each cell. */
const emptyPlaces = { atLeast: 2_000, perCell: 20 };

/** True if a row names the columns below it. The corner above the names of rows may be an empty cell of any kind. */
export function isHeaderRow({ cells, group }: Row): boolean {
  if (cells.length === 0 || group.name === "thead") return cells.length > 0;
  const [corner, ...names] = cells;
  const isNamed = names.length > 1 && corner !== undefined && !hasText(corner) && elementChildren(corner).length === 0;
  return (isNamed ? names : cells).every(isHeaderCell);
}

function isHeaderCell({ attribs, name }: Element): boolean {
  return name === "th" || attribs["role"] === "columnheader";
}

/** Number of columns of a cell; one for a cell across the whole row, as nothing follows it there. */
export function columnSpan({ attribs }: Element): number {
  const columns = span(attribs["colspan"] ?? attribs["aria-colspan"]);
  return columns > widestSpan ? 1 : columns;
}

/** Number of rows of a cell; 0 asks for all remaining rows of its row group. */
function rowSpan({ attribs }: Element): number {
  const value = attribs["rowspan"] ?? attribs["aria-rowspan"];
  return value?.trim() === "0" ? tallestSpan : Math.min(span(value), tallestSpan);
}

function span(value: string | undefined): number {
  const count = value === undefined ? 1 : Number.parseInt(value, 10);
  return count > 1 ? count : 1;
}

/**
 * Writes rows as the lines of a GFM table (GFM §4.10), every cell in its column; rows that show nothing are left out. Linear
 * in the size of the rows whatever their spans say: when those would leave too many places empty, cells follow each other.
 * The first cell that shows something carries the link of the place. Returns "" when no row shows anything.
 */
export function gridMarkdown(rows: readonly Row[], place: FlatPlace): string {
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  const { grid, spare } = placeCells(rows, { place, spare: emptyPlaces.atLeast + emptyPlaces.perCell * cells });
  const [first] = grid;
  if (first === undefined) return "";
  const columns = grid.reduce((most, { texts }) => Math.max(most, texts.length), 0);
  const missing = grid.reduce((sum, { texts }) => sum + columns - texts.length, 0);
  const hasHeader = isHeaderRow(first.row);
  const header = line(hasHeader ? first.texts : [], columns);
  // Renderers fill short rows up (GFM §4.10); doing it here is for the eye.
  const width = missing <= spare ? columns : 0;
  const body = grid.slice(hasHeader ? 1 : 0).map(({ texts }) => line(texts, width));
  return [header, line(alignments(first.row, columns), columns), ...body].join("\n");
}

function line(cells: readonly string[], columns: number): string {
  const filled = cells.length === 0 ? "|" : `| ${cells.join(" | ")} |`;
  return filled + "  |".repeat(Math.max(0, columns - cells.length));
}

interface GridRow {
  readonly row: Row;
  readonly texts: readonly string[];
}

interface Placing {
  readonly place: FlatPlace;
  /** Places that may still stay empty. */
  readonly spare: number;
}

/** Puts every cell in its column (HTML §4.9.12); the other places that it spans stay empty. */
function placeCells(rows: readonly Row[], { place, spare }: Placing): { grid: GridRow[]; spare: number } {
  const grid: GridRow[] = [];
  let left = spare;
  /** The row of the group in which the cell above has ended, by column. */
  let freeFrom: number[] = [];
  let group: Element | undefined;
  let rowInGroup = 0;
  for (const row of rows) {
    if (row.group !== group) [group, rowInGroup, freeFrom] = [row.group, 0, []];
    const texts: string[] = [];
    const leaveEmpty = (): void => {
      texts.push("");
      left -= 1;
    };
    for (const cell of row.cells) {
      while (left > 0 && (freeFrom[texts.length] ?? 0) > rowInGroup) leaveEmpty();
      const end = rowInGroup + rowSpan(cell);
      const width = columnSpan(cell);
      const start = texts.length;
      texts.push(cellMarkdown(cell, row, place));
      while (left > 0 && texts.length < start + width) leaveEmpty();
      if (end > rowInGroup + 1) freeFrom.length = Math.max(freeFrom.length, texts.length);
      for (let column = start; column < Math.min(texts.length, freeFrom.length); column += 1)
        freeFrom[column] = Math.max(freeFrom[column] ?? 0, end);
    }
    rowInGroup += 1;
    if (texts.some((text) => text !== "")) grid.push({ row, texts });
  }
  return { grid, spare: left };
}

/** Characters that are not plain text: syntax of Markdown, TeX or a table, and soft hyphens. */
const notPlain = /[\\`*_~[\]<&|$\u00AD]/;

/** A cell on one line. Most hold nothing but a few plain words, and those are read without the machinery of a phrase. */
function cellMarkdown(cell: Element, { group }: Row, place: FlatPlace): string {
  const [only] = cell.children;
  if (only === undefined) return "";
  const isPlain = cell.children.length === 1 && isText(only) && !notPlain.test(only.data);
  if (isPlain && place.link?.used !== false) return collapse(only.data).trim();
  const isHeader = group.name === "thead" || isHeaderCell(cell);
  const shown = flatten(cell, createPhrase(isHeader ? "header-cell" : "cell"), place);
  return shown === "" && !isHeader ? iconName(cell, place.context) : shown;
}

/** The words of links to files that show nothing but icons, or the word of an icon that is all of a cell, or of the cell. */
function iconName(cell: Element, context: Context): string {
  const phrase = createPhrase("cell");
  for (const link of elementsNamed(cell, ["a"])) {
    const url = isToFile(link) ? linkTarget(link, context) : undefined;
    if (url === undefined) continue;
    openLink(phrase);
    addText(phrase, attribute(link, "aria-label") || attribute(link, "title") || iconWord(link));
    closeLink(phrase, linkTail(url));
    addSpace(phrase);
  }
  if (isEmpty(phrase)) addText(phrase, iconWord(cell) || attribute(cell, "aria-label"));
  return finishPhrase(phrase);
}

/** True for a link to a file: other links with nothing but an icon are tools. */
const isToFile = ({ attribs }: Element): boolean =>
  attribs["download"] !== undefined || fileName.test(attribs["href"]?.slice(-maxFileName) ?? "");

const maxFileName = 200;
const fileName =
  /\.(?:7z|apk|bib|csv|deb|dmg|docx?|epub|exe|flac|gz|iso|jar|json|mp[34]|msi|od[pst]|pdf|pptx?|ris|rpm|rtf|tgz|txt|xlsx?|xml|xz|zip)$/i;

/** Classes of WordPress, AsciiDoctor, LaTeXML and style sheets of sites; columns are at the left without one. */
const alignClass = /(?:^|\s)(?:has-text-align-|halign-|ltx_align_|text-)(right|center)(?:\s|$)/;

function alignments(row: Row, columns: number): string[] {
  const marks: string[] = [];
  for (const cell of row.cells) {
    const align =
      attribute(cell, "align") ||
      /text-align:\s*(\w+)/.exec(attribute(cell, "style"))?.[1] ||
      alignClass.exec(attribute(cell, "class"))?.[1] ||
      "";
    marks.push(align === "center" ? ":-:" : align === "right" ? "--:" : align === "left" ? ":--" : "---");
    for (let extra = 1; extra < columnSpan(cell) && marks.length < columns; extra += 1) marks.push("---");
  }
  while (marks.length < columns) marks.push("---");
  return marks.slice(0, columns);
}
