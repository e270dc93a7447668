import { withDeadline } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import { withDefinedFormats } from "../extensions/defined-formats.ts";
import { robotsWarnings } from "../fetch/politeness/host-rules.ts";
import { takeLogins, type PartedAddresses } from "../jobs/visits/logins.ts";
import type { JobCall } from "../jobs/job-call.ts";
import { chooseJobId, startedBefore, startJob, type PreparedJob, type StartRequest } from "../jobs/start.ts";
import { receiverWarnings } from "../jobs/webhooks/receiver-warnings.ts";
import { creditBalance } from "../metering/credits.ts";
import { firstPart, type Job } from "../ports/job-store.ts";
import { CrawlRequest, type ParsedCrawlRequest } from "../schema/crawl.ts";
import type { JobStarted } from "../schema/job.ts";
import { parseInput, parseRequest } from "../schema/input/parse-input.ts";
import { warningOf } from "../schema/warning.ts";
import { webUrlOf } from "../schema/fields/web-url.ts";
import { webhookSettings } from "../schema/webhook.ts";
import { withPlainSchemas } from "../scrape/formats/json/standard-schema.ts";
import { checkJobIsPossible } from "../jobs/browser-elsewhere.ts";
import { checkSchemas, maxPagesAtOnce } from "../scrape/check.ts";
import { startEntry } from "./address.ts";
import { planTimeMs, proposePlan } from "./plan.ts";
import type { CrawlPlan } from "../schema/plan-crawl.ts";
import { crawlSettings, type CrawlSettings } from "./settings.ts";
import { creditsWarning } from "./warnings.ts";
import type { CrawlDependencies } from "./dependencies.ts";

/**
 * Prepares a crawl: parse the input and check what can be checked now. Starting it lets a model fill in what a prompt asks
 * for, and puts the start URL into the frontier. Options that the caller gave win over the model's. Throws at once.
 */
export function prepareCrawl(
  input: unknown,
  call: JobCall & Call,
  resources: CrawlDependencies,
): PreparedJob<JobStarted> {
  const sent = withPlainSchemas(withDefinedFormats(input, resources.formats));
  const { request: asked, warnings } = parseRequest(CrawlRequest, sent);
  const meant = webUrlOf(asked.url);
  const { addresses, ...login } = takeLogins([meant.href]);
  const url = new URL(addresses[0] ?? meant);
  resources.guard.checkUrl(url);
  checkJobIsPossible(asked.scrapeOptions, resources);
  const asking = { id: chooseJobId("crawl", call, resources.newId), call, resources, asked };
  const told = [
    ...warnings,
    ...receiverWarnings(asked.webhook, resources),
    ...robotsWarnings(asked.ignoreRobotsTxt, resources.politeness),
  ];
  return { id: asking.id, start: () => startCrawl({ sent, asked, url, meant, login, warnings: told }, asking) };
}

/** A crawl request that was looked at. */
interface CheckedCrawl {
  /** The request as it came, with JSON Schemas in place of libraries' schemas. */
  readonly sent: unknown;
  readonly asked: ParsedCrawlRequest;
  /** The start URL without its login. */
  readonly url: URL;
  /** The start URL as it was meant. */
  readonly meant: URL;
  readonly login: Omit<PartedAddresses, "addresses">;
  readonly warnings: readonly (string | undefined)[];
}

async function startCrawl(
  { sent, asked, url, meant, login, warnings }: CheckedCrawl,
  asking: StartRequest & { readonly resources: CrawlDependencies },
): Promise<JobStarted> {
  const { call, resources } = asking;
  // A model would not plan the same again.
  const before = await startedBefore("crawl", asking);
  if (before !== undefined) return started(before, warnings);
  await checkSchemas(asked.scrapeOptions, ["scrapeOptions"], asking);
  const { plan: planned, warning } =
    asked.prompt === undefined ? {} : await planFor(asked.prompt, meant, { call, resources });
  const request = planned === undefined ? asked : parseInput(CrawlRequest, { ...planned, ...given(sent) });
  const settings = await withinCredits(settingsOf(request, url), asking);
  const zeroDataRetention = request.zeroDataRetention || request.scrapeOptions.zeroDataRetention;
  const plan = {
    kind: "crawl",
    input: planned === undefined ? settings : { ...settings, promptGeneratedOptions: planned },
    parts: { [firstPart]: { ...request.scrapeOptions, zeroDataRetention, namedAddresses: [url.href], ...login } },
    webhook: webhookSettings(request.webhook),
    limit: settings.limit,
    maxConcurrency: Math.min(
      request.maxConcurrency ?? Infinity,
      resources.policy.maxConcurrency,
      maxPagesAtOnce(request.scrapeOptions, resources),
    ),
    oneVisitPerLane: request.delay !== undefined,
    shortestDepths: request.maxDiscoveryDepth !== undefined,
  } as const;
  return started(await startJob(plan, [startEntry(url, settings)], asking), [...warnings, warning]);
}

function started(job: Job, warnings: readonly (string | undefined)[]): JobStarted {
  const { promptGeneratedOptions, unpaidLimit, ...finalCrawlerOptions } = crawlSettings(job);
  const planned = promptGeneratedOptions === undefined ? {} : { promptGeneratedOptions, finalCrawlerOptions };
  return { id: job.id, ...planned, ...warningOf([...warnings, creditsWarning(crawlSettings(job))]) };
}

/** A crawl takes no more pages than its team has credits (contract §1.4); without any it is refused when it starts. */
async function withinCredits(settings: CrawlSettings, { call, resources }: StartRequest): Promise<CrawlSettings> {
  const { limit } = settings;
  const { remainingCredits } = await creditBalance(call, resources);
  return remainingCredits >= limit ? settings : { ...settings, limit: remainingCredits, unpaidLimit: limit };
}

async function planFor(
  prompt: string,
  url: URL,
  { call, resources }: { readonly call: Call; readonly resources: CrawlDependencies },
): Promise<{ readonly plan?: CrawlPlan; readonly warning?: string | undefined }> {
  const deadline = {
    clock: resources.clock,
    timeoutMs: planTimeMs,
    signal: call.signal,
    code: "SCRAPE_TIMEOUT",
  } as const;
  return await withDeadline(deadline, (signal) =>
    proposePlan({ url: url.href, prompt }, { ...call, signal }, resources),
  );
}

/** The fields the caller really sent: some clients send empty text for absent ones. */
function given(input: unknown): Readonly<Record<string, unknown>> {
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [];
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== ""));
}

function settingsOf(request: ParsedCrawlRequest, url: URL): CrawlSettings {
  const { prompt, maxConcurrency, scrapeOptions, webhook, zeroDataRetention, origin, integration, ...rest } = request;
  const { ignoreSitemap, ...settings } = rest;
  return { ...settings, ...(ignoreSitemap ? { sitemap: "skip" } : {}), url: url.href };
}
