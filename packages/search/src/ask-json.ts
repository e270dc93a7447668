import { boundedFetch, EngineError, option, type OptionKinds } from "@garner/core";
import type { z } from "zod";

/** The options that all providers share: the address of the service, and the way to reach it. */
export interface ProviderConnection {
  /** The address of the service; the public one when not given. */
  readonly baseUrl?: string | undefined;
  /** The Fetch API; the platform's when not given. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The kinds of {@link ProviderConnection}'s options. */
export const connectionKinds = {
  baseUrl: option.httpUrl.optional(),
  fetch: option.callback.optional(),
} satisfies OptionKinds<ProviderConnection>;

/** The kinds of the options of a provider with a key. */
export const keyedKinds = { apiKey: option.filledText, ...connectionKinds };

/** A question to a search service. */
export interface JsonQuestion<Answer> {
  /** The provider's name, which errors begin with. */
  readonly name: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it, the question is a GET. */
  readonly body?: unknown;
  readonly schema: z.ZodType<Answer>;
  readonly fetch: typeof globalThis.fetch;
  /** Advice for the reader of a refusal, by the status with which this service refuses. */
  readonly advice?: Readonly<Record<number, string>>;
}

const statusMeaning: Readonly<Record<number, string>> = {
  400: "did not accept the query",
  401: "refused the key",
  402: "has no credit left",
  403: "refused the request",
  429: "is blocked for now: too many requests",
};

/** Asks a search service. Throws PROVIDER_FAILED that says what went wrong: it never answers nothing for a failure. */
export async function askJson<Answer>(question: JsonQuestion<Answer>, signal: AbortSignal): Promise<Answer> {
  const { name, url, headers = {}, body, schema, advice = {} } = question;
  const response = await boundedFetch({ fetch: question.fetch })(url, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  }).catch((cause: unknown) => {
    throw failure(`${name} could not be reached at ${url.origin}: ${reasonOf(cause)}.`, cause);
  });
  const text = await response.text().catch((cause: unknown) => {
    throw failure(`${name} broke off its answer: ${reasonOf(cause).replace(/\.$/, "")}.`, cause);
  });
  if (!response.ok) {
    const { status } = response;
    const meaning = statusMeaning[status] ?? "failed";
    const hint = advice[status] === undefined ? "" : ` ${advice[status]}`;
    const said = reasonIn(text);
    // A complaint about a key often repeats it; the operator finds it in the event.
    const isTold = said !== undefined && status !== 401 && status !== 403;
    const message = `${name} ${meaning} (HTTP status ${status}${isTold ? `: ${said}` : ""}).${hint}`;
    throw new EngineError("PROVIDER_FAILED", message, {
      cause: said === undefined ? undefined : new Error(said),
      details: { providerStatus: status, isBlocked: status === 429 || status === 403 },
    });
  }
  return readAnswer(name, text, schema);
}

function readAnswer<Answer>(name: string, text: string, schema: z.ZodType<Answer>): Answer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const isPage = /^\s*<(?:!doctype|html)/i.test(text);
    if (!isPage) throw failure(`${name} did not answer with JSON.`, cause);
    const message = `${name} answered with a web page instead of JSON, as services do that suspect a robot.`;
    throw new EngineError("PROVIDER_FAILED", message, { cause, details: { isBlocked: true } });
  }
  const answer = schema.safeParse(parsed);
  if (!answer.success) throw failure(`${name} answered in a form that is not known here.`, answer.error);
  return answer.data;
}

/** The reason that a service gives for its refusal, in any of the forms that services use; undefined if there is none. */
function reasonIn(text: string): string | undefined {
  try {
    const said = reasonOfRefusal(JSON.parse(text));
    return said === undefined || said === "" ? undefined : said.slice(0, 200).replace(/\.$/, "");
  } catch {
    return undefined; // not JSON: the status has to do
  }
}

function reasonOfRefusal(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  return reasonOfRefusal(fields["detail"] ?? fields["message"] ?? fields["error"]);
}

function failure(message: string, cause: unknown): EngineError {
  return new EngineError("PROVIDER_FAILED", message, { cause });
}

function reasonOf(cause: unknown): string {
  if (EngineError.is(cause)) return cause.message;
  if (!(cause instanceof Error)) return "unknown reason";
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
