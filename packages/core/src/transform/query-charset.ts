import type { Document } from "domhandler";
import { characterEncoder, type EncodeCharacter } from "../decoding/encode.ts";
import { elementsNamed } from "../markup/elements.ts";

/**
 * Encodes the queries of a page's links in the page's charset, as browsers do (URL Standard, query state), so that the
 * server reads what it wrote. A character that the charset lacks becomes a reference such as `&#8364;`.
 */
export function encodeQueries(document: Document, charset: string): void {
  if (/^(?:utf-|iso-2022-)/.test(charset)) return; // UTF-16 counts as UTF-8 here; the other one has no bytes beyond ASCII
  let encode: EncodeCharacter | undefined;
  for (const { name, attribs } of elementsNamed(document, ["a", "area", "frame"])) {
    const attribute = name === "frame" ? "src" : "href";
    const address = attribs[attribute];
    if (address === undefined || !isBeyondAscii(address)) continue;
    encode ??= characterEncoder(charset);
    attribs[attribute] = withEncodedQuery(address, encode);
  }
}

/** True for an address, not one of mail or a script, whose query has characters beyond ASCII. */
const isBeyondAscii = (address: string): boolean =>
  /^[^?#]*\?[^#]*[^\0-\x7f]/.test(address) && !/^\s*(?!https?:)[a-z][\w+.-]*:/i.test(address);

function withEncodedQuery(address: string, encode: EncodeCharacter): string {
  const start = address.indexOf("?");
  const end = address.includes("#") ? address.indexOf("#") : address.length;
  const query = address.slice(start, end).replaceAll(/[^\0-\x7f]/gu, (character) => {
    const bytes = encode(character);
    if (bytes === undefined) return `%26%23${character.codePointAt(0)}%3B`;
    return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  });
  return address.slice(0, start) + query + address.slice(end);
}
