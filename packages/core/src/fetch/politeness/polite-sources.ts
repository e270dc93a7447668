import type { Clock } from "../../ports/clock.ts";
import { EngineError } from "../../errors.ts";
import type { Capture, PageSource } from "../../ports/page-source.ts";
import { retryAfterOf } from "../retry.ts";
import type { PoliteTrip, TripAnswer } from "./polite-trip.ts";

/** What captures go by. */
export interface PoliteSourcesOptions {
  readonly trip: PoliteTrip;
  /** Hears how the newest capture went. */
  readonly report?: ((answer: TripAnswer) => void) | undefined;
  /** Fires when the page is not wanted any more, unlike that of a capture, which also fires when its time is over. */
  readonly signal: AbortSignal;
}

const never = () => false;

/**
 * The page sources as whoever takes many pages uses them: every request takes its turn, `report` hears how the newest
 * capture went, and trying again is left to the caller, who does that at the pace the host bears. A page that comes from
 * the cache waits for nothing.
 */
export function politeSources(
  { trip, report, signal: wanted }: PoliteSourcesOptions,
  resources: { readonly sources: readonly PageSource[]; readonly clock: Clock },
): readonly PageSource[] {
  const arrived = async (answer: TripAnswer) => {
    report?.(answer);
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
        capture = await source.capture(request, signal, context && { ...context, mayRetry: never, beforeHop });
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
