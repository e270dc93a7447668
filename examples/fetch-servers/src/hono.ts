import type { Engine } from "@garner/core";
import { createHandler, type HandlerOptions } from "@garner/http";
import { Hono } from "hono";

const basePath = "/api/garner";

/** A Hono application of your own, with Garner below `/api/garner`. */
export function honoApp(engine: Engine, options: HandlerOptions = {}): Hono {
  const handler = createHandler(engine, { ...options, basePath });
  const app = new Hono();
  app.get("/", (context) => context.text("Scrape with POST /api/garner/v2/scrape."));
  app.all(`${basePath}/*`, (context) => handler(context.req.raw));
  return app;
}
