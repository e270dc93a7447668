import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { NodeListener } from "@garner/http";

/** What callers may hold of the server, one by one and together. */
export interface ServerLimits {
  /** For the head of a request to arrive, from the first moment of a connection. */
  readonly headersTimeoutMs: number;
  /** For the whole of a request to arrive. */
  readonly requestTimeoutMs: number;
  /** For the next request of a connection to begin; longer than a load balancer keeps one, usually a minute. */
  readonly keepAliveTimeoutMs: number;
  /** For a caller to take anything of its answer. */
  readonly stallTimeoutMs: number;
  /** How often a watcher is asked for a sign of life; one that gives none until the next time is disconnected. */
  readonly pingEveryMs: number;
  /** How often the first two are looked after. */
  readonly checkEveryMs: number;
  readonly maxConnections: number;
  /** Requests of one connection that may wait for their answers; who sends more is disconnected. */
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
