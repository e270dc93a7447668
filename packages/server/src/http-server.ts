import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { apiDocs } from "@garner/api-docs";
import { messageOfThrown, type ApiKeyStore, type Engine, type ListeningAddress } from "@garner/core";
import {
  apiKeys,
  createHandler,
  noAuthentication,
  serveWebSockets,
  storedApiKeys,
  toNodeListener,
  type HandlerOptions,
  type RequestRecord,
} from "@garner/http";
import type { Logger } from "pino";
import type { Environment } from "./environment.ts";
import { createBoundedServer, type ServerLimits } from "./limits.ts";
import { logRequest } from "./log-request.ts";

/** The options of an HTTP server. */
export interface HttpServerOptions {
  readonly environment: Environment;
  readonly logger: Logger;
  readonly limits: ServerLimits;
  readonly checkHealth: HandlerOptions["checkHealth"];
  /** API keys besides those of the environment. */
  readonly apiKeys: ApiKeyStore | undefined;
  /** Answers requests outside of the contract; undefined for the rest. */
  readonly beside: (request: Request) => Promise<Response | undefined>;
}

/** The contract, over HTTP. */
export interface HttpServer {
  /** The address under which callers reach it. */
  readonly url: string;
  /** The addresses that lead back here, for the engine to keep away from. */
  readonly addresses: readonly ListeningAddress[];
  /** Stops listening, refuses new work, and resolves when everything in flight is answered. */
  close(): Promise<void>;
}

/** Serves an engine where the environment says. Rejects with an error that names the variable to change. */
export async function serveEngine(engine: Engine, options: HttpServerOptions): Promise<HttpServer> {
  const { environment, logger, limits, checkHealth, beside } = options;
  const access = accessOf(options);
  let isClosing = false;
  const closing = new AbortController();
  const handler = createHandler(engine, {
    ...access,
    checkHealth,
    closing: closing.signal,
    isReady: () => !isClosing,
    isProduction: true,
    docs: apiDocs(),
  });
  const onFailure = (thrown: unknown) => logger.error({ err: thrown }, "a request could not be answered");
  const answer = async (request: Request) => (await beside(request)) ?? (await handler(request));
  const listener = toNodeListener(answer, { stallTimeoutMs: limits.stallTimeoutMs, onFailure });
  const server = createBoundedServer(async (request, response) => {
    // A connection that is kept alive would keep the closing server alive too.
    response.once("close", () => isClosing && setImmediate(() => server.closeIdleConnections()));
    await listener(request, response);
  }, limits);
  const sockets = serveWebSockets(server, engine, { ...access, pingEveryMs: limits.pingEveryMs });
  await listen(server, environment);
  logTrouble(server, logger);
  const address = server.address() as AddressInfo;

  return {
    url: environment.PUBLIC_URL ?? urlOf(address),
    addresses: [address, ...publicAddress(environment)],
    async close() {
      isClosing = true;
      const closed = once(server, "close");
      server.close();
      closing.abort();
      await sockets[Symbol.asyncDispose]();
      await closed;
    },
  };
}

function accessOf({ environment, logger, apiKeys: store }: HttpServerOptions) {
  const { HOST, PUBLIC_URL, USE_DB_AUTHENTICATION, API_KEYS, ALLOWED_HOSTS, ALLOWED_ORIGINS } = environment;
  const byKeys = () => (store === undefined ? apiKeys(API_KEYS ?? []) : storedApiKeys(store, API_KEYS));
  return {
    authenticate: USE_DB_AUTHENTICATION ? byKeys() : noAuthentication((message) => logger.warn(message)),
    publicUrl: PUBLIC_URL,
    // With keys, any name will do unless the operator says otherwise.
    allowedHosts: USE_DB_AUTHENTICATION && ALLOWED_HOSTS === undefined ? undefined : [HOST, ...(ALLOWED_HOSTS ?? [])],
    allowedOrigins: ALLOWED_ORIGINS,
    onRequest: (record: RequestRecord) => logRequest(logger, record),
  };
}

/** Rejects with an error that names the variable to change. */
async function listen(server: Server, { HOST, PORT }: Environment): Promise<void> {
  server.listen(PORT, HOST);
  await once(server, "listening").catch((thrown: unknown) => {
    throw new Error(`${listenProblem(thrown, { HOST, PORT })}.`, { cause: thrown });
  });
}

function listenProblem(thrown: unknown, { HOST, PORT }: Pick<Environment, "HOST" | "PORT">): string {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (code === "EADDRINUSE") return `PORT: something listens on ${HOST}:${PORT} already; stop it, or set another PORT`;
  if (code === "EACCES") return `PORT: this user may not listen on ${PORT}; take one above 1023`;
  return `HOST: ${HOST} is no address of this machine (${messageOfThrown(thrown)})`;
}

/** Logs failures of connections before there is a request, such as a lack of file descriptors. */
function logTrouble(server: Server, logger: Logger): void {
  let isFull = false;
  server.on("error", (error) => logger.error({ err: error }, "a connection could not be accepted"));
  server.on("connection", () => (isFull = false));
  server.on("drop", () => {
    if (!isFull) logger.warn(`connections are refused: there are ${server.maxConnections} already`);
    isFull = true;
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === "0.0.0.0" || address === "::";
  const host = everywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function publicAddress({ PUBLIC_URL }: Environment): readonly ListeningAddress[] {
  if (PUBLIC_URL === undefined) return [];
  const { protocol, hostname, port } = new URL(PUBLIC_URL);
  const defaultPort = protocol === "https:" ? 443 : 80;
  return [{ address: hostname, port: port === "" ? defaultPort : Number(port) }];
}
