import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { NodeListener } from "@garner/http";

/** The limits on callers' use of the server, one by one and together. */
export interface ServerLimits {
  /** The time for the head of a request to arrive, from the first moment of a connection. */
  readonly headersTimeoutMs: number;
  /** The time for a whole request to arrive. */
  readonly requestTimeoutMs: number;
  /** The time for the next request of a connection to begin; longer than load balancers keep one, usually a minute. */
  readonly keepAliveTimeoutMs: number;
  /** The time for a caller to read any part of its answer. */
  readonly stallTimeoutMs: number;
  /** The interval of pings to watchers; one that gives no sign of life until the next is disconnected. */
  readonly pingEveryMs: number;
  /** The interval of checks for the first two. */
  readonly checkEveryMs: number;
  readonly maxConnections: number;
  /** The most requests of one connection that may wait for their answers; a sender of more is disconnected. */
  readonly maxPipelined: number;
}

/** The limits of the server, which `docs/security.md` repeats. */
export const serverLimits: ServerLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 60_000,
  pingEveryMs: 30_000,
  checkEveryMs: 5000,
  maxConnections: 4096,
  maxPipelined: 16,
};

/** An HTTP server that answers with `listener` and keeps to limits. */
export function createBoundedServer(listener: NodeListener, limits: ServerLimits): Server {
  const pipelined = new WeakMap<Socket, number>();
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Clients that offer HTTP/2 this way go on with HTTP/1.1, as they are used to.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    },
    (request, response) => {
      const { socket } = request;
      const waiting = (pipelined.get(socket) ?? 0) + 1;
      if (waiting > limits.maxPipelined) return void socket.destroy();
      pipelined.set(socket, waiting);
      response.once("close", () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
      void listener(request, response);
    },
  );
  server.maxConnections = limits.maxConnections;
  return server;
}
