import type { Server } from "node:http";
import type { Engine } from "@garner/core";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import { createRouter } from "./router.ts";

/** Serves the application on loopback. Here, everybody is the team `everybody`; yours looks at the request. */
export function listen(engine: Engine, port: number): Server {
  const server = createHTTPServer({
    router: createRouter(engine),
    createContext: () => ({ team: "everybody" }),
  });
  return server.listen(port, "127.0.0.1");
}
