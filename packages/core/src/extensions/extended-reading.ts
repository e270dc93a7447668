import { isObject } from "../collections/json-values.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { MarkdownConverter } from "../ports/markdown-converter.ts";
import { extensionFailed } from "./extension-failed.ts";

/**
 * A parser of the host's, whose failure is EXTENSION_FAILED that names the media type, unless it is an EngineError of its
 * own.
 */
export function extendedParser(parser: BodyParser): BodyParser {
  return {
    mediaTypes: parser.mediaTypes,
    async parse(input, signal) {
      try {
        const body: unknown = await parser.parse(input, signal);
        if (!isParsedBody(body))
          throw new TypeError("it must give back `markdown` or `html`, `metadata` and a list of `warnings`.");
        return body;
      } catch (thrown) {
        signal.throwIfAborted();
        throw extensionFailed(`parser of ${input.mediaType}`, thrown);
      }
    },
  };
}

type Parsed = Awaited<ReturnType<BodyParser["parse"]>>;

function isParsedBody(body: unknown): body is Parsed {
  if (!isObject(body)) return false;
  const { markdown, html, metadata, warnings } = body;
  const texts = [markdown, html].filter((text) => text !== undefined);
  return texts.every((text) => typeof text === "string") && isObject(metadata) && Array.isArray(warnings);
}

/** The host's converter of Markdown; EXTENSION_FAILED where it fails, or gives back anything but a text. */
export function extendedConverter(convert: MarkdownConverter): MarkdownConverter {
  return (html, pageUrl) => {
    try {
      const markdown: unknown = convert(html, pageUrl);
      if (typeof markdown !== "string") throw new TypeError("it must give back a text, and no promise of one.");
      return markdown;
    } catch (thrown) {
      throw extensionFailed("Markdown converter", thrown);
    }
  };
}
