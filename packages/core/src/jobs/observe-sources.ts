import { EngineError } from "../errors.ts";
import { retryAfterOf } from "../fetch/retry.ts";
import type { Capture, PageSource } from "../ports/page-source.ts";
import type { Resources } from "../resources.ts";
import type { PoliteTrip, TripAnswer } from "./polite-trip.ts";

/** What is observed. */
export interface Observation {
  readonly trip: PoliteTrip;
  /** Hears how the newest capture went. */
  readonly report: (answer: TripAnswer) => void;
  /** Fires when the page is not wanted any more, unlike that of a capture, which also fires when its time is over. */
  readonly signal: AbortSignal;
}

/**
 * The page sources as a job uses them: every request takes its turn, `report` hears how the newest capture went, and
 * trying again is left to the job, which does that at the pace its host bears.
 */
export function observeSources(
  { trip, report, signal: wanted }: Observation,
  resources: Resources,
): readonly PageSource[] {
  const arrived = async (answer: TripAnswer) => {
    report(answer);
    await trip.end(answer);
  };
  return resources.sources.map((source) => ({
    name: source.name,
    capabilities: source.capabilities,
    async capture(request, signal, context) {
      const beforeHop = async (target: URL, status: number) => {
        await trip.end({ status });
        await trip.begin(target, signal);
      };
      await trip.begin(new URL(request.url), signal);
      let capture: Capture;
      try {
        capture = await source.capture(request, signal, context && { ...context, mayRetry: false, beforeHop });
      } catch (thrown) {
        // A refused address or a wrong request never reached the host; what nobody wants any more says nothing about it.
        const isOver = signal.aborted && !wanted.aborted;
        if (EngineError.from(thrown).retryable || isOver) await arrived({});
        throw thrown;
      }
      await arrived({ status: capture.status, retryAfterMs: retryAfterOf(capture, resources.clock.now()) });
      await trip.checkLanding(new URL(capture.url), signal);
      return capture;
    },
  }));
}
