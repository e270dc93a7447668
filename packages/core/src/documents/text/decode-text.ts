import { decodeText as decode } from "../../decoding/decode.ts";
import type { ParserInput } from "../../ports/body-parser.ts";

/**
 * The text of a document, read as the text of a page is. Line ends become `\n`; control characters that no text has
 * are left out. Never throws.
 */
export function decodeText({ body, mediaType, charset }: Pick<ParserInput, "body" | "mediaType" | "charset">): string {
  const contentType = charset === undefined ? mediaType : `${mediaType}; charset=${charset}`;
  const { text } = decode({ body, contentType });
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFEFF]/g, "");
}
