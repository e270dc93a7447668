import { createEngine } from "@garner/core";
import { sharedEngine } from "@garner/next";

/** The engine of this application: one per process, for route handlers, server components and actions. */
export const engine = sharedEngine(() =>
  createEngine({
    // So that the example can be tried on a server of your own. Leave it out in production.
    policy: { allowPrivateNetworks: (process.env["ALLOW_PRIVATE_NETWORKS"] ?? "").split(",").filter(Boolean) },
  }),
);
