import { z } from "zod";
import { checkSelectors } from "../selectors/check-selectors.ts";
import { selectorLimits } from "../selectors/compile-selector.ts";
import { Action } from "./actions.ts";
import { keysWithoutEffect, scrapeKeys } from "./fields/client-keys.ts";
import { countryCodes } from "./fields/countries.ts";
import { differingFormats, Format } from "./formats.ts";
import { Headers } from "./fields/headers.ts";
import { PageSelection } from "./fields/page-selection.ts";
import { WebUrl } from "./fields/web-url.ts";
import type * as Written from "./types.generated.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds that a request may take when it does not say (requirements §8). */
export const defaultTimeoutMs = 30_000;

/** The greatest age of a cached page that is served when the request does not say (requirements §2.1). */
export const defaultMaxAgeMs = 2 * dayMs;

const maxTotalWaitMs = 60_000;

/** Names of the contract for the United States, without a choice of proxy. */
const genericCountry = /^us-(?:generic|whitelist)$/i;

/** The part of the world that a page is asked from. */
export const Location = z.object({
  country: z
    .string()
    .refine((code) => countryCodes.has(code.toUpperCase()) || genericCountry.test(code), {
      error: ({ input }) => `must be an ISO 3166-1 alpha-2 country code such as \`DE\`, not "${String(input)}"`,
    })
    .default("US")
    .describe("ISO 3166-1 alpha-2 code, any case."),
  languages: z.array(z.string().min(1).max(35)).max(20).optional().describe("Preferred languages, best first."),
});
export type Location = Written.Location;

/** Keep nothing; crawls have it beside their scrape options, too. */
export const zeroDataRetention = z.boolean().default(false).describe("Keep nothing of this page after answering.");

/** The reading of PDFs. */
export const PdfParser = z.strictObject({
  type: z.literal("pdf"),
  maxPages: z.int().min(1).max(10_000).optional().describe("Most pages that are read, and paid for; all if not given."),
  mode: z
    .enum(["fast", "auto", "ocr"])
    .default("auto")
    .describe(
      "`fast` reads the text layer alone, `auto` also pictures of pages without text, `ocr` all pages that are pictures; both need the engine's text recognition.",
    ),
  pages: z
    .union([PageSelection, z.boolean()])
    .optional()
    .describe(
      'The pages that are read, in the order of the document: `"1-3,7"`, `"5-"` or `[1, 2, 7]`; all if not given. `true` reads all, and is `pageMarkdown`.',
    ),
  pageMarkdown: z.boolean().default(false).describe("Return every page by itself in `pages`, too."),
  pageMarkers: z
    .boolean()
    .default(false)
    .describe("Mark in Markdown where another page begins: `---` and `<!-- page 2 -->`, between pages only."),
  blocks: z.boolean().default(false).describe("Return the blocks of every page with their places in `blocks`."),
});
/** The reading of pictures: by the engine's text recognition, if it has one. */
export const ImageParser = z.strictObject({ type: z.literal("image") });
const Parsers = z.array(z.union([z.enum(["pdf", "image"]), PdfParser, ImageParser])).max(10);

const selectors = z
  .array(z.string().min(1).max(selectorLimits.length))
  .max(200)
  .superRefine((list, context) => {
    for (const { index, message } of checkSelectors(list)) context.addIssue({ code: "custom", path: [index], message });
  })
  .optional();

/** The fields of the shared scrape options; see {@link ScrapeOptions}. */
export const scrapeOptionFields = {
  formats: z.array(Format).max(50).default(["markdown"]).describe("The formats of the result."),
  onlyMainContent: z.boolean().default(true).describe("Leave out headers, navigation, footers and other boilerplate."),
  includeTags: selectors.describe("CSS selectors of what to keep."),
  excludeTags: selectors.describe("CSS selectors of what to drop."),
  maxAge: z
    .int()
    .min(0)
    .default(defaultMaxAgeMs)
    .describe("A cached copy younger than this many milliseconds is served; 0 forces a fresh one."),
  headers: Headers.optional().describe("Headers sent with the page request, such as cookies. They bypass the cache."),
  waitFor: z.int().min(0).max(maxTotalWaitMs).default(0).describe("Milliseconds to wait before the content is read."),
  mobile: z.boolean().default(false).describe("Emulate a mobile device."),
  skipTlsVerification: z.boolean().default(true).describe("Accept invalid TLS certificates."),
  timeout: z
    .int()
    .positive()
    .max(24 * 60 * 60 * 1000)
    .optional()
    .describe("Milliseconds the whole request may take; 30000 when not given."),
  parsers: Parsers.default(["pdf"]).describe("Documents to parse; without `pdf`, a PDF comes back base64 encoded."),
  actions: z.array(Action).max(50).optional().describe("Steps carried out on the page before its content is captured."),
  location: Location.optional().describe("The place to ask the page from."),
  removeBase64Images: z.boolean().default(true).describe("Replace base64 images in Markdown by a placeholder."),
  blockAds: z.boolean().default(true).describe("Block advertisements, trackers and cookie pop-ups."),
  proxy: z
    .enum(["basic", "stealth", "enhanced", "auto"])
    .transform((proxy) => (proxy === "enhanced" ? "stealth" : proxy))
    .default("auto")
    .describe("`auto` tries basic, then stealth if blocked; `enhanced` is another name of `stealth`."),
  storeInCache: z.boolean().default(true).describe("Keep the page in the cache and the index."),
  fastMode: z.boolean().default(false).describe("Prefer speed: plain HTTP only, unless the request needs a browser."),
  zeroDataRetention,
};

/** The `excludeErrorPages` field of crawls and batches. */
export const excludeErrorPages = z
  .boolean()
  .default(false)
  .describe("Take pages that answer with a status of 400 or more as errors, not as pages.");

/** The sender of the request; every POST accepts it (contract §1.7). */
export const originFields = {
  origin: z.string().max(200).optional().describe("The client that sends the request."),
  integration: z.string().max(200).nullish().describe("The integration that sends the request."),
};

interface CrossFieldInput {
  readonly formats: readonly z.output<typeof Format>[];
  readonly waitFor: number;
  readonly timeout?: number | undefined;
  readonly actions?: readonly Action[] | undefined;
}

/** Rules between the fields of scrape options (contract §2.2 and §2.3). */
export function checkScrapeOptions(options: CrossFieldInput, context: z.RefinementCtx): void {
  const complain = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const count = (name: string) =>
    options.formats.filter((format) => (typeof format === "string" ? format : format.type) === name).length;
  if (count("screenshot") > 1) complain("formats", "must have at most one screenshot");
  if (count("json") > 1) complain("formats", "must have at most one json format");
  if (count("question") + count("query") > 1)
    complain("formats", "must have at most one question: it has one `answer`");
  if (count("highlights") > 1) complain("formats", "must have at most one highlights format");
  for (const type of differingFormats(options.formats))
    if (!["screenshot", "json", "question", "query", "highlights"].includes(type))
      complain("formats", `must not have \`${type}\` twice with different options: the result has one`);
  if (count("changeTracking") > 0 && count("markdown") === 0)
    complain("formats", "must have `markdown` beside `changeTracking`, which compares it");
  if (options.timeout !== undefined && options.timeout > 0 && options.waitFor > options.timeout / 2)
    complain("waitFor", `must not be more than half of \`timeout\` (${options.timeout})`);
  const actionsMs = totalWaitMs(options.actions ?? []);
  if (actionsMs > 0 && options.waitFor + actionsMs > maxTotalWaitMs)
    complain("actions", `must not wait longer than ${maxTotalWaitMs} ms together with \`waitFor\``);
}

/** Milliseconds that actions wait for; waiting for a selector counts as one second (contract §2.2). */
export function totalWaitMs(actions: readonly Action[]): number {
  return actions.reduce((sum, action) => (action.type === "wait" ? sum + (action.milliseconds ?? 1000) : sum), 0);
}

/** Options of a page, shared by scrape, batch, crawl, search and extract. */
export const ScrapeOptions = z
  .strictObject(scrapeOptionFields)
  .superRefine(checkScrapeOptions)
  .register(keysWithoutEffect, scrapeKeys);
export type ScrapeOptions = Written.ScrapeOptions;
export type ParsedScrapeOptions = z.output<typeof ScrapeOptions>;

/** `POST /v2/scrape` (contract §2.5). */
export const ScrapeRequest = z
  .strictObject({ url: WebUrl, ...scrapeOptionFields, ...originFields })
  .superRefine(checkScrapeOptions)
  .register(keysWithoutEffect, scrapeKeys);
/** A scrape request as a caller writes it. */
export type ScrapeRequest = Written.ScrapeRequest;
/** A scrape request with all defaults filled in. */
export type ParsedScrapeRequest = z.output<typeof ScrapeRequest>;
