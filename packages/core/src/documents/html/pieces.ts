import { escapeHtml } from "./markup.ts";
import { nestedList, type ListItem } from "./nested-list.ts";

/** A paragraph of a word processor's flat sequence, with its place in a structure. */
export type Piece =
  | { readonly html: string; readonly inItem?: boolean }
  | { readonly item: ListItem }
  | { readonly continuation: string }
  | { readonly code: string; readonly inItem?: boolean }
  | { readonly quote: string };

/** Joins neighbouring items to lists, lines of code to blocks and quoted paragraphs to quotations. */
export function joinPieces(flat: readonly Piece[]): string {
  const pieces = withinLists(withFullNumbers(flat));
  const parts: string[] = [];
  for (let index = 0; index < pieces.length;) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const kind = kindOf(piece);
    let end = index + 1;
    while (kind !== "html" && pieces[end] !== undefined && kindOf(pieces[end]) === kind) end += 1;
    parts.push(groupHtml(pieces.slice(index, end)));
    index = end;
  }
  return parts.join("");
}

/** Items such as `2.1` whose number nesting can't show, as they stand below a heading, are paragraphs with their number. */
function withFullNumbers(pieces: readonly Piece[]): readonly Piece[] {
  const depths: number[] = [];
  let isOpen = true;
  return pieces.map((piece): Piece => {
    if ("continuation" in piece && !isOpen) return { html: `<p>${piece.continuation}</p>` };
    isOpen = true;
    if (!("item" in piece)) {
      if (kindOf(piece) !== "item") depths.length = 0;
      return piece;
    }
    const { depth, fullNumber, html } = piece.item;
    while (depths.length > 0 && (depths.at(-1) ?? 0) >= depth) depths.pop();
    if (fullNumber !== undefined && depths.at(-1) !== depth - 1) {
      depths.length = 0;
      isOpen = false;
      return { html: `<p>${escapeHtml(fullNumber)} ${html}</p>` };
    }
    depths.push(depth);
    return piece;
  });
}

/** Paragraphs and tables between two items of an inner list, whose numbers go on behind them, belong to the item above them. */
function withinLists(pieces: readonly Piece[]): readonly Piece[] {
  const inside = new Set<Piece>();
  const open: ListItem[] = [];
  let between: Piece[] = [];
  for (const piece of pieces) {
    if ("item" in piece) {
      const { item } = piece;
      while ((open.at(-1)?.depth ?? 0) > item.depth) open.pop();
      const before = open.at(-1);
      if (between.length > 0 && goesOn(before, item)) for (const block of between) inside.add(block);
      else if (between.length > 0) open.length = 0;
      between = [];
      if (open.at(-1)?.depth === item.depth) open.pop();
      open.push(item);
    } else if ("html" in piece && !/^<h\d/.test(piece.html)) between.push(piece);
    else if (kindOf(piece) !== "item") {
      open.length = 0;
      between = [];
    }
  }
  return pieces.map((piece) => ("html" in piece && inside.has(piece) ? { ...piece, inItem: true } : piece));
}

/** True for the item of an inner list whose number is the next one. */
const goesOn = (before: ListItem | undefined, { depth, ordered, number }: ListItem): boolean =>
  depth > 0 &&
  ordered &&
  before?.depth === depth &&
  before.ordered &&
  before.number !== undefined &&
  number === before.number + 1;

const kindOf = (piece: Piece | undefined): string => {
  const kind = Object.keys(piece ?? {})[0] ?? "";
  const isInItem = kind === "continuation" || (piece !== undefined && "inItem" in piece && piece.inItem === true);
  return isInItem ? "item" : kind;
};

function groupHtml(pieces: readonly Piece[]): string {
  const items = itemsOf(pieces);
  if (items.length > 0) return nestedList(items);
  const code = pieces.flatMap((piece) => ("code" in piece ? [piece.code] : []));
  if (code.length > 0) return listing(code);
  const quotes = pieces.flatMap((piece) => ("quote" in piece ? [`<p>${piece.quote}</p>`] : []));
  if (quotes.length > 0) return `<blockquote>${quotes.join("")}</blockquote>`;
  return pieces.map((piece) => ("html" in piece ? piece.html : "")).join("");
}

const listing = (lines: readonly string[]): string => `<pre><code>${escapeHtml(lines.join("\n"))}</code></pre>`;

/** Blocks, paragraphs and lines of code that continue an item belong to it. */
function itemsOf(pieces: readonly Piece[]): readonly ListItem[] {
  const items: ListItem[] = [];
  const append = (html: string, bare: string): void => {
    const last = items.pop();
    items.push(last === undefined ? { depth: 0, ordered: false, html: bare } : { ...last, html: last.html + html });
  };
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece === undefined) break;
    if ("item" in piece) items.push(piece.item);
    else if ("html" in piece && piece.inItem === true) append(piece.html, piece.html);
    else if ("continuation" in piece) append(`<p>${piece.continuation}</p>`, piece.continuation);
    else if ("code" in piece && piece.inItem === true) {
      const lines = linesFrom(pieces, index);
      index += lines.length - 1;
      append(listing(lines), listing(lines));
    }
  }
  return items;
}

/** The lines of code from a place on, one after the other. */
function linesFrom(pieces: readonly Piece[], start: number): readonly string[] {
  let end = start;
  while ("code" in (pieces[end] ?? {})) end += 1;
  return pieces.slice(start, end).flatMap((piece) => ("code" in piece ? [piece.code] : []));
}
