import { addingTo, type Stopwatch } from "../concurrency/stopwatch.ts";
import { isHtml, mediaTypeOf } from "../decoding/media-type.ts";
import { EngineError } from "../errors.ts";
import { isWorthClimbing, type Rung } from "../fetch/ladder.ts";
import { headerOf } from "../fetch/http/response-headers.ts";
import { isCutShort, isPassing, isUnreachable } from "../fetch/network-error.ts";
import type { Pacing } from "../fetch/politeness/pacing.ts";
import { withoutLogin } from "../fetch/privacy.ts";
import { retryDelayMs, type FailedTry } from "../fetch/retry.ts";
import type { Tries } from "../fetch/tries.ts";
import type { Capture, CaptureContext, CaptureRequest } from "../ports/page-source.ts";
import type { PageContent, Transformer, TransformOptions } from "../transform/transformer.ts";
import type { ScrapeDependencies } from "./dependencies.ts";

/** The goal of a climb, and its means. */
export interface Climb {
  readonly wanted: CaptureRequest;
  /** Cheapest first. */
  readonly rungs: readonly Rung[];
  readonly tries: Tries;
  readonly pacing: Pacing;
  /** Options for transforming each capture. The content tells if the capture is the page. */
  readonly transform: TransformOptions;
  readonly transformer: Transformer;
  readonly resources: Pick<ScrapeDependencies, "guard" | "policy" | "clock" | "random" | "onEvent">;
  /** See {@link CaptureContext}. */
  readonly deadlineAt: CaptureContext["deadlineAt"];
  readonly sharesWith: CaptureContext["sharesWith"];
  /** Runs while a source is waited for that has no room. */
  readonly queueing: Stopwatch | undefined;
}

/** The best page of a climb. */
export interface Climbed {
  readonly capture: Capture;
  readonly content: PageContent;
  /** The reason why a higher rung, which might have done better, could not be read to its end. */
  readonly failedRung?: string;
  /** True if it may be read in a moment: it had no room, or failed in passing. */
  readonly mayPass?: boolean;
}

/**
 * Tries rung after rung, the cheapest first, until a page is good, there is nothing higher that could make it better, or
 * its tries are used up. What other pages of the host needed is not considered: it says nothing about this one's price.
 * Throws what the first rung failed with when none gave a page.
 */
export async function climb(plan: Climb, signal: AbortSignal): Promise<Climbed> {
  const { tries, rungs } = plan;
  let best: Climbed | undefined;
  let failure: unknown;
  let mayPass = false;
  for (const [place, rung] of rungs.entries()) {
    if (best !== undefined && (isEmptyFile(best) || !isWorthClimbing(best.content, rung.source))) continue;
    if (!tries.take()) break;
    // One is kept for the rungs above.
    const mayRetry = () => tries.left > (place < rungs.length - 1 ? 1 : 0) && tries.take();
    let capture: Capture | undefined;
    try {
      capture = await captureFrom(plan, { ...rung, mayRetry }, signal);
      const climbed = { capture, content: await plan.transformer.transform(capture, plan.transform, signal) };
      if (isAllThere(climbed)) return failure === undefined ? climbed : maybeCut(climbed, failure);
      if (best === undefined || saysMore(climbed, best)) best = climbed;
    } catch (thrown) {
      const { code, retryable } = EngineError.from(thrown);
      plan.resources.onEvent({ type: "capture-error", url: plan.wanted.url, source: rung.source.name, code });
      signal.throwIfAborted();
      if (best === undefined && !isWorthAnotherRung(thrown)) throw thrown;
      failure ??= thrown;
      mayPass ||= retryable;
      // If there is no room to read this page, there is none for another source's either.
      if (capture !== undefined && code === "OVERLOADED") break;
    }
  }
  if (best === undefined) throw failure;
  return failure === undefined ? best : { ...best, failedRung: EngineError.from(failure).message, mayPass };
}

const isAllThere = ({ content: { verdict, unfilledPlace } }: Climbed): boolean =>
  verdict === "ok" && unfilledPlace === undefined;

/** A rung that was turned away says less than one that saw something; a stealthy one must see more for its price. */
function saysMore({ content: { verdict }, capture }: Climbed, best: Climbed): boolean {
  return (
    best.content.verdict !== "ok" &&
    verdict !== "blocked" &&
    (capture.proxyUsed !== "stealth" || verdict !== best.content.verdict)
  );
}

/** True if nothing is there that a script could fill: a file without text, or an answer that has no page. */
export function isEmptyFile({ capture, content }: Pick<Climbed, "capture" | "content">): boolean {
  const hasNoPage = capture.status === 204 || capture.status === 205;
  return content.verdict === "empty" && (hasNoPage || !isHtml(mediaTypeOf(capture)));
}

/** A browser shows the part of a compressed page that arrived, and does not report the missing end. */
function maybeCut(climbed: Climbed, failure: unknown): Climbed {
  const error = EngineError.from(failure);
  if (!isCutShort(error)) return climbed;
  const capture = { ...climbed.capture, isCutOff: true };
  return { ...climbed, capture, failedRung: `The page may be cut off: ${error.message}` };
}

async function captureFrom(plan: Climb, rung: CountedRung, signal: AbortSignal): Promise<Capture> {
  const { resources, wanted } = plan;
  const { source } = rung;
  const startedAt = resources.clock.monotonic();
  const capture = withoutLogin(await captureUntilItPasses(plan, rung, signal));
  const durationMs = resources.clock.monotonic() - startedAt;
  const { status } = capture;
  resources.onEvent({ type: "capture-end", url: wanted.url, source: source.name, status, durationMs });
  return capture;
}

interface CountedRung extends Rung {
  readonly mayRetry: () => boolean;
}

/**
 * Captures a page, and again if what went wrong may pass: a source that knows the way by itself, such as plain HTTP, has asked
 * again already, and a browser has not. Actions may have done something, so they are not repeated.
 */
async function captureUntilItPasses(plan: Climb, rung: CountedRung, signal: AbortSignal): Promise<Capture> {
  const { resources, wanted, pacing, deadlineAt, queueing, sharesWith } = plan;
  const { guard, policy, clock, random } = resources;
  let number = 1;
  const mayRetry = () => {
    const may = rung.mayRetry();
    if (may) number += 1;
    return may;
  };
  const untimed = queueing && addingTo(queueing);
  const context = { guard, maxBodyBytes: policy.maxBodyBytes, deadlineAt, untimed, mayRetry, sharesWith };
  const isRetried = pacing.retriesAtOnce && wanted.actions.length === 0;
  const delayAfter = (failed: Pick<FailedTry, "status" | "retryAfter">): number | undefined => {
    if (!isRetried) return undefined;
    const nowMs = clock.now();
    const delayMs = retryDelayMs({ number, nowMs, deadlineAt: deadlineAt?.(), random: random(), ...failed });
    return delayMs !== undefined && mayRetry() ? delayMs : undefined;
  };
  for (;;) {
    let delayMs: number | undefined;
    try {
      const capture = await pacing.capture(rung.source, { ...wanted, proxy: rung.proxy }, signal, context);
      delayMs = delayAfter({ status: capture.status, retryAfter: headerOf(capture.headers, "retry-after") });
      if (delayMs === undefined) return capture;
    } catch (thrown) {
      signal.throwIfAborted();
      delayMs = isPassing(EngineError.from(thrown)) ? delayAfter({}) : undefined;
      if (delayMs === undefined) throw thrown;
    }
    await clock.sleep(delayMs, signal);
  }
}

/** A host that can't be reached, a refused address, a wrong request or a parser's refusal is the same on every rung. */
function isWorthAnotherRung(thrown: unknown): boolean {
  if (!EngineError.is(thrown) || isUnreachable(thrown)) return false;
  return thrown.retryable || thrown.code === "SCRAPE_SSL_ERROR";
}
