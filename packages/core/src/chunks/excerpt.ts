import { requireArgument } from "../errors.ts";
import { blocksOf, type Block } from "./blocks.ts";
import { piecesOf } from "./pieces.ts";
import { tokenShare } from "./tokens.ts";

/** A part of a text that was cut to a budget, and where to read on. */
export interface Excerpt {
  readonly text: string;
  /** The start of the rest; absent at the end. */
  readonly next?: number | undefined;
}

/**
 * The part of a Markdown text from `start` on that fits into `maxTokens`, white space at its end aside. It ends after a
 * block, or where none fits after a row, an item or a sentence; at least one such part is there, so that reading on always
 * comes to an end. The parts, one behind the other, are the text. Pure. Throws BAD_REQUEST for arguments of another type.
 */
export function excerpt(markdown: string, start: number, maxTokens: number): Excerpt {
  requireArgument(typeof markdown === "string", "excerpt: `markdown` must be a string.");
  requireArgument(start >= 0, "excerpt: `start` must be a number that is not negative.");
  requireArgument(typeof maxTokens === "number", "excerpt: `maxTokens` must be a number.");
  let tokens = 0;
  let end = start;
  for (const block of blocksOf(markdown)) {
    if (block.end <= start) continue;
    for (const piece of piecesOf(markdown, restOf(block, start), maxTokens)) {
      tokens += tokenShare(markdown.slice(end, piece.end));
      if (end > start && tokens > maxTokens) return { text: markdown.slice(start, piece.start), next: piece.start };
      end = piece.end;
    }
  }
  return { text: markdown.slice(start) };
}

/** A block from `start` on, if that is inside of it. The rest of a table has no head, so it is lines. */
function restOf(block: Block, start: number): Block {
  if (start <= block.start) return block;
  return { ...block, start, kind: block.kind === "table" ? "quote" : block.kind };
}
