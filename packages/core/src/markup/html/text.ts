import { InsertionMode, Token } from "parse5";
import { isSpace } from "./reader.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/**
 * Hands text on to the tree builder, as a whole if nothing depends on its parts. Otherwise it hands on runs of white space, of
 * U+0000 and of anything else, because each run may change the place of the next.
 */
export function handOnText(builder: TreeBuilder, text: string): void {
  for (let rest = text; rest !== "";) {
    const length = isInsertedWhole(builder, rest) ? rest.length : runLength(rest);
    handOn(builder, rest.slice(0, length));
    rest = rest.slice(length);
  }
}

/** Insertion modes that put text into the current node as it is. */
const plainModes: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.TEXT,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TEMPLATE,
]);

/** White space alone says nothing about whether a page may have frames, and a line feed may be left out after `<pre>`. */
function isInsertedWhole({ insertionMode, skipNextNewLine }: TreeBuilder, text: string): boolean {
  return plainModes.has(insertionMode) && !skipNextNewLine && /[^\t\n\f\r ]/.test(text) && !text.includes("\0");
}

const other = 0;
const space = 1;
const nothing = 2;

function kindOf(code: number): number {
  if (code === 0) return nothing;
  return isSpace(code) || code === 0x0d ? space : other;
}

/** Length of the run of one kind of characters that the text begins with. */
function runLength(text: string): number {
  const kind = kindOf(text.charCodeAt(0));
  let length = 1;
  while (length < text.length && kindOf(text.charCodeAt(length)) === kind) length += 1;
  return length;
}

/** Hands on a run, or text that is inserted whole. */
function handOn(builder: TreeBuilder, chars: string): void {
  const location = null;
  const kind = kindOf(chars.charCodeAt(0));
  if (kind === nothing) builder.onNullCharacter({ type: Token.TokenType.NULL_CHARACTER, chars, location });
  else if (kind === space && runLength(chars) === chars.length)
    builder.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location });
  else builder.onCharacter({ type: Token.TokenType.CHARACTER, chars, location });
}
