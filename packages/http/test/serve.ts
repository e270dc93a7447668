import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Engine } from "@garner/core";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler, type HandlerOptions } from "../src/handler.ts";
import { serveWebSockets } from "../src/live/websocket.ts";
import { toNodeListener } from "../src/node/listener.ts";

/** The contract, on a port of loopback. */
export interface Served extends AsyncDisposable {
  readonly url: string;
}

/** Serves an engine over HTTP and WebSocket; the engine stays the caller's. */
export async function serve(engine: Engine, given: HandlerOptions = {}): Promise<Served> {
  const options = { authenticate: noAuthentication(() => {}), ...given };
  const listener = toNodeListener(createHandler(engine, options));
  const server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
  const sockets = serveWebSockets(server, engine, options);
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await sockets[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}
