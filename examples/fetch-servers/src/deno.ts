import { createEngine } from "@garner/core";
import { createHandler } from "@garner/http";

/** What is used of Deno here. */
declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen: (address: { port: number }) => void },
    handler: (request: Request) => Promise<Response>,
  ): unknown;
};

/** Hosts of your own network that may be scraped. */
const allowPrivateNetworks = process.env["ALLOW_PRIVATE_NETWORKS"]?.split(",") ?? false;
const engine = createEngine({ policy: { allowPrivateNetworks } });
const handler = createHandler(engine, { basePath: "/api/garner" });
const onListen = ({ port }: { port: number }) =>
  console.log(`Scrape with POST http://127.0.0.1:${port}/api/garner/v2/scrape`);
Deno.serve({ port: Number(process.env["PORT"] ?? 3000), hostname: "127.0.0.1", onListen }, handler);
