import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { createHandler, noAuthentication, toNodeListener } from "@garner/http";
import { sharedConfig } from "./config.ts";

const { stores, config } = sharedConfig();
const engine = createEngine({ ...config, runtime: { worksOnItsJobs: false } });
const authenticate = noAuthentication((message) => console.warn(message));
const listener = toNodeListener(createHandler(engine, { authenticate, allowedHosts: ["127.0.0.1"] }));
const server = createServer((request, response) => void listener(request, response));
server.listen(Number(process.env["PORT"] ?? 3002), "127.0.0.1");
await once(server, "listening");
console.log(`The API listens on http://127.0.0.1:${(server.address() as AddressInfo).port}.`);

process.once("SIGTERM", () => void stop());

async function stop(): Promise<void> {
  server.close();
  await engine[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
}
