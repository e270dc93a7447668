import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { apiKeys, createHandler, noAuthentication, toNodeListener } from "@garner/http";
import type { Logger } from "pino";
import type { Environment } from "./environment.ts";
import { logRequest } from "./log-request.ts";

/** A server that listens. */
export interface RunningServer {
  /** Where callers reach it. */
  readonly url: string;
  /** Stops listening, answers what is in flight, refuses new work, and lets go of everything. */
  stop(): Promise<void>;
}

/** Starts the server that the environment describes. Rejects when it cannot listen there. */
export async function startServer(environment: Environment, logger: Logger): Promise<RunningServer> {
  const { HOST, PORT, PUBLIC_URL, API_KEYS, USE_DB_AUTHENTICATION } = environment;
  const engine = createEngine({
    proxy: { basic: environment.PROXY_SERVER, stealth: environment.STEALTH_PROXY_SERVER },
    policy: { allowPrivateNetworks: environment.ALLOW_PRIVATE_NETWORKS },
    onEvent: (event) => logger.debug(event),
  });
  let isStopping = false;
  const handler = createHandler(engine, {
    authenticate: USE_DB_AUTHENTICATION ? apiKeys(API_KEYS ?? []) : noAuthentication((message) => logger.warn(message)),
    onRequest: (record) => logRequest(logger, record),
    isReady: () => !isStopping,
    isProduction: true,
  });
  const listener = toNodeListener(handler);
  const server = createServer((request, response) => {
    // A connection that is kept alive would keep the stopping server alive too.
    response.once("close", () => isStopping && setImmediate(() => server.closeIdleConnections()));
    void listener(request, response);
  });
  server.listen(PORT, HOST);
  await once(server, "listening");

  return {
    url: PUBLIC_URL ?? urlOf(server.address() as AddressInfo),
    async stop() {
      isStopping = true;
      const closed = once(server, "close");
      server.close();
      await closed;
      await engine[Symbol.asyncDispose]();
    },
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === "0.0.0.0" || address === "::";
  const host = everywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
