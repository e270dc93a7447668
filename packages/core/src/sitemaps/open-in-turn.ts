import { EngineError } from "../errors.ts";
import { isPassing } from "../fetch/network-error.ts";
import type { Turn } from "../fetch/politeness/turns.ts";
import { redirectTarget } from "../fetch/redirect.ts";
import { parseRetryAfter } from "../fetch/retry.ts";
import type { SiteFetch } from "../ports/page-source.ts";
import type { Clock } from "../ports/clock.ts";
import type { OpenUrl } from "./read-sitemaps.ts";

/** What opening works with. */
export interface TurnTaking {
  /** Waits for a turn at an address's host. */
  readonly turnAt: (url: URL, signal: AbortSignal) => Promise<Turn>;
  readonly resources: { readonly siteFetch: SiteFetch; readonly clock: Clock };
}

const mostRedirects = 5;

/**
 * Opens files at the pace that their hosts bear: each request, also each redirect on the way, takes a turn at its host and
 * teaches its pace. Robots.txt, which names sitemaps, is not asked whether they may be read. A host that takes no
 * connection is not asked for another file.
 */
export function openInTurn({ turnAt, resources }: TurnTaking): OpenUrl {
  const { siteFetch, clock } = resources;
  const silentHosts = new Set<string>();

  async function request(url: URL, signal: AbortSignal): Promise<Response> {
    checkAnswers(url);
    const turn = await turnAt(url, signal);
    const startedAt = clock.monotonic();
    let answer: { readonly status?: number; readonly retryAfterMs?: number | undefined } | undefined;
    try {
      checkAnswers(url); // it may have turned out while the turn was waited for
      const response = await siteFetch(url, { signal, redirect: "manual" });
      const retryAfter = response.headers.get("retry-after") ?? undefined;
      answer = { status: response.status, retryAfterMs: parseRetryAfter(retryAfter, clock.now()) };
      return response;
    } catch (thrown) {
      const error = EngineError.from(thrown);
      if (error.retryable && !silentHosts.has(url.host)) answer = {};
      if (error.retryable && !isPassing(error)) silentHosts.add(url.host);
      throw thrown;
    } finally {
      await turn.done(answer && { ...answer, durationMs: clock.monotonic() - startedAt });
    }
  }

  function checkAnswers({ host }: URL): void {
    if (silentHosts.has(host)) throw new EngineError("SCRAPE_SITE_ERROR", `${host} does not answer.`);
  }

  return async (address, signal) => {
    let url = new URL(address);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await request(url, signal);
      const { status, body } = response;
      const target = redirectTarget({ url, status, headers: [...response.headers] });
      if (target === undefined) return { status, body: body ?? nothing() };
      await body?.cancel();
      url = target;
    }
    throw new EngineError("SCRAPE_SITE_ERROR", `It redirects more than ${mostRedirects} times.`);
  };
}

function nothing(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
