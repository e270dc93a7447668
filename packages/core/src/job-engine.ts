import { checkedCall } from "./check-call.ts";
import { prepareBatchScrape } from "./batch/start.ts";
import type { Resources } from "./composition.ts";
import { activeCrawls, explainCrawl } from "./crawl/explain.ts";
import { planCrawl } from "./crawl/plan.ts";
import { prepareCrawl } from "./crawl/start.ts";
import type { EngineJobs, EngineUsage, EngineWebhooks, ExtractHandle, JobStarters } from "./engine-groups.ts";
import type { ExtractedPage } from "./extract/settings.ts";
import { prepareExtract } from "./extract/start.ts";
import { getExtract, waitForExtract } from "./extract/status.ts";
import { cancelJob, pauseJob, resumeJob } from "./jobs/control.ts";
import { listDeliveries, replayDelivery } from "./jobs/webhooks/deliveries.ts";
import { jobEvents } from "./jobs/events.ts";
import { collectPages, type Following, type StartedJob } from "./jobs/follow.ts";
import { jobHandle, type HandleOptions, type JobHandle } from "./jobs/handle.ts";
import type { JobCall } from "./jobs/job-call.ts";
import { ownJob } from "./jobs/own-job.ts";
import type { PreparedJob } from "./jobs/start.ts";
import { getJob, jobErrors } from "./jobs/status.ts";
import { concurrency, queueStatus } from "./jobs/usage.ts";
import { createWorkplace } from "./jobs/worker.ts";
import { creditBalance, creditUsage } from "./metering/credits.ts";
import type { Call, CallOptions } from "./ports/call.ts";
import type { ExtractStarted, ExtractStatus } from "./schema/extract.ts";
import { JobReference } from "./schema/job.ts";
import { parseInput } from "./schema/input/parse-input.ts";
import { extractHolder, pageHolder } from "./scrape/formats/json/held-results.ts";

/** The part of an engine that deals with jobs, webhooks and credits. */
export interface JobEngine extends JobStarters, AsyncDisposable {
  readonly jobs: EngineJobs;
  readonly webhooks: EngineWebhooks;
  readonly usage: EngineUsage;
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
    ...jobStarters(working),
    jobs: {
      ...idStarters(working),
      ...jobFunctions(alive),
      resume: async (input, call = {}) => resumeJob(input, checkedCall(call), working()),
      work(options) {
        alive();
        return workplace.work(options);
      },
    },
    webhooks: {
      list: async (input = {}, call = {}) => listDeliveries(input, checkedCall(call), alive()),
      replay: async (input, call = {}) => replayDelivery(input, checkedCall(call), alive()),
    },
    usage: {
      credits: async (input = {}, call = {}) => creditUsage(input, checkedCall(call), alive()),
      balance: async (call = {}) => creditBalance(checkedCall(call), alive()),
      concurrency: async (call = {}) => concurrency(checkedCall(call), alive()),
      queue: async (call = {}) => queueStatus(checkedCall(call), alive()),
    },
    [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose](),
  };
}

/** The casts tie the type of the pages to the request, which is data that is yet to be parsed here. */
function jobStarters(working: () => Resources): JobStarters {
  return {
    crawl: ((input: unknown, options: JobCall = {}) => {
      const request = typeof input === "string" ? { url: input } : input;
      const from = { call: checkedCall(options), resources: working(), finish: pageHolder(request) };
      return pagesHandle(prepareCrawl(request, from.call, from.resources), from);
    }) as JobStarters["crawl"],
    batchScrape: ((input: unknown, options: JobCall = {}) => {
      const request = Array.isArray(input) ? { urls: input } : input;
      const from = { call: checkedCall(options), resources: working(), finish: pageHolder(request) };
      return pagesHandle(prepareBatchScrape(request, from.call, from.resources), from);
    }) as JobStarters["batchScrape"],
    extract: (input, options = {}) => {
      const from = { call: checkedCall(options), resources: working() };
      return extractHandle(prepareExtract(input, from.call, from.resources), from, extractHolder(input));
    },
  };
}

/** The functions that start a job and return its id instead of a handle. */
type IdStarters = Pick<EngineJobs, "startCrawl" | "startBatchScrape" | "startExtract">;

function idStarters(working: () => Resources): IdStarters {
  return {
    startCrawl: async (input, call = {}) => prepareCrawl(input, checkedCall(call), working()).start(),
    startBatchScrape: async (input, call = {}) => prepareBatchScrape(input, checkedCall(call), working()).start(),
    startExtract: async (input, call = {}) => prepareExtract(input, checkedCall(call), working()).start(),
  };
}

function jobFunctions(alive: () => Resources): Omit<EngineJobs, keyof IdStarters | "resume" | "work"> {
  return {
    planCrawl: async (input, call = {}) => planCrawl(input, checkedCall(call), alive()),
    get: async (input, call = {}) => getJob(input, checkedCall(call), alive()),
    getExtract: async (input, call = {}) => getExtract(input, checkedCall(call), alive()),
    cancel: async (input, call = {}) => cancelJob(input, checkedCall(call), alive()),
    pause: async (input, call = {}) => pauseJob(input, checkedCall(call), alive()),
    errors: async (input, call = {}) => jobErrors(input, checkedCall(call), alive()),
    async *events(input, call = {}) {
      yield* jobEvents(input, checkedCall(call), alive());
    },
    active: async (call = {}) => activeCrawls(checkedCall(call), alive()),
    explain: async (input, call = {}) => explainCrawl(input, checkedCall(call), alive()),
    attach: ((input: JobReference | string, call: CallOptions = {}) =>
      attach(input, { call: checkedCall(call), resources: alive() })) as EngineJobs["attach"],
  };
}

interface HandleCall {
  readonly call: Call;
  readonly resources: Resources;
  /** The handle is of a job that was started elsewhere. */
  readonly isAttached?: boolean;
  readonly finish?: Following["finish"];
}

function pagesHandle<Started extends StartedJob>(job: PreparedJob<Started>, from: HandleCall): JobHandle {
  return jobHandle(
    job,
    handleOptions(from, (started: Started) => collectPages(started, from)),
  );
}

function extractHandle(
  job: PreparedJob<ExtractStarted>,
  from: HandleCall,
  finish: (status: ExtractStatus) => Promise<ExtractStatus> = async (status) => status,
): ExtractHandle {
  const { call, resources } = from;
  const collect = async ({ id, invalidURLs }: ExtractStarted): Promise<ExtractStatus> => {
    const status = await finish(await waitForExtract(id, call, resources));
    return invalidURLs === undefined ? status : { ...status, invalidURLs };
  };
  const handle = jobHandle<ExtractedPage, ExtractStatus, ExtractStarted>(job, handleOptions(from, collect));
  const status = async () => {
    await handle.started();
    return await finish(await getExtract({ id: job.id }, { principal: call.principal }, resources));
  };
  return { ...handle, status };
}

function handleOptions<Result, Started>(
  { call, resources, finish, isAttached = false }: HandleCall,
  collect: (started: Started) => Promise<Result>,
): HandleOptions<Result, Started> {
  return { following: { call, resources, finish }, collect, isOwner: !isAttached };
}

function attach(input: JobReference | string, from: HandleCall): JobHandle | ExtractHandle {
  const reference = parseInput(JobReference, typeof input === "string" ? { id: input } : input);
  const { id, kind } = reference;
  const start = async () => {
    await ownJob(reference, from.call, from.resources);
    return { id };
  };
  return (kind === "extract" ? extractHandle : pagesHandle)({ id, start }, { ...from, isAttached: true });
}
