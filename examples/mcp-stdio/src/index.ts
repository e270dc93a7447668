import { createEngine } from "@garner/core";
import { serveStdio } from "@garner/mcp";

const allowed = process.env["ALLOW_PRIVATE_NETWORKS"]?.split(",") ?? [];
const engine = createEngine({ policy: { allowPrivateNetworks: allowed } });
await serveStdio(engine);
await engine[Symbol.asyncDispose]();
