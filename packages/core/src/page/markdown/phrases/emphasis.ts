import type { Delimiter, Piece } from "./pieces.ts";

type CharacterClass = "space" | "punctuation" | "other";

/**
 * Chooses the form of each pair of emphasis delimiters: `*`, the alternative `_`, or, where neither would be read
 * back as this emphasis (inside words with `_`, next to punctuation inside a word, as is common in Chinese and
 * Japanese), an HTML tag. Implements the flanking rules of CommonMark 0.31 §6.2 the other way round.
 */
export function chooseDelimiters(pieces: readonly Piece[]): void {
  const opening: { readonly delimiter: Delimiter; readonly index: number }[] = [];
  pieces.forEach((piece, index) => {
    if (piece.kind === "delimiter" && piece.opens) opening.push({ delimiter: piece, index });
  });
  if (opening.length === 0) return;
  for (const { delimiter, index } of opening) avoidClash(pieces, delimiter, index);
  for (let round = 0; round < 3; round += 1) if (!replaceUnreadable(pieces)) return;
}

/** Pieces without the marks around nothing but signs, next to a word: no Markdown can mark them, and no reader sees it. */
export function withoutMarkedSigns(pieces: readonly Piece[]): readonly Piece[] {
  const dropped = new Set<Piece>();
  pieces.forEach((piece, index) => {
    const [inside, closing] = [pieces[index + 1], pieces[index + 2]];
    if (piece.kind !== "delimiter" || !piece.opens || (piece.mark !== "strong" && piece.mark !== "em")) return;
    if (inside?.kind !== "text" || closing === undefined || closing !== piece.partner) return;
    if (/[^\p{P}\s]/u.test(inside.text)) return;
    const isBeside = [lastCharacter(pieces[index - 1]), firstCharacter(pieces[index + 3])].some((beside) =>
      isWord.test(beside),
    );
    if (isBeside) dropped.add(piece).add(closing);
  });
  return dropped.size === 0 ? pieces : pieces.filter((piece) => !dropped.has(piece));
}

const isWord = /[\p{L}\p{N}]/u;

function write(delimiter: Delimiter, token: string): void {
  delimiter.token = token;
  if (delimiter.partner !== undefined) delimiter.partner.token = token;
}

/** A delimiter that would melt into its neighbour's run, or into the emphasis around it, takes the other character. */
function avoidClash(pieces: readonly Piece[], delimiter: Delimiter, index: number): void {
  if (delimiter.token === "" || delimiter.mark === "del") return;
  const { outer } = delimiter;
  if (outer?.outer !== undefined) {
    write(delimiter, "");
    return;
  }
  const previous = pieces[index - 1];
  const touchesClosing = previous?.kind === "delimiter" && !previous.opens && previous.token.startsWith("*");
  const fillsStrong =
    delimiter.mark === "em" &&
    previous?.kind === "delimiter" &&
    previous.opens &&
    previous.mark === "strong" &&
    previous.token === "**" &&
    previous.partner !== undefined &&
    previous.partner.precededBy === delimiter.partner;
  const melts = touchesClosing || fillsStrong || outer?.token.startsWith("*") === true;
  if (melts) write(delimiter, delimiter.mark === "em" ? "_" : "__");
}

/** Turns pairs that a CommonMark parser would not pair up into HTML tags. Returns true if any was turned. */
function replaceUnreadable(pieces: readonly Piece[]): boolean {
  let changed = false;
  pieces.forEach((piece, index) => {
    if (piece.kind !== "delimiter" || piece.token === "" || isReadable(pieces, piece, index)) return;
    write(piece, "");
    changed = true;
  });
  return changed;
}

function isReadable(pieces: readonly Piece[], delimiter: Delimiter, index: number): boolean {
  const character = delimiter.token.charAt(0);
  let start = index;
  let end = index;
  for (let piece = pieces[start - 1]; inRun(piece, character); piece = pieces[start - 1]) {
    if (piece.opens !== delimiter.opens || piece.mark === delimiter.mark) return false;
    start -= 1;
  }
  for (let piece = pieces[end + 1]; inRun(piece, character); piece = pieces[end + 1]) {
    if (piece.opens !== delimiter.opens || piece.mark === delimiter.mark) return false;
    end += 1;
  }
  const classesBefore = classify(lastCharacter(pieces[start - 1]));
  const classesAfter = classify(firstCharacter(pieces[end + 1]));
  return classesBefore.every((before) => classesAfter.every((after) => isFlanking(delimiter, before, after)));
}

/** True if a delimiter run between two characters can open, or close, emphasis. */
function isFlanking(delimiter: Delimiter, before: CharacterClass, after: CharacterClass): boolean {
  const left = after !== "space" && (after !== "punctuation" || before !== "other");
  const right = before !== "space" && (before !== "punctuation" || after !== "other");
  if (!delimiter.token.startsWith("_")) return delimiter.opens ? left : right;
  return delimiter.opens ? left && (!right || before === "punctuation") : right && (!left || after === "punctuation");
}

function inRun(piece: Piece | undefined, character: string): piece is Delimiter {
  return piece?.kind === "delimiter" && piece.token.startsWith(character);
}

/** Classes of a character; symbols and emoji count differently by renderer and version of the specification. */
function classify(character: string): readonly CharacterClass[] {
  if (character === "" || /\s/u.test(character)) return ["space"];
  if (/[!-/:-@[-`{-~\p{P}]/u.test(character) && character.length === 1) return ["punctuation"];
  return /[\p{P}\p{S}]/u.test(character) ? ["punctuation", "other"] : ["other"];
}

/** The first character a piece will put on the page, or "" at the end of the text. */
export function firstCharacter(piece: Piece | undefined): string {
  switch (piece?.kind) {
    case "text":
      return String.fromCodePoint(piece.text.codePointAt(0) ?? 32);
    case "raw":
      return String.fromCodePoint(piece.markdown.codePointAt(0) ?? 32);
    case "delimiter":
      return piece.token.charAt(0) || "<";
    case "break":
      return piece.markdown.startsWith("<") ? "<" : "";
    default:
      return "";
  }
}

/** The last character a piece will put on the page, or "" at the start of the text. */
export function lastCharacter(piece: Piece | undefined): string {
  switch (piece?.kind) {
    case "text":
      return /[\s\S]$/u.exec(piece.text.slice(-2))?.[0] ?? "";
    case "raw":
      return /[\s\S]$/u.exec(piece.markdown.slice(-2))?.[0] ?? "";
    case "delimiter":
      return piece.token.charAt(0) || ">";
    case "break":
      return piece.markdown.endsWith(">") ? ">" : "";
    default:
      return "";
  }
}
