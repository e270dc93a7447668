import { STATUS_CODES } from "node:http";
import { withDeadline } from "../concurrency/deadline.ts";
import { createStopwatch } from "../concurrency/stopwatch.ts";
import type { CallOptions } from "../ports/call.ts";
import type { Explanation, PageContent, TransformOptions } from "../transform/transformer.ts";
import type { MarkdownConverter } from "../ports/markdown-converter.ts";
import type { ActionOutput, Capture } from "../ports/page-source.ts";
import { formatObjects, type FormatObject } from "../schema/formats.ts";
import { parseRequest } from "../schema/parse-input.ts";
import type { ScrapeResultOf } from "../schema/asked-result.ts";
import { pageRanges } from "../schema/page-selection.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { warningOf } from "../schema/warning.ts";
import { defaultTimeoutMs, ScrapeRequest, totalWaitMs, type ParsedScrapeRequest } from "../schema/scrape.ts";
import { deliverFiles, type DeliveredFiles } from "./deliver.ts";
import { loginAsHeader } from "../schema/login-as-header.ts";
import { isStorable, takePage, type PageCall, type TakenPage } from "./take-page.ts";
import { creditsFor } from "./price.ts";
import { statusName } from "./status-name.ts";
import { rememberPage } from "../page-index/remember-page.ts";
import type { FieldEvidence } from "./formats/json/evidence.ts";
import { takeStandardSchemas, type StandardSchemas } from "./formats/json/standard-schema.ts";
import { renderAsked, requireModel, type AskedFields } from "./formats/render-asked.ts";
import type { ScrapeDependencies } from "./dependencies.ts";

/** Options of a scrape that are objects of the caller's process and never travel over a wire. */
export interface ScrapeCall extends CallOptions {
  /** Also return which block won, and what was removed and why. */
  readonly explain?: boolean | undefined;
  /** Also return, for every field of `json`, the words of the page that state it and where they stand. */
  readonly evidence?: boolean | undefined;
  /** Cookies and storage of a logged-in browser, in Playwright's `storageState` form. */
  readonly storageState?: unknown;
}

/** A scrape result, and the reasons behind it if the call asks for them. */
export type ScrapeOutcome = ScrapeResult & Reasons;

/** The reasons behind a scrape result. */
export interface Reasons {
  /** With `explain`: which block won, and what was removed and why. */
  readonly explanation?: Explanation | undefined;
  /** With `evidence`: for every field of `json`, the words of the page that state it and where they stand. */
  readonly evidence?: readonly FieldEvidence[] | undefined;
}

/** {@link ScrapeOutcome} with the fields that a request asks for, and no others. */
export type ScrapeOutcomeOf<Request extends object> = ScrapeResultOf<Request> & Reasons;

/** Scrapes one page: parse the input, take the page within one deadline, render the formats. */
export async function scrape(
  input: unknown,
  call: ScrapeCall = {},
  resources: ScrapeDependencies,
): Promise<ScrapeOutcome> {
  const { input: plain, schemas } = takeStandardSchemas(input);
  const { request, warnings } = parseRequest(ScrapeRequest, plain);
  const { outcome } = await scrapePage(request, { ...call, schemas }, resources);
  return { ...outcome, ...warningOf([...warnings, outcome.warning]) };
}

/** What a job needs of a page besides its result: every link of the whole page. */
export interface ScrapedPage {
  readonly outcome: ScrapeOutcome;
  readonly allLinks: readonly string[];
}

/** {@link scrape} for input that was parsed before, with the links that a crawl follows. */
export async function scrapePage(
  sent: ParsedScrapeRequest,
  call: ScrapeCall & Pick<PageCall, "tries" | "pacing"> & { readonly schemas?: StandardSchemas },
  resources: ScrapeDependencies,
): Promise<ScrapedPage> {
  const asked = loginAsHeader(sent);
  const formats = formatObjects(asked.formats);
  requireModel(formats, resources.model);
  // A page that is compared with its last version must be the one of now.
  const request = formats.some((format) => format.type === "changeTracking") ? { ...asked, maxAge: 0 } : asked;
  const queueing = createStopwatch(resources.clock);
  const waitedMs = () => queueing.totalMs() + (call.pacing?.waitedMs() ?? 0);
  const deadline = {
    clock: resources.clock,
    timeoutMs: timeoutMs(request, resources.policy.maxTimeoutMs),
    waitedMs,
    signal: call.signal,
    code: "SCRAPE_TIMEOUT",
  } as const;
  const endsAt = resources.clock.now() + deadline.timeoutMs;
  const deadlineAt = () => endsAt + waitedMs();
  return await withDeadline(deadline, async (signal) => {
    const transform = transformOptions(request, formats, { explain: call.explain, markdown: resources.markdown });
    const page = await takePage({ request, formats, transform }, call, { resources, signal, deadlineAt, queueing });
    const { content, capture } = page;
    const markdown = resources.markdown?.(content.html ?? "", capture.url) ?? content.markdown ?? "";
    const { evidence = false, schemas = {} } = call;
    const rendered = await renderAsked(
      { page, markdown, request, formats, principal: call.principal, schemas, evidence },
      resources,
      signal,
    );
    const warning = isStorable(request, call)
      ? await rememberPage({ ...page, text: markdown }, call, resources)
      : undefined;
    const files = await deliverFiles(capture, request, resources.blobs);
    const scrapeId = resources.newId();
    const outcome = present(page, { request, formats, scrapeId, markdown, rendered, files, warning });
    return { outcome, allLinks: page.content.allLinks ?? [] };
  });
}

/** Waiting that the caller asked for comes on top of the time that the work may take (contract §2.5). */
function timeoutMs(request: ParsedScrapeRequest, maxTimeoutMs: number): number {
  const waitingMs = request.waitFor + totalWaitMs(request.actions ?? []);
  return Math.min((request.timeout ?? defaultTimeoutMs) + waitingMs, maxTimeoutMs);
}

function transformOptions(
  request: ParsedScrapeRequest,
  formats: readonly FormatObject[],
  { explain, markdown }: { readonly explain: boolean | undefined; readonly markdown: MarkdownConverter | undefined },
): TransformOptions {
  const outputs = new Set<TransformOptions["outputs"][number]>(["allLinks"]);
  for (const { type } of formats) {
    if (type === "markdown" || type === "html" || type === "rawHtml" || type === "links") outputs.add(type);
    else if (type !== "screenshot") outputs.add("markdown");
  }
  if (isStorable(request, {})) outputs.add("markdown"); // what the index keeps
  if (formats.some(({ type }) => type === "json" || type === "changeTracking")) outputs.add("structured");
  if (markdown !== undefined && outputs.has("markdown")) outputs.add("html");
  return {
    onlyMainContent: request.onlyMainContent,
    includeTags: request.includeTags ?? [],
    excludeTags: request.excludeTags ?? [],
    removeBase64Images: request.removeBase64Images,
    ...pdfOptions(request),
    outputs: [...outputs],
    explain: explain ?? false,
  };
}

/** PDFs are read if any parser is for them: the pages that one of them selects, up to the most that one asks for. */
function pdfOptions({ parsers }: ParsedScrapeRequest): Pick<TransformOptions, "parsePdf" | "maxPdfPages" | "pdfPages"> {
  const wanted = parsers.map((parser) => (typeof parser === "string" ? { type: parser } : parser));
  const most = Math.max(...wanted.map(({ maxPages = Infinity }) => maxPages));
  const selections = wanted.flatMap(({ pages }) => pages ?? []);
  const isSelected = wanted.every(({ pages }) => pages !== undefined);
  return {
    parsePdf: parsers.length > 0,
    ...(Number.isFinite(most) ? { maxPdfPages: most } : {}),
    ...(isSelected && selections.length > 0 ? { pdfPages: pageRanges(selections) } : {}),
  };
}

interface Presentation {
  readonly request: ParsedScrapeRequest;
  readonly formats: readonly FormatObject[];
  readonly scrapeId: string;
  readonly markdown: string;
  readonly rendered: AskedFields;
  readonly files: DeliveredFiles;
  /** Why the page could not be indexed. */
  readonly warning: string | undefined;
}

function present(page: TakenPage, presentation: Presentation): ScrapeOutcome {
  const { request, formats, scrapeId, markdown, rendered, files, warning } = presentation;
  const { capture, content } = page;
  const asked = new Set(formats.map((format) => format.type));
  const answered = capture.status >= 400 ? `The page answered ${statusName(capture.status)}.` : "";
  const all = [
    answered,
    ...page.warnings,
    ...capture.warnings,
    ...content.warnings,
    ...rendered.warnings,
    warning ?? "",
    files.warning ?? "",
  ];
  return {
    ...(asked.has("markdown") ? { markdown } : {}),
    ...(asked.has("html") ? { html: content.html ?? "" } : {}),
    ...(asked.has("rawHtml") ? { rawHtml: content.rawHtml ?? "" } : {}),
    ...(asked.has("links") ? { links: [...(content.links ?? [])] } : {}),
    ...rendered.fields,
    ...(files.screenshot === undefined ? {} : { screenshot: files.screenshot }),
    ...(request.actions === undefined ? {} : { actions: actionResults(files.actions) }),
    ...warningOf(all),
    ...(content.explanation === undefined ? {} : { explanation: content.explanation }),
    metadata: {
      ...content.metadata,
      ...journey(capture, page),
      sourceURL: request.url,
      scrapeId,
      creditsUsed: creditsOf(content, capture, formats),
      verdict: content.verdict,
      verdictReason: content.verdictReason,
      ...(rendered.usage.calls === 0 ? {} : { modelUsage: rendered.usage }),
    },
  };
}

/** Asking for actions gets every list, whatever was done (contract §2.4). */
function actionResults({
  screenshots = [],
  scrapes = [],
  javascriptReturns = [],
  pdfs = [],
}: ActionOutput<string> = {}) {
  return {
    screenshots: [...screenshots],
    scrapes: [...scrapes],
    javascriptReturns: [...javascriptReturns],
    pdfs: [...pdfs],
  };
}

/** What happened on the way to the page (contract §4.6, "response"). */
function journey(capture: Capture, page: TakenPage) {
  const failed = capture.status >= 400;
  return {
    url: capture.url,
    statusCode: capture.status,
    ...(failed ? { error: STATUS_CODES[capture.status] ?? `HTTP status ${capture.status}` } : {}),
    ...(capture.contentType === "" ? {} : { contentType: capture.contentType }),
    proxyUsed: capture.proxyUsed,
    source: capture.source,
    ...(page.cacheState === undefined ? {} : { cacheState: page.cacheState }),
    ...(page.cacheState === "hit" ? { cachedAt: new Date(capture.capturedAt).toISOString() } : {}),
  };
}

function creditsOf(content: PageContent, capture: Capture, formats: readonly FormatObject[]): number {
  return creditsFor({
    formats,
    usedStealth: capture.proxyUsed === "stealth",
    documentPages: content.metadata.numPages ?? 1,
  });
}
