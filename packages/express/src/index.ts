/**
 * The contract as an Express request handler.
 * @module
 */
import type { IncomingMessage } from "node:http";
import type { Engine } from "@garner/core";
import { createHandler, toNodeListener, type HandlerOptions } from "@garner/http";
import type { Express, Request, RequestHandler } from "express";

/**
 * Serves an engine below any mount path, before or after a body parser: `app.use("/api/garner", garner(engine))`. It
 * answers every request that reaches it, also those to unknown routes. The base path is where the application mounts it. If the application trusts a proxy (`trust proxy`), the
 * URLs in answers have the protocol and the host that the proxy reports. Without authentication, `allowedHosts` must then
 * name that host.
 */
export function garner(engine: Engine, options?: Omit<HandlerOptions, "basePath">): RequestHandler {
  const handler = createHandler(engine, options);
  return (request, response) => toNodeListener(handler.at(request.baseUrl, trustedOrigin(request)))(request, response);
}

function trustedOrigin(request: Request): string | undefined {
  if (request.app.get("trust proxy") === false) return undefined;
  return `${request.protocol}://${request.host}`;
}

/** The `originOf` of `serveWebSockets` for an application that may trust a proxy: the same origin as for requests. */
export function upgradeOriginOf(app: Express): (upgrade: IncomingMessage) => string | undefined {
  // Express does this to every request; nobody else answers this one.
  return (upgrade) => trustedOrigin(Object.setPrototypeOf(upgrade, app.request) as Request);
}
