import { decodeText as decode } from "../../decoding/decode.ts";
import type { ParserInput } from "../../ports/body-parser.ts";

/** Zeros between words or numbers, which would become one without them. */
// oxlint-disable-next-line no-control-regex
const wordGap = /(?<=[\p{L}\p{N}])\0+(?=[\p{L}\p{N}])/gu;

/**
 * The text of a document, read as the text of a page is. Line ends become `\n`; control characters that no text has
 * are left out, and zeros between words part them. Never throws.
 */
export function decodeText({ body, mediaType, charset }: Pick<ParserInput, "body" | "mediaType" | "charset">): string {
  const contentType = charset === undefined ? mediaType : `${mediaType}; charset=${charset}`;
  const { text } = decode({ body, contentType });
  const lines = text.replace(/\r\n?/g, "\n").replace(wordGap, " ");
  // oxlint-disable-next-line no-control-regex
  return lines.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFEFF]/g, "");
}
