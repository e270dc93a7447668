import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { apiKeys, noAuthentication, serveWebSockets } from "@garner/http";
import { testHttpSurface, type HttpSurfaceSuite } from "@garner/testkit";
import { startFixtureSite } from "@garner/testkit/site";
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

describe("behind a proxy", () => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "garner.example" };
  const reachedAt = async (trusts: boolean): Promise<unknown> => {
    await using engine = createEngine();
    const setup = surfaceAt("/api/garner", (app, handler) => {
      if (trusts) app.set("trust proxy", "loopback");
      app.use("/api/garner", handler);
    });
    await using surface = await setup(engine, {});
    const answer = await fetch(`${surface.url}/openapi.json`, { headers: forwarded });
    const [server] = ((await answer.json()) as { servers: readonly { url: string }[] }).servers;
    return server?.url.replace(new URL(surface.url).host, "OWN");
  };

  test("that the application trusts, answers name the host that the proxy reports", async () => {
    expect(await reachedAt(true)).toBe("https://garner.example/api/garner");
  });

  test("of which it knows nothing, they name its own", async () => {
    expect(await reachedAt(false)).toBe("https://OWN/api/garner");
  });
});

describe("watchers", () => {
  test("reach the jobs of an application below its mount path, as who they are", async () => {
    await using site = await startFixtureSite();
    await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
    const options = { authenticate: apiKeys(["team:sesame"]), basePath: "/api/garner" };
    const app = express().use("/api/garner", garner(engine, options));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    await using _sockets = serveWebSockets(server, engine, options);
    const principal = { team: "team", apiKey: "key" };
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/article`, limit: 1 }, { principal });
    const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/garner/v2/crawl/${id}`;
    const told = (key: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address, key);
        socket.addEventListener("message", ({ data }) => {
          const { type } = JSON.parse(String(data)) as { type: string };
          if (type === "done" || type === "error") resolve(type);
        });
      });
    expect(await told("sesame")).toBe("done");
    expect(await told("stranger")).toBe("error");
    server.closeAllConnections();
    server.close();
  });
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
