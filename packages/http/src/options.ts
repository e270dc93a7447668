import type { IncomingMessage } from "node:http";
import { checkEngine, checkOptions, option, type BlobStore, type EngineError, type OptionKinds } from "@garner/core";
import type { Authenticate } from "./access/auth.ts";
import type { ApiDocs } from "./routes/service-routes.ts";

/** Options of serving the contract. Everything is optional. */
export interface HandlerOptions {
  /** Identifies the caller; without it, everybody may call, after a warning. */
  readonly authenticate?: Authenticate | undefined;
  /** The path above the routes, such as `/api/garner`. In Express and Next it is where the application puts the routes. */
  readonly basePath?: string | undefined;
  /**
   * The address under which callers reach the server, for the absolute URLs in answers, without the base path; from
   * `Host` and `X-Forwarded-Proto` when not given.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Names under which the server is reached, such as `garner.example` or `*.corp.example`, besides loopback, addresses
   * and the host of `publicUrl`. Requests to other names are refused when there is no authentication, or this is given.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins with access (CORS), such as `https://app.example`; none when not given. `*` needs authentication. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The size of the largest request body in bytes; 10 MiB when not given. */
  readonly maxBodyBytes?: number | undefined;
  /** The same for requests that bring a file; 50 MiB when not given. */
  readonly maxUploadBytes?: number | undefined;
  /** Request bodies over 64 KiB that may be held at once; 32 when not given. */
  readonly maxLargeBodies?: number | undefined;
  /** Answers over 256 KiB that may be on their way at once; 64 when not given. */
  readonly maxLargeAnswers?: number | undefined;
  /**
   * Fires when the server shuts down: event streams end, and their clients come back with `Last-Event-ID`; watchers are sent
   * away, and ask for the status.
   */
  readonly closing?: AbortSignal | undefined;
  /** Called once per request, when its answer is known. A failure of it is a process warning, and the answer is sent. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** True if new work is welcome. A server that shuts down says no: `/health/ready` and every operation answer 503. */
  readonly isReady?: (() => boolean) | undefined;
  /** Tries the server's dependencies, such as its browser, for `/health`; rejects with the failure, an EngineError. */
  readonly checkHealth?: (() => Promise<void>) | undefined;
  /** The answer of `/is-production`; false when not given. */
  readonly isProduction?: boolean | undefined;
  /** The engine's blob store, if this server hands out its screenshots and PDFs below `/blobs`. */
  readonly blobs?: BlobStore | undefined;
  /** Shows the description of the API at `/docs`, such as `apiDocs()` of `@garner/api-docs`. */
  readonly docs?: ApiDocs | undefined;
  /** Makes request ids; UUIDs when not given. */
  readonly newId?: (() => string) | undefined;
  /** Milliseconds on a clock that never goes back, for durations. */
  readonly now?: (() => number) | undefined;
}

/** The record of a request, once its answer is known. */
export interface RequestRecord {
  /** The request's `x-request-id`, or a new id; the answer carries it too. */
  readonly requestId: string;
  readonly method: string;
  /** The path below the base path, without the query string. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** The caller's team, once authenticated. */
  readonly team: string | undefined;
  /** The failure of the request; its `cause` is hidden from the answer. */
  readonly error: EngineError | undefined;
}

/** The options for serving watchers; the shared ones must be the same as the handler's. */
export interface WebSocketOptions extends Pick<
  HandlerOptions,
  | "authenticate"
  | "basePath"
  | "publicUrl"
  | "allowedHosts"
  | "allowedOrigins"
  | "maxLargeAnswers"
  | "closing"
  | "onRequest"
  | "newId"
  | "now"
> {
  /**
   * The origin an upgrade was sent to, as reported by a proxy that the host application trusts, such as
   * `https://garner.example`; the upgrade's own when not given.
   */
  readonly originOf?: ((upgrade: IncomingMessage) => string | undefined) | undefined;
  /** The interval of pings to watchers; one that gave no sign of life since the last is disconnected. */
  readonly pingEveryMs?: number | undefined;
}

type Options = HandlerOptions & WebSocketOptions;

const callback = option.callback.optional();
const { text } = option;
const list = option.texts.optional();
const flag = option.flag.optional();
const some = option.amount.optional();
const object = option.object.optional();

/** Both kinds of options have the shared ones, so that a host may keep one object for the two. */
const kinds: OptionKinds<Options> = {
  authenticate: callback,
  basePath: text.regex(/^(?:\/|$)/, "must begin with a slash, such as `/api/garner`").optional(),
  publicUrl: option.httpUrl.optional(),
  allowedHosts: list,
  allowedOrigins: list,
  maxBodyBytes: some,
  maxUploadBytes: some,
  maxLargeBodies: some,
  maxLargeAnswers: some,
  closing: object,
  onRequest: callback,
  isReady: callback,
  checkHealth: callback,
  isProduction: flag,
  blobs: object,
  docs: callback,
  newId: callback,
  now: callback,
  originOf: callback,
  pingEveryMs: some,
};

/**
 * Refuses what is no engine, and options that do not exist, or are of the wrong type, which would have no effect: a check of
 * callers that checks nobody, an address that no caller could follow. Throws BAD_REQUEST that names them.
 */
export function checkServing(door: string, engine: unknown, options: unknown): void {
  checkEngine(engine);
  checkOptions<Options>(door, options, kinds);
}
