// Writes the request and result types of the engine from their schemas, as interfaces whose members carry the schemas'
// descriptions. With `--check` it only compares, and fails when the file is out of date.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import * as actions from "../../../core/src/schema/actions.ts";
import * as batch from "../../../core/src/schema/batch.ts";
import * as crawl from "../../../core/src/schema/crawl.ts";
import * as extract from "../../../core/src/schema/extract.ts";
import * as formats from "../../../core/src/schema/formats.ts";
import * as job from "../../../core/src/schema/job.ts";
import * as map from "../../../core/src/schema/map.ts";
import * as planCrawl from "../../../core/src/schema/plan-crawl.ts";
import * as result from "../../../core/src/schema/result.ts";
import * as scrape from "../../../core/src/schema/scrape.ts";
import * as scrapeReference from "../../../core/src/schema/scrape-reference.ts";
import * as search from "../../../core/src/schema/search.ts";
import * as usage from "../../../core/src/schema/usage.ts";
import * as webhook from "../../../core/src/schema/webhook.ts";
import { root } from "../pack.ts";
import { printTypes, type Declared, type Side } from "./type-printer.ts";

const path = join(root, "packages/core/src/schema/types.generated.ts");

const members: Readonly<Record<string, readonly string[]>> = {
  Metadata: [
    "  /** Every `<meta>` of the page under its own name, such as `og:title` or `theme-color`; a list when it repeats. */",
    '  [name: `${string}${":" | "-" | "."}${string}`]: unknown;',
  ],
};

const types: readonly Declared[] = [
  ...named("input", {
    Viewport: [actions.Viewport],
    Action: [actions.Action],
    MarkdownFormat: [formats.MarkdownFormat, "The page as Markdown: all of it, or as much as fits into a budget."],
    ChunksFormat: [formats.ChunksFormat, "Markdown cut at headings into parts that can stand alone."],
    AttributesFormat: [formats.AttributesFormat, "Attributes of elements of the whole page."],
    QuestionFormat: [formats.QuestionFormat, "The page's answer to a question: `answer`."],
    HighlightsFormat: [
      formats.HighlightsFormat,
      "The passages of the page that a query is about, word for word: `highlights`.",
    ],
    QueryFormat: [formats.QueryFormat, "The older form of both: `answer` is either."],
    JsonFormat: [formats.JsonFormat, "Structured data read from the page, by schema, prompt, or both."],
    ScreenshotFormat: [formats.ScreenshotFormat, "A picture of the rendered page."],
    ChangeTrackingFormat: [
      formats.ChangeTrackingFormat,
      "The changes since this team last asked for this page with the same tag.",
    ],
    FormatName: [formats.FormatName, "The name of an output format."],
    Format: [formats.Format],
    Location: [scrape.Location, "The part of the world that a page is asked from."],
    PdfParser: [scrape.PdfParser, "How PDFs are read."],
    ScrapeOptions: [scrape.ScrapeOptions, "Options of a page: its fetching and its formats."],
    ScrapeRequest: [scrape.ScrapeRequest, "A page, and what is wanted of it."],
    ScrapeReference: [scrapeReference.ScrapeReference, "A scrape whose result was kept."],
    WebhookOptions: [webhook.WebhookObject, "The receiver of a job's events, and the events it wants."],
    BatchScrapeRequest: [batch.BatchScrapeRequest, "Pages to scrape as one job."],
    CrawlRequest: [crawl.CrawlRequest, "A site to crawl, and which of its pages are wanted."],
    PlanCrawlRequest: [planCrawl.PlanCrawlRequest, "A wish from which a model proposes the settings of a crawl."],
    MapRequest: [map.MapRequest, "A site whose URLs are wanted."],
    SearchRequest: [search.SearchRequest, "What to search for, and where."],
    ExtractRequest: [extract.ExtractRequest, "Structured data to extract, and the pages to read."],
    JobReference: [job.JobReference, "A job. `kind` keeps a crawl's id from being read as a batch."],
    JobQuery: [job.JobQuery, "A job, and a chunk of its pages."],
    JobEventsRequest: [job.JobEventsRequest, "A job, and the point from which its events are wanted."],
    ExplainCrawlRequest: [job.ExplainCrawlRequest, "A crawl whose decisions are wanted."],
    UsageQuery: [usage.UsageQuery, "Asks for credits used, month by month."],
    ListDeliveriesRequest: [webhook.ListDeliveriesRequest, "Webhook deliveries to list."],
    ReplayDeliveryRequest: [webhook.ReplayDeliveryRequest, "A webhook delivery to send again."],
  }),
  ...named("output", {
    Verdict: [result.Verdict, "Says if a result really is the page that was asked for."],
    VerdictDoubt: [result.VerdictDoubt, "A verdict that is likely, but not enough so to be given."],
    Metadata: [result.Metadata],
    ActionResults: [result.ActionResults, "The output of a request's actions, each list in the order of its actions."],
    ChangeTracking: [result.ChangeTracking, "A page compared with the last time it was asked for."],
    PageImage: [result.PageImage, "A picture that a page shows."],
    AttributeValues: [result.AttributeValues, "The values of an attribute on the elements that a selector selects."],
    PageChunk: [result.PageChunk, "A part of a page's Markdown that can stand alone."],
    DocumentPage: [result.DocumentPage, "A page of a document."],
    PageBlocks: [result.PageBlocks, "The blocks of one page of a PDF."],
    ScrapeResult: [result.ScrapeResult, "The result of a scrape: the requested formats, and metadata."],
    JobStarted: [job.JobStarted, "A job was accepted."],
    BatchScrapeStarted: [batch.BatchScrapeStarted, "A batch was accepted."],
    PageFailure: [job.PageFailure, "A page of a job that could not be scraped."],
    JobStatus: [job.JobStatus, "How a job stands, with a chunk of its pages in the order in which they were recorded."],
    JobCancelled: [job.JobCancelled, "The job was cancelled."],
    JobPaused: [job.JobPaused, "Says if a job is paused now."],
    JobErrors: [job.JobErrors, "The pages of a job that failed, and those that robots.txt kept it from."],
    ActiveCrawls: [job.ActiveCrawls, "The crawls that are not finished."],
    CrawlDecisions: [job.CrawlDecisions, "Every URL that a crawl saw and did not take, and why."],
    PlannedCrawl: [planCrawl.PlannedCrawl, "What a model proposes for a crawl."],
    MapLink: [map.MapLink, "One URL of a site, and what is known about it."],
    MapResult: [map.MapResult, "The URLs of a site, best match first where there was a search."],
    WebResult: [search.WebResult, "A page that was found; with `scrapeOptions`, also what was scraped of it."],
    NewsResult: [
      search.NewsResult,
      "A news article that was found; with `scrapeOptions`, also what was scraped of it.",
    ],
    ImageResult: [search.ImageResult, "A picture that was found, and the page that shows it."],
    SearchResult: [search.SearchResult, "The results by source; only the sources that were asked for."],
    ExtractStarted: [extract.ExtractStarted, "An extraction was accepted."],
    ExtractStatus: [extract.ExtractStatus, "An extraction's state, and its data."],
    UsageReport: [usage.UsageReport, "Credits used, month by month, oldest first."],
    CreditBalance: [usage.CreditBalance, "The credits left this month."],
    ConcurrencyReport: [usage.ConcurrencyReport, "The pages that a team takes at once, and the most that it may."],
    QueueReport: [usage.QueueReport, "The pages that a team's jobs still have to take."],
    DeliveryRecord: [webhook.DeliveryRecord, "One webhook delivery, as the delivery log shows it."],
    DeliveryList: [webhook.DeliveryList, "Webhook deliveries, newest first."],
  }),
];

const bases: Readonly<Record<string, string>> = {
  ScrapeRequest: "ScrapeOptions",
  BatchScrapeRequest: "ScrapeOptions",
  BatchScrapeStarted: "JobStarted",
};

const head = `// Generated by packages/workshop/src/generate/types.ts from the schemas beside this file: change those, then run it.
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** What a schema may be written as: a JSON Schema, or a schema of a validation library (Zod, Valibot, ArkType …). */
export type SchemaInput = Readonly<Record<string, unknown>> | StandardSchemaV1;

/** A format of the host's own, as \`defineFormat\` makes it: the result has its value under its name. */
export interface DefinedFormat<Name extends string = string, Value = unknown> {
  readonly type: "custom";
  readonly name: Name;
  readonly schema?: StandardSchemaV1<unknown, Value> | undefined;
}
`;

const names = new Map<z.ZodType, string>([
  [formats.JsonSchema, "SchemaInput"],
  [formats.CustomFormat, "DefinedFormat"],
]);
const related = types.map((type) => ({ ...type, base: types.find(({ name }) => name === bases[type.name]) }));
const printed = `${head}\n${printTypes(related, names)}\n`;
const wanted = execFileSync("oxfmt", [`--stdin-filepath=${path}`], { input: printed, encoding: "utf8", cwd: root });
const isCurrent = existsSync(path) && readFileSync(path, "utf8") === wanted;
if (!isCurrent && process.argv.includes("--check")) {
  console.log(`Out of date: ${path}`);
  process.exitCode = 1;
} else if (!isCurrent) writeFileSync(path, wanted);

function named(side: Side, schemas: Readonly<Record<string, readonly [z.ZodType, summary?: string]>>): Declared[] {
  return Object.entries(schemas).map(([name, [schema, summary = ""]]) => ({
    name,
    schema,
    side,
    summary,
    members: members[name],
  }));
}
