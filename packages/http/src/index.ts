/**
 * The /v2 wire contract as one `(Request) => Promise<Response>` function.
 * @module
 */
export {
  createHandler,
  type Handler,
  type HandlerOptions,
  type RequestContext,
  type RequestRecord,
} from "./handler.ts";
export { apiKeys, bearerToken, noAuthentication, type Authenticate } from "./auth.ts";
export { toNodeListener, type NodeListener, type NodeRequest } from "./node.ts";
export { serveWebSockets, type WebSocketOptions } from "./websocket.ts";
