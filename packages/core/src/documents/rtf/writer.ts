import { emphasised } from "../html/emphasis.ts";
import { escapeHtml, unwrapped } from "../html/markup.ts";
import { numberOfMark } from "../html/nested-list.ts";
import { joinPieces, type Piece } from "../html/pieces.ts";
import { rtfTable, type RtfCell } from "./table.ts";

/** Style of a run of text. */
export interface RunStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly deleted: boolean;
  readonly code: boolean;
  readonly shift: "sup" | "sub" | undefined;
  readonly href: string | undefined;
}

/** Style of a paragraph, as far as it tells its kind. */
export interface ParagraphStyle {
  /** 1 to 6 for headings. */
  readonly heading: number | undefined;
  readonly quote: boolean;
  readonly inTable: boolean;
  /** The mark in front of an item, such as `1.` or `•`; undefined outside lists. */
  readonly marker: string | undefined;
  readonly depth: number | undefined;
  /** Twips from the left margin, and of the first line from there. */
  readonly indent: number;
  readonly firstIndent: number;
}

/** Collects runs, paragraphs and tables one after the other, and writes them as HTML. */
export interface Writer {
  text(text: string, style: RunStyle): void;
  /** HTML put in the line as it is: a picture, a line break, the mark of a note. */
  html(html: string): void;
  endParagraph(style: ParagraphStyle): void;
  /** `columns` counts the columns of the cell; 0 for one that belongs to the cell before it. `edge` is its right one, in twips. */
  endCell(columns: number, edge: number | undefined): void;
  endRow(): void;
  finish(): string;
}

interface Run {
  readonly style: RunStyle | undefined;
  text: string;
}

/** Starts a document, or a note of one. */
export function createWriter(): Writer {
  const pieces: Piece[] = [];
  let runs: Run[] = [];
  let cellPieces: Piece[] = [];
  let cells: RtfCell[] = [];
  let rows: (readonly RtfCell[])[] = [];
  const endTable = () => {
    if (rows.length > 0) pieces.push({ html: rtfTable(rows) });
    rows = [];
  };
  const endParagraph: Writer["endParagraph"] = (style) => {
    const piece = pieceOf(runs, style);
    runs = [];
    if (!style.inTable && cells.length === 0) endTable();
    if (piece !== undefined) (style.inTable ? cellPieces : pieces).push(piece);
  };
  const endRow = () => {
    if (cells.length > 0) rows.push(cells);
    cells = [];
  };
  return {
    text(text, style) {
      const last = runs.at(-1);
      if (last?.style !== undefined && isSame(last.style, style)) last.text += text;
      else runs.push({ style, text });
    },
    html: (html) => runs.push({ style: undefined, text: html }),
    endParagraph,
    endCell(columns, edge) {
      const html = unwrapped(joinPieces(cellPieces));
      cellPieces = [];
      if (columns > 0) cells.push({ html, columns, edge });
    },
    endRow,
    finish() {
      endParagraph(plainParagraph);
      endRow();
      endTable();
      return joinPieces(pieces);
    },
  };
}

/** A paragraph that nothing was said about. */
export const plainParagraph: ParagraphStyle = {
  heading: undefined,
  quote: false,
  inTable: false,
  marker: undefined,
  depth: undefined,
  indent: 0,
  firstIndent: 0,
};

const isSame = (one: RunStyle, other: RunStyle): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.deleted === other.deleted &&
  one.code === other.code &&
  one.shift === other.shift &&
  one.href === other.href;

/** A line break among the runs. */
export const lineBreak = "<br>";

/** One indent of a list in most programs, in twips. */
const listIndent = 360;
const writtenMarker = /^\s*([•◦▪‣⁃·o§\-–—]|\(?(?:\d{1,4}|[a-zA-Z]|[ivxIVX]{1,6})[.)])\t+/u;

function pieceOf(runs: readonly Run[], style: ParagraphStyle): Piece | undefined {
  const plain = runs.map(({ text }) => text).join("");
  if (plain.trim() === "") return undefined;
  if (
    runs.every((run) => run.style?.code === true || run.text.trim() === "" || run.text === lineBreak) &&
    style.heading === undefined
  )
    return { code: plain.replaceAll(lineBreak, "\n") };
  if (style.heading !== undefined) {
    const light = runs.map((run) => (run.style === undefined ? run : { ...run, style: { ...run.style, bold: false } }));
    const number = /[\p{L}\p{N}]/u.test(style.marker ?? "") ? `${escapeHtml(style.marker?.trim() ?? "")} ` : "";
    return { html: `<h${style.heading}>${number}${runsHtml(light)}</h${style.heading}>` };
  }
  const written = style.firstIndent < 0 ? writtenMarker.exec(plain) : null;
  const marker = style.marker ?? written?.[1];
  if (marker !== undefined && marker.trim() !== "") {
    const html = runsHtml(written === null ? runs : withoutStart(runs, written[0].length));
    const ordered = /[\da-zA-Z]/.test(marker) && !/^[o§]$/.test(marker.trim());
    const depth = style.depth ?? Math.max(0, Math.round(style.indent / listIndent));
    return { item: { depth, ordered, number: numberOfMark(marker), mark: marker, html } };
  }
  const html = runsHtml(runs);
  return style.quote ? { quote: html } : { html: `<p>${html}</p>` };
}

function withoutStart(runs: readonly Run[], length: number): readonly Run[] {
  let left = length;
  return runs.flatMap((run) => {
    const text = run.text.slice(left);
    left = Math.max(0, left - run.text.length);
    return text === "" ? [] : [{ ...run, text }];
  });
}

/** Runs as HTML; neighbours with the same address are one link. */
function runsHtml(runs: readonly Run[]): string {
  const parts: string[] = [];
  for (let from = 0; from < runs.length;) {
    const href = runs[from]?.style?.href;
    let end = from + 1;
    while (href !== undefined && runs[end]?.style?.href === href) end += 1;
    const html = runs
      .slice(from, end)
      .map(({ style, text }) => (style === undefined ? text : emphasised(escapeHtml(text), style)));
    const isLink = href !== undefined && runs.slice(from, end).some(({ text }) => text.trim() !== "");
    parts.push(isLink ? `<a href="${escapeHtml(href)}">${html.join("")}</a>` : html.join(""));
    from = end;
  }
  return parts.join("").trim();
}
