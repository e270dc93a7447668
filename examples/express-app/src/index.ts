import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { listen } from "./app.ts";

const server = listen(createEngine(), Number(process.env["PORT"] ?? 3003));
server.once("listening", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Scrape with POST http://127.0.0.1:${port}/api/garner/v2/scrape`);
});
