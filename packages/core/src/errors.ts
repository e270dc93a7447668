/** Every failure by its code: HTTP status, retryable or not, and its cause. */
export const errorTable = {
  BAD_REQUEST: {
    status: 400,
    retryable: false,
    raisedWhen: "the input does not match its schema; `details` lists every issue with its path",
  },
  BAD_REQUEST_INVALID_JSON: { status: 400, retryable: false, raisedWhen: "the request body is not valid JSON" },
  UNAUTHORIZED: { status: 401, retryable: false, raisedWhen: "the API key is missing or unknown" },
  CREDITS_EXHAUSTED: { status: 402, retryable: false, raisedWhen: "the caller's credits do not cover the request" },
  FORBIDDEN: { status: 403, retryable: false, raisedWhen: "the caller may not do this" },
  URL_BLOCKED: {
    status: 403,
    retryable: false,
    raisedWhen:
      "the egress guard refused the address: private network, denied host, or a scheme other than http and https",
  },
  ROUTE_NOT_FOUND: { status: 404, retryable: false, raisedWhen: "no such route" },
  JOB_NOT_FOUND: {
    status: 404,
    retryable: false,
    raisedWhen: "the job, or the scrape, is unknown, expired, or another team's",
  },
  SCRAPE_NO_CACHED_DATA: {
    status: 404,
    retryable: false,
    raisedWhen: "only what was recorded may be used, and this page was not",
  },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, raisedWhen: "the route exists, but not for this method" },
  SCRAPE_TIMEOUT: { status: 408, retryable: true, raisedWhen: "the request's `timeout` passed" },
  MAP_TIMEOUT: { status: 408, retryable: true, raisedWhen: "the `timeout` of a map request passed" },
  CONFLICT: {
    status: 409,
    retryable: false,
    raisedWhen: "the job is already settled, or an idempotency key or an id was used for another request",
  },
  // Not 502, which SDKs try again: a page does not shrink.
  PAGE_TOO_LARGE: { status: 413, retryable: false, raisedWhen: "the page is larger than `policy.maxBodyBytes`" },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, raisedWhen: "the request body is over the limit" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, raisedWhen: "the request body is not JSON" },
  UNSUPPORTED_CONTENT: {
    status: 415,
    retryable: false,
    raisedWhen: "nothing parses the page's media type; the message names it",
  },
  ACTION_FAILED: {
    status: 422,
    retryable: false,
    raisedWhen: "an action could not be carried out; `details.index` says which one",
  },
  EXTRACTION_FAILED: {
    status: 422,
    retryable: true,
    raisedWhen: "the model's answer did not fit the schema after one repair",
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    raisedWhen: "too many requests; `details.retryAfterMs` says when to come back",
  },
  ABORTED: { status: 499, retryable: false, raisedWhen: "the caller's signal fired" },
  UNKNOWN_ERROR: {
    status: 500,
    retryable: false,
    raisedWhen:
      "something unexpected; the message is general and the reason is in `cause`, unless a bundle lacks what it needs",
  },
  EXTENSION_FAILED: {
    status: 500,
    retryable: false,
    raisedWhen: "a hook, a format or another function of the host's configuration threw; the message names it",
  },
  SCRAPE_DNS_RESOLUTION_ERROR: { status: 500, retryable: false, raisedWhen: "the page's host name does not resolve" },
  SCRAPE_SSL_ERROR: { status: 500, retryable: false, raisedWhen: "the TLS connection to the page failed" },
  SCRAPE_SITE_ERROR: {
    status: 500,
    retryable: true,
    raisedWhen: "the site could not be reached, closed the connection, or sent a broken answer",
  },
  CAPABILITY_MISSING: {
    status: 501,
    retryable: false,
    raisedWhen:
      "an option needs a browser, model or provider that is not configured; the message names the option and what to pass",
  },
  ENGINE_DISPOSED: { status: 503, retryable: false, raisedWhen: "the engine was disposed, and does nothing any more" },
  OVERLOADED: { status: 503, retryable: true, raisedWhen: "the server takes no more work" },
  STORE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    raisedWhen: "jobs and credits can't be read or written, such as on a full disk; the message says why",
  },
  PROVIDER_FAILED: { status: 504, retryable: true, raisedWhen: "a search or model provider failed or timed out" },
} as const satisfies Record<
  string,
  { readonly status: number; readonly retryable: boolean; readonly raisedWhen: string }
>;

/** The name of a failure: a row of {@link errorTable}. */
export type ErrorCode = keyof typeof errorTable;

/** True for a row of {@link errorTable}. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(errorTable, code);

/** The HTTP statuses that failures map to. */
export type ErrorStatus = (typeof errorTable)[ErrorCode]["status"];

/** One thing that is wrong with an input. */
export interface InputIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The keys that the schema does not know, where that is the problem. */
  readonly keys?: readonly string[];
}

/** The `details` for programs, by code. They are JSON; the other codes have none. */
export interface ErrorDetails {
  /** Every issue, up to 20. */
  readonly BAD_REQUEST: readonly InputIssue[];
  /** The methods that the route has, as the header `Allow` lists them. */
  readonly METHOD_NOT_ALLOWED: { readonly allow: string };
  readonly UNSUPPORTED_CONTENT: { readonly mediaType: string };
  /** The number of the action that failed, from 0. */
  readonly ACTION_FAILED: { readonly index: number; readonly type: string; readonly selector?: string | undefined };
  readonly EXTRACTION_FAILED: {
    readonly fields: readonly string[];
    readonly problems: readonly { readonly pointer: string; readonly message: string }[];
  };
  /** Such as `hook document` or `format wordCount`. */
  readonly EXTENSION_FAILED: { readonly extension: string };
  readonly RATE_LIMITED: { readonly retryAfterMs: number };
  readonly OVERLOADED: { readonly retryAfterMs: number };
  /** A newer version wrote this entry: this process must be updated before it can read it; others may be already. */
  readonly STORE_UNAVAILABLE: { readonly needsUpdate: true };
  /** The addresses that redirected to each other. */
  readonly SCRAPE_SITE_ERROR: { readonly chain: readonly string[] };
  readonly CAPABILITY_MISSING: {
    /** The option that needs it, or that names it. */
    readonly option: string;
    readonly capability?: string | undefined;
    /** The place that was searched. */
    readonly looked?: readonly string[] | undefined;
  };
  readonly PROVIDER_FAILED: {
    /** HTTP status of the provider's answer. */
    readonly providerStatus?: number | undefined;
    /** It turned the request away, and may do so for a while. */
    readonly isBlocked?: boolean | undefined;
    /** Search engines that did not answer. */
    readonly engines?: readonly string[] | undefined;
    /** The answers of several providers. */
    readonly reasons?: readonly string[] | undefined;
  };
}

/** The details of an error with this code; of any code, if it is not known which. */
export type DetailsOf<Code extends ErrorCode> =
  | (Code extends keyof ErrorDetails ? ErrorDetails[Code] : never)
  | undefined;

/** An error of any code: a look at its `code` tells what its `details` are. */
export type KnownError = { readonly [Code in ErrorCode]: EngineError<Code> }[ErrorCode];

// A registered symbol, so that an error is recognised across two installed copies of this package.
const brand = Symbol.for("garner.error");

/**
 * The only error Garner throws. `code` is stable and meant for programs; `message` is plain words for people and names
 * the option to set where there is one; `details` is JSON, and what it says depends on the code. `status` and `retryable`
 * follow from the code.
 */
export class EngineError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "EngineError";
  readonly code: Code;
  readonly details: DetailsOf<Code>;
  readonly [brand] = true;

  constructor(
    code: Code,
    message: string,
    options: { readonly cause?: unknown; readonly details?: DetailsOf<Code> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  /** The HTTP status of this failure. */
  get status(): ErrorStatus {
    return errorTable[this.code].status;
  }

  /** True if the same request may succeed later. */
  get retryable(): boolean {
    return errorTable[this.code].retryable;
  }

  /** Tells EngineErrors from everything else, also those of another copy of this package; with a code, those of that code. */
  static is(value: unknown): value is KnownError;
  static is<Code extends ErrorCode>(value: unknown, code: Code): value is EngineError<Code>;
  static is(value: unknown, code?: ErrorCode): boolean {
    return isEngineError(value, code);
  }

  /** Turns anything thrown into an EngineError: an EngineError is kept, the rest becomes UNKNOWN_ERROR with its cause. */
  static from(thrown: unknown): KnownError {
    return isEngineError(thrown) ? thrown : unexpected(thrown);
  }
}

// Outside of the class: a bundler gives a class that names itself inside another name, which every trace would show.
function isEngineError(value: unknown, code?: ErrorCode): value is KnownError {
  if (typeof value !== "object" || value === null || !(brand in value)) return false;
  return code === undefined || (value as EngineError).code === code;
}

function unexpected(cause: unknown): KnownError {
  const message = lacksRequire(cause) ? bundledWithoutRequire : "Something unexpected went wrong.";
  return new EngineError("UNKNOWN_ERROR", message, { cause });
}

/** In the words of esbuild, which most bundlers of ES modules build on, and of Node. */
const lacksRequire = (cause: unknown): boolean =>
  cause instanceof Error && /^Dynamic require of "|^require is not defined/.test(cause.message);

/** Names "module" without its prefix: a bundle of the client for browsers holds this text, and nothing of Node's. */
const bundledWithoutRequire =
  "This bundle is an ES module without `require`, which one of its parts needs. Leave @garner/core out of the bundle, or " +
  'begin it with: import { createRequire as requireOf } from "module"; const require = requireOf(import.meta.url);';

/** Throws BAD_REQUEST with these words for an argument that only a caller without types passes. */
export function requireArgument(isRight: boolean, words: string): asserts isRight {
  if (!isRight) throw new EngineError("BAD_REQUEST", words);
}

/** The message of anything thrown, even if it is no Error. */
export const messageOfThrown = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
