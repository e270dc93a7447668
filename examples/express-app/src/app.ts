import type { Engine } from "@garner/core";
import { garner } from "@garner/express";
import express, { type Express } from "express";

/** An application of your own, with Garner below `/api/garner`. */
export function createApp(engine: Engine): Express {
  const app = express();
  app.get("/", (_request, response) => {
    response.send("Scrape with POST /api/garner/v2/scrape.");
  });
  // Before your body parsers, so that what callers send wrong gets the contract's answers.
  app.use("/api/garner", garner(engine, { authenticate: () => ({ team: "demo", apiKey: "demo" }) }));
  return app;
}
