import type { BodyParser } from "../ports/body-parser.ts";

/**
 * The reader of a media type: the first that names it, or names the syntax of its suffix (`+json`, `+xml`, RFC 6839). Texts
 * of a kind that nobody names are plain text (RFC 2046 §4.1.4). Undefined when nothing reads it.
 */
export function parserFor(mediaType: string, parsers: readonly BodyParser[]): BodyParser | undefined {
  const suffix = /\+(json|xml)$/.exec(mediaType)?.[1];
  const names = [
    mediaType,
    ...(suffix === undefined ? [] : [`application/${suffix}`]),
    ...(mediaType.startsWith("text/") ? ["text/plain"] : []),
  ];
  const found = names.map((name) => parsers.find((parser) => parser.mediaTypes.includes(name)));
  return found.find((parser) => parser !== undefined);
}
