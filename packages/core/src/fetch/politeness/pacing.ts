import type { Clock } from "../../ports/clock.ts";
import type { HostReception } from "../../ports/limiter.ts";
import { EngineError } from "../../errors.ts";
import type { Capture, CaptureContext, CaptureRequest, PageSource } from "../../ports/page-source.ts";
import { isEndlessChain } from "../network-error.ts";
import { retryAfterOf } from "../retry.ts";
import type { PoliteTrip, TripAnswer } from "./polite-trip.ts";

/** The way a page is asked for. */
export interface Pacing {
  /** Captures a page from a source. */
  readonly capture: (source: PageSource, ...asked: Parameters<PageSource["capture"]>) => Promise<Capture>;
  /** True if a page is asked for again as soon as a failure may have passed, and not by the caller at its own pace. */
  readonly retriesAtOnce: boolean;
  /** Time the page has waited for its turns so far, which is no part of its time. */
  readonly waitedMs: () => number;
}

/** Asks at once: for a page that a caller named and waits for. */
export const atOnce: Pacing = {
  capture: (source, ...asked) => source.capture(...asked),
  retriesAtOnce: true,
  waitedMs: () => 0,
};

/** The dependencies of a polite pacing. */
export interface PolitePacingOptions {
  readonly trip: PoliteTrip;
  /** Hears how the newest capture went. */
  readonly report?: ((answer: TripAnswer, reception: HostReception | void) => void) | undefined;
  /** Told that a source had no room for the page. */
  readonly onOverload?: (() => void) | undefined;
  /** Fires when the page is no longer wanted. A capture's own signal also fires when its time is over. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, "now">;
}

const never = () => false;

/**
 * Asks like a crawler: every request takes its turn, `report` hears how the newest capture went, and the caller makes
 * retries itself, at the pace the host bears.
 */
export function politePacing({ trip, report, onOverload, signal: wanted, clock }: PolitePacingOptions): Pacing {
  const arrived = async (answer: TripAnswer) => {
    const reception = await trip.end(answer);
    report?.(answer, reception);
  };
  const capture = async (
    source: PageSource,
    request: CaptureRequest,
    signal: AbortSignal,
    context?: CaptureContext,
  ): Promise<Capture> => {
    const beforeHop = async (target: URL, status: number) => {
      await trip.end({ status });
      await trip.begin(target, signal);
    };
    await trip.begin(new URL(request.url), signal);
    let captured: Capture;
    try {
      const unhurried = context && { ...context, inBackground: true, mayRetry: never, beforeHop };
      captured = await source.capture(request, signal, unhurried);
    } catch (thrown) {
      // A refused address or a wrong request never reached the host, and a request that was called off says nothing
      // about it.
      const isOver = signal.aborted && !wanted.aborted;
      const error = EngineError.from(thrown);
      if (error.code === "OVERLOADED") onOverload?.();
      const isSilence = error.retryable && error.code !== "OVERLOADED" && !isEndlessChain(error);
      if (isSilence || isOver) await arrived({});
      await trip.end(); // another source takes a turn of its own
      throw thrown;
    }
    await arrived({ status: captured.status, retryAfterMs: retryAfterOf(captured, clock.now()) });
    await trip.checkLanding(new URL(captured.url), signal);
    return captured;
  };
  return { capture, retriesAtOnce: false, waitedMs: trip.waitedMs };
}
