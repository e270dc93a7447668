import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { noAuthentication } from "@garner/http";
import { testHttpSurface, type HttpSurfaceSuite } from "@garner/testkit";
import express, { type Express } from "express";
import { describe, expect, test } from "vitest";
import { garner } from "./index.ts";

const quiet = noAuthentication(() => {});

/** Serves what `mount` builds, and points the suite at `path` below it. */
function surfaceAt(
  path: string,
  mount: (app: Express, handler: ReturnType<typeof garner>) => void,
): HttpSurfaceSuite["setup"] {
  return async (engine, options) => {
    const app = express();
    mount(app, garner(engine, { authenticate: quiet, ...options }));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      async [Symbol.asyncDispose]() {
        const closed = once(server, "close");
        server.close();
        server.closeAllConnections();
        await closed;
      },
    };
  };
}

describe("at the root of an application", () => {
  testHttpSurface({ setup: surfaceAt("", (app, handler) => app.use(handler)) });
});

describe("below a mount path", () => {
  testHttpSurface({ setup: surfaceAt("/api/garner", (app, handler) => app.use("/api/garner", handler)) });
});

describe("below a router in a router", () => {
  const setup = surfaceAt("/api/v9/garner", (app, handler) =>
    app.use("/api", express.Router().use("/:version/garner", handler)),
  );
  testHttpSurface({ setup });
});

describe("after body parsers", () => {
  const setup = surfaceAt("/api", (app, handler) => {
    app.use(express.json({ limit: "20mb" }), express.urlencoded({ extended: true }), express.raw());
    app.use("/api", handler);
  });
  testHttpSurface({ setup, hasBodyParser: true });
});

describe("in an application with routes of its own", () => {
  test("leaves what is not below its path alone", async () => {
    await using engine = createEngine();
    const setup = surfaceAt("", (app, handler) => {
      app.use("/garner", handler);
      app.get("/mine", (_, response) => void response.send("mine"));
    });
    await using surface = await setup(engine, {});
    expect(await (await fetch(`${surface.url}/mine`)).text()).toBe("mine");
    expect(await (await fetch(`${surface.url}/garner/test`)).text()).toContain("Hello");
  });
});
