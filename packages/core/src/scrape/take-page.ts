import type { Call } from "../ports/call.ts";
import type { Stopwatch } from "../concurrency/stopwatch.ts";
import { isWorthClimbing, rungsFor, type Rung } from "../fetch/ladder.ts";
import { atOnce, type Pacing } from "../fetch/politeness/pacing.ts";
import { createTries, type Tries } from "../fetch/tries.ts";
import type { PageContent, TransformOptions } from "../transform/transformer.ts";
import type { Capture } from "../ports/page-source.ts";
import type { FormatObject } from "../schema/formats.ts";
import type { ParsedScrapeRequest } from "../schema/scrape.ts";
import { webUrlOf } from "../schema/fields/web-url.ts";
import type { CacheableRequest } from "./cache-key.ts";
import type { CaptureCache, WriteOptions } from "./cache.ts";
import { climb, isEmptyFile, type Climb, type Climbed } from "./climb.ts";
import { patient } from "./patient-reading.ts";
import { capabilitiesNeeded, capableSources, captureRequest } from "./plan.ts";
import { isPersonal } from "../fetch/privacy.ts";
import type { ScrapeDependencies } from "./dependencies.ts";

/** A request taken apart: what to capture, and what to make of the capture. */
export interface PageRequest {
  readonly request: ParsedScrapeRequest;
  readonly formats: readonly FormatObject[];
  readonly transform: TransformOptions;
}

/** A page that was taken from the cache or the network, and its content. */
export interface TakenPage {
  readonly capture: Capture;
  readonly content: PageContent;
  /** Absent when the cache was not consulted. */
  readonly cacheState?: "hit" | "miss" | undefined;
  readonly warnings: readonly string[];
}

/** The caller of a page, and their login. */
export interface PageCall extends Pick<Call, "principal"> {
  readonly storageState?: unknown;
  /** Number of times the page may be asked for; as often as any page if absent. */
  readonly tries?: Tries | undefined;
  /** The manners with which the page is asked for; at once if absent. A page from the cache waits for nothing. */
  readonly pacing?: Pacing | undefined;
}

interface Surroundings {
  readonly resources: ScrapeDependencies;
  readonly signal: AbortSignal;
  /** The time at which the signal fires, milliseconds since the epoch: later, once the page has waited. */
  readonly deadlineAt?: (() => number) | undefined;
  /** Runs while a source is waited for that has no room. */
  readonly queueing?: Stopwatch | undefined;
}

/**
 * Takes a page from the cache if a fresh enough capture is there, else from the cheapest source whose answer is really
 * the page. Concurrent requests for the same capture share one climb.
 */
export async function takePage(
  page: PageRequest,
  call: PageCall,
  { resources, signal, deadlineAt, queueing }: Surroundings,
): Promise<TakenPage> {
  const { request } = page;
  const { wanted, rungs, skipped, cacheable, mayRead } = planClimb(page, call, resources);
  const { tries = createTries(), pacing = atOnce } = call;
  const transformer = patient(resources, queueing, { inBackground: pacing !== atOnce });
  const { team } = call.principal;
  const plan: Climb = {
    wanted,
    rungs,
    tries,
    pacing,
    transform: page.transform,
    transformer,
    resources,
    deadlineAt,
    queueing,
    sharesWith: request.zeroDataRetention ? undefined : team,
  };
  const cache = isCacheable(request, call) ? resources.cache : undefined;
  if (cache === undefined) {
    const climbed = await climb(plan, signal);
    return withSkipped({ ...climbed, warnings: climbed.failedRung === undefined ? [] : [climbed.failedRung] }, skipped);
  }
  const taking: Taking = { page, plan, cache, cacheable, resources, signal };
  const kept = mayRead ? await takeKept(taking) : { warnings: [] };
  if (kept.page !== undefined) return withSkipped(kept.page, skipped);
  const { capture, content, warnings } = await takeShared(taking);
  const taken: TakenPage = {
    capture,
    content,
    ...(mayRead ? { cacheState: "miss" } : {}),
    warnings: [...kept.warnings, ...warnings],
  };
  return withSkipped(taken, skipped);
}

/** Says so where a source that `fastMode` left out may have shown more. */
function withSkipped(page: TakenPage, skipped: readonly Rung[]): TakenPage {
  if (isEmptyFile(page) || !skipped.some(({ source }) => isWorthClimbing(page.content, source))) return page;
  const warning = "Without `fastMode`, another page source is asked, which may show more.";
  return { ...page, warnings: [...page.warnings, warning] };
}

/** A page that the cache may have, and may keep. */
interface Taking extends Pick<Surroundings, "resources" | "signal"> {
  readonly page: PageRequest;
  readonly plan: Climb;
  readonly cache: CaptureCache;
  readonly cacheable: CacheableRequest;
}

interface KeptPage {
  /** Absent if the cache has none that is fresh enough. */
  readonly page?: TakenPage;
  readonly warnings: readonly string[];
}

/** Takes the page from the cache; one that may not be the page serves for a moment only. */
async function takeKept(taking: Taking): Promise<KeptPage> {
  const { page, plan, cache, cacheable, resources } = taking;
  const { capture, warning } = await cache.read(cacheable, page.request.maxAge, {
    takesVariants: plan.pacing === atOnce,
  });
  const warnings = warning === undefined ? [] : [warning];
  if (capture === undefined) return { warnings };
  const content = await contentOf(capture, taking);
  const ageMs = Math.abs(resources.clock.now() - capture.capturedAt);
  if (content.verdict !== "ok" && ageMs > doubtfulLifetimeMs) return { warnings };
  resources.onEvent({ type: "cache-hit", url: plan.wanted.url, ageMs });
  return { page: { capture, content, cacheState: "hit", warnings }, warnings };
}

/** Takes the page by a climb that is shared with all who want the same now, and keeps it. */
async function takeShared(taking: Taking): Promise<Omit<TakenPage, "cacheState">> {
  const { page, plan, cache, cacheable, resources, signal } = taking;
  const isStored = mayStore(page.request);
  const warnings: string[] = [];
  let own: Climbed | undefined;
  const capture = await cache.share({ ...cacheable, isStored }, signal, async (sharedSignal) => {
    own = await climb(plan, sharedSignal);
    if (own.failedRung !== undefined) warnings.push(own.failedRung);
    const mayBeBetter = own.mayPass === true || own.capture.isCutOff === true;
    if (isStored && !mayBeBetter) {
      const warning = await cache.write(cacheable, own.capture, lifetime(own.content));
      if (warning !== undefined) warnings.push(warning);
      // A job's pages are many, and few of them are asked for again: the first who does so reads the page once more.
      if (plan.pacing === atOnce) resources.contents?.of(own.capture, page.transform).keep(own.content);
    }
    return own.capture;
  });
  return { capture, content: own?.content ?? (await contentOf(capture, taking)), warnings };
}

/** The content of a capture that is kept already: made once, unless nothing of the request may be kept. */
async function contentOf(
  capture: Capture,
  { page: { request, transform }, plan: { transformer }, resources, signal }: Taking,
): Promise<PageContent> {
  const place = resources.contents?.of(capture, transform);
  const known = place?.read();
  if (known !== undefined) return known;
  const content = await transformer.transform(capture, transform, signal);
  if (mayStore(request)) place?.keep(content);
  return content;
}

/** True if {@link takePage} for a job has no need of the network: a fresh enough capture is in the cache. Throws EngineError. */
export async function isInCache(
  page: Pick<PageRequest, "request" | "formats">,
  call: PageCall,
  resources: ScrapeDependencies,
): Promise<boolean> {
  if (resources.cache === undefined || !isCacheable(page.request, call)) return false;
  const { cacheable, mayRead } = planClimb(page, call, resources);
  const own = { takesVariants: false };
  return mayRead && (await resources.cache.read(cacheable, page.request.maxAge, own)).capture !== undefined;
}

/** Says what to capture, from which rungs, and if the cache may have it. Throws EngineError. */
function planClimb(
  { request, formats }: Pick<PageRequest, "request" | "formats">,
  { storageState, principal }: PageCall,
  resources: ScrapeDependencies,
) {
  const url = webUrlOf(request.url);
  const needs = capabilitiesNeeded(request, formats, { storageState });
  const allRungs = rungsFor(capableSources(resources.sources, needs), request.proxy);
  const rungs = request.fastMode ? allRungs.slice(0, 1) : allRungs;
  const skipped = allRungs.slice(rungs.length);
  resources.guard.checkUrl(url);
  const wanted = captureRequest(url, request, { formats, storageState });
  // Requests that may climb to other rungs share no captures: each would get what its own rungs never give.
  const names = rungs.map(({ source, proxy }) => `${source.name} ${proxy}`);
  const cacheable: CacheableRequest = { ...wanted, rungs: names, team: principal.team };
  return { wanted, rungs, skipped, cacheable, mayRead: request.maxAge > 0 && request.proxy !== "stealth" };
}

/** True if anything of a page may be kept: nothing personal was sent, and the caller does not forbid it. */
export function isStorable(request: ParsedScrapeRequest, call: Pick<PageCall, "storageState">): boolean {
  return isCacheable(request, call) && mayStore(request);
}

function isCacheable(request: ParsedScrapeRequest, call: Pick<PageCall, "storageState">): boolean {
  return !isPersonal(request, call) && (request.actions ?? []).length === 0;
}

function mayStore(request: ParsedScrapeRequest): boolean {
  return request.storeInCache && !request.zeroDataRetention;
}

/** A page that is not the requested one may be right in a moment, so it is kept only to absorb repeated requests. */
const doubtfulLifetimeMs = 60_000;

function lifetime(content: PageContent): WriteOptions {
  return content.verdict === "ok" ? {} : { ttlMs: doubtfulLifetimeMs, isGood: false };
}
