import type { Engine } from "@garner/core";
import { startBareServer } from "@garner/testkit/site";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";
import type { HandlerOptions } from "../src/options.ts";
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
  const server = await startBareServer((request, response) => void listener(request, response));
  const sockets = serveWebSockets(server.server, engine, options);
  return {
    url: server.origin,
    async [Symbol.asyncDispose]() {
      await sockets[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
