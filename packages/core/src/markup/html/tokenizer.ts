import { decodeHTML } from "entities/decode";
import { Token, TokenizerMode } from "parse5";
import { readBogusComment, readComment } from "./comment.ts";
import { readDoctype } from "./doctype.ts";
import { rawTextEnd, scriptEnd } from "./raw-text.ts";
import { createReader, indexOrEnd, isLetter, withoutNull, type Reader } from "./reader.ts";
import type { Steps } from "../../collections/steps.ts";
import { readTag } from "./tag.ts";
import { handOnText } from "./text.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/** Set by the tree builder, read by the tokenizer. */
interface Steering {
  state: number;
  /** True if the current node belongs to SVG or MathML, where CDATA sections are allowed. */
  inForeignNode: boolean;
}

interface Tokenizer {
  readonly reader: Reader;
  readonly builder: TreeBuilder;
  readonly steering: Steering;
  lastStartTag: string;
}

/**
 * Cuts HTML into tokens (HTML Standard §13.2.5) and hands them to the tree builder. It gives the same tokens as parse5's own
 * tokenizer, several times faster: parse5 looks at one character after the other, and this one for the end of a run. Linear in
 * the size of the source; never throws.
 */
export function* tokenize(source: string, builder: TreeBuilder): Steps<void> {
  const steering: Steering = { state: TokenizerMode.DATA, inForeignNode: false };
  builder.tokenizer = steering as TreeBuilder["tokenizer"];
  const tokenizer: Tokenizer = { reader: createReader(source), builder, steering, lastStartTag: "" };
  const { reader } = tokenizer;
  while (reader.at < reader.html.length) {
    readUpTo(tokenizer, reader.at + charactersOfStep);
    yield;
  }
  builder.onEof({ type: Token.TokenType.EOF, location: null });
}

/** These take a millisecond or two. */
const charactersOfStep = 100_000;

/** Reads the tokens that begin before a place. */
function readUpTo(tokenizer: Tokenizer, place: number): void {
  const { reader, steering } = tokenizer;
  const end = Math.min(place, reader.html.length);
  while (reader.at < end) {
    if (steering.state === TokenizerMode.DATA) readData(tokenizer);
    else readRawText(tokenizer);
  }
}

const exclamation = 0x21;
const slash = 0x2f;
const greater = 0x3e;
const question = 0x3f;

/** Reads text up to the next tag or declaration, and that. */
function readData(tokenizer: Tokenizer): void {
  const { reader, builder } = tokenizer;
  const open = nextMarkup(reader);
  if (open > reader.at) {
    const text = reader.html.slice(reader.at, open);
    handOnText(builder, text.includes("&") ? decodeHTML(text) : text);
  }
  reader.at = open + 1;
  if (open === reader.html.length) return;
  const code = reader.html.charCodeAt(open + 1);
  if (code === slash) readEndTag(tokenizer);
  else if (code === exclamation) readDeclaration(tokenizer);
  else if (code === question) handOnComment(builder, readBogusComment(reader));
  else readStartTag(tokenizer);
}

/** The next `<` that begins markup (HTML Standard §13.2.5.6–7). */
function nextMarkup({ html, at }: Reader): number {
  for (let open = html.indexOf("<", at); open !== -1; open = html.indexOf("<", open + 1)) {
    const code = html.charCodeAt(open + 1);
    if (isLetter(code) || code === exclamation || code === question) return open;
    if (code === slash && open + 2 < html.length) return open;
  }
  return html.length;
}

function readStartTag(tokenizer: Tokenizer): void {
  const token = readTag(tokenizer.reader, Token.TokenType.START_TAG);
  if (token === undefined) return;
  tokenizer.lastStartTag = token.tagName;
  tokenizer.builder.onStartTag(token);
}

function readEndTag({ reader, builder }: Tokenizer): void {
  reader.at += 1;
  const code = reader.html.charCodeAt(reader.at);
  if (isLetter(code)) {
    const token = readTag(reader, Token.TokenType.END_TAG);
    if (token !== undefined) builder.onEndTag(token);
  } else if (code === greater) reader.at += 1;
  else handOnComment(builder, readBogusComment(reader));
}

/** HTML Standard §13.2.5.42. */
function readDeclaration({ reader, builder, steering }: Tokenizer): void {
  reader.at += 1;
  const { html, at } = reader;
  if (html.startsWith("--", at)) {
    reader.at += 2;
    handOnComment(builder, readComment(reader));
  } else if (html.slice(at, at + 7).toLowerCase() === "doctype") {
    reader.at += 7;
    builder.onDoctype(readDoctype(reader));
  } else if (steering.inForeignNode && html.startsWith("[CDATA[", at)) {
    const end = indexOrEnd(reader, "]]>", at + 7);
    reader.at = end + 3;
    handOnText(builder, html.slice(at + 7, end));
  } else handOnComment(builder, readBogusComment(reader));
}

function handOnComment(builder: TreeBuilder, data: string): void {
  builder.onComment({ type: Token.TokenType.COMMENT, data, location: null });
}

/** Reads the content of an element in which tags are text; the tree builder has said so by setting the state. */
function readRawText({ reader, builder, steering, lastStartTag }: Tokenizer): void {
  const { state } = steering;
  steering.state = TokenizerMode.DATA;
  const end = rawEnd(reader, state, lastStartTag);
  const text = withoutNull(reader, reader.html.slice(reader.at, end));
  reader.at = end;
  handOnText(builder, state === TokenizerMode.RCDATA && text.includes("&") ? decodeHTML(text) : text);
}

function rawEnd(reader: Reader, state: number, tagName: string): number {
  if (state === TokenizerMode.PLAINTEXT) return reader.html.length;
  return state === TokenizerMode.SCRIPT_DATA ? scriptEnd(reader) : rawTextEnd(reader, tagName);
}
