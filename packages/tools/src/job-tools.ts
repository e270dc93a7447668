import {
  BatchScrapeRequest,
  CrawlRequest,
  ExtractRequest,
  type CallOptions,
  type Engine,
  type JobKind,
  type JobStatus,
} from "@garner/core";
import { z } from "zod";
import { cursorOf, nextCursor, partOf, placeOf, readingFields, type Place } from "./reading.ts";
import { tool, type ToolCall } from "./tool.ts";

/** Pages of a job that are read from its store at once. */
const pagesAtOnce = 20;
const maxErrors = 10;

const waitSeconds = z
  .int()
  .min(0)
  .max(3600)
  .default(50)
  .describe("How long to wait for the end. A job that takes longer goes on, and `read_job` tells how it stands.");

const JobPages = z.object({
  id: z.string().describe("The job's id, for `read_job` and `cancel_job`."),
  status: z.enum(["scraping", "completed", "failed", "cancelled"]),
  completed: z.int().describe("Pages scraped so far."),
  total: z.int().describe("Pages known so far."),
  failed: z.int(),
  pages: z.array(z.object({ url: z.string(), title: z.string().optional(), markdown: z.string() })),
  errors: z.array(z.object({ url: z.string(), error: z.string() })).optional(),
  warning: z.string().optional(),
  nextCursor: nextCursor.describe("There are more pages: pass it to `read_job` as `cursor`, with the job's `id`."),
});
type JobPages = z.output<typeof JobPages>;

const Extracted = z.object({
  id: z.string(),
  status: z.enum(["processing", "completed", "failed", "cancelled"]),
  data: z.unknown().describe("What was extracted."),
  sources: z.record(z.string(), z.array(z.string())).optional(),
  error: z.string().optional(),
  warning: z.string().optional(),
});

type Reading = ReturnType<typeof readingFields>;

/** The tools that start jobs, wait for them and read them. */
export function jobTools(engine: Engine, maxTokens: number | undefined) {
  const reading = readingFields(maxTokens);
  return {
    crawl: crawlTool(engine, reading),
    batch_scrape: batchTool(engine, reading),
    extract: extractTool(engine),
    read_job: readTool(engine, reading),
    cancel_job: cancelTool(engine),
  };
}

function crawlTool(engine: Engine, reading: Reading) {
  const crawl = CrawlRequest.shape;
  return tool({
    title: "Crawl a site",
    description:
      "Follow the links of a site from a start URL and return its pages as Markdown. Choose it when the answer is spread " +
      "over many pages of one site; to find one page, use `map` with `search` first.",
    isReadOnly: true,
    input: z.strictObject({
      url: crawl.url,
      limit: z.int().min(1).max(1000).default(20).describe("Most pages to scrape."),
      includePaths: crawl.includePaths,
      excludePaths: crawl.excludePaths,
      maxDiscoveryDepth: crawl.maxDiscoveryDepth,
      crawlEntireDomain: crawl.crawlEntireDomain,
      allowSubdomains: crawl.allowSubdomains,
      allowExternalLinks: crawl.allowExternalLinks,
      waitSeconds,
      maxTokens: reading.maxTokens,
    }),
    output: JobPages,
    run: async ({ waitSeconds: seconds, maxTokens: budget, ...request }, call) => {
      const { id } = await engine.jobs.startCrawl(request, call);
      await waitForJob(engine, { id, kind: "crawl", seconds }, call);
      return await readPages(engine, { id, kind: "crawl", budget }, call);
    },
  });
}

function batchTool(engine: Engine, reading: Reading) {
  const batch = BatchScrapeRequest.shape;
  return tool({
    title: "Scrape a list of pages",
    description: "Scrape several pages whose URLs are known, and return them as Markdown.",
    isReadOnly: true,
    input: z.strictObject({
      urls: batch.urls.max(100),
      onlyMainContent: batch.onlyMainContent,
      maxAge: batch.maxAge,
      waitSeconds,
      maxTokens: reading.maxTokens,
    }),
    output: JobPages.extend({ invalidURLs: z.array(z.string()).optional() }),
    run: async ({ waitSeconds: seconds, maxTokens: budget, ...request }, call) => {
      const { id, invalidURLs } = await engine.jobs.startBatchScrape({ ...request, ignoreInvalidURLs: true }, call);
      await waitForJob(engine, { id, kind: "batch", seconds }, call);
      const pages = await readPages(engine, { id, kind: "batch", budget }, call);
      return invalidURLs === undefined || invalidURLs.length === 0
        ? pages
        : { ...pages, invalidURLs: [...invalidURLs] };
    },
  });
}

function extractTool(engine: Engine) {
  const extract = ExtractRequest.shape;
  return tool({
    title: "Extract structured data",
    description:
      "Read structured data from one or more pages: give a JSON Schema of what you want, a prompt, or both. `*` in a URL " +
      "stands for any part of a path.",
    isReadOnly: true,
    input: z.strictObject({
      urls: extract.urls,
      prompt: extract.prompt,
      schema: extract.schema,
      enableWebSearch: extract.enableWebSearch,
      showSources: extract.showSources,
      waitSeconds: waitSeconds.default(120),
    }),
    output: Extracted,
    run: async ({ waitSeconds: seconds, ...request }, call) => {
      const { id } = await engine.jobs.startExtract(request, call);
      await waitForJob(engine, { id, kind: "extract", seconds }, call);
      const { status, data, sources, error, warning } = await engine.jobs.getExtract({ id }, call);
      return Extracted.parse({ id, status, data, sources, error, warning });
    },
  });
}

function readTool(engine: Engine, reading: Reading) {
  return tool({
    title: "Read a job",
    description: "How a crawl or batch stands, and its pages from `cursor` on.",
    isReadOnly: true,
    input: z.strictObject({ id: z.string().max(100), ...reading }),
    output: JobPages,
    run: async ({ id, cursor, maxTokens: budget }, call) =>
      await readPages(engine, { id, budget, from: placeOf(cursor) }, call),
  });
}

function cancelTool(engine: Engine) {
  return tool({
    title: "Cancel a job",
    description: "End a crawl, a batch or an extraction now. Pages that it had stay readable.",
    isReadOnly: false,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ status: z.literal("cancelled") }),
    run: async ({ id }, call) => ({ status: (await engine.jobs.cancel({ id }, call)).status }),
  });
}

interface Waiting {
  readonly id: string;
  readonly kind: JobKind;
  readonly seconds: number;
}

/** Resolves when the job has ended or the time is over. A caller that gives up takes the job with it. */
async function waitForJob(engine: Engine, { id, kind, seconds }: Waiting, call: ToolCall): Promise<void> {
  const { principal, onProgress } = call;
  const patience = AbortSignal.timeout(seconds * 1000);
  const signal = call.signal === undefined ? patience : AbortSignal.any([patience, call.signal]);
  try {
    for await (const { completed, failed, total } of engine.jobs.attach({ id, kind }, { principal, signal }).progress)
      onProgress?.({ completed: completed + failed, total: total + failed });
  } catch (thrown) {
    if (call.signal?.aborted === true) await engine.jobs.cancel({ id, kind }, { principal });
    if (call.signal?.aborted === true || !patience.aborted) throw thrown;
  }
}

interface ReadingPages {
  readonly id: string;
  readonly kind?: JobKind | undefined;
  readonly budget: number;
  readonly from?: Place | undefined;
}

/** The pages of a job that fit into a budget, from a place on. */
async function readPages(
  engine: Engine,
  { id, kind, budget, from = { skip: 0, offset: 0 } }: ReadingPages,
  call: CallOptions,
): Promise<JobPages> {
  const pages: JobPages["pages"] = [];
  let { skip, offset } = from;
  let left = budget;
  for (;;) {
    const job = await engine.jobs.get({ id, kind, skip, limit: pagesAtOnce }, call);
    for (const { metadata, markdown = "" } of job.pages) {
      const part = partOf(markdown, offset, left);
      // At least one part, so that reading on always comes to an end.
      if (pages.length > 0 && part.tokens > left) return answer(job, pages, { skip, offset });
      pages.push({ url: metadata.sourceURL ?? metadata.url ?? "", title: metadata.title, markdown: part.text });
      left -= part.tokens;
      if (part.next !== undefined) return answer(job, pages, { skip, offset: part.next });
      skip += 1;
      offset = 0;
    }
    const isAll = job.status !== "scraping" ? job.nextSkip === undefined : job.pages.length < pagesAtOnce;
    if (isAll) return answer(job, pages, job.status === "scraping" ? { skip, offset } : undefined);
  }
}

function answer(job: JobStatus, pages: JobPages["pages"], next: Place | undefined): JobPages {
  const { id, status, completed, total, failed, error } = job;
  const errors = job.errors.slice(0, maxErrors).map((failure) => ({ url: failure.url, error: failure.error }));
  const warning = error ?? job.warning;
  return {
    ...{ id, status, completed, total, failed, pages },
    ...(errors.length === 0 ? {} : { errors }),
    ...(warning === undefined ? {} : { warning }),
    ...(next === undefined ? {} : { nextCursor: cursorOf(next) }),
  };
}
