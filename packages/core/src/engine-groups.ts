import type { ExtractedPage } from "./extract/settings.ts";
import type { JobResult } from "./jobs/follow.ts";
import type { JobHandle } from "./jobs/handle.ts";
import type { JobCall } from "./jobs/job-call.ts";
import type { WorkOptions } from "./jobs/worker.ts";
import type { CallOptions } from "./ports/call.ts";
import type { JobEvent } from "./ports/job-reader.ts";
import type { NoOtherKeys, PageOf, ScrapeResultOf } from "./schema/asked-result.ts";
import type { BatchScrapeRequest, BatchScrapeStarted } from "./schema/batch.ts";
import type { CrawlRequest } from "./schema/crawl.ts";
import type { ExtractRequest, ExtractStarted, ExtractStatus } from "./schema/extract.ts";
import type {
  ActiveCrawls,
  CrawlDecisions,
  ExplainCrawlRequest,
  JobCancelled,
  JobErrors,
  JobEventsRequest,
  JobPaused,
  JobQuery,
  JobReference,
  JobStarted,
  JobStatus,
} from "./schema/job.ts";
import type { PlanCrawlRequest, PlannedCrawl } from "./schema/plan-crawl.ts";
import type { ConcurrencyReport, CreditBalance, QueueReport, UsageQuery, UsageReport } from "./schema/usage.ts";
import type { DeliveryList, DeliveryRecord, ListDeliveriesRequest, ReplayDeliveryRequest } from "./schema/webhook.ts";

/** A batch on its way. */
export type BatchHandle<Page> = JobHandle<Page, JobResult<Page>, BatchScrapeStarted>;

/** An extraction on its way: iterating gives each page's values; its result combines them. */
export interface ExtractHandle extends Omit<JobHandle<ExtractedPage, ExtractStatus, ExtractStarted>, "status"> {
  /** The extraction's state, and its data so far. */
  status(): Promise<ExtractStatus>;
}

/**
 * Starts a job at once and returns its handle. A request that is wrong throws EngineError here; what fails later is told
 * by the handle.
 */
export interface JobStarters {
  /** Crawls a site from a start URL. */
  crawl<const Request extends CrawlRequest>(
    request: NoOtherKeys<Request, CrawlRequest>,
    call?: JobCall,
  ): JobHandle<PageOf<Request>>;
  /** Crawls a site from a start URL, with its pages as Markdown. */
  crawl(url: string, call?: JobCall): JobHandle<ScrapeResultOf<object>>;
  /** Scrapes a list of URLs. */
  batchScrape<const Request extends BatchScrapeRequest>(
    request: NoOtherKeys<Request, BatchScrapeRequest>,
    call?: JobCall,
  ): BatchHandle<ScrapeResultOf<Request>>;
  /** Scrapes a list of URLs as Markdown. */
  batchScrape(urls: readonly string[], call?: JobCall): BatchHandle<ScrapeResultOf<object>>;
  /** Extracts structured data from pages. */
  extract(request: ExtractRequest, call?: JobCall): ExtractHandle;
}

/** Jobs by their ids, for doors, queues and other processes. */
export interface EngineJobs {
  /** Starts a crawl and returns its id. */
  startCrawl(input: CrawlRequest, call?: JobCall): Promise<JobStarted>;
  /** Starts a batch, or adds URLs to one, and returns its id. */
  startBatchScrape(input: BatchScrapeRequest, call?: JobCall): Promise<BatchScrapeStarted>;
  /** Starts an extraction and returns its id. */
  startExtract(input: ExtractRequest, call?: JobCall): Promise<ExtractStarted>;
  /** Lets a model propose the settings of a crawl from a wish in plain words. */
  planCrawl(input: PlanCrawlRequest, call?: CallOptions): Promise<PlannedCrawl>;
  /** A job's state, with a chunk of its pages. */
  get(input: JobQuery, call?: CallOptions): Promise<JobStatus>;
  /** An extraction's state, and its data. */
  getExtract(input: JobReference, call?: CallOptions): Promise<ExtractStatus>;
  /** Ends a job now; recorded pages stay readable. */
  cancel(input: JobReference, call?: CallOptions): Promise<JobCancelled>;
  /** Stops taking pages until the job is resumed. */
  pause(input: JobReference, call?: CallOptions): Promise<JobPaused>;
  /** Takes pages again, whatever kept the job from it. */
  resume(input: JobReference, call?: CallOptions): Promise<JobPaused>;
  /** The pages of a job that failed, and those that robots.txt kept it from. */
  errors(input: JobReference, call?: CallOptions): Promise<JobErrors>;
  /** The events of a job from any point on, as they come. Ends with the job. */
  events(input: JobEventsRequest, call?: CallOptions): AsyncGenerator<JobEvent, void>;
  /** The caller's crawls that are not finished. */
  active(call?: CallOptions): Promise<ActiveCrawls>;
  /** The reasons for which a crawl left out URLs that it saw. */
  explain(input: ExplainCrawlRequest, call?: CallOptions): Promise<CrawlDecisions>;
  /**
   * A handle of an extraction that was started before, here or in another process. It only watches: leaving a loop or
   * disposing of it cancels nothing.
   */
  attach(job: JobReference & { readonly kind: "extract" }, call?: CallOptions): ExtractHandle;
  /** The same of any job: its result has its pages. `started()` rejects with JOB_NOT_FOUND for one that is unknown. */
  attach(job: JobReference | string, call?: CallOptions): JobHandle;
  /**
   * Works on queued jobs until disposed, beginning with what a crash left behind. Run it in as many processes as you
   * like. An engine works on the jobs that it starts by itself, unless `runtime.worksOnItsJobs` is false.
   */
  work(options?: WorkOptions): AsyncDisposable;
}

/** Deliveries of webhooks. */
export interface EngineWebhooks {
  /** The caller's deliveries, newest first. */
  list(input?: ListDeliveriesRequest, call?: CallOptions): Promise<DeliveryList>;
  /** Sends a delivery again, now and once. */
  replay(input: ReplayDeliveryRequest, call?: CallOptions): Promise<DeliveryRecord>;
}

/** Credits, and what the caller's jobs take up. */
export interface EngineUsage {
  /** Credits used, month by month. */
  credits(input?: UsageQuery, call?: CallOptions): Promise<UsageReport>;
  /** The credits left this month. */
  balance(call?: CallOptions): Promise<CreditBalance>;
  /** The pages that the caller's jobs take at once, and the most that each may. */
  concurrency(call?: CallOptions): Promise<ConcurrencyReport>;
  /** The pages that the caller's jobs still have to take. */
  queue(call?: CallOptions): Promise<QueueReport>;
}
