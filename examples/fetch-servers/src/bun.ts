import { createEngine } from "@garner/core";
import { createHandler } from "@garner/http";

/** What is used of Bun here. */
declare const Bun: {
  serve(options: {
    port: number;
    hostname: string;
    idleTimeout: number;
    fetch: (request: Request) => Promise<Response>;
  }): { readonly url: URL };
};

/** Hosts of your own network that may be scraped. */
const allowPrivateNetworks = process.env["ALLOW_PRIVATE_NETWORKS"]?.split(",") ?? false;
const engine = createEngine({ policy: { allowPrivateNetworks } });
const handler = createHandler(engine, { basePath: "/api/garner" });
// A scrape may take longer than the ten seconds after which Bun gives up on a quiet connection.
const { url } = Bun.serve({
  port: Number(process.env["PORT"] ?? 3000),
  hostname: "127.0.0.1",
  idleTimeout: 120,
  fetch: handler,
});
console.log(`Scrape with POST ${url.origin}/api/garner/v2/scrape`);
