import { EngineError } from "../errors.ts";
import { hostRules } from "../fetch/politeness/host-rules.ts";
import { waitForTurn } from "../fetch/politeness/turns.ts";
import { retryAfterOf } from "../fetch/retry.ts";
import type { PageSource } from "../ports/page-source.ts";
import type { Resources } from "../resources.ts";

/**
 * The page sources, each of whose captures waits for its turn at the pace that its host bears, and teaches that pace: the
 * same that crawls keep to. A page that comes from the cache waits for nothing.
 */
export function politeSources(
  resources: Resources,
  crawlDelayMs: (host: string) => number | undefined,
): readonly PageSource[] {
  const { turns, clock, politeness } = resources;

  return resources.sources.map((source) => ({
    name: source.name,
    capabilities: source.capabilities,
    async capture(request, signal, context) {
      const { host } = new URL(request.url);
      const pace = hostRules(politeness, host, { crawlDelayMs: crawlDelayMs(host) });
      const turn = await waitForTurn(host, pace, { turns, clock, signal });
      const startedAt = clock.now();
      const durationMs = () => Math.max(0, clock.now() - startedAt);
      try {
        const capture = await source.capture(request, signal, context && { ...context, mayRetry: false });
        const retryAfterMs = retryAfterOf(capture, clock.now());
        await turn.done({ status: capture.status, retryAfterMs, durationMs: durationMs() });
        return capture;
      } catch (thrown) {
        // A refused address or a wrong request never reached the host.
        await turn.done(EngineError.from(thrown).retryable ? { durationMs: durationMs() } : undefined);
        throw thrown;
      }
    },
  }));
}
