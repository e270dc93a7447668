import type { CallOptions } from "../ports/call.ts";
import { addingTo, type Stopwatch } from "../concurrency/stopwatch.ts";
import { EngineError } from "../errors.ts";
import { isWorthClimbing, rungsFor, type Rung } from "../fetch/ladder.ts";
import { isHtml, mediaTypeOf } from "../decoding/media-type.ts";
import { isCutShort, isUnreachable } from "../fetch/network-error.ts";
import { atOnce, type Pacing } from "../fetch/politeness/pacing.ts";
import { createTries, type Tries } from "../fetch/tries.ts";
import type { PageContent, Transformer, TransformOptions } from "../transform/transformer.ts";
import type { Capture, CaptureRequest } from "../ports/page-source.ts";
import { bypassPrincipal } from "../ports/principal.ts";
import type { FormatObject } from "../schema/formats.ts";
import type { ParsedScrapeRequest } from "../schema/scrape.ts";
import { parseWebUrl } from "../schema/fields/web-url.ts";
import type { WriteOptions } from "./cache.ts";
import { capabilitiesNeeded, capableSources, captureRequest } from "./plan.ts";
import { patient } from "./patient-reading.ts";
import { isPersonal, withoutLogin } from "../fetch/privacy.ts";
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

/** Who wants a page, and as whom. */
export interface PageCall extends Pick<CallOptions, "principal"> {
  readonly storageState?: unknown;
  /** Number of times the page may be asked for; as often as any page if absent. */
  readonly tries?: Tries | undefined;
  /** The manners with which the page is asked for; at once if absent. A page from the cache waits for nothing. */
  readonly pacing?: Pacing | undefined;
}

interface Surroundings {
  readonly resources: ScrapeDependencies;
  readonly signal: AbortSignal;
  /** When the signal fires, milliseconds since the epoch: later, once the page has waited. */
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
  const { wanted, rungs, cached, mayRead } = planClimb(page, call, resources);
  const { tries = createTries(), pacing = atOnce } = call;
  const transformer = patient(resources, queueing, { inBackground: pacing !== atOnce });
  const { team } = call.principal ?? bypassPrincipal;
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
    return { ...climbed, warnings: climbed.failedRung === undefined ? [] : [climbed.failedRung] };
  }

  const found = mayRead ? await cache.read(cached, request.maxAge) : {};
  const warnings = found.warning === undefined ? [] : [found.warning];
  if (found.capture !== undefined) {
    const content = await contentOf(found.capture, page, { resources, signal, transformer });
    const ageMs = Math.abs(resources.clock.now() - found.capture.capturedAt);
    if (content.verdict === "ok" || ageMs <= doubtfulLifetimeMs) {
      resources.onEvent({ type: "cache-hit", url: wanted.url, ageMs });
      return { capture: found.capture, content, cacheState: "hit", warnings };
    }
  }
  let own: Climbed | undefined;
  const shared = { ...cached, isStored: mayStore(request) };
  const capture = await cache.share(shared, signal, async (sharedSignal) => {
    own = await climb(plan, sharedSignal);
    if (own.failedRung !== undefined) warnings.push(own.failedRung);
    if (mayStore(request) && own.mayPass !== true) {
      const warning = await cache.write(cached, own.capture, lifetime(own.content));
      if (warning !== undefined) warnings.push(warning);
      resources.contents?.of(own.capture, page.transform).keep(own.content);
    }
    return own.capture;
  });
  const content = own?.content ?? (await contentOf(capture, page, { resources, signal, transformer }));
  return { capture, content, ...(mayRead ? { cacheState: "miss" } : {}), warnings };
}

/** The content of a capture that is kept already: made once, unless nothing of the request may be kept. */
async function contentOf(
  capture: Capture,
  { request, transform }: PageRequest,
  { resources, signal, transformer }: Pick<Surroundings, "resources" | "signal"> & Pick<Climb, "transformer">,
): Promise<PageContent> {
  const { contents } = resources;
  const place = contents?.of(capture, transform);
  const known = place?.read();
  if (known !== undefined) return known;
  const content = await transformer.transform(capture, transform, signal);
  if (mayStore(request)) place?.keep(content);
  return content;
}

/** True if {@link takePage} has no need of the network: a fresh enough capture is in the cache. Throws EngineError. */
export async function isInCache(
  page: Pick<PageRequest, "request" | "formats">,
  call: PageCall,
  resources: ScrapeDependencies,
): Promise<boolean> {
  if (resources.cache === undefined || !isCacheable(page.request, call)) return false;
  const { cached, mayRead } = planClimb(page, call, resources);
  return mayRead && (await resources.cache.read(cached, page.request.maxAge)).capture !== undefined;
}

/** What to capture, from which rungs, and whether and under which keys the cache may serve it. Throws EngineError. */
function planClimb(
  { request, formats }: Pick<PageRequest, "request" | "formats">,
  { storageState, principal = bypassPrincipal }: PageCall,
  resources: ScrapeDependencies,
) {
  const url = parseWebUrl(request.url);
  if (url === undefined) throw new EngineError("BAD_REQUEST", `"${request.url}" is not a URL.`);
  const needs = capabilitiesNeeded(request, formats, { storageState });
  const allRungs = rungsFor(capableSources(resources.sources, needs), request.proxy);
  const rungs = request.fastMode ? allRungs.slice(0, 1) : allRungs;
  resources.guard.checkUrl(url);
  const wanted = captureRequest(url, request, { formats, storageState });
  // Whoever may not climb as high must neither get nor leave what only a higher rung, or a lower one, gives.
  const names = rungs.map(({ source, proxy }) => `${source.name} ${proxy}`);
  const cached = { ...wanted, rungs: names, team: principal.team };
  return { wanted, rungs, cached, mayRead: request.maxAge > 0 && request.proxy !== "stealth" };
}

/** True if anything of a page may be kept: nothing personal was sent, and the caller does not forbid it. */
export function isStorable(request: ParsedScrapeRequest, call: PageCall): boolean {
  return isCacheable(request, call) && mayStore(request);
}

function isCacheable(request: ParsedScrapeRequest, call: PageCall): boolean {
  return !isPersonal(request, call) && (request.actions ?? []).length === 0;
}

function mayStore(request: ParsedScrapeRequest): boolean {
  return request.storeInCache && !request.zeroDataRetention;
}

/** A page that is not what was asked for may be right in a moment, so it is kept only to absorb repeated requests. */
const doubtfulLifetimeMs = 60_000;

function lifetime(content: PageContent): WriteOptions {
  return content.verdict === "ok" ? {} : { ttlMs: doubtfulLifetimeMs, isGood: false };
}

interface Climb {
  readonly sharesWith: string | undefined;
  readonly wanted: CaptureRequest;
  readonly rungs: readonly Rung[];
  readonly tries: Tries;
  readonly pacing: Pacing;
  readonly transform: TransformOptions;
  readonly transformer: Transformer;
  readonly resources: ScrapeDependencies;
  readonly deadlineAt: (() => number) | undefined;
  readonly queueing: Stopwatch | undefined;
}

interface Climbed {
  readonly capture: Capture;
  readonly content: PageContent;
  /** Why another rung, which might have done better, could not be read to its end. */
  readonly failedRung?: string;
  /** True if it may be read in a moment: it had no room, or failed in passing. */
  readonly mayPass?: boolean;
}

/**
 * Tries rung after rung, the cheapest first, until a page is good, there is nothing higher that could make it better, or
 * its tries are used up. What other pages of the host needed is not considered: it says nothing about this one's price.
 */
async function climb(plan: Climb, signal: AbortSignal): Promise<Climbed> {
  const { tries, rungs } = plan;
  let best: Climbed | undefined;
  let failure: unknown;
  let mayPass = false;
  for (const [place, rung] of rungs.entries()) {
    if (best !== undefined && (isEmptyFile(best) || !isWorthClimbing(best.content.verdict, rung.source))) continue;
    if (!tries.take()) break;
    // One is kept for the rungs above.
    const mayRetry = () => tries.left > (place < rungs.length - 1 ? 1 : 0) && tries.take();
    let capture: Capture | undefined;
    try {
      capture = await captureFrom(plan, { ...rung, mayRetry }, signal);
      const climbed = { capture, content: await plan.transformer.transform(capture, plan.transform, signal) };
      if (climbed.content.verdict === "ok") return failure === undefined ? climbed : maybeCut(climbed, failure);
      if (best === undefined || saysMore(climbed, best)) best = climbed;
    } catch (thrown) {
      const { code, retryable } = EngineError.from(thrown);
      plan.resources.onEvent({ type: "capture-error", url: plan.wanted.url, source: rung.source.name, code });
      signal.throwIfAborted();
      if (best === undefined && !isWorthAnotherRung(thrown)) throw thrown;
      failure ??= thrown;
      mayPass ||= retryable;
      // Who had no room to read a page has none for that of another source.
      if (capture !== undefined && code === "OVERLOADED") break;
    }
  }
  if (best === undefined) throw failure;
  return failure === undefined ? best : { ...best, failedRung: EngineError.from(failure).message, mayPass };
}

/** A rung that was turned away says less than one that saw something; one that is stealthy has to see more for its price. */
function saysMore({ content: { verdict }, capture }: Climbed, best: Climbed): boolean {
  return verdict !== "blocked" && (capture.proxyUsed !== "stealth" || verdict !== best.content.verdict);
}

/** True if nothing is there that a script could fill: a file without text, or an answer that has no page. */
function isEmptyFile({ capture, content }: Climbed): boolean {
  const hasNoPage = capture.status === 204 || capture.status === 205;
  return content.verdict === "empty" && (hasNoPage || !isHtml(mediaTypeOf(capture)));
}

/** A browser shows what it gets of a compressed page, and does not say that the end is missing. */
function maybeCut(climbed: Climbed, failure: unknown): Climbed {
  const error = EngineError.from(failure);
  return isCutShort(error) ? { ...climbed, failedRung: `The page may be cut off: ${error.message}` } : climbed;
}

async function captureFrom(
  { resources, wanted, pacing, deadlineAt, queueing, sharesWith }: Climb,
  { source, proxy, mayRetry }: Rung & { readonly mayRetry: () => boolean },
  signal: AbortSignal,
): Promise<Capture> {
  const { guard, policy, clock } = resources;
  const startedAt = clock.monotonic();
  const untimed = queueing && addingTo(queueing);
  const context = { guard, maxBodyBytes: policy.maxBodyBytes, deadlineAt, untimed, mayRetry, sharesWith };
  const capture = withoutLogin(await pacing.capture(source, { ...wanted, proxy }, signal, context));
  const durationMs = clock.monotonic() - startedAt;
  const { status } = capture;
  resources.onEvent({ type: "capture-end", url: wanted.url, source: source.name, status, durationMs });
  return capture;
}

/** A host that can't be reached, a refused address, a wrong request or a parser's refusal is the same on every rung. */
function isWorthAnotherRung(thrown: unknown): boolean {
  if (!EngineError.is(thrown) || isUnreachable(thrown)) return false;
  return thrown.retryable || thrown.code === "SCRAPE_SSL_ERROR";
}
