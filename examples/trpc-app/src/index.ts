import { once } from "node:events";
import { createEngine } from "@garner/core";
import { crawl, createClient } from "./client.ts";
import { listen } from "./server.ts";

const port = 3004;
const server = listen(createEngine(), port);
await once(server, "listening");
const site = process.argv[2];
if (site === undefined) console.log(`tRPC listens on http://127.0.0.1:${port}. Give a URL to crawl through it.`);
else {
  await crawl(createClient(`http://127.0.0.1:${port}`), site, console.log);
  server.close();
}
