import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { openProxied, refusalBy } from "./proxied.ts";
import { hostOf, type EgressSession } from "./session.ts";

const connectTimeoutMs = 15_000;

/** Serves `CONNECT`, the way of HTTPS and WebSockets: bytes pass through untouched to an address the guard has checked. */
export async function tunnel(session: EgressSession, request: IncomingMessage, client: Duplex): Promise<void> {
  const url = URL.parse(`https://${request.url ?? ""}`);
  if (url === null) return void client.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  try {
    const target = await openTarget(session, url);
    session.succeed(url);
    join(session, client, target);
  } catch (thrown) {
    session.fail(url, thrown);
    client.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  }
}

function join(session: EgressSession, client: Duplex, target: Socket): void {
  if (client.destroyed) return void target.destroy();
  const close = () => {
    client.destroy();
    target.destroy();
  };
  for (const socket of [client, target]) {
    session.watch(socket);
    socket.on("close", close).on("error", close);
  }
  target.on("data", (chunk: Buffer) => session.count(chunk.length));
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  client.pipe(target);
  target.pipe(client);
}

async function openTarget(session: EgressSession, url: URL): Promise<Socket> {
  const { guard, upstream } = session.rules;
  if (upstream !== undefined) {
    const way = await openProxied(session, upstream, url);
    if ("socket" in way) return way.socket;
    throw refusalBy("proxy", { session, url, refusedWith: way.refusedWith });
  }
  guard.checkUrl(url);
  const port = Number(url.port) || 443;
  const socket = connect({ host: hostOf(url), port, lookup: guard.lookup(port), noDelay: true });
  const timedOut = Object.assign(new Error("timed out"), { code: "ETIMEDOUT" });
  socket.setTimeout(connectTimeoutMs, () => socket.destroy(timedOut));
  await once(socket, "connect");
  return socket.setTimeout(0);
}
