import type { Server } from "node:http";
import type { Engine } from "@garner/core";
import { garner } from "@garner/express";
import { noAuthentication, serveWebSockets } from "@garner/http";
import express, { type Express } from "express";

const basePath = "/api/garner";
/** Who is calling; here, everybody may. */
const authenticate = noAuthentication();

/** An application of your own, with Garner below `/api/garner`. */
function createApp(engine: Engine): Express {
  const app = express();
  app.get("/", (_request, response) => {
    response.send("Scrape with POST /api/garner/v2/scrape.");
  });
  // Before your body parsers, so that what callers send wrong gets the contract's answers.
  app.use(basePath, garner(engine, { authenticate }));
  return app;
}

/** Starts the application. Watchers of jobs come as WebSockets, which are the server's business and not Express's. */
export function listen(engine: Engine, port: number): Server {
  const server = createApp(engine).listen(port, "127.0.0.1");
  const sockets = serveWebSockets(server, engine, { authenticate, basePath });
  server.once("close", () => void sockets[Symbol.asyncDispose]());
  return server;
}
