import type { CallOptions } from "./ports/call.ts";
import { startBatchScrape } from "./batch/start.ts";
import { activeCrawls, explainCrawl } from "./crawl/explain.ts";
import { startCrawl } from "./crawl/start.ts";
import { planCrawl } from "./crawl/plan.ts";
import { startExtract } from "./extract/start.ts";
import { getExtract, waitForExtract } from "./extract/status.ts";
import { cancelJob, pauseJob, resumeJob } from "./jobs/control.ts";
import { listDeliveries, replayDelivery } from "./jobs/deliveries.ts";
import { jobEvents } from "./jobs/events.ts";
import { jobHandle, type JobHandle } from "./jobs/handle.ts";
import type { JobCall } from "./jobs/job-call.ts";
import { getJob, jobErrors } from "./jobs/status.ts";
import { concurrency, queueStatus } from "./jobs/usage.ts";
import { creditBalance, creditUsage } from "./metering/credits.ts";
import { createWorkplace, type WorkOptions } from "./jobs/worker.ts";
import type { JobEvent } from "./ports/job-reader.ts";
import type { BatchScrapeRequest, BatchScrapeStarted } from "./schema/batch.ts";
import type { ExtractRequest, ExtractStarted, ExtractStatus } from "./schema/extract.ts";
import type { PlanCrawlRequest, PlannedCrawl } from "./schema/plan-crawl.ts";
import type { CrawlRequest } from "./schema/crawl.ts";
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
import type { ConcurrencyReport, CreditBalance, QueueReport, UsageQuery, UsageReport } from "./schema/usage.ts";
import type { DeliveryList, DeliveryRecord, ListDeliveriesRequest, ReplayDeliveryRequest } from "./schema/webhook.ts";
import type { Resources } from "./composition.ts";

/** What an engine can do with jobs, webhooks and credits. Methods validate their input and throw only EngineError. */
export interface JobEngine extends AsyncDisposable {
  /** Crawls a site from a start URL: await it for the whole result, or iterate it for its pages as they come. */
  crawl(input: CrawlRequest, call?: JobCall): JobHandle;
  /** Scrapes a list of URLs: await it for the whole result, or iterate it for its pages as they come. */
  batchScrape(input: BatchScrapeRequest, call?: JobCall): JobHandle;
  /** Starts a crawl and returns its id. */
  startCrawl(input: CrawlRequest, call?: CallOptions): Promise<JobStarted>;
  /** Starts a batch, or adds URLs to one, and returns its id. */
  startBatchScrape(input: BatchScrapeRequest, call?: CallOptions): Promise<BatchScrapeStarted>;
  /** Extracts structured data from pages, and waits for it. */
  extract(input: ExtractRequest, call?: CallOptions): Promise<ExtractStatus>;
  /** Starts an extraction and returns its id. */
  startExtract(input: ExtractRequest, call?: CallOptions): Promise<ExtractStarted>;
  /** How an extraction stands, and what it gave. */
  getExtract(input: JobReference, call?: CallOptions): Promise<ExtractStatus>;
  /** Lets a model propose the settings of a crawl from a wish in plain words. */
  planCrawl(input: PlanCrawlRequest, call?: CallOptions): Promise<PlannedCrawl>;
  /** How a job stands, with a chunk of its pages. */
  getJob(input: JobQuery, call?: CallOptions): Promise<JobStatus>;
  /** Ends a job now; what was recorded stays readable. */
  cancelJob(input: JobReference, call?: CallOptions): Promise<JobCancelled>;
  /** Stops taking pages until the job is resumed. */
  pauseJob(input: JobReference, call?: CallOptions): Promise<JobPaused>;
  resumeJob(input: JobReference, call?: CallOptions): Promise<JobPaused>;
  /** The pages of a job that failed, and those that robots.txt kept it from. */
  jobErrors(input: JobReference, call?: CallOptions): Promise<JobErrors>;
  /** The events of a job from any point on, as they come. Ends with the job. */
  jobEvents(input: JobEventsRequest, call?: CallOptions): AsyncGenerator<JobEvent, void>;
  /** The caller's crawls that are not finished. */
  activeCrawls(call?: CallOptions): Promise<ActiveCrawls>;
  /** Why a crawl did not take the URLs that it saw and did not take. */
  explainCrawl(input: ExplainCrawlRequest, call?: CallOptions): Promise<CrawlDecisions>;
  /** The caller's webhook deliveries, newest first. */
  listDeliveries(input: ListDeliveriesRequest, call?: CallOptions): Promise<DeliveryList>;
  /** Sends a webhook delivery again, now and once. */
  replayDelivery(input: ReplayDeliveryRequest, call?: CallOptions): Promise<DeliveryRecord>;
  /** Credits used, month by month. */
  creditUsage(input: UsageQuery, call?: CallOptions): Promise<UsageReport>;
  /** What is left of this month's credits. */
  creditBalance(call?: CallOptions): Promise<CreditBalance>;
  /** How many pages the caller's jobs take at once, and how many each may. */
  concurrency(call?: CallOptions): Promise<ConcurrencyReport>;
  /** What the caller's jobs still have to do. */
  queueStatus(call?: CallOptions): Promise<QueueReport>;
  /**
   * Works on queued jobs until disposed, beginning with what a crash left behind. Run it in as many processes as you
   * like. An engine works on the jobs that it starts by itself, unless `worksOnItsJobs` is false.
   */
  work(options?: WorkOptions): AsyncDisposable;
}

/** Binds the functions of jobs to resources, while `alive` gives them. Disposing stops the workers. */
export function createJobEngine(
  alive: () => Resources,
  { worksOnItsJobs }: { readonly worksOnItsJobs: boolean },
): JobEngine {
  const resources = alive();
  const workplace = createWorkplace(resources);
  const working = () => {
    alive();
    if (worksOnItsJobs) workplace.ensureWork();
    return resources;
  };
  return {
    crawl: (input, call = {}) => jobHandle(async () => startCrawl(input, call, working()), call, resources),
    batchScrape: (input, call = {}) => jobHandle(async () => startBatchScrape(input, call, working()), call, resources),
    startCrawl: async (input, call = {}) => startCrawl(input, call, working()),
    startBatchScrape: async (input, call = {}) => startBatchScrape(input, call, working()),
    extract: async (input, call = {}) => {
      const { id, invalidURLs } = await startExtract(input, call, working());
      const status = await waitForExtract(id, call, resources);
      return invalidURLs === undefined ? status : { ...status, invalidURLs };
    },
    startExtract: async (input, call = {}) => startExtract(input, call, working()),
    getExtract: async (input, call = {}) => getExtract(input, call, alive()),
    planCrawl: async (input, call = {}) => planCrawl(input, call, alive()),
    getJob: async (input, call = {}) => getJob(input, call, alive()),
    cancelJob: async (input, call = {}) => cancelJob(input, call, alive()),
    pauseJob: async (input, call = {}) => pauseJob(input, call, alive()),
    resumeJob: async (input, call = {}) => resumeJob(input, call, working()),
    jobErrors: async (input, call = {}) => jobErrors(input, call, alive()),
    async *jobEvents(input, call = {}) {
      yield* jobEvents(input, call, alive());
    },
    activeCrawls: async (call = {}) => activeCrawls(call, alive()),
    explainCrawl: async (input, call = {}) => explainCrawl(input, call, alive()),
    listDeliveries: async (input, call = {}) => listDeliveries(input, call, alive()),
    replayDelivery: async (input, call = {}) => replayDelivery(input, call, alive()),
    creditUsage: async (input, call = {}) => creditUsage(input, call, alive()),
    creditBalance: async (call = {}) => creditBalance(call, alive()),
    concurrency: async (call = {}) => concurrency(call, alive()),
    queueStatus: async (call = {}) => queueStatus(call, alive()),
    work(options) {
      alive();
      return workplace.work(options);
    },
    [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose](),
  };
}
