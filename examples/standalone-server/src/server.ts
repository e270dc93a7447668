import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createEngine, workerTransformer } from "@garner/core";
import { apiKeys, createHandler, noAuthentication, serveWebSockets, toNodeListener } from "@garner/http";
import { playwright } from "@garner/playwright";
import type { Logger } from "pino";
import { withoutEffect, type Environment } from "./environment.ts";
import { modelOf } from "./model.ts";
import { searchProvidersOf } from "./search.ts";
import { openStores } from "./stores.ts";
import { logRequest } from "./log-request.ts";

/** A server that listens. */
export interface RunningServer {
  /** Where callers reach it. */
  readonly url: string;
  /** Stops listening, answers what is in flight, refuses new work, and lets go of everything. */
  stop(): Promise<void>;
}

const healthTimeoutMs = 15_000;

/** Starts the server that the environment describes. Rejects when it cannot listen there. */
export async function startServer(environment: Environment, logger: Logger): Promise<RunningServer> {
  const { PUBLIC_URL, API_KEYS, USE_DB_AUTHENTICATION } = environment;
  for (const name of withoutEffect) {
    if (environment[name] !== undefined) logger.warn(`${name} has no effect in this version.`);
  }
  const folder = environment.DATA_DIR ?? fileURLToPath(new URL("../.garner/", import.meta.url));
  const stores = await openStores(folder, logger);
  const transformer = workerTransformer();
  const proxy = { basic: environment.PROXY_SERVER, stealth: environment.STEALTH_PROXY_SERVER };
  const browser = playwright({ proxy: { basic: proxy.basic } });
  // A browser of its own, started when a page first asks for it: looking ordinary takes the full one's memory.
  const stealth = playwright({ stealth: true, proxy });
  if (environment.WEBHOOK_SECRET === undefined) logger.warn("WEBHOOK_SECRET is not set: webhooks are not signed.");
  const engine = createEngine({
    ...stores,
    transformer,
    model: await modelOf(environment),
    search: searchProvidersOf(environment),
    webhookSecret: environment.WEBHOOK_SECRET,
    politeness: environment.POLITENESS,
    browser,
    stealth,
    proxy,
    policy: { allowPrivateNetworks: environment.ALLOW_PRIVATE_NETWORKS, sharesIndex: environment.SHARE_INDEX },
    onEvent: (event) => logger[event.type.endsWith("-error") ? "warn" : "debug"](event),
  });
  // Also what a process before this one left undone.
  engine.work();
  let isStopping = false;
  const closing = new AbortController();
  const authenticate = USE_DB_AUTHENTICATION
    ? apiKeys(API_KEYS ?? [])
    : noAuthentication((message) => logger.warn(message));
  const handler = createHandler(engine, {
    authenticate,
    publicUrl: PUBLIC_URL,
    closing: closing.signal,
    onRequest: (record) => logRequest(logger, record),
    isReady: () => !isStopping,
    checkHealth: () => browser.checkHealth(AbortSignal.timeout(healthTimeoutMs)),
    isProduction: true,
  });
  const listener = toNodeListener(handler);
  const server = createServer((request, response) => {
    // A connection that is kept alive would keep the stopping server alive too.
    response.once("close", () => isStopping && setImmediate(() => server.closeIdleConnections()));
    void listener(request, response);
  });
  const sockets = serveWebSockets(server, engine, { authenticate });
  await listen(server, environment);

  return {
    url: PUBLIC_URL ?? urlOf(server.address() as AddressInfo),
    async stop() {
      isStopping = true;
      const closed = once(server, "close");
      server.close();
      closing.abort();
      await sockets[Symbol.asyncDispose]();
      await closed;
      await engine[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
      await transformer[Symbol.asyncDispose]?.();
    },
  };
}

/** Rejects with an error that names the variable to change. */
async function listen(server: Server, { HOST, PORT }: Environment): Promise<void> {
  server.listen(PORT, HOST);
  await once(server, "listening").catch((thrown: unknown) => {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    const complaint =
      code === "EADDRINUSE"
        ? `PORT: something listens on ${HOST}:${PORT} already; stop it, or set another PORT`
        : code === "EACCES"
          ? `PORT: this user may not listen on ${PORT}; take one above 1023`
          : `HOST: ${HOST} is no address of this machine (${reasonOf(thrown)})`;
    throw new Error(`${complaint}.`, { cause: thrown });
  });
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === "0.0.0.0" || address === "::";
  const host = everywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
