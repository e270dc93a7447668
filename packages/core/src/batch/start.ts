import { inSlices } from "../concurrency/in-slices.ts";
import { withDefinedFormats } from "../extensions/defined-formats.ts";
import { EngineError } from "../errors.ts";
import { invalidUrl } from "../jobs/invalid-url.ts";
import { jobHasEnded, ownJob } from "../jobs/own-job.ts";
import { advanceStored, type AdvancedJob } from "../jobs/runner.ts";
import { takeLogins } from "../jobs/visits/logins.ts";
import { idOf, sha256 } from "../jobs/ids.ts";
import type { Call } from "../ports/call.ts";
import type { JobCall } from "../jobs/job-call.ts";
import { chooseJobId, orAbandoned, startJob, type PreparedJob, type StartRequest } from "../jobs/start.ts";
import { requireCredits } from "../metering/credits.ts";
import { BatchScrapeRequest, type BatchScrapeStarted, type ParsedBatchScrapeRequest } from "../schema/batch.ts";
import { firstPart, type AppendedPart } from "../ports/job-store.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import { warningOf } from "../schema/warning.ts";
import { parseWebUrl, withoutPassword } from "../schema/fields/web-url.ts";
import { receiverWarnings } from "../jobs/webhooks/receiver-warnings.ts";
import { webhookSettings } from "../schema/webhook.ts";
import { withPlainSchemas } from "../scrape/formats/json/standard-schema.ts";
import { checkJobIsPossible } from "../jobs/browser-elsewhere.ts";
import { checkSchemas, maxPagesAtOnce } from "../scrape/check.ts";
import type { Logins } from "../url/userinfo.ts";
import { batchEntries, type IndexedUrl } from "./entries.ts";
import type { JobDependencies } from "../jobs/dependencies.ts";

/**
 * Prepares a batch, or the addition of URLs to one. The same URL twice is scraped twice. Throws at once if the input is
 * wrong; starting checks the URLs after the first few hundred, piece by piece.
 */
export function prepareBatchScrape(
  input: unknown,
  call: JobCall & Call,
  resources: JobDependencies,
): PreparedJob<BatchScrapeStarted> {
  const { request, warnings } = parseRequest(
    BatchScrapeRequest,
    withPlainSchemas(withDefinedFormats(input, resources.formats)),
  );
  const { urls, appendToId, ignoreInvalidURLs } = request;
  checkJobIsPossible(optionsOf(request), resources);
  if (!ignoreInvalidURLs) urls.slice(0, urlsAtOnce).forEach((text, index) => requireUrl(text, index, resources));
  if (appendToId !== undefined) {
    const checked = { request, warnings: [...warnings, ...idleInAddition(request)] };
    return { id: appendToId, start: () => appendToBatch(appendToId, checked, { call, resources }) };
  }
  const checked = { request, warnings: [...warnings, ...receiverWarnings(request.webhook, resources)] };
  const asking = { id: chooseJobId("batch", call, resources.newId), call, resources, asked: request };
  return { id: asking.id, start: () => startBatch(checked, asking) };
}

/** Warnings about fields that only the first request of a batch can set. */
function idleInAddition({ webhook, maxConcurrency }: ParsedBatchScrapeRequest): readonly string[] {
  const idle = Object.entries({ webhook, maxConcurrency }).filter(([, value]) => value !== undefined);
  return idle.map(([name]) => `\`${name}\` has no effect here: the batch that the URLs are added to keeps its own.`);
}

interface CheckedBatch {
  readonly request: ParsedBatchScrapeRequest;
  readonly warnings: readonly (string | undefined)[];
}

async function startBatch(checked: CheckedBatch, asking: StartRequest): Promise<BatchScrapeStarted> {
  const { request } = checked;
  const { resources } = asking;
  await checkSchemas(request, [], asking);
  const { valid, invalid, ...login } = await sortUrls(request, resources);
  const options = optionsOf(request);
  const part: AppendedPart = {
    part: firstPart,
    options: { ...options, ...login, urlCount: request.urls.length },
    entries: batchEntries(valid, firstPart),
  };
  const plan = {
    kind: "batch",
    input: {},
    parts: { [firstPart]: part.options },
    webhook: webhookSettings(request.webhook),
    maxConcurrency: Math.min(
      request.maxConcurrency ?? Infinity,
      resources.policy.maxConcurrency,
      maxPagesAtOnce(options, resources),
    ),
    oneVisitPerLane: false,
    shortestDepths: false,
  } as const;
  const priced = { ...asking, credits: part.entries.length };
  const job = await startJob(plan, part.entries.slice(0, urlsAtOnce), priced);
  await orAbandoned(asking, () => appendRest(job, part, resources));
  return { id: job.id, ...told(checked, invalid) };
}

/** Adds URLs to a batch. With an idempotency key it does so once; another request with that key throws CONFLICT. */
async function appendToBatch(
  id: string,
  checked: CheckedBatch,
  { call, resources }: { readonly call: Call; readonly resources: JobDependencies },
): Promise<BatchScrapeStarted> {
  const { request } = checked;
  await checkSchemas(request, [], { call, resources });
  const { valid, invalid, ...login } = await sortUrls(request, resources);
  const job = await ownJob({ id, kind: "batch" }, call, resources);
  const { idempotencyKey } = call;
  // A name that is a number would not stand behind the parts before it.
  const part =
    idempotencyKey === undefined ? `append ${resources.newId()}` : idOf(idempotencyKey, `${job.team} append ${id}`);
  if (!Object.hasOwn(job.parts, part)) await requireCredits(call, resources, valid.length);
  const fingerprint = sha256(JSON.stringify(request));
  const options = { ...optionsOf(request), ...login, urlCount: request.urls.length, fingerprint };
  const addition: AppendedPart = { part, options, entries: batchEntries(valid, part) };
  const first = { ...addition, entries: addition.entries.slice(0, urlsAtOnce) };
  const progress = await resources.jobs.append(id, first);
  // The first request with this key has the part.
  const taken = (await resources.jobs.get(id))?.parts[part] as typeof options | undefined;
  if (taken === undefined) throw jobHasEnded(job);
  if (taken.fingerprint !== fingerprint) {
    throw new EngineError("CONFLICT", "The idempotency key was used for another request.");
  }
  if (progress !== undefined) {
    await advanceStored(job, progress, resources);
    await appendRest(job, addition, resources);
  }
  return { id, ...told(checked, invalid) };
}

/** The options with which the pages of a request are scraped. */
function optionsOf(request: ParsedBatchScrapeRequest) {
  const { urls, appendToId, ignoreInvalidURLs, maxConcurrency, webhook, origin, integration, ...options } = request;
  return options;
}

/** The part of the answer that tells of URLs and options that were left out. */
function told({ request, warnings }: CheckedBatch, invalid: readonly string[]): Omit<BatchScrapeStarted, "id"> {
  return { ...(request.ignoreInvalidURLs ? { invalidURLs: [...invalid] } : {}), ...warningOf(warnings) };
}

/** More would hold up other requests. */
const urlsAtOnce = 500;

/** Adds the rest of a large part, piece by piece. Pieces that were added before change nothing. */
async function appendRest(
  job: AdvancedJob,
  { entries, ...part }: AppendedPart,
  resources: JobDependencies,
): Promise<void> {
  for (let next = urlsAtOnce; next < entries.length; next += urlsAtOnce) {
    const piece = { ...part, entries: entries.slice(next, next + urlsAtOnce), continues: true };
    const progress = await resources.jobs.append(job.id, piece);
    if (progress === undefined) return; // it was cancelled
    await advanceStored(job, progress, resources);
  }
}

interface SortedUrls {
  readonly valid: readonly IndexedUrl[];
  /** The URLs as they were sent, without passwords. */
  readonly invalid: readonly string[];
  readonly logins?: Logins;
}

/** Sorts out addresses that are no URLs or refused. Throws for the first one if that is not tolerated. */
async function sortUrls(
  { urls, ignoreInvalidURLs }: ParsedBatchScrapeRequest,
  resources: JobDependencies,
): Promise<SortedUrls> {
  const valid: IndexedUrl[] = [];
  const invalid: string[] = [];
  let logins: Logins | undefined;
  for await (const slice of inSlices([...urls.entries()], urlsAtOnce)) {
    const sorted = slice.flatMap(([index, text]): IndexedUrl | readonly [] => {
      const problem = problemOf(text, resources);
      if (problem === undefined) return { url: withScheme(text.trim()), index };
      if (!ignoreInvalidURLs) throw refusalOf(problem, text, index);
      invalid.push(withoutPassword(text));
      return [];
    });
    const parted = takeLogins(
      sorted.map(({ url }) => url),
      logins,
    );
    ({ logins } = parted);
    valid.push(...sorted.map(({ url, index }, place) => ({ url: parted.addresses[place] ?? url, index })));
  }
  return { valid, invalid, ...(logins === undefined ? {} : { logins }) };
}

/** Throws for an invalid or refused URL. */
function requireUrl(text: string, index: number, resources: JobDependencies): void {
  const problem = problemOf(text, resources);
  if (problem !== undefined) throw refusalOf(problem, text, index);
}

function refusalOf(problem: EngineError, text: string, index: number): EngineError {
  return problem.code === "BAD_REQUEST" ? invalidUrl(text, index) : problem;
}

function problemOf(text: string, { guard }: JobDependencies): EngineError | undefined {
  try {
    const url = text.length > 8192 ? undefined : parseWebUrl(text);
    if (url === undefined) return new EngineError("BAD_REQUEST", "Not a URL.");
    guard.checkUrl(url);
    return undefined;
  } catch (thrown) {
    return EngineError.from(thrown);
  }
}

/** The URL as it was sent, with the scheme that is assumed. */
function withScheme(text: string): string {
  return /^https?:/i.test(text) ? text : `http://${text}`;
}
