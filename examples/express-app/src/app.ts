import { createEngine, type EngineConfig } from "@garner/core";
import { garner } from "@garner/express";
import express, { type Express } from "express";

/** An application of your own with Garner below `/api/garner`. */
export function createApp(config?: EngineConfig): Express {
  const app = express();
  app.get("/", (_request, response) => {
    response.send("Scrape with POST /api/garner/v2/scrape.");
  });
  app.use("/api/garner", garner(createEngine(config)));
  return app;
}
