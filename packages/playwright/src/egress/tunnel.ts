import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { hostOf, type EgressSession } from "./session.ts";
import { openThrough } from "./upstream.ts";

const connectTimeoutMs = 15_000;

/** Serves `CONNECT`, the way of HTTPS and WebSockets: bytes pass through untouched to an address the guard has checked. */
export async function tunnel(session: EgressSession, request: IncomingMessage, client: Duplex): Promise<void> {
  const url = URL.parse(`https://${request.url ?? ""}`);
  if (url === null) return void client.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  try {
    session.rules.guard.checkUrl(url);
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

async function openTarget({ rules }: EgressSession, url: URL): Promise<Socket> {
  const port = Number(url.port) || 443;
  if (rules.upstream !== undefined) return await openThrough(rules.upstream, hostOf(url), port);
  const socket = connect({ host: hostOf(url), port, lookup: rules.guard.lookup(port), noDelay: true });
  const timedOut = Object.assign(new Error("timed out"), { code: "ETIMEDOUT" });
  socket.setTimeout(connectTimeoutMs, () => socket.destroy(timedOut));
  await once(socket, "connect");
  return socket.setTimeout(0);
}
