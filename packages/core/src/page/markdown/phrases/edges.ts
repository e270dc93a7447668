import { collapse } from "../element.ts";
import { lastCharacter } from "./emphasis.ts";
import type { Piece } from "./pieces.ts";

const wide = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303F\\uFF01-\\uFF60]";
/** A line end that parts nothing: scripts without spaces have it for the author's eyes (CSS Text 3 §4.1.3). */
const lineEndInScript = new RegExp(`(?<=${wide})[ \\t\\r]*\\n\\s*(?=${wide})`, "gu");

/** Soft hyphens, which show nothing, and characters that only a font of icons gives a meaning. */
const wordless = /[\u00AD\uE000-\uF8FF]/;
const everyWordless = new RegExp(wordless, "g");

/** Nothing but spaces, joiners and the like, the empty cell of Braille and places of objects: editors write lines of them. */
export const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800\uFFFC]*$/u;

/** Text as it is shown: whitespace collapses as in a browser, and characters that show no word are dropped. */
export function shownText(value: string): string {
  const joined = value.includes("\n") ? value.replace(lineEndInScript, "") : value;
  return collapse(wordless.test(joined) ? joined.replace(everyWordless, "") : joined);
}

const wideSpace = /[\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;
const leadingSpaces = /^[ \u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;

/** Where a text begins. */
interface Beginning {
  readonly startsLine: boolean;
  /** True if emphasis or a link opens with it. */
  readonly isOpening: boolean;
  readonly isInside: boolean;
}

/**
 * Text without the wide spaces that indent a line, as in Chinese. Those at the ends of emphasis, which keep it from being
 * read, become spaces.
 */
export function withoutIndent(text: string, { startsLine, isOpening, isInside }: Beginning): string {
  if (!wideSpace.test(text)) return text;
  const begun = startsLine || isOpening ? text.replace(leadingSpaces, startsLine ? "" : " ") : text;
  let end = begun.length;
  while (isInside && end > 0 && leadingSpaces.test(begun.charAt(end - 1))) end -= 1;
  return end < begun.length ? `${begun.slice(0, end)} ` : begun;
}

/** A letter or digit of a script that parts its words by spaces. */
export const beginsWord = new RegExp(`^(?!${wide})[\\p{L}\\p{N}]`, "u");

/** True if a picture was written last, such as a face before a name: one in a word is a letter of it. */
export function endsWithPicture(pieces: readonly Piece[]): boolean {
  let at = pieces.length - 1;
  while (at >= 0 && isEnd(pieces[at])) at -= 1;
  const picture = pieces[at];
  if (picture?.kind !== "raw" || !picture.markdown.startsWith("![")) return false;
  for (at -= 1; at >= 0 && isStart(pieces[at]);) at -= 1;
  return !/[\p{L}\p{N}]/u.test(lastCharacter(pieces[at]));
}

const isEnd = (piece: Piece | undefined): boolean =>
  piece?.kind === "raw" ? piece.markdown.startsWith("](") : piece?.kind === "delimiter" && !piece.opens;

const isStart = (piece: Piece | undefined): boolean =>
  piece?.kind === "raw" ? piece.markdown === "[" : piece?.kind === "delimiter" && piece.opens;
