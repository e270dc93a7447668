/**
 * The /v2 wire contract as one `(Request) => Promise<Response>` function.
 * @module
 */
export { createHandler, type FetchHandler, type Handler } from "./handler.ts";
export type { HandlerOptions, RequestRecord, WebSocketOptions } from "./options.ts";
export { createAccess, type Access, type AccessRules } from "./access/access.ts";
export { apiKeys, bearerToken, newApiKey, noAuthentication, storedApiKeys, type Authenticate } from "./access/auth.ts";
export type { NodeRequest } from "./node/node-request.ts";
export { toNodeListener, type NodeListener, type NodeListenerOptions } from "./node/listener.ts";
export { serveWebSockets } from "./live/websocket.ts";
export type { ApiDocs } from "./routes/service-routes.ts";
