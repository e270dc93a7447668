import type { BodyParser } from "../ports/body-parser.ts";

/**
 * The reader of a media type: the first that names it, or names the syntax of its suffix (`+json`, `+xml`, RFC 6839).
 * Undefined when nothing reads it.
 */
export function parserFor(mediaType: string, parsers: readonly BodyParser[]): BodyParser | undefined {
  const suffix = /\+(json|xml)$/.exec(mediaType)?.[1];
  const exact = parsers.find((parser) => parser.mediaTypes.includes(mediaType));
  if (exact !== undefined || suffix === undefined) return exact;
  return parsers.find((parser) => parser.mediaTypes.includes(`application/${suffix}`));
}
