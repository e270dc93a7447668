import { z } from "zod";
import type * as Written from "./types.generated.ts";

/** True if the result really is the page that was asked for. */
export const Verdict = z.enum([
  "ok",
  "blocked",
  "soft-404",
  "login-wall",
  "paywall",
  "consent-wall",
  "age-gate",
  "maintenance",
  "parked-domain",
  "error-page",
  "empty",
  "needs-javascript",
]);
export type Verdict = Written.Verdict;

const text = z.string().optional();

/** A verdict that is likely, but not enough so to be given: the page's own verdict is `ok`. */
export const VerdictDoubt = z.object({
  verdict: Verdict.exclude(["ok"]).describe("What the page may be."),
  chance: z
    .number()
    .describe("From 0 to 1: the share of such pages that stood in the way, among those the classifier learned from."),
  reason: z.string().describe("The page's words that read like it."),
});
export type VerdictDoubt = Written.VerdictDoubt;

/**
 * The metadata of a page (contract §4.6). Named fields keep their type whatever the page says;
 * every `<meta>` of the page stands beside them under its own name, an array when it repeats.
 */
export const Metadata = z
  .looseObject({
    title: text,
    description: text,
    language: text.describe("The page's language, as its `html` element says."),
    keywords: z.union([z.string(), z.array(z.string())]).optional(),
    robots: text,
    favicon: text.describe("Absolute URL of the page's icon."),
    canonical: text.describe("Absolute URL the page names as its canonical one."),
    ogTitle: text,
    ogDescription: text,
    ogUrl: text,
    ogImage: text,
    ogAudio: text,
    ogDeterminer: text,
    ogLocale: text,
    ogLocaleAlternate: z.array(z.string()).optional(),
    ogSiteName: text,
    ogVideo: text,
    modifiedTime: text,
    publishedTime: text,
    articleTag: text,
    articleSection: text,
    dcTermsCreated: text,
    dcDateCreated: text,
    dcDate: text,
    dcTermsType: text,
    dcType: text,
    dcTermsAudience: text,
    dcTermsSubject: text,
    dcSubject: text,
    dcDescription: text,
    dcTermsKeywords: text,
    jsonLd: z.array(z.unknown()).optional().describe("The page's JSON-LD blocks, parsed."),
    url: text.describe("The page's address after all redirects."),
    sourceURL: text.describe("The URL as it was asked for."),
    sourceFile: text.describe("Of a file that was sent: its name."),
    urlIndex: z
      .int()
      .optional()
      .describe(
        "Of a batch: the place of the page's URL in the request's `urls`, from 0; URLs that are added to it count on.",
      ),
    statusCode: z.int().optional().describe("HTTP status of the page."),
    error: text.describe("The failure, when the page answered with an error or could not be scraped."),
    contentType: text,
    pageType: z
      .enum(["article", "documentation", "forum", "product", "collection", "listing", "service", "home"])
      .optional()
      .describe("The kind of page, where its main content was looked for; it decides what belongs to that."),
    scrapeId: text,
    proxyUsed: z.enum(["basic", "stealth"]).optional(),
    source: text.describe("The page source that served the page, such as `http` or `browser`."),
    recognizedPages: z.int().optional().describe("Pages of a document whose text was recognized in pictures."),
    numPages: z.int().optional().describe("Pages of a document that were read, and that it is charged for."),
    totalPages: z.int().optional().describe("Pages that a PDF has."),
    numSheets: z.int().optional().describe("Visible sheets of a spreadsheet."),
    invisibleCharactersRemoved: z.int().optional().describe("Characters that the page hid from its readers."),
    creditsUsed: z.int().optional(),
    cacheState: z.enum(["hit", "miss"]).optional().describe("Present when the cache was consulted."),
    cachedAt: text.describe("When the cached copy was made, ISO 8601."),
    verdict: Verdict.optional(),
    verdictReason: text.describe("The evidence behind the verdict."),
    verdictDoubt: VerdictDoubt.optional().describe("Of an `ok` page that may stand in the way all the same."),
    modelUsage: z
      .object({
        calls: z.int(),
        inputTokens: z.int(),
        outputTokens: z.int(),
        cost: z.number().optional().describe("US dollars, where the prices are configured."),
      })
      .optional()
      .describe("The calls of the language model."),
  })
  .describe("The facts about a page besides its content.");
export type Metadata = Written.Metadata;

/** The output of a request's actions, each list in the order of its actions. */
export const ActionResults = z.looseObject({
  screenshots: z.array(z.string()).optional(),
  scrapes: z.array(z.looseObject({ url: z.string(), html: z.string() })).optional(),
  javascriptReturns: z.array(z.looseObject({ type: z.string(), value: z.unknown() })).optional(),
  pdfs: z.array(z.string()).optional(),
});
export type ActionResults = Written.ActionResults;

/** A page compared with the last time it was asked for (contract §4.8). */
export const ChangeTracking = z.looseObject({
  previousScrapeAt: z.string().nullable(),
  changeStatus: z.enum(["new", "same", "changed", "removed"]),
  visibility: z.enum(["visible", "hidden"]),
  diff: text.describe("Unified diff of the Markdown."),
  changes: z.unknown().optional().describe("The same diff, parsed into files, chunks and changes."),
  json: z.unknown().optional(),
  ignored: z
    .array(z.string())
    .optional()
    .describe("Lines whose change does not count, because they change with every visit."),
});
export type ChangeTracking = Written.ChangeTracking;

/** A picture that a page shows. */
export const PageImage = z.object({
  url: z.string().describe("Absolute."),
  alt: z.string().describe("The page's own description of it; empty where it has none."),
  width: z.int().optional().describe("CSS pixels, if the page says."),
  height: z.int().optional().describe("CSS pixels, if the page says."),
});
export type PageImage = Written.PageImage;

/** The values of an attribute on the elements that a selector selects. */
export const AttributeValues = z.object({
  selector: z.string(),
  attribute: z.string(),
  values: z.array(z.string()).describe("In page order."),
});
export type AttributeValues = Written.AttributeValues;

/** A part of a page's Markdown that can stand alone. */
export const PageChunk = z.object({
  text: z.string().describe("Markdown. Rows of a table that was cut have its head before them."),
  headings: z.array(z.string()).describe("The headings that the chunk stands below, the outermost first."),
  anchor: text.describe("The fragment of the last of these headings; absent before the first heading."),
  start: z
    .int()
    .describe("The start of the chunk in the page's Markdown, in UTF-16 code units, a repeated head aside."),
  end: z.int().describe("Its end, exclusive."),
  tokens: z.int().describe("About how many tokens it is to a language model."),
});
export type PageChunk = Written.PageChunk;

/** A page of a document (contract §5.1). */
export const DocumentPage = z.object({
  pageNumber: z.int().describe("Its number in the document, from 1."),
  markdown: z.string().describe("The page by itself; empty for one without text."),
});
export type DocumentPage = Written.DocumentPage;

const points = z.number();

/** A part of a page, with its place. */
export const PageBlock = z.object({
  id: z.string().describe("`p3-b1` for the first block of page 3."),
  type: z.enum(["heading", "paragraph", "list-item", "code", "table", "footnote"]),
  label: z.null().describe("Nothing is known besides the type."),
  bbox: z
    .tuple([points, points, points, points])
    .nullable()
    .describe("Left, top, right and bottom in points from the upper left corner; null where it is not known."),
  content: z.string().describe("Markdown."),
  markdownSpan: z
    .tuple([z.int(), z.int()])
    .nullable()
    .describe(
      "Where `markdown` has it, in UTF-16 code units, the end exclusive; null where it is written otherwise there, as when it goes on on the next page.",
    ),
  readingOrder: z.int().describe("Its place on the page, from 0."),
  source: z.enum(["text", "ocr"]).describe("Text of the document, or text recognized in a picture."),
  confidence: z.object({
    layout: z.null().describe("The layout is read by rules, which give no probability."),
    ocr: z.number().nullable().describe("Of recognized text, from 0 to 1."),
  }),
});

/** The blocks of one page of a PDF (contract §5.1). */
export const PageBlocks = z.object({
  pageNumber: z.int(),
  width: points.nullable().describe("Points, 72 to an inch."),
  height: points.nullable(),
  status: z.enum(["ok", "empty"]).describe("`empty`: the page has no text."),
  items: z.array(PageBlock),
});
export type PageBlocks = Written.PageBlocks;

/** The result of a scrape: the requested formats, and metadata (contract §2.6). Formats not asked for are absent. */
export const ScrapeResult = z.looseObject({
  markdown: text,
  nextCursor: text.describe("Of Markdown with `maxTokens`: the `cursor` of what is left; absent at its end."),
  html: text,
  rawHtml: text,
  links: z.array(z.string()).optional(),
  images: z.array(z.string()).optional().describe("Absolute URLs of the pictures, in page order."),
  imageDetails: z.array(PageImage).optional().describe("The same with their descriptions and sizes."),
  attributes: z.array(AttributeValues).optional(),
  chunks: z.array(PageChunk).optional(),
  pages: z.array(DocumentPage).optional().describe("Of a document, if `parsers` asks for `pages`."),
  blocks: z.array(PageBlocks).optional().describe("Of a PDF, if `parsers` asks for `blocks`."),
  summary: text,
  answer: text.describe("Of `question`: what the page answers."),
  highlights: text.describe("Passages of the page, word for word and in page order."),
  json: z.unknown().optional(),
  screenshot: text.describe("A data URI, or a URL when a blob store is configured."),
  actions: ActionResults.optional(),
  changeTracking: ChangeTracking.optional(),
  warning: text.describe("Notes on this result, in plain words."),
  metadata: Metadata,
});
export type ScrapeResult = Written.ScrapeResult;
