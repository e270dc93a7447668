import type { Dispatcher } from "../egress/undici.ts";
import { essenceOf, isStreamingMedia } from "../../decoding/media-type.ts";
import type { Clock } from "../../ports/clock.ts";
import type { CaptureRequest } from "../../ports/page-source.ts";
import type { Agents, Route } from "../egress/agents.ts";
import { isPassing, networkError } from "../network-error.ts";
import { decodeBytes, hiddenCodingOf, pageTooLarge, readBody } from "../body/read-body.ts";
import { redirectTarget } from "./redirect.ts";
import { requestHeaders } from "./request-headers.ts";
import { headerOf, headersOf, type ResponseHeaders } from "./response-headers.ts";
import { retryDelayMs } from "../retry.ts";
import type { RedirectChain } from "./redirect-chain.ts";

/** The answer of one address. The body of an answer that only leads elsewhere is empty. */
export interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Uint8Array;
}

/** Shared by all hops of one capture. */
export interface HopOptions {
  readonly agents: Agents;
  readonly route: Route;
  readonly clock: Clock;
  readonly random: () => number;
  readonly policy: { readonly userAgent: string; readonly maxBodyBytes: number };
  readonly callerHeaders: Readonly<Record<string, string>>;
  readonly location: CaptureRequest["location"];
  readonly signal: AbortSignal;
  readonly deadlineAt: (() => number) | undefined;
  /** Asked before an address is asked again. */
  readonly mayRetry: () => boolean;
}

/** Asks the chain's next address, again if what went wrong may pass. Throws EngineError when there is no answer. */
export async function takeHop(chain: RedirectChain, options: HopOptions): Promise<Answer> {
  for (let number = 1; ; number += 1) {
    const outcome = await askOnce(number, chain, options);
    if ("status" in outcome) return outcome;
    await options.clock.sleep(outcome.retryAfterMs, options.signal);
  }
}

/** Asks once. The outcome is the answer, or how long to wait before asking again. */
async function askOnce(
  number: number,
  chain: RedirectChain,
  options: HopOptions,
): Promise<Answer | { retryAfterMs: number }> {
  try {
    const response = await send(chain, options);
    const retryAfterMs = retryDelay(number, options, response);
    if (retryAfterMs === undefined || !options.mayRetry()) return await read(response, chain, options);
    await drain(response, options.clock);
    return { retryAfterMs };
  } catch (thrown) {
    options.signal.throwIfAborted();
    const error = networkError(thrown, chain.url);
    const retryAfterMs = isPassing(error) ? retryDelay(number, options) : undefined;
    if (retryAfterMs === undefined || !options.mayRetry()) throw error;
    return { retryAfterMs };
  }
}

function retryDelay(number: number, options: HopOptions, response?: Dispatcher.ResponseData): number | undefined {
  return retryDelayMs({
    number,
    status: response?.statusCode,
    retryAfter: response && headerOf(headersOf(response), "retry-after"),
    nowMs: options.clock.now(),
    deadlineAt: options.deadlineAt?.(),
    random: options.random(),
  });
}

async function send(chain: RedirectChain, options: HopOptions): Promise<Dispatcher.ResponseData> {
  const { agents, route, signal } = options;
  const { url } = chain;
  const headers = requestHeaders({
    url,
    origin: chain.start,
    callerHeaders: options.callerHeaders,
    siteCookies: chain.cookies(),
    userAgent: options.policy.userAgent,
    location: options.location,
  });
  const request = { origin: url.origin, path: `${url.pathname}${url.search}`, method: "GET", headers, signal } as const;
  const response = await agents.send(url, route, {
    send: (dispatcher) => dispatcher.request(request),
    statusOf: ({ statusCode }) => statusCode,
    discard: abandon,
  });
  chain.keepCookies(headersOf(response).flatMap(([name, value]) => (name === "set-cookie" ? [value] : [])));
  return response;
}

async function read(
  response: Dispatcher.ResponseData,
  chain: RedirectChain,
  { policy, clock }: HopOptions,
): Promise<Answer> {
  const headers = headersOf(response);
  const answer = { url: chain.url, status: response.statusCode, headers, body: new Uint8Array() };
  if (redirectTarget(answer) !== undefined) {
    await drain(response, clock);
    return answer;
  }
  if (isStreamingMedia(headerOf(headers, "content-type"))) {
    abandon(response);
    return answer;
  }
  if (Number(headerOf(headers, "content-length")) > policy.maxBodyBytes) {
    abandon(response);
    throw pageTooLarge(policy.maxBodyBytes);
  }
  const { maxBodyBytes: maxBytes } = policy;
  const body = await readBody(response.body, { contentEncoding: headerOf(headers, "content-encoding"), maxBytes });
  const contentEncoding = hiddenCoding(answer, body);
  return {
    ...answer,
    body: contentEncoding === undefined ? body : await decodeBytes(body, { contentEncoding, maxBytes }),
  };
}

/** The coding of a page whose server forgot to say that it compressed it, or compressed it once more than it says. */
function hiddenCoding({ headers }: Pick<Answer, "headers">, body: Uint8Array): string | undefined {
  const isText = /^(?:text\/|application\/xhtml\+xml)/.test(essenceOf(headerOf(headers, "content-type")));
  return isText ? hiddenCodingOf(body) : undefined;
}

/** Bytes to read of an unwanted body, so that its connection can be used again. */
const maxDrainedBytes = 64 * 1024;
const maxDrainMs = 250;

async function drain(response: Dispatcher.ResponseData, clock: Clock): Promise<void> {
  const drained = new AbortController();
  const tooLate = clock.sleep(maxDrainMs, drained.signal).catch(() => undefined);
  await Promise.race([response.body.dump({ limit: maxDrainedBytes }), tooLate]);
  drained.abort();
  abandon(response);
}

/** Reads no further, and closes the connection unless the body was at its end. */
function abandon(response: Dispatcher.ResponseData): void {
  response.body.on("error", () => undefined).destroy();
}
