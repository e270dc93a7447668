import { InsertionMode, Token } from "parse5";
import type { TreeBuilder } from "./tokenizer.ts";

/**
 * Hands text on to the tree builder: whole where nothing depends on its parts, else in runs of white space, of U+0000,
 * and of anything else, each of which may change what becomes of the next.
 */
export function handOnText(builder: TreeBuilder, text: string): void {
  const run = /[\t\n\f\r ]+|\0+|[^\t\n\f\r \0]+/g;
  let at = 0;
  while (at < text.length) {
    const rest = at === 0 ? text : text.slice(at);
    if (isInsertedWhole(builder, rest)) {
      builder.onCharacter({ type: Token.TokenType.CHARACTER, chars: rest, location: null });
      return;
    }
    run.lastIndex = at;
    const chars = run.exec(text)?.[0] ?? rest;
    at += chars.length;
    handOnRun(builder, chars);
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

function handOnRun(builder: TreeBuilder, chars: string): void {
  const code = chars.charCodeAt(0);
  const location = null;
  if (code === 0) builder.onNullCharacter({ type: Token.TokenType.NULL_CHARACTER, chars, location });
  else if (isWhiteSpace(code))
    builder.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location });
  else builder.onCharacter({ type: Token.TokenType.CHARACTER, chars, location });
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}
