import { createEngine } from "@garner/core";
import { listen } from "./app.ts";

const port = 3003;
listen(createEngine(), port).once("listening", () => {
  console.log(`Scrape with POST http://127.0.0.1:${port}/api/garner/v2/scrape`);
});
