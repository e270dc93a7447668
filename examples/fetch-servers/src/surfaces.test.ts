import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { noAuthentication } from "@garner/http";
import { testHttpSurface } from "@garner/testkit";
import { createAdaptorServer } from "@hono/node-server";
import { describe } from "vitest";
import { fastifyApp } from "./fastify.ts";
import { honoApp } from "./hono.ts";

const authenticate = noAuthentication(() => {});
const urlOf = (address: unknown) => `http://127.0.0.1:${(address as AddressInfo).port}/api/garner`;

describe("Hono", () => {
  testHttpSurface({
    async setup(engine, options) {
      const server = createAdaptorServer({ fetch: honoApp(engine, { authenticate, ...options }).fetch });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      return {
        url: urlOf(server.address()),
        async [Symbol.asyncDispose]() {
          const closed = once(server, "close");
          server.close();
          if ("closeAllConnections" in server) server.closeAllConnections();
          await closed;
        },
      };
    },
  });
});

describe("Fastify", () => {
  testHttpSurface({
    async setup(engine, options) {
      const app = await fastifyApp(engine, { authenticate, ...options });
      await app.listen({ port: 0, host: "127.0.0.1" });
      return { url: urlOf(app.server.address()), [Symbol.asyncDispose]: () => app.close() };
    },
  });
});
