import type { Block } from "./blocks.ts";
import { estimateTokens, splitText } from "./tokens.ts";

/** A part of a text that is not cut further: `text` is `lead` and then `markdown.slice(start, end)`. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Text to read before the slice: the head of the table that its rows belong to. */
  readonly lead: string;
}

/**
 * The pieces of a block, each of at most `maxTokens` where that is possible: a table is cut between rows and keeps its
 * head, a list between items, prose between sentences or words. Code is never cut, nor is a row. Pure.
 */
export function piecesOf(markdown: string, block: Block, maxTokens: number): readonly Piece[] {
  const whole = pieceOf(markdown, block.start, block.end);
  if (whole.tokens <= maxTokens) return [whole];
  switch (block.kind) {
    case "code":
    case "heading":
      return [whole];
    case "table":
      return rowsOf(markdown, block, maxTokens);
    case "list":
      return packed(markdown, startsOf(markdown, block, /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/gm), { block, maxTokens });
    case "quote":
    case "html":
      return packed(markdown, startsOf(markdown, block, /^/gm), { block, maxTokens });
    case "paragraph":
      return sentencesOf(markdown, block, maxTokens);
  }
}

function rowsOf(markdown: string, block: Block, maxTokens: number): readonly Piece[] {
  const starts = startsOf(markdown, block, /^/gm);
  const bodyStart = starts[2];
  if (bodyStart === undefined) return [pieceOf(markdown, block.start, block.end)];
  const head = tableHead(markdown, block);
  const room = Math.max(1, maxTokens - estimateTokens(head));
  const body = packed(markdown, starts.slice(2), { block: { start: bodyStart, end: block.end }, maxTokens: room });
  return body.map(({ start, end }, index) =>
    index === 0 ? pieceOf(markdown, block.start, end) : pieceOf(markdown, start, end, head),
  );
}

/** The first row of a table and the rule below it, with their line breaks. */
function tableHead(markdown: string, { start, end }: Pick<Block, "start" | "end">): string {
  return /^.*\n.*\n?/.exec(markdown.slice(start, end))?.[0] ?? "";
}

function sentencesOf(markdown: string, { start, end }: Block, maxTokens: number): readonly Piece[] {
  let from = start;
  return splitText(markdown.slice(start, end), maxTokens).map((part) => {
    const piece = pieceOf(markdown, from, from + part.length);
    from = piece.end;
    return piece;
  });
}

interface Packing {
  readonly block: Pick<Block, "start" | "end">;
  readonly maxTokens: number;
}

/** Puts as many parts into each piece as fit; a part that does not fit alone is a piece of its own. */
function packed(markdown: string, starts: readonly number[], { block, maxTokens }: Packing): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  for (const [index, start] of starts.entries()) {
    const part = pieceOf(markdown, start, starts[index + 1] ?? block.end);
    if (open !== undefined && open.tokens + part.tokens > maxTokens) {
      pieces.push(open);
      open = undefined;
    }
    open = open === undefined ? part : { ...open, end: part.end, tokens: open.tokens + part.tokens };
  }
  if (open !== undefined) pieces.push(open);
  return pieces;
}

/** Where the parts of a block start; the first one starts with the block. */
function startsOf(markdown: string, { start, end }: Block, sign: RegExp): readonly number[] {
  const found = Array.from(markdown.slice(start, end).matchAll(sign), ({ index }) => start + index);
  return found[0] === start ? found : [start, ...found];
}

function pieceOf(markdown: string, start: number, end: number, lead = ""): Piece {
  return { start, end, lead, tokens: estimateTokens(lead + markdown.slice(start, end)) };
}
