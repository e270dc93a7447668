import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError } from "../../errors.ts";
import { tellUnexpected } from "../../events.ts";
import { headersForPage } from "../../fetch/http/request-headers.ts";
import { isEndlessChain } from "../../fetch/network-error.ts";
import { isRefusal } from "../../fetch/politeness/rate-law.ts";
import { waitForTurn, type Turn } from "../../fetch/politeness/turns.ts";
import { maxTries } from "../../fetch/tries.ts";
import type { Job, OpenEntry, Visit } from "../../ports/job-store.ts";
import type { TaskOutcome } from "../../ports/queue.ts";
import type { ParsedScrapeRequest } from "../../schema/scrape.ts";
import { scrapePage, type ScrapedPage } from "../../scrape/scrape.ts";
import { withUserinfo } from "../../url/userinfo.ts";
import { mayRetry, retryAfter, startAttempt, type Attempt } from "./attempt.ts";
import { askToVisit, robotsRefusal, visitorOf } from "./gate.ts";
import type { FoundSoFar } from "../findings.ts";
import { partOf } from "./job-part.ts";
import { asksForBrowser, isBrowserElsewhere, mayNeedBrowser, withBrowserAdvice } from "../browser-elsewhere.ts";
import { isUnavailable, onceStored } from "../once-stored.ts";
import type { TaskRun } from "../task-run.ts";
import type { JobDependencies } from "../dependencies.ts";
import { dropped, failed, finished, type VisitEnd } from "./visit-end.ts";

/** A visit that was interrupted or thrown back so often that the queue takes it for what kills its consumers. */
const maxAttempts = 100;

/** Time a page rests for which a source had no room. */
const overloadRestMs = 5_000;

/** Rest for a page whose host refuses everybody; other pages of it go first. */
const refusedRestMs = 10_000;

interface VisitRun extends TaskRun {
  readonly resources: JobDependencies;
}

/** Takes the page of an open entry, at the pace its host bears. Returns its findings, or when or where to try again. */
export async function makeVisit(job: Job, entry: OpenEntry, run: VisitRun): Promise<VisitEnd> {
  const { attempt, resources, hasBrowser } = run;
  if (attempt > maxAttempts) {
    return failed(
      entry,
      { code: "UNKNOWN_ERROR", message: "Given up: what worked on this page did not survive it, time and again." },
      resources,
    );
  }
  const request = requestOf(job, entry);
  const isForBrowser = !hasBrowser && asksForBrowser(request, resources);
  if (isForBrowser && (await isBrowserElsewhere(resources))) return "for a browser";
  const permission = await askToVisit({ job, entry, request }, run);
  if ("waitMs" in permission) return { next: "postpone", delayMs: permission.waitMs };
  if ("refusal" in permission) return dropped(permission.refusal, entry, resources);
  return await takePage({ job, entry, request, turn: permission.turn }, run);
}

interface PermittedVisit {
  readonly job: Job;
  readonly entry: OpenEntry;
  readonly request: ParsedScrapeRequest;
  /** Absent if no request will be sent: the page is in the cache. */
  readonly turn: Turn | undefined;
}

async function takePage(visit: PermittedVisit, run: VisitRun): Promise<VisitEnd> {
  const { job, request, turn: firstTurn } = visit;
  const { signal, resources } = run;
  const visitor = visitorOf(job, resources);
  const refuseHop = (url: URL) => resources.kinds[job.kind].refuseHop(url, visit);
  const attempt = startAttempt({ number: run.attempt, visitor, firstTurn, refuseHop, signal, resources });
  let page: ScrapedPage;
  try {
    const { tries, pacing } = attempt;
    const principal = { team: job.team, apiKey: job.apiKey };
    page = await scrapePage(request, { signal, principal, tries, pacing }, resources);
  } catch (thrown) {
    return endAfterFailure(thrown, attempt, { visit, run });
  } finally {
    await attempt.trip.end();
  }
  return (
    laterTryFor(page, attempt, resources) ??
    (await leftToBrowser(page, visit, run)) ??
    (await readPage(page, attempt, { visit, run }))
  );
}

interface PageWork {
  readonly visit: PermittedVisit;
  readonly run: VisitRun;
}

/** The end of a visit whose page could not be had. Throws where that is not the page's fault. */
function endAfterFailure(thrown: unknown, attempt: Attempt, { visit, run }: PageWork): VisitEnd {
  const { job, entry, request } = visit;
  const { signal, resources } = run;
  signal.throwIfAborted();
  if (isUnavailable(thrown)) throw thrown;
  if (attempt.refusal !== undefined) return finished(entry, attempt.refusal, resources);
  const { closedForMs, denial } = attempt.trip;
  if (closedForMs !== undefined) return { next: "postpone", delayMs: closedForMs };
  if (denial !== undefined) return dropped(robotsRefusal(entry, denial), entry, resources);
  const error = EngineError.from(thrown);
  // Nobody has asked the site: this waits for room, which is no try.
  if (error.code === "OVERLOADED" && attempt.answer === undefined) return { next: "postpone", delayMs: overloadRestMs };
  if (error.retryable && !isEndlessChain(error) && mayRetry(attempt)) return retryAfter(attempt, resources);
  tellUnexpected(error, { id: job.id, url: entry.url }, resources.onEvent);
  return failed(entry, { code: error.code, message: withBrowserAdvice(error, request, resources) }, resources);
}

/** Another try, if it may bring more than the page that came; undefined for a page to keep. */
function laterTryFor(page: ScrapedPage, attempt: Attempt, resources: JobDependencies): TaskOutcome | undefined {
  const { answer } = attempt;
  // A host that refuses everybody says nothing about this page.
  if (attempt.refusesAll && attempt.number > 1) {
    return { next: "postpone", delayMs: answer?.retryAfterMs ?? refusedRestMs };
  }
  if (answer !== undefined && isRefusal(answer) && mayRetry(attempt)) {
    return retryAfter(attempt, resources, answer.retryAfterMs);
  }
  if (page.outcome.metadata.verdict === "ok") return undefined;
  // A cheap source has shown less than a dearer one may, which failed in passing or had no room.
  if (attempt.hadNoRoom && attempt.number < maxTries) return { next: "retry", delayMs: overloadRestMs, attempts: 1 };
  const hasFailed = answer !== undefined && answer.status === undefined;
  return hasFailed && mayRetry(attempt) ? retryAfter(attempt, resources) : undefined;
}

async function leftToBrowser(
  page: ScrapedPage,
  { request }: PermittedVisit,
  { hasBrowser, resources }: VisitRun,
): Promise<VisitEnd | undefined> {
  if (hasBrowser || !mayNeedBrowser(page, request)) return undefined;
  return (await isBrowserElsewhere(resources)) ? "for a browser" : undefined;
}

/** Reads a page as its kind of job does: its links, or the sitemaps behind it. */
async function readPage(page: ScrapedPage, { mannersAt }: Attempt, { visit, run }: PageWork): Promise<Visit> {
  const { job, entry } = visit;
  const { signal, resources } = run;
  const turnAt = async (url: URL, within: AbortSignal) => {
    const { pace } = await mannersAt(url, within);
    return await waitForTurn(url.host, pace, { ...resources, signal: within });
  };
  const admit = (found: FoundSoFar) => admitSoFar(job, entry, { found, run });
  const findings = await resources.kinds[job.kind].read({ job, entry, page, signal, turnAt, admit });
  return finished(entry, { id: page.outcome.metadata.scrapeId, ...findings }, resources);
}

async function admitSoFar(
  job: Job,
  entry: OpenEntry,
  { found, run }: { readonly found: FoundSoFar; readonly run: VisitRun },
): Promise<number> {
  const { signal, resources } = run;
  const { jobs } = resources;
  const visit = finished(entry, { outcome: { kind: "ongoing" }, ...found }, resources);
  await onceStored(() => jobs.complete(job.id, visit), { ...resources, signal });
  await nextTurn(); // others come in between
  signal.throwIfAborted();
  const now = await onceStored(() => jobs.get(job.id), { ...resources, signal });
  return now?.known ?? 0;
}

function requestOf(job: Job, entry: OpenEntry): ParsedScrapeRequest {
  const { logins, namedAddresses, ...options } = partOf(job, entry.part);
  const { headers } = options;
  const url = withUserinfo(entry.url, logins);
  if (headers === undefined || namedAddresses === undefined) return { ...options, url };
  return { ...options, headers: headersForPage(headers, entry.url, namedAddresses), url };
}
