import { unlessAborted } from "../../concurrency/deadline.ts";
import { EngineError } from "../../errors.ts";
import { isPassing } from "../network-error.ts";
import type { Turn } from "./turns.ts";
import { cookiesOnTheWay } from "../http/cookies-on-the-way.ts";
import { redirectTarget } from "../http/redirect.ts";
import { isOfGateway, parseRetryAfter } from "../retry.ts";
import type { SiteFetch } from "../../ports/page-source.ts";
import type { Clock } from "../../ports/clock.ts";

/** Opens a file, to be read as it comes. */
export type OpenFile = (
  address: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> }>;

/** The dependencies of opening. */
export interface TurnTaking {
  /** Waits for a turn at an address's host. */
  readonly turnAt: (url: URL, signal: AbortSignal) => Promise<Turn>;
  readonly resources: { readonly siteFetch: SiteFetch; readonly clock: Clock };
  /** Longest a file may send nothing; 10 seconds by default. */
  readonly patienceMs?: number | undefined;
}

const maxRedirects = 5;
/** The most tries at an address whose failures may pass. */
const maxTries = 3;
/** The longest rest that a host may ask for; a longer one is not waited for. */
const maxRestMs = 5000;

/**
 * Opens files at the pace that their hosts bear. Each request, also that of a redirect, takes a turn at its host and teaches
 * its pace; the cookies that one answer sets go with the next requests. A failure that may pass costs another turn. No
 * robots.txt is consulted: it is what names sitemaps. A host that takes no connection is not asked for another file. A file
 * that sends nothing for `patienceMs` throws SCRAPE_TIMEOUT; waiting for turns and for the reader doesn't count.
 */
export function openInTurn({ turnAt, resources, patienceMs = 10_000 }: TurnTaking): OpenFile {
  const { siteFetch, clock } = resources;
  const silentHosts = new Set<string>();
  // Some sites let nobody in without a cookie that they have set themselves.
  const cookies = cookiesOnTheWay(() => clock.now());

  const patiently = createPatience(clock, patienceMs);

  async function request(url: URL, signal: AbortSignal): Promise<Response> {
    checkAnswers(url);
    const turn = await turnAt(url, signal);
    const startedAt = clock.monotonic();
    let answer: { readonly status?: number; readonly retryAfterMs?: number | undefined } | undefined;
    try {
      checkAnswers(url); // it may have turned out while the turn was waited for
      const cookie = cookies.headerFor(url);
      const headers = cookie === "" ? {} : { headers: { cookie } };
      const response = await patiently(siteFetch(url, { signal, redirect: "manual", ...headers }));
      await cookies.keep(response.headers, url);
      const retryAfter = response.headers.get("retry-after") ?? undefined;
      answer = { status: response.status, retryAfterMs: parseRetryAfter(retryAfter, clock.now()) };
      return response;
    } catch (thrown) {
      const error = EngineError.from(thrown);
      if (error.retryable && !silentHosts.has(url.host)) answer = {};
      if (error.retryable && !isPassing(error) && error.code !== "SCRAPE_TIMEOUT") silentHosts.add(url.host);
      throw thrown;
    } finally {
      await turn.done(answer && { ...answer, durationMs: clock.monotonic() - startedAt });
    }
  }

  function checkAnswers({ host }: URL): void {
    if (silentHosts.has(host)) throw new EngineError("SCRAPE_SITE_ERROR", `${host} does not answer.`);
  }

  async function follow(start: URL, signal: AbortSignal): Promise<Response> {
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await untilItPasses(() => request(url, signal), clock);
      const target = redirectTarget({ url, status: response.status, headers: [...response.headers] });
      if (target === undefined) return response;
      await response.body?.cancel();
      url = target;
    }
    throw new EngineError("SCRAPE_SITE_ERROR", `It redirects more than ${maxRedirects} times.`);
  }

  return async (address, signal) => {
    const call = new AbortController();
    const hangUp = () => call.abort();
    try {
      const { status, body } = await follow(new URL(address), AbortSignal.any([signal, call.signal]));
      return { status, body: readable(body ?? nothing(), { patiently, hangUp }) };
    } catch (thrown) {
      hangUp();
      throw thrown;
    }
  };
}

/** Asks again for what fails in passing, some times. */
async function untilItPasses(request: () => Promise<Response>, clock: Pick<Clock, "now">): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await request();
      if (tries === maxTries || !isBusy(response, clock.now())) return response;
      await response.body?.cancel();
    } catch (thrown) {
      if (tries === maxTries || !isPassing(EngineError.from(thrown))) throw thrown;
    }
  }
}

/** True if a host may well answer when its next turn is due. */
function isBusy({ status, headers }: Response, now: number): boolean {
  const restMs = parseRetryAfter(headers.get("retry-after") ?? undefined, now) ?? 0;
  return (status === 429 || isOfGateway(status)) && restMs <= maxRestMs;
}

/** Waits for the host's answer, up to a limit. */
type Patience = <T>(sending: Promise<T>) => Promise<T>;

function createPatience(clock: Clock, patienceMs: number): Patience {
  return async (sending) => {
    const [late, arrived] = [new AbortController(), new AbortController()];
    clock.sleep(patienceMs, arrived.signal).then(
      () => late.abort(),
      () => undefined, // it arrived
    );
    try {
      return await unlessAborted(sending, late.signal, () => silent(patienceMs));
    } finally {
      arrived.abort();
    }
  };
}

/** Hangs up on a body that is not read to its end. */
function readable(
  body: ReadableStream<Uint8Array>,
  { patiently, hangUp }: { readonly patiently: Patience; readonly hangUp: () => void },
): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => patiently(chunks.next()),
      async return() {
        hangUp();
        return { done: true, value: undefined };
      },
    }),
  };
}

function silent(patienceMs: number): EngineError {
  return new EngineError("SCRAPE_TIMEOUT", `It sent nothing for ${patienceMs} ms.`);
}

function nothing(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
