import { chooseDelimiters, firstCharacter, lastCharacter, withoutMarkedSigns } from "./emphasis.ts";
import { escapeText } from "./escape.ts";
import { beginsWord, blank, endsWithPicture, shownText, withoutIndent } from "./edges.ts";
import { endsParagraph, loneSignsIn } from "./lone-signs.ts";
import type { Delimiter, Mark, Piece } from "./pieces.ts";

interface OpenConstruct {
  readonly mark: Mark | "link";
  readonly redundant: boolean;
  delimiter: Delimiter | undefined;
}

/** The place of a phrase. It decides the form of line breaks and if a block could start there. */
export type PhrasePlace = "paragraph" | "heading" | "cell" | "header-cell";

/**
 * Inline content being written: the text of one paragraph, heading or cell. Spaces, line breaks and opening
 * delimiters wait until something visible follows, so that spaces end up outside of emphasis and links, and empty
 * constructs leave no trace.
 */
export interface Phrase {
  readonly place: PhrasePlace;
  /** True if the text of buttons belongs to it. */
  readonly showsButtons: boolean;
  readonly pieces: Piece[];
  readonly open: OpenConstruct[];
  /** Number of `open` ones already written. */
  written: number;
  spaceWaits: boolean;
  breaksWaiting: number;
}

/** The same mark nested deeper than this adds nothing. */
export const maxDepth: Record<Mark, number> = { strong: 3, em: 3, del: 1, sup: 1, sub: 1 };

/** Marks inside of this many constructs add nothing either. */
const maxOpen = 24;

const tokens: Record<Mark, string> = { strong: "**", em: "*", del: "~~", sup: "", sub: "" };

/** Starts an empty phrase. */
export function createPhrase(place: PhrasePlace, showsButtons = false): Phrase {
  return { place, showsButtons, pieces: [], open: [], written: 0, spaceWaits: false, breaksWaiting: 0 };
}

/** True if nothing visible has been written. */
export function isEmpty(phrase: Phrase): boolean {
  return phrase.pieces.length === 0;
}

/** Adds literal text; whitespace collapses as in a browser, and characters that are none are dropped. */
export function addText(phrase: Phrase, value: string): void {
  const startsLine = isEmpty(phrase) || phrase.breaksWaiting > 0;
  const isOpening = phrase.written < phrase.open.length;
  const text = withoutIndent(shownText(value), { startsLine, isOpening, isInside: phrase.open.length > 0 });
  if (startsLine && blank.test(text)) return;
  const start = text.startsWith(" ") ? 1 : 0;
  if (start === 1) phrase.spaceWaits = true;
  if (text.length === start) return;
  const end = text.endsWith(" ") ? text.length - 1 : text.length;
  if (beginsWord.test(text) && endsWithPicture(phrase.pieces)) phrase.spaceWaits = true;
  beginContent(phrase);
  appendText(phrase, text.slice(start, end));
  if (end < text.length) phrase.spaceWaits = true;
}

/** Adds inline Markdown that is finished: a code span, an image, math. */
export function addRaw(phrase: Phrase, markdown: string): void {
  beginContent(phrase);
  const last = phrase.pieces.at(-1);
  const sign = markdown.charAt(0);
  const spansTouch = (sign === "`" || sign === "$") && last?.kind === "raw" && last.markdown.endsWith(sign);
  if (spansTouch) appendText(phrase, " ");
  phrase.pieces.push({ kind: "raw", markdown });
}

/** Adds a space that collapses with its neighbours. */
export function addSpace(phrase: Phrase): void {
  phrase.spaceWaits = true;
}

/** Adds a line break, as `<br>` does. Two in a row start a new paragraph where the place has paragraphs. */
export function addBreak(phrase: Phrase): void {
  phrase.breaksWaiting += 1;
}

/** Parts blocks that had to be flattened into this phrase. */
export function addBoundary(phrase: Phrase): void {
  if (phrase.breaksWaiting === 0) phrase.breaksWaiting = 1;
}

/** Opens a mark; it is written once something visible follows. */
export function openMark(phrase: Phrase, mark: Mark): void {
  const namesSection = phrase.place === "heading" || phrase.place === "header-cell";
  const limit = namesSection ? 1 : maxDepth[mark];
  const redundant = phrase.open.length > maxOpen || countOpen(phrase, mark) >= limit;
  phrase.open.push({ mark, redundant, delimiter: undefined });
}

function countOpen(phrase: Phrase, mark: Mark): number {
  return phrase.open.reduce((count, construct) => (construct.mark === mark ? count + 1 : count), 0);
}

/** Opens a link; `closeLink` gives its destination. Links don't nest. */
export function openLink(phrase: Phrase): void {
  phrase.open.push({ mark: "link", redundant: isOpen(phrase, "link"), delimiter: undefined });
}

/** True if the phrase is in a mark or a link at this point. */
export function isOpen(phrase: Phrase, mark: Mark | "link"): boolean {
  return phrase.open.some((construct) => construct.mark === mark);
}

/** Closes the construct opened last, if it is a mark. */
export function closeMark(phrase: Phrase): void {
  const construct = phrase.open.pop();
  if (construct === undefined || phrase.open.length >= phrase.written) return;
  phrase.written -= 1;
  if (construct.delimiter !== undefined) pushClosing(phrase, construct.delimiter);
}

/** Closes the link opened last. Returns true if it had visible content and so was written. */
export function closeLink(phrase: Phrase, tail: string): boolean {
  const construct = phrase.open.pop();
  if (construct === undefined || phrase.open.length >= phrase.written) return false;
  phrase.written -= 1;
  if (!construct.redundant) phrase.pieces.push({ kind: "raw", markdown: `](${tail})` });
  return true;
}

function pushClosing(phrase: Phrase, opening: Delimiter): void {
  const { mark, outer, token } = opening;
  const precededBy = phrase.pieces.at(-1);
  const closing: Delimiter = { kind: "delimiter", mark, opens: false, outer, token, partner: opening, precededBy };
  opening.partner = closing;
  phrase.pieces.push(closing);
}

/** Writes the pending break or space before visible content, then the opened constructs. */
function beginContent(phrase: Phrase): void {
  if (phrase.pieces.length > 0) writeSeparator(phrase);
  phrase.breaksWaiting = 0;
  phrase.spaceWaits = false;
  while (phrase.written < phrase.open.length) {
    const construct = phrase.open[phrase.written];
    if (construct !== undefined && !construct.redundant) writeOpening(phrase, construct);
    phrase.written += 1;
  }
}

function writeSeparator(phrase: Phrase): void {
  if (phrase.breaksWaiting > 0 && phrase.place !== "heading") {
    if (phrase.breaksWaiting > 1 && phrase.place === "paragraph" && !isOpen(phrase, "link")) startParagraph(phrase);
    else phrase.pieces.push({ kind: "break", markdown: phrase.place === "paragraph" ? "  \n" : "<br>" });
  } else if (phrase.spaceWaits || phrase.breaksWaiting > 0) appendText(phrase, " ");
}

/**
 * Emphasis can't span paragraphs, so it is closed before the new one and opened again in it. Text is raised or lowered in
 * its line, so that ends with the line.
 */
function startParagraph(phrase: Phrase): void {
  const open = phrase.open.slice(0, phrase.written);
  for (const construct of open.toReversed())
    if (construct.delimiter !== undefined) pushClosing(phrase, construct.delimiter);
  phrase.pieces.push({ kind: "break", markdown: "\n\n" });
  phrase.written = 0;
  phrase.open.forEach((construct, index) => {
    if (construct.mark === "sup" || construct.mark === "sub")
      phrase.open[index] = { mark: construct.mark, redundant: true, delimiter: undefined };
  });
}

function writeOpening(phrase: Phrase, construct: OpenConstruct): void {
  const { mark } = construct;
  if (mark === "link") {
    phrase.pieces.push({ kind: "raw", markdown: "[" });
    return;
  }
  const last = phrase.pieces.at(-1);
  if (last?.kind === "delimiter" && !last.opens && last.mark === mark && last.partner !== undefined) {
    phrase.pieces.pop();
    construct.delimiter = last.partner;
    return;
  }
  const outer = phrase.open.slice(0, phrase.written).findLast((around) => around.mark === mark)?.delimiter;
  const token = tokens[mark];
  const opening: Delimiter = {
    kind: "delimiter",
    mark,
    opens: true,
    outer,
    token,
    partner: undefined,
    precededBy: last,
  };
  construct.delimiter = opening;
  phrase.pieces.push(opening);
}

function isWritten(phrase: Phrase, mark: Mark | "link"): boolean {
  for (let index = 0; index < phrase.written; index += 1) if (phrase.open[index]?.mark === mark) return true;
  return false;
}

function appendText(phrase: Phrase, text: string): void {
  const last = phrase.pieces.at(-1);
  const inLink = isWritten(phrase, "link");
  if (last?.kind === "text" && last.inLink === inLink) {
    last.text += text;
    return;
  }
  const inStrikethrough = isWritten(phrase, "del");
  phrase.pieces.push({ kind: "text", text, inLink, inStrikethrough });
}

/** Closes open marks and returns the trimmed Markdown; "" when nothing is visible. */
export function finishPhrase(phrase: Phrase): string {
  while (phrase.open.length > 0) closeMark(phrase);
  const namesSection = phrase.place === "heading" || phrase.place === "header-cell";
  const pieces = withoutMarkedSigns(namesSection ? withoutRedundantStrong(phrase.pieces) : phrase.pieces);
  chooseDelimiters(pieces);
  let loneSigns = loneSignsIn(pieces, 0);
  let markdown = "";
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece !== undefined && endsParagraph(piece)) loneSigns = loneSignsIn(pieces, index + 1);
    if (piece !== undefined)
      markdown += write(phrase, piece, { before: pieces[index - 1], after: pieces[index + 1], loneSigns });
  }
  if (phrase.place === "heading") return markdown.replace(/(^| )(#+)$/, "$1\\$2");
  return phrase.place === "paragraph" ? markdown : markdown.replaceAll("|", "\\|");
}

function write(
  phrase: Phrase,
  piece: Piece,
  { before, after, loneSigns }: { before: Piece | undefined; after: Piece | undefined; loneSigns: string },
): string {
  switch (piece.kind) {
    case "raw":
    case "break":
      return piece.markdown;
    case "delimiter":
      return piece.token || `<${piece.opens ? "" : "/"}${piece.mark}>`;
    case "text": {
      const text = escapeText(piece.text, {
        before: lastCharacter(before),
        after: firstCharacter(after),
        opensLine: phrase.place === "paragraph" && (before === undefined || before.kind === "break"),
        inLink: piece.inLink,
        inStrikethrough: piece.inStrikethrough,
        loneSigns,
      });
      const makesImage = text.endsWith("!") && after?.kind === "raw" && after.markdown.startsWith("[");
      return makesImage ? `${text.slice(0, -1)}\\!` : text;
    }
  }
}

/** A heading or header cell that is bold as a whole says so twice. */
function withoutRedundantStrong(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces[0];
  const last = pieces.at(-1);
  const whole = first?.kind === "delimiter" && first.mark === "strong" && first.partner === last;
  return whole ? pieces.slice(1, -1) : pieces;
}
