import { endsCode, type Block } from "./blocks.ts";
import { splitText, tokenShare } from "./tokens.ts";

/** A part of a text that is not cut further: `text` is `lead` and then `markdown.slice(start, end)`. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Its {@link tokenShare}. */
  readonly tokens: number;
  /** Text to read before the slice: the head of the table that its rows belong to. */
  readonly lead: string;
}

/**
 * The pieces of a block, each of at most `maxTokens`, but for code and rows of tables, which are never cut: a table is cut
 * between rows and keeps its head, a list between items, a longer item, a quotation and HTML between lines, prose between
 * sentences or words. Pure.
 */
export function piecesOf(markdown: string, block: Block, maxTokens: number): readonly Piece[] {
  const whole = pieceOf(markdown, block.start, block.end);
  if (whole.tokens <= maxTokens) return [whole];
  switch (block.kind) {
    case "code":
      return [whole];
    case "table":
      return rowsOf(markdown, block, maxTokens);
    case "list":
      return packedFine(markdown, startsOf(markdown, block, /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/), { block, maxTokens });
    case "quote":
    case "html":
      return packedFine(markdown, startsOf(markdown, block, /^/), { block, maxTokens });
    case "heading":
    case "paragraph":
      return sentencesOf(markdown, block, maxTokens);
  }
}

function rowsOf(markdown: string, block: Block, maxTokens: number): readonly Piece[] {
  const starts = startsOf(markdown, block, /^/);
  const bodyStart = starts[2];
  if (bodyStart === undefined) return [pieceOf(markdown, block.start, block.end)];
  const head = tableHead(markdown, block);
  const room = maxTokens - tokenShare(head);
  // Repeating a head that leaves little room would make the chunks many times as long as the table.
  if (room < maxTokens / 2) return packed(markdown, starts, { block, maxTokens });
  const body = packed(markdown, starts.slice(2), { block: { start: bodyStart, end: block.end }, maxTokens: room });
  return body.map(({ start, end }, index) =>
    index === 0 ? pieceOf(markdown, block.start, end) : pieceOf(markdown, start, end, head),
  );
}

/** The first row of a table and the rule below it, with their line breaks. */
function tableHead(markdown: string, { start, end }: Pick<Block, "start" | "end">): string {
  return /^.*\n.*\n?/.exec(markdown.slice(start, end))?.[0] ?? "";
}

function sentencesOf(markdown: string, { start, end }: Packing["block"], maxTokens: number): readonly Piece[] {
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

/** The same, where a part that does not fit alone is cut between its lines, and one of these between sentences. */
function packedFine(markdown: string, starts: readonly number[], packing: Packing): readonly Piece[] {
  const { block, maxTokens } = packing;
  const fits = (start: number, end: number): boolean => tokenShare(markdown.slice(start, end)) <= maxTokens;
  const lines = starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? block.end;
    return fits(start, end) ? [start] : startsOf(markdown, { start, end }, /^/);
  });
  const fine = lines.flatMap((start, index) => {
    const end = lines[index + 1] ?? block.end;
    return fits(start, end) || isWhole(markdown.slice(start, end))
      ? [start]
      : sentencesOf(markdown, { start, end }, maxTokens).map((sentence) => sentence.start);
  });
  return packed(markdown, fine, packing);
}

/** True for code, which is all that lines are kept together for, and for a row of a table. */
const isWhole = (part: string): boolean => part.trimEnd().includes("\n") || /^[>\s]*\|/.test(part);

/** Where the parts of a block start: with the block, and with each line of a sign that stands in no code. */
function startsOf(markdown: string, { start, end }: Packing["block"], sign: RegExp): readonly number[] {
  const starts: number[] = [];
  let lineStart = start;
  let opening = "";
  for (const line of markdown.slice(start, end).split("\n")) {
    const isPart = opening === "" && lineStart < end && sign.test(line);
    if (isPart || lineStart === start) starts.push(lineStart);
    opening = openingAfter(line, opening);
    lineStart += line.length + 1;
  }
  return starts;
}

/** Marks of quotations and items before a fence, and the fence. */
const innerFence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?!.*`)|~{3,})/;

/** The fence of the code that is open behind a line of a list or quotation; "" outside of code. */
function openingAfter(line: string, opening: string): string {
  if (opening === "") return innerFence.exec(line)?.[1] ?? "";
  return endsCode(line.replace(/^[\s>]+/, ""), opening) ? "" : opening;
}

function pieceOf(markdown: string, start: number, end: number, lead = ""): Piece {
  return { start, end, lead, tokens: tokenShare(lead + markdown.slice(start, end)) };
}
