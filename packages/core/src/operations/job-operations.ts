import { operation } from "./operation.ts";
import type { JobKind } from "../ports/job-store.ts";
import { BatchScrapeRequest, BatchScrapeStarted } from "../schema/batch.ts";
import { ExtractRequest, ExtractStarted, ExtractStatus } from "../schema/extract.ts";
import { PlanCrawlRequest, PlannedCrawl } from "../schema/plan-crawl.ts";
import { CrawlRequest } from "../schema/crawl.ts";
import {
  ActiveCrawls,
  CrawlDecisions,
  ExplainCrawlRequest,
  JobCancelled,
  JobErrors,
  JobPaused,
  JobQuery,
  JobReference,
  JobStarted,
  JobStatus,
  NoInput,
} from "../schema/job.ts";
import { ConcurrencyReport, CreditBalance, QueueReport, UsageQuery, UsageReport } from "../schema/usage.ts";
import { DeliveryList, DeliveryRecord, ListDeliveriesRequest, ReplayDeliveryRequest } from "../schema/webhook.ts";

const Query = JobQuery.omit({ kind: true });
const Reference = JobReference.omit({ kind: true });

/** The part of a row that differs between kinds of jobs. */
interface OfKind {
  readonly kind: JobKind;
  readonly summary: string;
}

const stateOf = ({ kind, summary }: OfKind) =>
  operation({
    summary,
    kind: "query",
    tool: true,
    input: Query,
    output: JobStatus,
    run: (engine, input: JobQuery, call): Promise<JobStatus> => engine.jobs.get({ ...input, kind }, call),
  });

const cancelling = <const IsTool extends boolean>({ kind, summary, tool }: OfKind & { readonly tool: IsTool }) =>
  operation({
    summary,
    kind: "mutation",
    tool,
    input: Reference,
    output: JobCancelled,
    run: (engine, input: JobReference, call): Promise<JobCancelled> => engine.jobs.cancel({ ...input, kind }, call),
  });

const holding = ({ kind, summary, step }: OfKind & { readonly step: "pause" | "resume" }) =>
  operation({
    summary,
    kind: "mutation",
    tool: false,
    input: Reference,
    output: JobPaused,
    run: (engine, input: JobReference, call): Promise<JobPaused> => engine.jobs[step]({ ...input, kind }, call),
  });

const errorsOf = ({ kind, summary }: OfKind) =>
  operation({
    summary,
    kind: "query",
    tool: false,
    input: Reference,
    output: JobErrors,
    run: (engine, input: JobReference, call): Promise<JobErrors> => engine.jobs.errors({ ...input, kind }, call),
  });

/** The operations on jobs, webhooks and credits. */
export const jobOperations = {
  startCrawl: operation({
    summary: "Start crawling a site from a start URL.",
    kind: "mutation",
    tool: true,
    input: CrawlRequest,
    output: JobStarted,
    run: (engine, input: CrawlRequest, call): Promise<JobStarted> => engine.jobs.startCrawl(input, call),
  }),
  activeCrawls: operation({
    summary: "List the crawls that are not finished.",
    kind: "query",
    tool: false,
    input: NoInput,
    output: ActiveCrawls,
    run: (engine, _input: NoInput, call): Promise<ActiveCrawls> => engine.jobs.active(call),
  }),
  getCrawl: stateOf({ kind: "crawl", summary: "Ask how a crawl stands, and for a chunk of its pages." }),
  cancelCrawl: cancelling({ kind: "crawl", summary: "End a crawl now.", tool: true }),
  pauseCrawl: holding({ kind: "crawl", summary: "Stop a crawl from taking pages until it is resumed.", step: "pause" }),
  resumeCrawl: holding({ kind: "crawl", summary: "Let a paused crawl go on.", step: "resume" }),
  crawlErrors: errorsOf({
    kind: "crawl",
    summary: "List the pages of a crawl that failed, and those that robots.txt kept it from.",
  }),
  explainCrawl: operation({
    summary: "List the URLs that a crawl saw and did not take, and why.",
    kind: "query",
    tool: false,
    input: ExplainCrawlRequest,
    output: CrawlDecisions,
    run: (engine, input: ExplainCrawlRequest, call): Promise<CrawlDecisions> => engine.jobs.explain(input, call),
  }),
  startBatchScrape: operation({
    summary: "Start scraping a list of URLs.",
    kind: "mutation",
    tool: true,
    input: BatchScrapeRequest,
    output: BatchScrapeStarted,
    run: (engine, input: BatchScrapeRequest, call): Promise<BatchScrapeStarted> =>
      engine.jobs.startBatchScrape(input, call),
  }),
  getBatchScrape: stateOf({ kind: "batch", summary: "Ask how a batch stands, and for a chunk of its pages." }),
  cancelBatchScrape: cancelling({ kind: "batch", summary: "End a batch now.", tool: false }),
  pauseBatchScrape: holding({
    kind: "batch",
    summary: "Stop a batch from taking pages until it is resumed.",
    step: "pause",
  }),
  resumeBatchScrape: holding({ kind: "batch", summary: "Let a paused batch go on.", step: "resume" }),
  batchScrapeErrors: errorsOf({ kind: "batch", summary: "List the pages of a batch that failed." }),
  startExtract: operation({
    summary: "Start extracting structured data from pages.",
    kind: "mutation",
    tool: true,
    input: ExtractRequest,
    output: ExtractStarted,
    run: (engine, input: ExtractRequest, call): Promise<ExtractStarted> => engine.jobs.startExtract(input, call),
  }),
  getExtract: operation({
    summary: "Ask how an extraction stands, and for what it gave.",
    kind: "query",
    tool: true,
    input: Reference,
    output: ExtractStatus,
    run: (engine, input: JobReference, call): Promise<ExtractStatus> => engine.jobs.getExtract(input, call),
  }),
  cancelExtract: cancelling({ kind: "extract", summary: "End an extraction now.", tool: false }),
  planCrawl: operation({
    summary: "Let a model propose the settings of a crawl from a wish in plain words.",
    kind: "query",
    tool: false,
    input: PlanCrawlRequest,
    output: PlannedCrawl,
    run: (engine, input: PlanCrawlRequest, call): Promise<PlannedCrawl> => engine.jobs.planCrawl(input, call),
  }),
  listDeliveries: operation({
    summary: "List webhook deliveries, newest first.",
    kind: "query",
    tool: false,
    input: ListDeliveriesRequest,
    output: DeliveryList,
    run: (engine, input: ListDeliveriesRequest, call): Promise<DeliveryList> => engine.webhooks.list(input, call),
  }),
  replayDelivery: operation({
    summary: "Send a webhook delivery again.",
    kind: "mutation",
    tool: false,
    input: ReplayDeliveryRequest,
    output: DeliveryRecord,
    run: (engine, input: ReplayDeliveryRequest, call): Promise<DeliveryRecord> => engine.webhooks.replay(input, call),
  }),
  creditBalance: operation({
    summary: "Ask for the credits that are left this month.",
    kind: "query",
    tool: false,
    input: NoInput,
    output: CreditBalance,
    run: (engine, _input: NoInput, call): Promise<CreditBalance> => engine.usage.balance(call),
  }),
  creditUsage: operation({
    summary: "Ask for the credits used, month by month.",
    kind: "query",
    tool: false,
    input: UsageQuery,
    output: UsageReport,
    run: (engine, input: UsageQuery, call): Promise<UsageReport> => engine.usage.credits(input, call),
  }),
  concurrency: operation({
    summary: "Ask how many pages are taken at once, and how many may be.",
    kind: "query",
    tool: false,
    input: NoInput,
    output: ConcurrencyReport,
    run: (engine, _input: NoInput, call): Promise<ConcurrencyReport> => engine.usage.concurrency(call),
  }),
  queueStatus: operation({
    summary: "Ask what the jobs still have to do.",
    kind: "query",
    tool: false,
    input: NoInput,
    output: QueueReport,
    run: (engine, _input: NoInput, call): Promise<QueueReport> => engine.usage.queue(call),
  }),
};
