import type { PagePicture, RecognizedPage } from "./text-recognizer.ts";

import type { PageRange } from "../schema/fields/page-selection.ts";

/** A document made readable: HTML for the page pipeline, or Markdown that needs no conversion. */
export interface ParsedBody {
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  /** Fields for the result's metadata, such as `title`, `author` and `numPages`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Pages whose text can only be recognized. */
  readonly pictures?: readonly PagePicture[] | undefined;
  /** Notes for the caller, in plain words. */
  readonly warnings: readonly string[];
}

/** The bytes of one page, their type, and the limits for reading them. */
export interface ParserInput {
  readonly body: Uint8Array;
  /** Media type without parameters, lower case; sniffed from the bytes where the header is missing or wrong. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly url: string;
  /** The most pages to read of a document that has pages; all when not given. */
  readonly maxPages?: number | undefined;
  /** The pages that are wanted of such a document; all when not given. */
  readonly pages?: readonly PageRange[] | undefined;
  /** For a PDF: its text layer alone, pictures where it has none, or pictures wherever there are any. */
  readonly mode?: "fast" | "auto" | "ocr" | undefined;
  /** The most pictures of pages to return, to recognize their text; none when not given. */
  readonly maxPictures?: number | undefined;
  /** The text that was recognized in them; a document is then read once more. */
  readonly recognized?: readonly RecognizedPage[] | undefined;
}

/**
 * Turns the bytes of some media types into something the page pipeline can read. HTML and text are built in.
 * Throws EngineError (UNSUPPORTED_CONTENT) for bytes it cannot read, naming the reason.
 */
export interface BodyParser {
  readonly mediaTypes: readonly string[];
  parse(input: ParserInput, signal: AbortSignal): Promise<ParsedBody>;
}
