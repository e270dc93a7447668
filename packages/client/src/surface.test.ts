import { createHandler, noAuthentication, toNodeListener } from "@garner/http";
import type { Engine } from "@garner/core";
import { testHttpSurface } from "@garner/testkit";
import { startBareServer } from "@garner/testkit/site";
import { describe } from "vitest";
import { createClient } from "./index.ts";

const authenticate = noAuthentication(() => {});

function serve(engine: Engine, options: Parameters<typeof createHandler>[1]) {
  const listener = toNodeListener(createHandler(engine, { authenticate, ...options }));
  return startBareServer((request, response) => void listener(request, response));
}

/** A client whose caller is always its own: it can't ask for others. */
function forItself(client: Engine): Engine {
  const alone = <Group extends object>(group: Group): Group =>
    Object.fromEntries(
      Object.entries(group).map(([name, method]) => [
        name,
        typeof method === "function"
          ? (input: unknown, call: object = {}) => (method as Method)(input, { ...call, principal: undefined })
          : method,
      ]),
    ) as Group;
  const { jobs, webhooks, usage } = client;
  return { ...client, ...alone(client), jobs: alone(jobs), webhooks: alone(webhooks), usage: alone(usage) };
}

type Method = (input: unknown, call: object) => unknown;

// A client is an engine: what serves it answers like what serves the engine behind it.
describe("a server in front of another, by a client", () => {
  testHttpSurface({
    knowsCallers: false,
    async setup(engine, options) {
      const behind = await serve(engine, {});
      const client = createClient({ url: behind.origin, maxRetries: 0 });
      const front = await serve(forItself(client), options);
      return {
        url: front.origin,
        async [Symbol.asyncDispose]() {
          await front[Symbol.asyncDispose]();
          await client[Symbol.asyncDispose]();
          await behind[Symbol.asyncDispose]();
        },
      };
    },
  });
});
