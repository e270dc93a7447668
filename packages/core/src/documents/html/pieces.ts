import { escapeHtml } from "./markup.ts";
import { nestedList, type ListItem } from "./nested-list.ts";

/** A paragraph of a word processor's flat sequence, with its place in a structure. */
export type Piece =
  | { readonly html: string }
  | { readonly item: ListItem }
  | { readonly continuation: string }
  | { readonly code: string }
  | { readonly quote: string };

/** Joins neighbouring items to lists, lines of code to blocks and quoted paragraphs to quotations. */
export function joinPieces(pieces: readonly Piece[]): string {
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

const kindOf = (piece: Piece | undefined): string => {
  const kind = Object.keys(piece ?? {})[0] ?? "";
  return kind === "continuation" ? "item" : kind;
};

function groupHtml(pieces: readonly Piece[]): string {
  const items = itemsOf(pieces);
  if (items.length > 0) return nestedList(items);
  const code = pieces.flatMap((piece) => ("code" in piece ? [piece.code] : []));
  if (code.length > 0) return `<pre><code>${escapeHtml(code.join("\n"))}</code></pre>`;
  const quotes = pieces.flatMap((piece) => ("quote" in piece ? [`<p>${piece.quote}</p>`] : []));
  if (quotes.length > 0) return `<blockquote>${quotes.join("")}</blockquote>`;
  return pieces.map((piece) => ("html" in piece ? piece.html : "")).join("");
}

/** A paragraph that continues an item belongs to it. */
function itemsOf(pieces: readonly Piece[]): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const piece of pieces) {
    const last = items.at(-1);
    if ("item" in piece) items.push(piece.item);
    else if ("continuation" in piece && last !== undefined) {
      items[items.length - 1] = { ...last, html: `${last.html}<p>${piece.continuation}</p>` };
    } else if ("continuation" in piece) items.push({ depth: 0, ordered: false, html: piece.continuation });
  }
  return items;
}
