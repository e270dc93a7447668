import { indexOrEnd, withoutNull, type Reader } from "./reader.ts";

/** Reads a comment from behind its `<!--` (HTML Standard §13.2.5.43–52), and goes behind it. */
export function readComment(reader: Reader): string {
  const { html, at } = reader;
  const abrupt = html.startsWith(">", at) ? 1 : html.startsWith("->", at) ? 2 : 0;
  if (abrupt > 0) {
    reader.at += abrupt;
    return "";
  }
  const commentEnd = /--!?>/g;
  commentEnd.lastIndex = at;
  const end = commentEnd.exec(html);
  reader.at = end === null ? html.length : commentEnd.lastIndex;
  const comment = html.slice(at, end?.index ?? html.length);
  // At the end of the source, the beginning of what would have closed the comment is not part of it.
  return withoutNull(reader, end === null ? comment.replace(/-(?:-!?)?$/, "") : comment);
}

/** Reads markup that the standard treats as a comment, up to the next `>` (HTML Standard §13.2.5.41). */
export function readBogusComment(reader: Reader): string {
  const { html, at } = reader;
  const end = indexOrEnd(reader, ">", at);
  reader.at = end + 1;
  return withoutNull(reader, html.slice(at, end));
}
