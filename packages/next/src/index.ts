/**
 * The contract as route handlers of Next's App Router.
 * @module
 */
import { EngineError, type Engine } from "@garner/core";
import { createHandler, type HandlerOptions } from "@garner/http";

export { sharedEngine } from "./shared-engine.ts";

/** Next's second argument: the path's parts, below the name of the folder. */
export interface NextRouteContext {
  readonly params: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** A route handler of Next. */
export type NextRouteHandler = (request: Request, context: NextRouteContext) => Promise<Response>;

/** The route handlers of a `route.ts`. */
export interface NextRoute {
  readonly GET: NextRouteHandler;
  readonly POST: NextRouteHandler;
  readonly PUT: NextRouteHandler;
  readonly PATCH: NextRouteHandler;
  readonly DELETE: NextRouteHandler;
  readonly OPTIONS: NextRouteHandler;
}

/**
 * Route handlers for a catch-all folder, such as `app/api/[...garner]/route.ts`: the contract's paths begin where the
 * folder stands, also below Next's `basePath`. The engine stays yours; take one from {@link sharedEngine}. Jobs are
 * worked on in the process of the engine: where functions stop after their answer, run a worker process.
 */
export function toNextRoute(engine: Engine, options: Omit<HandlerOptions, "basePath"> = {}): NextRoute {
  // Next takes its base path off the URLs of requests; `withGarner` has it written in here.
  const base = process.env["GARNER_NEXT_BASE_PATH"] ?? "";
  const publicUrl = options.publicUrl && `${options.publicUrl.replace(/\/+$/, "")}${base}`;
  const handler = createHandler(engine, { ...options, publicUrl });
  const answer: NextRouteHandler = async (request, { params }) => {
    const basePath = pathAbove(new URL(request.url).pathname, await params);
    return await handler.at(basePath, reachedAt(request, base))(request);
  };
  return { GET: answer, POST: answer, PUT: answer, PATCH: answer, DELETE: answer, OPTIONS: answer };
}

/** The address that a caller used, above the folders of routes. Next puts a host of its own into the URLs of requests. */
function reachedAt(request: Request, base: string): string | undefined {
  const host = request.headers.get("host");
  return host === null ? undefined : `${new URL(request.url).protocol}//${host}${base}`;
}

/** The part of a path above the catch-all segment. */
function pathAbove(pathname: string, params: Awaited<NextRouteContext["params"]>): string {
  const caught = Object.values(params).find((value) => Array.isArray(value));
  if (caught === undefined && Object.keys(params).length > 0) throw notCatchingAll();
  const depth = caught?.length ?? 0;
  const parts = pathname.replace(/\/$/, "").split("/");
  return parts.slice(0, parts.length - depth).join("/");
}

function notCatchingAll(): EngineError {
  return new EngineError(
    "ROUTE_NOT_FOUND",
    "Garner's route needs a folder that catches the rest of the path, such as `app/api/[...garner]/route.ts`.",
  );
}
