import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { forward } from "./forward.ts";
import { createSession, type EgressRules, type EgressSession } from "./session.ts";
import { tunnel } from "./tunnel.ts";

/**
 * An HTTP proxy on loopback that all of a browser's traffic goes through, so that the egress guard sees every
 * connection: pages, subresources, WebSockets, workers. Callers without a session get 407.
 */
export interface EgressProxy extends AsyncDisposable {
  /** The proxy's URL, for the browser. */
  readonly server: string;
  open(rules: EgressRules): EgressSession;
}

const challenge = 'Basic realm="egress"';

/** Starts the proxy on a free port of the loopback interface. It does not keep the process alive. */
export async function startEgressProxy(): Promise<EgressProxy> {
  const sessions = new Map<string, EgressSession>();
  const server = createServer({ maxHeaderSize: 128 * 1024, keepAliveTimeout: 60_000 });
  server.on("request", (request, response) => {
    const session = sessionOf(sessions, request);
    if (session?.isHungUp() === true) return void response.destroy();
    if (session !== undefined) return forward(session, request, response);
    // On a connection that was used before, a browser asks again when it breaks.
    const headers = { "proxy-authenticate": challenge, "content-length": 0, connection: "close" };
    response.writeHead(407, headers).end();
  });
  server.on("connect", (request, client) => {
    client.on("error", () => client.destroy());
    const session = sessionOf(sessions, request);
    if (session?.isHungUp() === true) return void client.destroy();
    if (session !== undefined) return void tunnel(session, request, client);
    client.end(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`,
    );
  });
  server.on("clientError", (_error, client) => client.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const { port } = server.address() as AddressInfo;

  return {
    server: `http://127.0.0.1:${port}`,
    open(rules) {
      const session = createSession(rules);
      sessions.set(session.username, session);
      return {
        ...session,
        [Symbol.dispose]() {
          sessions.delete(session.username);
          session[Symbol.dispose]();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions.values()) session[Symbol.dispose]();
      sessions.clear();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sessionOf(sessions: ReadonlyMap<string, EgressSession>, request: IncomingMessage): EgressSession | undefined {
  const [scheme, encoded = ""] = (request.headers["proxy-authorization"] ?? "").split(" ");
  if (scheme !== "Basic") return undefined;
  const [username = "", password] = Buffer.from(encoded, "base64").toString().split(":");
  const session = sessions.get(username);
  return session?.password === password ? session : undefined;
}
