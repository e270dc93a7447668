import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { EngineError, type CallOptions, type Engine, type JobKind } from "@garner/core";
import { WebSocketServer, type WebSocket } from "ws";
import { noAuthentication, type Authenticate } from "./auth.ts";
import { statusBody } from "./job-envelopes.ts";

/** How watchers are served; give it what the handler was given. */
export interface WebSocketOptions {
  readonly authenticate?: Authenticate | undefined;
  readonly basePath?: string | undefined;
}

const closeCodes = { done: 1000, notFound: 1008, unauthorized: 3000, forbidden: 3003, internal: 1011 } as const;
const pingEveryMs = 30_000;

/**
 * Lets clients watch crawls and batches: `GET /v2/crawl/{id}` and `/v2/batch/scrape/{id}` of this server answer upgrades to
 * WebSocket (contract §2.14). The first frame is `catchup` with everything so far, then comes a `document` for every
 * page, at last `done` or `error`. The API key is the `Authorization` header or the subprotocol. Upgrades of other paths
 * are left to others. Disposing closes the connections.
 */
export function serveWebSockets(server: Server, engine: Engine, options: WebSocketOptions = {}): AsyncDisposable {
  const { authenticate = noAuthentication(), basePath = "" } = options;
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  const watched = watchedPath(basePath);

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const found = watched.exec(new URL(request.url ?? "/", "http://localhost").pathname);
    if (found === null) {
      if (server.listenerCount("upgrade") === 1) socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    const job = {
      id: found.groups?.["id"] ?? "",
      kind: found.groups?.["kind"] === "crawl" ? "crawl" : "batch",
    } as const;
    sockets.handleUpgrade(request, socket, head, (client) => {
      void serve(client, job, request).catch((thrown: unknown) => fail(client, thrown));
    });
  };

  async function serve(client: WebSocket, job: WatchedJob, request: IncomingMessage): Promise<void> {
    const gone = new AbortController();
    const ping = setInterval(() => client.ping(), pingEveryMs);
    client.on("error", () => client.terminate());
    client.on("close", () => {
      clearInterval(ping);
      gone.abort(new Error("The watcher disconnected."));
    });
    const principal = await authenticate(withKey(request));
    await watch(client, job, { engine, call: { principal, signal: gone.signal } });
  }

  server.on("upgrade", upgrade);
  return {
    async [Symbol.asyncDispose]() {
      server.off("upgrade", upgrade);
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

interface WatchedJob {
  readonly id: string;
  readonly kind: JobKind;
}

function watchedPath(basePath: string): RegExp {
  const base = basePath.replace(/\/$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${base}/v[12]/(?<kind>crawl|batch/scrape)/(?<id>[^/]+)/?$`);
}

/** The upgrade as the request that `authenticate` knows: a browser can send its key as the subprotocol only. */
function withKey(request: IncomingMessage): Request {
  const { authorization, "sec-websocket-protocol": protocol } = request.headers;
  const key = authorization ?? (protocol === undefined ? undefined : `Bearer ${protocol.split(",")[0]?.trim()}`);
  const url = new URL(request.url ?? "/", "http://localhost");
  return new Request(url, key === undefined ? {} : { headers: { authorization: key } });
}

async function watch(
  client: WebSocket,
  job: WatchedJob,
  { engine, call }: { readonly engine: Engine; readonly call: CallOptions },
): Promise<void> {
  const status = await engine.getJob({ ...job, limit: 1 }, call);
  const soFar: unknown[] = [];
  for await (const event of engine.jobEvents(job, call)) {
    const isNews = event.sequence > status.lastSequence;
    if (event.document !== undefined) {
      if (isNews) await send(client, { type: "document", data: event.document });
      else soFar.push(event.document);
    }
    if (event.sequence === status.lastSequence) {
      await send(client, { type: "catchup", data: { ...statusBody(status), data: soFar.splice(0) } });
    }
    if (event.type === "failed" || event.type === "cancelled") {
      await end(client, { type: "error", error: event.error?.message ?? "The job was cancelled." }, closeCodes.done);
    }
  }
  await end(client, { type: "done" }, closeCodes.done);
}

function send(client: WebSocket, frame: object): Promise<void> {
  return new Promise((resolve, reject) => {
    client.send(JSON.stringify(frame), (error) => (error ? reject(error) : resolve()));
  });
}

/** Says how it ended as a frame and, as far as it fits, as the reason of the close. */
async function end(client: WebSocket, frame: object, code: number): Promise<void> {
  if (client.readyState !== client.OPEN) return;
  await send(client, frame);
  const reason = JSON.stringify(frame);
  client.close(code, Buffer.byteLength(reason) <= 120 ? reason : "");
}

async function fail(client: WebSocket, thrown: unknown): Promise<void> {
  const { code, message } = EngineError.from(thrown);
  const closeCode =
    code === "JOB_NOT_FOUND"
      ? closeCodes.notFound
      : code === "UNAUTHORIZED"
        ? closeCodes.unauthorized
        : code === "FORBIDDEN"
          ? closeCodes.forbidden
          : closeCodes.internal;
  await end(client, { type: "error", error: message }, closeCode).catch(() => client.terminate());
}
