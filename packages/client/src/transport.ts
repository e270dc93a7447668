import { EngineError } from "@garner/core/errors";
import type { CallOptions } from "@garner/core";
import { bodyOf, type Body } from "./body.ts";
import { checkCall, checkQuery } from "./checks.ts";
import { failureOf, gaveUp, retryAfterMs, unreachable } from "./failure.ts";
import type { Settings } from "./options.ts";

/** One request of the contract. */
export interface Asked {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: object | undefined;
  /** JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly call?: CallOptions | undefined;
  /** False if the request must not be made twice. */
  readonly isRepeatable?: boolean | undefined;
}

/** Asks the server. Throws only EngineError. */
export interface Transport {
  /** The body of the answer, without `success`. */
  ask(asked: Asked): Promise<Body>;
  /** An answer whose body is still to come. */
  open(asked: Asked): Promise<Response>;
  /** Waits. */
  wait(delayMs: number, call: CallOptions | undefined): Promise<void>;
  /** Waits before the next try, longer each time. */
  backOff(failures: number, call: CallOptions | undefined): Promise<void>;
  /** The error to throw when one of the signals has fired; undefined if none has. */
  stopped(call: CallOptions | undefined): EngineError | undefined;
}

const firstBackOffMs = 500;

/** Builds a {@link Transport} that works until `closing` fires. */
export function createTransport(settings: Settings, closing: AbortSignal): Transport {
  const { url, maxRetries, maxRetryDelayMs, sleep, random } = settings;

  function stopped(call: CallOptions | undefined): EngineError | undefined {
    if (closing.aborted) return EngineError.from(closing.reason);
    const { signal } = call ?? {};
    return signal?.aborted === true ? gaveUp(signal) : undefined;
  }

  async function wait(delayMs: number, call: CallOptions | undefined): Promise<void> {
    await sleep(delayMs, signalOf(call, closing)).catch((thrown: unknown) => {
      throw stopped(call) ?? thrown;
    });
  }

  const backOffMs = (failures: number) =>
    Math.min(maxRetryDelayMs, firstBackOffMs * 2 ** failures) * (0.5 + random() / 2);

  async function tryOnce<Result>(
    request: WrittenRequest,
    call: CallOptions | undefined,
    read: (response: Response) => Promise<Result>,
  ): Promise<Tried<Result>> {
    try {
      const response = await settings.fetch(request.url, { ...request.init, signal: signalOf(call, closing) });
      if (response.ok) return { result: await read(response) };
      const afterMs = retryAfterMs(response.headers.get("retry-after"), Date.now());
      return { failure: await failureOf(response), afterMs };
    } catch (thrown) {
      const end = stopped(call);
      if (end !== undefined) throw end;
      if (EngineError.is(thrown)) throw thrown;
      return { failure: unreachable(url, thrown), afterMs: undefined };
    }
  }

  async function send<Result>(asked: Asked, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { call, isRepeatable = true } = asked;
    checkCall(call);
    const request = requestOf(asked, settings);
    for (let failures = 0; ; failures += 1) {
      const end = stopped(call);
      if (end !== undefined) throw end;
      const tried = await tryOnce(request, call, read);
      if ("result" in tried) return tried.result;
      const delayMs = tried.afterMs ?? backOffMs(failures);
      const isOver = failures >= maxRetries || !isRepeatable || delayMs > maxRetryDelayMs;
      if (isOver || !tried.failure.retryable || isOutOfTime(tried.failure)) throw tried.failure;
      await wait(delayMs, call);
    }
  }

  return {
    ask: (asked) => send(asked, readBody),
    open: (asked) => send(asked, async (response) => response),
    wait,
    backOff: (failures, call) => wait(backOffMs(failures), call),
    stopped,
  };
}

/** True if the request's own time is over: another try would take as long again. */
function isOutOfTime(failure: EngineError): boolean {
  return EngineError.is(failure, "SCRAPE_TIMEOUT") || EngineError.is(failure, "MAP_TIMEOUT");
}

type Tried<Result> =
  | { readonly result: Result }
  | { readonly failure: EngineError; readonly afterMs: number | undefined };

function signalOf(call: CallOptions | undefined, closing: AbortSignal): AbortSignal {
  return call?.signal === undefined ? closing : AbortSignal.any([call.signal, closing]);
}

interface WrittenRequest {
  readonly url: string;
  readonly init: Pick<RequestInit, "method" | "headers" | "body">;
}

function requestOf({ method, path, query = {}, body, headers, call }: Asked, settings: Settings): WrittenRequest {
  checkQuery(query);
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
  ).toString();
  const key = call?.idempotencyKey;
  const json = { ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const keyed = { ...(key === undefined ? {} : { "x-idempotency-key": key }) };
  return {
    url: `${settings.url}${path}${search === "" ? "" : `?${search}`}`,
    init: {
      method,
      headers: { ...settings.headers, ...json, ...keyed, ...headers },
      ...(body === undefined ? {} : { body: toJson(body) }),
    },
  };
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new EngineError("BAD_REQUEST", "The request can't be written as JSON.", { cause });
  }
}

async function readBody(response: Response): Promise<Body> {
  const { success: _success, ...rest } = bodyOf(await response.text());
  return rest;
}
