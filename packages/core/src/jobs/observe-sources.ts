import { EngineError } from "../errors.ts";
import { parseRetryAfter } from "../fetch/retry.ts";
import type { Capture, PageSource } from "../ports/page-source.ts";
import type { RequestOutcome } from "../ports/limiter.ts";
import type { Resources } from "../resources.ts";

/**
 * The page sources, which report how the newest capture went and leave trying again to the caller: a job does that at
 * the pace its host bears.
 */
export function observeSources(resources: Resources, report: (outcome: RequestOutcome) => void): readonly PageSource[] {
  return resources.sources.map((source) => ({
    name: source.name,
    capabilities: source.capabilities,
    async capture(request, signal, context) {
      const startedAt = resources.clock.now();
      const durationMs = () => Math.max(0, resources.clock.now() - startedAt);
      try {
        const patient = context === undefined ? undefined : { ...context, mayRetry: false };
        const capture = await source.capture(request, signal, patient);
        report({ status: capture.status, durationMs: durationMs(), retryAfterMs: retryAfterOf(capture, resources) });
        return capture;
      } catch (thrown) {
        // A refused address or a wrong request never reached the host.
        if (EngineError.from(thrown).retryable || signal.aborted) report({ durationMs: durationMs() });
        throw thrown;
      }
    },
  }));
}

function retryAfterOf(capture: Capture, { clock }: Resources): number | undefined {
  const header = capture.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  return parseRetryAfter(header, clock.now());
}
