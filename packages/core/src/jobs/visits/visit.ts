import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError } from "../../errors.ts";
import { tellUnexpected } from "../../events.ts";
import { isRefusal, longestClosureMs } from "../../fetch/politeness/rate-law.ts";
import { knownMannersAt } from "../../fetch/politeness/manners.ts";
import { politePacing } from "../../fetch/politeness/pacing.ts";
import { startPoliteTrip, type TripAnswer } from "../../fetch/politeness/polite-trip.ts";
import { waitForTurn, type Turn } from "../../fetch/politeness/turns.ts";
import { backoffMs } from "../../fetch/retry.ts";
import { createTries, maxTries, type Tries } from "../../fetch/tries.ts";
import type { Decision, Job, OpenEntry, PageError, Visit } from "../../ports/job-store.ts";
import type { HostReception } from "../../ports/limiter.ts";
import type { TaskOutcome } from "../../ports/queue.ts";
import type { ParsedScrapeRequest } from "../../schema/scrape.ts";
import { scrapePage, type ScrapedPage } from "../../scrape/scrape.ts";
import { withUserinfo } from "../../url/userinfo.ts";
import { askToVisit, robotsRefusal, visitorOf } from "./gate.ts";
import type { FoundSoFar } from "../findings.ts";
import { partOf } from "./job-part.ts";
import { asksForBrowser, isBrowserElsewhere, mayNeedBrowser, withBrowserAdvice } from "../browser-elsewhere.ts";
import { isUnavailable, onceStored } from "../once-stored.ts";
import type { TaskRun } from "../task-run.ts";
import type { JobDependencies } from "../dependencies.ts";

/** A visit that was interrupted or thrown back so often that the queue takes it for what kills its consumers. */
const maxAttempts = 100;

/** Time a page rests for which a source had no room. */
const overloadRestMs = 5_000;

/** Time a page rests whose host refuses everybody: others are asked for before it. */
const refusedRestMs = 10_000;

interface VisitRun extends TaskRun {
  readonly resources: JobDependencies;
}

/** The end of a visit; one `for a browser` is to be made by a process that has one, and there is one. */
export type VisitEnd = Visit | TaskOutcome | "for a browser";

/**
 * Takes the page of an open entry: at the pace its host bears, as often as it takes within reason. Returns what it
 * brought, or when or where to try again.
 */
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
  const { job, entry, request } = visit;
  const { attempt, signal, resources } = run;
  const visitor = visitorOf(job, resources);
  const mannersAt = (url: URL, within: AbortSignal, beforeWait?: (ms: number) => void) =>
    knownMannersAt(url, visitor, { resources, signal: within, beforeWait });
  const trip = startPoliteTrip({ mannersAt, firstTurn: visit.turn, resources });
  const tries = createTries(Math.max(1, maxTries - (attempt - 1)));
  let answer: TripAnswer | undefined;
  let refusesAll = false;
  const report = (newest: TripAnswer, reception: HostReception | void) => {
    answer = newest;
    refusesAll = reception?.refusesAll ?? false;
    // The same source is asked once more, later, before dearer ones are.
    if (attempt === 1 && (newest.status === undefined || isRefusal(newest))) tries.close();
  };
  let hadNoRoom = false;
  const onOverload = () => void (hadNoRoom = true);
  const pacing = politePacing({ trip, report, onOverload, signal, clock: resources.clock });
  let page: ScrapedPage;
  try {
    const principal = { team: job.team, apiKey: job.apiKey };
    page = await scrapePage(request, { signal, principal, tries, pacing }, resources);
  } catch (thrown) {
    signal.throwIfAborted();
    if (isUnavailable(thrown)) throw thrown; // which is not the page's fault
    if (trip.closedForMs !== undefined) return { next: "postpone", delayMs: trip.closedForMs };
    if (trip.denial !== undefined) return dropped(robotsRefusal(entry, trip.denial), entry, resources);
    const error = EngineError.from(thrown);
    // Nobody has asked the site: this waits for room, which is no try.
    if (error.code === "OVERLOADED" && answer === undefined) return { next: "postpone", delayMs: overloadRestMs };
    if (error.retryable && leftFor(attempt, tries) > 0) return retry(attempt, { tries, resources });
    tellUnexpected(error, { id: job.id, url: entry.url }, resources.onEvent);
    return failed(entry, { code: error.code, message: withBrowserAdvice(error, request, resources) }, resources);
  } finally {
    await trip.end();
  }
  // A host that refuses everybody says nothing about this page.
  if (refusesAll && attempt > 1) return { next: "postpone", delayMs: answer?.retryAfterMs ?? refusedRestMs };
  if (answer !== undefined && isRefusal(answer) && leftFor(attempt, tries) > 0) {
    return retry(attempt, { tries, resources, retryAfterMs: answer.retryAfterMs });
  }
  if (page.outcome.metadata.verdict !== "ok") {
    // A cheap source has shown less than a dearer one may, which failed in passing or had no room.
    if (hadNoRoom && attempt < maxTries) return { next: "retry", delayMs: overloadRestMs, attempts: 1 };
    if (answer !== undefined && answer.status === undefined && leftFor(attempt, tries) > 0)
      return retry(attempt, { tries, resources });
  }
  const isForBrowser = !run.hasBrowser && mayNeedBrowser(page.outcome, request);
  if (isForBrowser && (await isBrowserElsewhere(resources))) return "for a browser";
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
  const { logins, ...options } = partOf(job, entry.part);
  return { ...options, url: withUserinfo(entry.url, logins) };
}

function finished(
  entry: OpenEntry,
  findings: Pick<Visit, "outcome"> & { readonly [Field in keyof Visit]?: Visit[Field] | undefined },
  resources: JobDependencies,
): Visit {
  const { id = resources.newId(), discovered = [], refused = [], landedOn, base, isNovel } = findings;
  return {
    key: entry.key,
    id,
    at: resources.clock.now(),
    outcome: findings.outcome,
    discovered,
    refused,
    landedOn,
    base,
    isNovel,
  };
}

function dropped(decision: Decision, entry: OpenEntry, resources: JobDependencies): Visit {
  return finished(entry, { outcome: { kind: "dropped", decision } }, resources);
}

function failed(entry: OpenEntry, error: PageError, resources: JobDependencies): Visit {
  return finished(entry, { outcome: { kind: "failed", error } }, resources);
}

interface Trouble {
  readonly tries: Tries;
  readonly resources: JobDependencies;
  /** Time the site wants to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

/** The tries that a visit took: what fails behind a cached page, such as a model, or on another visit's trip counts, too. */
function takenBy(tries: Tries): number {
  return Math.max(1, tries.taken);
}

/** The tries that are left to visits after the one with this number. */
function leftFor(attempt: number, tries: Tries): number {
  return maxTries - (attempt - 1) - takenBy(tries);
}

/** Tries again later. */
function retry(attempt: number, { tries, resources, retryAfterMs }: Trouble): TaskOutcome {
  const attempts = takenBy(tries);
  const delayMs = Math.min(retryAfterMs ?? backoffMs(attempt + attempts - 1, resources.random()), longestClosureMs);
  return { next: "retry", delayMs, attempts };
}
