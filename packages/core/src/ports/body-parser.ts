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
  /** The pages one by one, of a document that has pages, if they or their blocks are wanted. */
  readonly pages?: readonly ParsedPage[] | undefined;
  /** Notes for the caller, in plain words. */
  readonly warnings: readonly string[];
}

/** A page of a document, as a page of HTML. */
export interface ParsedPage {
  /** Its number in the document, from 1. */
  readonly number: number;
  readonly html: string;
  /** In points, 72 to an inch. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** Its parts in reading order, for documents that say where they stand. */
  readonly blocks?: readonly ParsedBlock[] | undefined;
}

/** A part of a page. */
export interface ParsedBlock {
  readonly type: "heading" | "paragraph" | "list-item" | "code" | "table" | "footnote";
  readonly html: string;
  /** Its place, in points from the upper left corner of the page; absent where it is not known. */
  readonly box?: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  /** Text of the document, or text that was recognized in its pictures. */
  readonly source: "text" | "ocr";
  /** The recognizer's confidence in the text of the page, from 0 to 1; absent for text that was not recognized. */
  readonly confidence?: number;
}

/** A part of a document besides its text: its pages, marks between them in the text, their blocks. */
export type DocumentPart = "pages" | "pageMarkers" | "blocks";

/** The bytes of one page, their type, and the limits for reading them. */
export interface ParserInput {
  readonly body: Uint8Array;
  /** Media type without parameters, lower case; sniffed from the bytes where the header is missing or wrong. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly url: string;
  /** The name that the server gives the file in `Content-Disposition`; absent where it gives none. */
  readonly fileName?: string | undefined;
  /** The most pages to read of a document that has pages; all when not given. */
  readonly maxPages?: number | undefined;
  /** The pages that are wanted of such a document; all when not given. */
  readonly pages?: readonly PageRange[] | undefined;
  /** For a PDF: its text layer alone, pictures where it has none, or pictures wherever there are any. */
  readonly mode?: "fast" | "auto" | "ocr" | undefined;
  /** The parts that are wanted besides the text; none when not given. */
  readonly parts?: readonly DocumentPart[] | undefined;
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
