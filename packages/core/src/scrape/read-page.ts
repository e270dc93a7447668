import { EngineError } from "../errors.ts";
import type { Capture } from "../ports/page-source.ts";
import type { ScrapeResultOf } from "../schema/asked-result.ts";
import { formatObjects, isQuestion, type FormatObject } from "../schema/formats.ts";
import { parseInput, parseRequest } from "../schema/input/parse-input.ts";
import {
  GivenPageOptions,
  ReadOptionsInput,
  type CheckedWish,
  type GivenPage,
  type OptionsOfWish,
  type ReadWish,
} from "../schema/read.ts";
import { ScrapeRequest, type ParsedScrapeRequest } from "../schema/scrape.ts";
import { warningOf } from "../schema/warning.ts";
import { loadPipeline } from "../transform/load-pipeline.ts";
import { cursorWarning, cutMarkdown, cutsOf } from "./formats/cut-markdown.ts";
import { pageFields } from "./page-result.ts";
import { transformOptions } from "./transform-options.ts";
import { unreadWarning } from "./unread-file.ts";

/** Formats that need the network, or what an engine remembers. */
const remoteFormats: ReadonlySet<FormatObject["type"]> = new Set(["screenshot", "changeTracking"] as const);
/** Formats that need a model, or an engine's configuration; {@link isQuestion} names the others. */
const engineFormats: ReadonlySet<FormatObject["type"]> = new Set(["json", "summary", "custom"] as const);

/**
 * Reads a page that the caller already has, in the calling thread: no network, no engine, and the same result for the
 * same page. Throws BAD_REQUEST, UNSUPPORTED_CONTENT.
 */
export async function readPage<const Wish extends ReadWish = readonly ["markdown"]>(
  page: GivenPage,
  wish?: CheckedWish<Wish>,
): Promise<ScrapeResultOf<OptionsOfWish<Wish>>> {
  const { capture, request, formats, warnings } = readInput(page, wish, 0);
  const format = formats.find((each) => isQuestion(each) || engineFormats.has(each.type));
  if (format !== undefined)
    throw new EngineError("BAD_REQUEST", `formats: ${format.type} needs more than the page: \`engine.read\` has it.`);
  const options = transformOptions(request, formats, { explain: false, markdown: undefined });
  const { transformCapture, builtInParsers } = await loadPipeline();
  const content = await transformCapture(capture, options, { parsers: builtInParsers }, new AbortController().signal);
  const { markdown = "", isUnread } = content;
  const cuts = cutsOf(formats, { markdown, isUnread });
  const { url, contentType } = capture;
  const result = {
    ...pageFields(formats, content),
    ...(cuts === undefined ? {} : await cutMarkdown.run(cuts)),
    ...warningOf([...warnings, ...content.warnings, unreadWarning(formats, content), cursorWarning(cuts)]),
    metadata: {
      ...content.metadata,
      ...{ url, sourceURL: url, verdict: content.verdict, verdictReason: content.verdictReason },
      ...(content.verdictDoubt === undefined ? {} : { verdictDoubt: content.verdictDoubt }),
      ...(contentType === "" ? {} : { contentType }),
    },
  };
  // The formats are data here; the types of the result follow from them.
  return result as unknown as ScrapeResultOf<OptionsOfWish<Wish>>;
}

/** A page that was given, as a page source would have captured it, and what is wanted of it. */
export interface GivenInput {
  readonly capture: Capture;
  readonly request: ParsedScrapeRequest;
  readonly formats: readonly FormatObject[];
  readonly warnings: readonly string[];
}

/** Looks at a page and a wish. Throws BAD_REQUEST for what is wrong with them, and for formats that need the network. */
export function readInput(page: unknown, wish: unknown, capturedAt: number): GivenInput {
  const { html, bytes, ...rest } = typeof page === "object" && page !== null ? (page as Record<string, unknown>) : {};
  const { url, contentType } = parseInput(GivenPageOptions, rest);
  const options = Array.isArray(wish) ? { formats: wish } : (wish ?? {});
  const { request: plain, warnings } = parseRequest(ReadOptionsInput, options);
  const request = parseInput(ScrapeRequest, { ...plain, url });
  const formats = formatObjects(request.formats);
  const remote = formats.find(({ type }) => remoteFormats.has(type));
  if (remote !== undefined)
    throw new EngineError("BAD_REQUEST", `formats: ${remote.type} needs the page itself: scrape it.`);
  const capture: Capture = {
    ...{ requestedUrl: url, url: new URL(url).href, status: 200, headers: [], capturedAt, warnings: [] },
    ...bodyOf(html, bytes, contentType),
    ...{ source: "given", proxyUsed: "basic" },
  };
  return { capture, request, formats, warnings };
}

function bodyOf(html: unknown, bytes: unknown, contentType = ""): Pick<Capture, "body" | "contentType"> {
  if (typeof html === "string" && bytes === undefined)
    return { body: new TextEncoder().encode(html), contentType: "text/html; charset=utf-8" };
  if (bytes instanceof Uint8Array && html === undefined) return { body: bytes, contentType };
  throw new EngineError("BAD_REQUEST", "Give the page as `html`, a string, or as `bytes`, a Uint8Array.");
}
