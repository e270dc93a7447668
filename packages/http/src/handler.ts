import { EngineError, onlooker, type Engine } from "@garner/core";
import { apiDescription } from "./openapi/document.ts";
import { createAccess, isPreflight, preflightResponse } from "./access/access.ts";
import { noAuthentication } from "./access/auth.ts";
import { errorResponse, jsonResponse } from "./wire/envelope.ts";
import { readInput } from "./wire/input.ts";
import { createMatcher } from "./routes/match.ts";
import { checkServing, type HandlerOptions, type RequestRecord } from "./options.ts";
import { baseUrlOf } from "./wire/base-url.ts";
import { eventRoutes, type EventRoute } from "./routes/event-routes.ts";
import { moreJobRoutes } from "./routes/job-routes.ts";
import { v1Routes } from "./v1/routes.ts";
import { createPlaces, type Place, type Places } from "./wire/places.ts";
import type { Route } from "./routes/route.ts";
import { routes } from "./routes/operation-routes.ts";
import { notReady, serviceRoutes, type ServiceRoute } from "./routes/service-routes.ts";

/** Answers a request of the Fetch standard; a route handler of Next and of everything like it. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** The contract as one function. It never rejects: failures are answers. */
export interface Handler extends FetchHandler {
  /**
   * The same below another base path, for a router that knows its mount path, and perhaps the origin its caller used.
   * `publicUrl` wins over that origin.
   */
  readonly at: (basePath: string, origin?: string) => FetchHandler;
}

/** A request on its way; `team` and `error` are filled in as they become known. */
interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  readonly path: string;
  /** The contract's address for callers. */
  readonly baseUrl: string;
  /** The origin the request was sent to, as reported by a proxy that the host application trusts. */
  readonly origin: string | undefined;
  /** The place that a large body takes. */
  place?: Place;
  team?: string;
  error?: EngineError;
}

/** Every address of an operation, by the name that it has in the description of the API. */
export const operationRoutes: Readonly<Record<string, Route>> = { ...moreJobRoutes, ...routes, ...v1Routes };

/**
 * Serves an engine over the wire contract, /v2 and the older /v1. The engine stays the caller's to dispose. When a
 * request's signal fires, the work that the engine does for it is aborted. Throws BAD_REQUEST for an engine that is
 * none, and for an option that does not exist, or is of the wrong type.
 */
export function createHandler(engine: Engine, options: HandlerOptions = {}): Handler {
  checkServing("HandlerOptions", engine, options);
  const onRequest = onlooker("onRequest", options.onRequest);
  const { maxBodyBytes = 10 * 1024 * 1024, maxUploadBytes = 50 * 1024 * 1024 } = options;
  const { authenticate = noAuthentication(), newId = () => crypto.randomUUID() } = options;
  const { now = () => performance.now(), isReady = () => true, isProduction = false } = options;
  const { checkHealth, blobs, docs } = options;
  const bodies = createPlaces({ count: options.maxLargeBodies ?? 32, now });
  const answers = createPlaces({ count: options.maxLargeAnswers ?? 64, now });
  const isOpen = authenticate.isOpen === true;
  const access = createAccess({ ...options, isOpen });
  // Open to everybody, so it covers no team with a key.
  const waitingJobs = async () => (await engine.usage.queue()).waitingJobsInQueue;
  const describe = (url: string): object => description({ url, isOpen });
  const services = serviceRoutes({ isReady, isProduction, waitingJobs, checkHealth, blobs, describe, docs });
  const description = apiDescription({ operations: operationRoutes, events: eventRoutes, services });
  const matcher = createMatcher<Route | EventRoute | ServiceRoute>([
    ...Object.values(operationRoutes),
    ...eventRoutes,
    ...services,
  ]);

  async function answer(exchange: Exchange): Promise<Response> {
    const { request, path } = exchange;
    access.check(request, exchange.origin);
    if (isPreflight(request)) return preflightResponse(request);
    if (request.method === "OPTIONS")
      return new Response(null, { status: 204, headers: { allow: matcher.allow(path) } });
    const { target, params } = matcher.find(request.method, path);
    const { baseUrl } = exchange;
    if (target.kind === "service") return await target.answer(params, baseUrl);
    if (!isReady()) throw notReady();
    const principal = await authenticate(request);
    exchange.team = principal.team;
    const idempotencyKey = request.headers.get("x-idempotency-key") ?? undefined;
    const call = { signal: request.signal, principal, idempotencyKey };
    const id = params["id"] ?? "";
    if (target.kind === "events") return await target.answer(engine, request, { id, call, closing: options.closing });
    const takePlace: Places["take"] = (giveUp) => (exchange.place = bodies.take(giveUp));
    const { fields, takesFiles } = target;
    const maxBytes = takesFiles ? maxUploadBytes : maxBodyBytes;
    const sent = await readInput(request, { fields, takesFiles, params, maxBodyBytes: maxBytes, takePlace });
    return jsonResponse(await target.run(engine, sent, { call, baseUrl }), { places: answers });
  }

  async function respond(request: Request, basePath: string, origin?: string): Promise<Response> {
    const startedAt = now();
    const requestId = sentRequestId(request) ?? newId();
    const baseUrl = baseUrlOf(request, { publicUrl: options.publicUrl ?? origin, basePath });
    const exchange: Exchange = { request, requestId, path: pathBelow(basePath, request.url), baseUrl, origin };
    const response = await answer(exchange).catch((thrown: unknown) => answerFailure(exchange, thrown));
    exchange.place?.[Symbol.dispose]();
    for (const [name, value] of access.corsHeaders(request)) response.headers.append(name, value);
    response.headers.set("x-request-id", requestId);
    onRequest(recordOf(exchange, { status: response.status, durationMs: now() - startedAt }));
    return request.method === "HEAD" ? await withoutBody(response) : response;
  }

  const at =
    (basePath: string, origin?: string): FetchHandler =>
    (request) =>
      respond(request, basePath, origin);
  return Object.assign(at(options.basePath ?? ""), { at });
}

/** The answer to a request that failed. */
function answerFailure(exchange: Exchange, thrown: unknown): Response {
  // Once the caller has gone, any failure is a consequence.
  exchange.error = exchange.request.signal.aborted
    ? new EngineError("ABORTED", "The caller disconnected.", { cause: thrown })
    : EngineError.from(thrown);
  return errorResponse(exchange.error, exchange.requestId);
}

function recordOf(
  { requestId, request, path, team, error }: Exchange,
  outcome: Pick<RequestRecord, "status" | "durationMs">,
): RequestRecord {
  return { requestId, method: request.method, path, ...outcome, team, error };
}

/** Ends the body here, with everything that feeds it. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/** The caller's own request id, if it is safe to log and to send back. */
function sentRequestId(request: Request): string | undefined {
  const id = request.headers.get("x-request-id");
  return id !== null && /^[\w.:+/=@-]{1,128}$/.test(id) ? id : undefined;
}

function pathBelow(basePath: string, url: string): string {
  const { pathname } = new URL(url);
  const base = basePath.replace(/\/$/, "");
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return pathname;
  return pathname.slice(base.length) || "/";
}
