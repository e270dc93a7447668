import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { crawl, createClient } from "./client.ts";
import { listen } from "./server.ts";

const engine = createEngine();
const server = listen(engine, Number(process.env["PORT"] ?? 3004));
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const site = process.argv[2];
if (site === undefined) console.log(`tRPC listens on http://127.0.0.1:${port}. Give a URL to crawl through it.`);
else {
  await crawl(createClient(`http://127.0.0.1:${port}`), site, console.log);
  server.close();
  await engine[Symbol.asyncDispose]();
}
