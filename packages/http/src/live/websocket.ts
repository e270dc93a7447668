import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { EngineError, onlooker, type Engine } from "@garner/core";
import { WebSocketServer, type WebSocket } from "ws";
import { createAccess } from "../access/access.ts";
import { noAuthentication } from "../access/auth.ts";
import { olderPage } from "../v1/envelopes.ts";
import { baseUrlOf } from "../wire/base-url.ts";
import { errorBody } from "../wire/envelope.ts";
import { plainPage } from "../wire/job-envelopes.ts";
import { checkServing, type WebSocketOptions } from "../options.ts";
import { readHead } from "../node/node-request.ts";
import { notReady } from "../routes/service-routes.ts";
import { createPlaces } from "../wire/places.ts";
import { closeCodeOf, endWatch, noLastWord, watchJob, type WatchedJob } from "./watch-job.ts";

/** Watchers need not send anything; their messages are read and forgotten. */
const maxSentBytes = 4096;
/** Of the subprotocols that a watcher offers, the first is its key. */
const serverOptions = {
  noServer: true,
  maxPayload: maxSentBytes,
  handleProtocols: ([first]: ReadonlySet<string>) => first ?? false,
};
/** The time that others have to answer before a connection is cut. */
const graceMs = 1000;

/**
 * Lets clients watch crawls and batches: `GET /v2/crawl/{id}` and `/v2/batch/scrape/{id}` of this server answer
 * upgrades to WebSocket (contract §2.14) with the frames of {@link watchJob}. The API key is the `Authorization` header
 * or the subprotocol. Upgrades of other paths are left to other listeners, and refused when there is none. Disposing, and
 * `closing`, send the watchers away without a last word about the job, so that they go on asking for its status.
 */
export function serveWebSockets(server: Server, engine: Engine, options: WebSocketOptions = {}): AsyncDisposable {
  checkServing("WebSocketOptions", engine, options);
  const { authenticate = noAuthentication(), basePath = "", pingEveryMs = 30_000 } = options;
  const { newId = () => crypto.randomUUID(), now = () => performance.now() } = options;
  const onRequest = onlooker("onRequest", options.onRequest);
  const access = createAccess({ ...options, isOpen: authenticate.isOpen === true });
  const places = createPlaces({ count: options.maxLargeAnswers ?? 64, now });
  const findJob = jobFinder(basePath);
  const sockets = new WebSocketServer(serverOptions);

  const close = (): void => void sendAllAway(sockets);

  const upgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node has let go of the socket, and an error without a listener would end the process.
    socket.on("error", () => socket.destroy());
    try {
      const request = readUpgrade(incoming);
      const found = findJob(request);
      if (found === undefined) return leaveToOthers(server, socket);
      const origin = options.originOf?.(incoming);
      access.check(request, origin);
      if (options.closing?.aborted === true) throw notReady();
      sockets.handleUpgrade(incoming, socket, head, (client) => {
        endWithoutLife(client, socket, pingEveryMs);
        void serve(client, found, { request, origin });
      });
    } catch (thrown) {
      refuse(socket, EngineError.from(thrown));
    }
  };

  /** Never rejects. */
  async function serve(client: WebSocket, { job, path }: FoundJob, { request, origin }: Upgrade): Promise<void> {
    const startedAt = now();
    const requestId = newId();
    const gone = new AbortController();
    client.on("error", () => client.terminate());
    client.once("close", () => gone.abort(new Error("The watcher disconnected.")));
    let team: string | undefined;
    let error: EngineError | undefined;
    try {
      const principal = await authenticate(request);
      team = principal.team;
      const baseUrl = baseUrlOf(request, { publicUrl: options.publicUrl ?? origin, basePath });
      await watchJob(client, job, { engine, call: { principal, signal: gone.signal }, baseUrl, places });
    } catch (thrown) {
      error = await partWith(client, thrown, requestId);
    }
    const durationMs = now() - startedAt;
    onRequest({ requestId, method: "GET", path, status: error?.status ?? 101, durationMs, team, error });
  }

  server.on("upgrade", upgrade);
  options.closing?.addEventListener("abort", close, { once: true });
  return {
    async [Symbol.asyncDispose]() {
      server.off("upgrade", upgrade);
      options.closing?.removeEventListener("abort", close);
      await sendAllAway(sockets);
      sockets.close();
    },
  };
}

/** Tells a watcher of a failure, and hangs up. Returns what to record of it. */
async function partWith(client: WebSocket, thrown: unknown, requestId: string): Promise<EngineError> {
  // Whatever fails on a connection that is closing or closed is a consequence.
  const hasLeft = client.readyState !== client.OPEN;
  const error = hasLeft ? new EngineError("ABORTED", "The watcher left.") : EngineError.from(thrown);
  const last = { type: "error", error: errorBody(error, requestId).error };
  // A job outlives the engine that was disposed of.
  if (error.code === "ENGINE_DISPOSED") await sendAway(client);
  else await endWatch(client, last, closeCodeOf(error.code)).catch(() => client.terminate());
  return error;
}

/** The server goes away (RFC 6455, section 7.4.1); to the public SDK, a connection that breaks off is a job that failed. */
const goingAway = 1001;

const sendAllAway = async ({ clients }: WebSocketServer): Promise<void> => {
  await Promise.all([...clients].map(sendAway));
};

/** Closes a watcher's connection in order, within a moment. Never rejects. */
async function sendAway(client: WebSocket): Promise<void> {
  if (client.readyState === client.CLOSED) return;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  client.once("close", resolve);
  client.close(goingAway, noLastWord);
  const timer = setTimeout(() => client.terminate(), graceMs);
  await closed;
  clearTimeout(timer);
}

interface Upgrade {
  readonly request: Request;
  readonly origin: string | undefined;
}

/** A job that is watched at a path, without the base path. */
interface FoundJob {
  readonly job: WatchedJob;
  readonly path: string;
}

function jobFinder(basePath: string): (request: Request) => FoundJob | undefined {
  const base = basePath.replace(/\/$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const watched = new RegExp(`^${base}(?<statusPath>/v[12]/(?:crawl|batch/scrape))/(?<id>[^/]+)/?$`);
  return (request) => {
    const { statusPath, id = "" } = watched.exec(new URL(request.url).pathname)?.groups ?? {};
    if (statusPath === undefined) return undefined;
    return { path: `${statusPath}/${id}`, job: { id, statusPath, ...watchedAt(statusPath) } };
  };
}

/** The kind of job watched at a path. The older version has one path for both kinds. */
function watchedAt(statusPath: string): Pick<WatchedJob, "kind" | "page"> {
  const page = statusPath.startsWith("/v1/") ? olderPage : plainPage;
  if (statusPath === "/v1/crawl") return { page };
  return { page, kind: statusPath.endsWith("/crawl") ? "crawl" : "batch" };
}

/** The upgrade as the request that it is; a browser can send its key as the subprotocol only. Throws BAD_REQUEST. */
function readUpgrade(incoming: IncomingMessage): Request {
  // Node checks this of every request but an upgrade.
  if (incoming.headers.host === undefined)
    throw new EngineError("BAD_REQUEST", "The request has no Host header (RFC 9112, section 3.2).");
  const { url, headers } = readHead(incoming);
  const key = headers.get("sec-websocket-protocol")?.split(",")[0]?.trim() ?? "";
  if (key !== "" && !headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
  return new Request(url, { headers });
}

/** Another listener may answer by now or soon; without an answer, a connection would stay open forever. */
function leaveToOthers(server: Server, socket: Duplex): void {
  const refusal = new EngineError("ROUTE_NOT_FOUND", "There is no WebSocket here.");
  if (server.listenerCount("upgrade") === 1) return refuse(socket, refusal);
  const writtenBefore = writtenBytes(socket);
  const timer = setTimeout(() => writtenBytes(socket) === writtenBefore && refuse(socket, refusal), graceMs);
  socket.once("close", () => clearTimeout(timer));
}

function writtenBytes(socket: Duplex): number {
  return "bytesWritten" in socket ? Number(socket.bytesWritten) : 0;
}

/** Answers an upgrade with a failure, as the contract has it, and hangs up. */
function refuse(socket: Duplex, error: EngineError): void {
  const body = JSON.stringify(errorBody(error, ""));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ""}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.once("finish", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Disconnects a watcher that between two looks has not answered a ping, or read nothing of its waiting frames. */
function endWithoutLife(client: WebSocket, socket: Duplex, everyMs: number): void {
  let owesPong = false;
  let takenBefore: number | undefined;
  client.on("pong", () => (owesPong = false));
  const looking = setInterval(() => {
    const isIdle = client.bufferedAmount === 0;
    const taken = writtenBytes(socket) - socket.writableLength;
    if (isIdle ? owesPong : taken === takenBefore) return client.terminate();
    // Behind waiting frames, a ping would only wait too.
    takenBefore = isIdle ? undefined : taken;
    owesPong = isIdle;
    if (isIdle) client.ping();
  }, everyMs);
  client.once("close", () => clearInterval(looking));
}
