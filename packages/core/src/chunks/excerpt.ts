import { blocksOf, type Block } from "./blocks.ts";
import { piecesOf, tableHead, type Piece } from "./pieces.ts";
import { estimateTokens } from "./tokens.ts";

/** A part of a text that was cut to a budget, and where to read on. */
export interface Excerpt {
  readonly text: string;
  /** Where the text goes on; absent at its end. */
  readonly next?: number | undefined;
}

/**
 * The part of a Markdown text from `start` on that fits into `maxTokens`. It ends after a block, or where none fits after a
 * row, an item or a sentence; at least one such part is there, so that reading on always comes to an end. Rows that go on
 * with a table have its head before them. Pure.
 */
export function excerpt(markdown: string, start: number, maxTokens: number): Excerpt {
  let tokens = 0;
  let end: number | undefined;
  let lead = "";
  for (const block of blocksOf(markdown)) {
    if (block.end <= start) continue;
    const rest = restOf(markdown, { block, start, maxTokens });
    lead ||= end === undefined ? rest.lead : "";
    for (const piece of rest.pieces) {
      if (end !== undefined && tokens + piece.tokens > maxTokens)
        return { text: lead + markdown.slice(start, end).trim(), next: piece.start };
      tokens += piece.tokens;
      end = piece.end;
    }
  }
  return { text: lead + markdown.slice(start).trim() };
}

interface Cut {
  readonly block: Block;
  readonly start: number;
  readonly maxTokens: number;
}

/** The pieces of a block from `start` on, if that is inside of it. */
function restOf(
  markdown: string,
  { block, start, maxTokens }: Cut,
): { readonly lead: string; readonly pieces: readonly Piece[] } {
  if (start <= block.start) return { lead: "", pieces: piecesOf(markdown, block, maxTokens) };
  if (block.kind !== "table") return { lead: "", pieces: piecesOf(markdown, { ...block, start }, maxTokens) };
  const lead = tableHead(markdown, block);
  const rows: Block = { kind: "quote", start, end: block.end };
  return { lead, pieces: piecesOf(markdown, rows, Math.max(1, maxTokens - estimateTokens(lead))) };
}
