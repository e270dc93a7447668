import { singleSpaced } from "../../text/single-spaced.ts";
import { Element, type Document, type ParentNode } from "domhandler";
import { textContent } from "domutils";
import type { StructuredPair, StructuredTable } from "./content.ts";

const maxTables = 200;
const maxRows = 20_000;
/** Limit of readings of the page's text; tables within tables would read it again and again. */
const maxReadings = 4;

/** Data in the tables and definition lists of a page: names with values, and tables with named columns. Pure. */
export function readTables(
  document: Document,
  beside: ReadonlySet<Element>,
): {
  readonly pairs: readonly StructuredPair[];
  readonly tables: readonly StructuredTable[];
} {
  const pairs: StructuredPair[] = [];
  const tables: StructuredTable[] = [];
  const readText = textReader(maxReadings * textContent(document).length);
  const open: ParentNode[] = [document];
  for (let node = open.pop(); node !== undefined && tables.length < maxTables; node = open.pop()) {
    if (node instanceof Element && node.name === "dl") for (const pair of pairsOfList(node, readText)) pairs.push(pair);
    if (node instanceof Element && node.name === "table") {
      const rows = rowsOf(node, readText);
      const table = tableOf(rows);
      if (table !== undefined) tables.push(table);
      else for (const pair of pairsOfRows(rows.map(({ cells }) => cells))) pairs.push(pair);
    }
    for (const child of node.children.toReversed())
      if (child instanceof Element && !beside.has(child)) open.push(child);
  }
  return { pairs, tables };
}

/** Terms with all their definitions; `<div>` groups within a list are allowed (HTML Standard §4.4.9). */
function pairsOfList(list: Element, readText: ReadText): readonly StructuredPair[] {
  const members = childElements(list).flatMap((child) => (child.name === "div" ? childElements(child) : [child]));
  const pairs: { name: string; values: string[] }[] = [];
  for (const member of members) {
    if (member.name === "dt") pairs.push({ name: readText(member), values: [] });
    else if (member.name === "dd") pairs.at(-1)?.values.push(readText(member));
  }
  return pairs
    .filter(({ name, values }) => name !== "" && values.length > 0)
    .map(({ name, values }) => ({ name, value: values.join("\n") }));
}

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
}

interface Row {
  readonly cells: readonly Cell[];
  /** It stands in the foot of its table. */
  readonly isFoot: boolean;
}

function rowsOf(table: Element, readText: ReadText): readonly Row[] {
  const rows = childElements(table).flatMap((part) =>
    (part.name === "tr" ? [part] : childElements(part)).map((row) => ({ row, isFoot: part.name === "tfoot" })),
  );
  return rows
    .filter(({ row }) => row.name === "tr")
    .slice(0, maxRows)
    .map(({ row, isFoot }) => ({ cells: cellsOf(row, readText), isFoot }));
}

function cellsOf(row: Element, readText: ReadText): readonly Cell[] {
  return childElements(row)
    .filter((cell) => cell.name === "td" || cell.name === "th")
    .map((cell) => ({ text: readText(cell), isHeader: cell.name === "th" }));
}

/** A table whose first row is all headers, at least two. Its foot sums up the rows above; a single cell is a note. */
function tableOf(rows: readonly Row[]): StructuredTable | undefined {
  const [first = [], ...others] = rows.filter(({ isFoot }) => !isFoot).map(({ cells }) => cells);
  if (first.length < 2 || others.length === 0 || !first.every((cell) => cell.isHeader)) return undefined;
  const telling = others.filter((row) => row.length > 1);
  return { headers: first.map((cell) => cell.text), rows: telling.map((row) => row.map((cell) => cell.text)) };
}

function pairsOfRows(rows: readonly (readonly Cell[])[]): readonly StructuredPair[] {
  const isPaired = rows.every((row) => row.length === 2);
  return rows.flatMap((row) => {
    const [name, value, ...more] = row;
    if (name === undefined || value === undefined || more.length > 0 || value.isHeader) return [];
    const isNamed = name.isHeader || name.text.endsWith(":") || isPaired;
    return isNamed && name.text !== "" && value.text !== ""
      ? [{ name: name.text.replace(/\s*:$/, ""), value: value.text }]
      : [];
  });
}

function childElements(parent: ParentNode): readonly Element[] {
  return parent.children.filter((child): child is Element => child instanceof Element);
}

type ReadText = (element: Element) => string;

/** Reads texts on one line until they are too many; then nothing. */
function textReader(maxCharacters: number): ReadText {
  let left = maxCharacters;
  return (element) => {
    if (left < 0) return "";
    const text = textContent(element);
    left -= text.length;
    return singleSpaced(text);
  };
}
