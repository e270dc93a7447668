import { isUtf8 } from "node:buffer";
import { finish, type Steps } from "../collections/steps.ts";
import { renderMarkdown } from "../documents/render-markdown.ts";
import type { RunSteps } from "./in-turns.ts";
import { parserFor } from "./parser-for.ts";
import { unpackedFile } from "./unpack.ts";
import { unreadMessage } from "./unread.ts";
import { EngineError } from "../errors.ts";
import type { BodyParser, ParsedBody, ParserInput } from "../ports/body-parser.ts";
import type { Capture } from "../ports/page-source.ts";
import { charsetOf, decodeBody, decodeText, isText } from "../decoding/decode.ts";
import { fileNameOf } from "../decoding/file-name.ts";
import { isPrintable } from "../decoding/printable.ts";
import { isEndless, isHtml, isStreamingMedia, mediaTypeOf } from "../decoding/media-type.ts";
import { htmlContent, markdownContent } from "./content.ts";
import { documentParts } from "./document-parts.ts";
import { seenContent } from "./seen-content.ts";
import type { PageContent, TransformOptions } from "./transformer.ts";

/** The means by which captures are read. */
export interface Reading {
  readonly parsers: readonly BodyParser[];
  /** Runs the work on a page; without pauses by default. */
  readonly run?: RunSteps | undefined;
}

/**
 * Turns the network's response into the parts of a result: decode → parse → metadata → select → main content → clean →
 * render. Pure but for the lazily loaded document parsers. Throws UNSUPPORTED_CONTENT for a media type that nobody
 * parses, BAD_REQUEST for a selector that is not CSS.
 */
export async function transformCapture(
  capture: Capture,
  options: TransformOptions,
  reading: Reading,
  signal: AbortSignal,
): Promise<PageContent> {
  const { parsers, run = finishAtOnce } = reading;
  const mediaType = mediaTypeOf(capture);
  if (mediaType === "application/gzip" && parserFor(mediaType, parsers) === undefined) {
    const file = await unpackedFile(capture, options.maxBodyBytes);
    if (file !== undefined) return await transformCapture(file, options, reading, signal);
  }
  const contentOf = (html: string, charset?: string) =>
    run(htmlContent(html, capture, { ...options, charset }), signal);
  if (isHtml(mediaType)) {
    const { text, charset } = decodeText(capture);
    const isUnprintable = !isPrintable(text);
    if (isUnprintable && !beginsLikeMarkup(text) && !isUtf8(capture.body))
      throw new EngineError("UNSUPPORTED_CONTENT", noText, { details: { mediaType } });
    const content = seenContent(await contentOf(text, charset));
    return isUnprintable ? { ...content, warnings: [noText, ...content.warnings] } : content;
  }
  if (mediaType === "application/pdf" && !options.parsePdf) return undecoded(capture);
  // The body of a film is empty because it was not read, not because there is nothing.
  const isUnread = capture.body.length === 0 && isStreamingMedia(mediaType);
  const parser = isUnread && isEndless(mediaType) ? undefined : parserFor(mediaType, parsers);
  if (parser === undefined) {
    if (capture.body.length === 0 && !isUnread) return await contentOf("");
    throw new EngineError("UNSUPPORTED_CONTENT", unreadMessage(mediaType, capture.url), { details: { mediaType } });
  }
  const charset = charsetOf(capture, mediaType);
  const { body: bytes, url, headers } = capture;
  const file = { body: bytes, mediaType, charset, url, fileName: fileNameOf(headers) };
  const input = { ...file, ...readingOf(options, mediaType) };
  const body = await parser.parse(input, signal);
  const read = await documentContent(body, {
    capture: { ...capture, contentType: mediaType },
    options,
    run: (steps) => run(steps, signal),
  });
  const seen = seenContent(read);
  const { pages: paged = [] } = body;
  const document = { markdown: seen.markdown, pages: paged, url: capture.url };
  const content = paged.length === 0 ? seen : { ...seen, ...(await run(documentParts(document, options), signal)) };
  // Text is its own raw form; other documents have the one their parser made.
  return content.rawHtml !== undefined && isText(mediaType) ? { ...content, rawHtml: decodeBody(capture) } : content;
}

const noText =
  "What the server sent as a page is no text: it may be packed in a way that the server does not name, or be a file of another kind.";

/** True for a page whose text may be damaged or have an unknown charset of wide characters; packed data never begins so. */
const beginsLikeMarkup = (text: string): boolean =>
  /^\uFEFF?\s*<[!?a-z]/i.test(text.slice(0, 256).replaceAll("\0", ""));

/** The wishes of a request that are for documents of a type. */
function readingOf(options: TransformOptions, mediaType: string): Partial<ParserInput> {
  const { maxPdfPages: maxPages, pdfPages: pages, pdfMode: mode, documentParts: parts } = options;
  const { maxPictures, recognized } = options;
  return { ...(mediaType === "application/pdf" ? { maxPages, pages, mode } : {}), parts, maxPictures, recognized };
}

const finishAtOnce: RunSteps = async (steps) => finish(steps);

interface ReadDocument {
  readonly capture: Capture;
  readonly options: TransformOptions;
  readonly run: (steps: Steps<PageContent>) => Promise<PageContent>;
}

/** A document has no boilerplate: its parser's output is the content. */
async function documentContent(body: ParsedBody, { capture, options, run }: ReadDocument): Promise<PageContent> {
  const { markdown, html } = body;
  const content = await run(
    markdown === undefined
      ? htmlContent(html ?? "", capture, { ...options, onlyMainContent: false })
      : markdownContent({ markdown, html: html ?? (await renderMarkdown(markdown)) }, capture, options),
  );
  return {
    ...content,
    metadata: { ...content.metadata, ...body.metadata },
    ...(body.pictures === undefined ? {} : { pictures: body.pictures }),
    warnings: [...body.warnings, ...placeholderWarnings(content, options), ...content.warnings],
  };
}

const placeholder = /\]\(<Base64-Image-Removed>\)/g;

/** Tells where the data of a document's embedded pictures is. */
function placeholderWarnings(
  { markdown = "" }: PageContent,
  { removeBase64Images }: TransformOptions,
): readonly string[] {
  const count = removeBase64Images ? (markdown.match(placeholder)?.length ?? 0) : 0;
  if (count === 0) return [];
  const pictures = count === 1 ? "1 picture stands" : `${count} pictures stand`;
  return [`${pictures} in Markdown as a placeholder; \`html\` and \`removeBase64Images: false\` have the data.`];
}

/** The bytes as they are, base64 encoded, in every textual format (contract §4.7). */
function undecoded(capture: Capture): PageContent {
  const base64 = Buffer.from(capture.body).toString("base64");
  return {
    markdown: base64,
    html: base64,
    rawHtml: base64,
    links: [],
    allLinks: [],
    images: [],
    attributes: [],
    metadata: {},
    verdict: "ok",
    verdictReason: "a document that was not parsed",
    warnings: [],
    isUnread: true,
  };
}
