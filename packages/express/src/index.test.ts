import { once } from "node:events";
import { createEngine } from "@garner/core";
import { apiKeys, noAuthentication, serveWebSockets } from "@garner/http";
import { testHttpSurface, type HttpSurfaceSuite } from "@garner/testkit";
import { startBareServer, startFixtureSite } from "@garner/testkit/site";
import express, { type Express } from "express";
import { describe, expect, test } from "vitest";
import { WebSocket as WebSocketClient } from "ws";
import { garner, upgradeOriginOf } from "./index.ts";

const quiet = noAuthentication(() => {});

/** Serves what `mount` builds, and points the suite at `path` below it. */
function surfaceAt(
  path: string,
  mount: (app: Express, handler: ReturnType<typeof garner>) => void,
): HttpSurfaceSuite["setup"] {
  return async (engine, options) => {
    const app = express();
    mount(app, garner(engine, { authenticate: quiet, ...options }));
    const server = await startBareServer(app);
    return { url: server.origin + path, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
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

  test("that took an upload, the answer says who has it", async () => {
    await using engine = createEngine();
    const app = express();
    app.use(async (request, _response, next) => {
      // What multer leaves of a request: its fields, and the files elsewhere.
      for await (const _bytes of request);
      request.body = { options: "{}" };
      next();
    });
    app.use("/api", garner(engine, { authenticate: quiet }));
    await using server = await startBareServer(app);
    const body = new FormData();
    body.append("file", new File(["# Title"], "a.md"));
    const answer = await fetch(`${server.origin}/api/v2/parse`, { method: "POST", body });
    expect(answer.status).toBe(501);
    expect(await answer.text()).toContain("A parser of uploads read this one before Garner");
  });
});

describe("behind a proxy", () => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "garner.example" };
  const reach = async (trusts: boolean, { headers = {}, ...options }: Options = {}) => {
    await using engine = createEngine();
    const app = express();
    if (trusts) app.set("trust proxy", "loopback");
    app.use("/api/garner", garner(engine, { authenticate: quiet, ...options }));
    await using server = await startBareServer(app);
    const url = `${server.origin}/api/garner/openapi.json`;
    const answer = await fetch(url, { headers: { ...forwarded, ...headers } });
    const { servers = [] } = (await answer.json()) as { servers?: readonly { url: string }[] };
    return { status: answer.status, url: servers[0]?.url.replace(new URL(url).host, "OWN") };
  };
  interface Options {
    readonly allowedHosts?: readonly string[];
    readonly headers?: Readonly<Record<string, string>>;
  }
  const allowedHosts = ["garner.example"];

  test("that the application trusts, answers name the host that the proxy reports", async () => {
    expect(await reach(true, { allowedHosts })).toEqual({ status: 200, url: "https://garner.example/api/garner" });
  });

  test("of which it knows nothing, they name its own", async () => {
    expect(await reach(false)).toEqual({ status: 200, url: "https://OWN/api/garner" });
  });

  test("the host that callers reached is the one that must be known, and whose pages may ask", async () => {
    expect((await reach(true)).status).toBe(403);
    expect((await reach(true, { headers: { "x-forwarded-host": "localhost" } })).status).toBe(403);
    const page = (origin: string) => reach(true, { allowedHosts, headers: { origin } });
    expect((await page("https://garner.example")).status).toBe(200);
    expect((await page("https://stranger.example")).status).toBe(403);
  });

  test("watchers reach it where callers do", async () => {
    await using engine = createEngine();
    const app = express().set("trust proxy", "loopback") as Express;
    await using server = await startBareServer(app);
    const options = { authenticate: quiet, allowedHosts };
    await using _sockets = serveWebSockets(server.server, engine, { ...options, originOf: upgradeOriginOf(app) });
    const upgraded = async (host: string) => {
      const headers = { ...forwarded, "x-forwarded-host": host };
      const socket = new WebSocketClient(`${server.origin.replace("http", "ws")}/v2/crawl/some-id`, { headers });
      const event = await once(socket, "open").then(
        () => "open",
        (error: Error) => error.message,
      );
      socket.terminate();
      return event;
    };
    expect(await upgraded("garner.example")).toBe("open");
    expect(await upgraded("stranger.example")).toContain("403");
  });
});

test("the base path is where the application mounts it, and no option", async () => {
  await using engine = createEngine();
  // @ts-expect-error -- it would have no effect
  const app = express().use("/api/garner", garner(engine, { authenticate: quiet, basePath: "/elsewhere" }));
  await using server = await startBareServer(app);
  const answer = await fetch(`${server.origin}/api/garner/openapi.json`);
  expect(await answer.json()).toMatchObject({ servers: [{ url: `${server.origin}/api/garner` }] });
});

describe("watchers", () => {
  test("reach the jobs of an application below its mount path, as who they are", async () => {
    await using site = await startFixtureSite();
    await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
    const options = { authenticate: apiKeys(["team:sesame"]), basePath: "/api/garner" };
    const app = express().use("/api/garner", garner(engine, options));
    await using server = await startBareServer(app);
    await using _sockets = serveWebSockets(server.server, engine, options);
    const principal = { team: "team", apiKey: "key" };
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/article`, limit: 1 }, { principal });
    const address = `${server.origin.replace("http", "ws")}/api/garner/v2/crawl/${id}`;
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
