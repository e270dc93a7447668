import { createEngine } from "@garner/core";
import { createApp } from "./app.ts";

const port = 3003;
createApp(createEngine()).listen(port, "127.0.0.1", () => {
  console.log(`Scrape with POST http://127.0.0.1:${port}/api/garner/v2/scrape`);
});
