import { STATUS_CODES } from "node:http";
import { computeFor } from "../concurrency/pure-work.ts";
import { renderDefined } from "../extensions/defined-formats.ts";
import { rememberPage } from "../page-index/remember-page.ts";
import type { Call } from "../ports/call.ts";
import type { ActionOutput, Capture } from "../ports/page-source.ts";
import type { Flat, ScrapeResultOf } from "../schema/asked-result.ts";
import type { FormatObject } from "../schema/formats.ts";
import type { ScrapeResult } from "../schema/result.ts";
import type { ParsedScrapeRequest } from "../schema/scrape.ts";
import { warningOf } from "../schema/warning.ts";
import type { Explanation, PageContent, PageOutputs } from "../transform/transformer.ts";
import { deliverFiles, type DeliveredFiles } from "./deliver.ts";
import type { ScrapeDependencies } from "./dependencies.ts";
import { cursorWarning, cutMarkdown, cutsOf, type CutMarkdown, type MarkdownCuts } from "./formats/cut-markdown.ts";
import type { FieldEvidence } from "./formats/json/evidence.ts";
import type { StandardSchemas } from "./formats/json/standard-schema.ts";
import { renderAsked, type AskedFields } from "./formats/render-asked.ts";
import { creditsFor } from "./price.ts";
import { statusName } from "./status-name.ts";
import type { TakenPage } from "./take-page.ts";
import { unreadWarning } from "./unread-file.ts";

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
export type ScrapeOutcomeOf<Request extends object> = Flat<ScrapeResultOf<Request> & Reasons>;

/** Everything that is wanted of a page that was taken. */
export interface PageWish {
  readonly request: ParsedScrapeRequest;
  readonly formats: readonly FormatObject[];
  readonly call: Call & { readonly evidence?: boolean | undefined; readonly schemas?: StandardSchemas };
  /** The index and its history keep it. */
  readonly remembers: boolean;
}

/** Renders the formats that are asked for of a page, remembers it, and says what it costs. */
export async function resultOf(
  page: TakenPage,
  { request, formats, call, remembers }: PageWish,
  { resources, signal }: { readonly resources: ScrapeDependencies; readonly signal: AbortSignal },
): Promise<ScrapeOutcome> {
  const { content, capture } = page;
  const { html = "", isUnread = false } = content;
  const markdown = (isUnread ? undefined : resources.markdown?.(html, capture.url)) ?? content.markdown ?? "";
  const { evidence = false, schemas = {} } = call;
  const rendered = await renderAsked(
    {
      page,
      markdown: isUnread ? "" : markdown,
      request,
      formats,
      principal: call.principal,
      schemas,
      evidence,
    },
    resources,
    signal,
  );
  const own = await renderDefined(
    formats,
    { url: capture.url, markdown, html, links: content.links ?? [], metadata: content.metadata },
    { registry: resources.formats, signal },
  );
  const cuts = cutsOf(formats, { markdown, isUnread });
  const parts = await cutFor(cuts, { call, resources, signal });
  const warning = remembers && !isUnread ? await rememberPage({ ...page, text: markdown }, call, resources) : undefined;
  const files = await deliverFiles(capture, request, resources.blobs);
  const scrapeId = resources.newId();
  const warnings = [unreadWarning(formats, content), warning, cursorWarning(cuts)];
  return present(page, { request, formats, scrapeId, markdown, rendered, own, parts, files, warnings });
}

/** Cuts a page's Markdown as its formats ask for, in the team's share of the threads. */
async function cutFor(
  cuts: MarkdownCuts | undefined,
  {
    call,
    resources,
    signal,
  }: { readonly call: Call; readonly resources: ScrapeDependencies; readonly signal: AbortSignal },
): Promise<CutMarkdown> {
  if (cuts === undefined) return {};
  const { team } = call.principal;
  return await computeFor({ compute: resources.compute, team, signal }, cutMarkdown, cuts);
}

interface Presentation {
  readonly request: ParsedScrapeRequest;
  readonly formats: readonly FormatObject[];
  readonly scrapeId: string;
  readonly markdown: string;
  readonly rendered: AskedFields;
  /** The fields of the host's own formats. */
  readonly own: Readonly<Record<string, unknown>>;
  /** The results of the formats that cut Markdown. */
  readonly parts: CutMarkdown;
  readonly files: DeliveredFiles;
  /** Why the page could not be indexed, and why a part of it is empty. */
  readonly warnings: readonly (string | undefined)[];
}

function present(page: TakenPage, presentation: Presentation): ScrapeOutcome {
  const { request, formats, scrapeId, rendered, own, parts, files, warnings } = presentation;
  const { capture, content } = page;
  const { failed = [] } = rendered;
  const paid = formats.filter((format) => !failed.includes(format));
  // A redirect is the end of a capture only where it leads to no address.
  const answered = capture.status >= 300 ? `The page answered ${statusName(capture.status)}.` : "";
  const all = [
    answered,
    ...page.warnings,
    ...capture.warnings,
    ...content.warnings,
    ...rendered.warnings,
    ...warnings,
    files.warning ?? "",
  ];
  return {
    ...pageFields(formats, { ...content, markdown: presentation.markdown }),
    ...parts,
    ...own,
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
      creditsUsed: creditsOf(content, capture, paid),
      verdict: content.verdict,
      verdictReason: content.verdictReason,
      ...(content.verdictDoubt === undefined ? {} : { verdictDoubt: content.verdictDoubt }),
      ...(rendered.usage.calls === 0 ? {} : { modelUsage: rendered.usage }),
    },
  };
}

/** The fields of a result that a page alone gives. Pure. */
export function pageFields(formats: readonly FormatObject[], content: PageOutputs): Partial<ScrapeResult> {
  const asked = new Set(formats.map((format) => format.type));
  const { markdown = "", html = "", rawHtml = "", links = [], images = [], attributes = [], pages, blocks } = content;
  return {
    ...(asked.has("markdown") ? { markdown } : {}),
    ...(asked.has("html") ? { html } : {}),
    ...(asked.has("rawHtml") ? { rawHtml } : {}),
    ...(asked.has("links") ? { links: [...links] } : {}),
    ...(asked.has("images") ? { images: images.map(({ url }) => url), imageDetails: [...images] } : {}),
    ...(asked.has("attributes") ? { attributes: [...attributes] } : {}),
    ...(pages === undefined ? {} : { pages: [...pages] }),
    ...(blocks === undefined ? {} : { blocks: [...blocks] }),
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

/** Describes how the page was reached (contract §4.6, "response"). */
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
