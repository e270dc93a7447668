import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createEngine, EngineError } from "@garner/core";
import { noAuthentication, toNodeListener } from "@garner/http";
import { testHttpSurface, type HttpSurfaceSuite } from "@garner/testkit";
import { startBareServer } from "@garner/testkit/site";
import { describe, expect, test, vi } from "vitest";
import { withGarner } from "./config.ts";
import { sharedEngine, toNextRoute } from "./index.ts";

const quiet = noAuthentication(() => {});

/** Serves a route as Next does: it takes the path apart, and hands over what the folder catches. */
function surfaceBelow(base: string): HttpSurfaceSuite["setup"] {
  return async (engine, options) => {
    const route = toNextRoute(engine, { authenticate: quiet, ...options });
    const listener = toNodeListener(async (request) => {
      const method = request.method === "HEAD" ? "GET" : request.method;
      const { pathname } = new URL(request.url);
      if (pathname !== base && !pathname.startsWith(`${base}/`)) return new Response(null, { status: 404 });
      const caught = pathname.slice(base.length).split("/").filter(Boolean);
      if (!(method in route)) return new Response(null, { status: 405 });
      return await route[method as keyof typeof route](request, { params: Promise.resolve({ garner: caught }) });
    });
    const server = await startBareServer((request, response) => void listener(request, response));
    return { url: server.origin + base, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  };
}

describe("in app/api/[...garner]", () => {
  testHttpSurface({ setup: surfaceBelow("/api") });
});

describe("below a base path of Next's", () => {
  testHttpSurface({ setup: surfaceBelow("/shop/api/web") });
});

describe("addresses in answers", () => {
  // Next puts its own host into the URL of a request, and takes its base path off.
  const addressOf = async (options: Parameters<typeof toNextRoute>[1] = {}) => {
    await using engine = createEngine();
    const { GET } = toNextRoute(engine, { authenticate: quiet, allowedHosts: ["your.app"], ...options });
    const request = new Request("https://localhost:3000/api/openapi.json", { headers: { host: "your.app" } });
    const answer = await GET(request, { params: Promise.resolve({ garner: ["openapi.json"] }) });
    return ((await answer.json()) as { servers: [{ url: string }] }).servers[0].url;
  };

  test("have the host that the caller asked", async () => {
    expect(await addressOf()).toBe("https://your.app/api");
    expect(await addressOf({ publicUrl: "https://public.example/" })).toBe("https://public.example/api");
  });

  test("have Next's base path, which its configuration writes into the code", async () => {
    const { env } = withGarner({ basePath: "/shop", env: { OWN: "1" } });
    expect(env).toMatchObject({ OWN: "1" });
    vi.stubEnv("GARNER_NEXT_BASE_PATH", env?.["GARNER_NEXT_BASE_PATH"]);
    expect(await addressOf()).toBe("https://your.app/shop/api");
    expect(await addressOf({ publicUrl: "https://public.example" })).toBe("https://public.example/shop/api");
    vi.unstubAllEnvs();
  });
});

test("a folder that catches one part only is a mistake that is named", async () => {
  await using engine = createEngine();
  const { GET } = toNextRoute(engine, { authenticate: quiet });
  const asking = GET(new Request("http://127.0.0.1/api/v2"), { params: Promise.resolve({ garner: "v2" }) });
  await expect(asking).rejects.toSatisfy((thrown) => EngineError.is(thrown, "ROUTE_NOT_FOUND"));
});

test("an engine is made once in a process, by name", async () => {
  let made = 0;
  const make = () => {
    made += 1;
    return createEngine();
  };
  const first = sharedEngine(make, "test-a");
  expect(sharedEngine(make, "test-a")).toBe(first);
  expect(sharedEngine(make, "test-b")).not.toBe(first);
  expect(made).toBe(2);
  await first[Symbol.asyncDispose]();
  await sharedEngine(make, "test-b")[Symbol.asyncDispose]();
});

test("Next's configuration keeps what it had", () => {
  const config = withGarner({ reactStrictMode: true, serverExternalPackages: ["sharp", "@garner/core"] });
  expect(config.reactStrictMode).toBe(true);
  expect(config.serverExternalPackages).toEqual(expect.arrayContaining(["sharp", "@garner/core", "@garner/sqlite"]));
  expect(config.serverExternalPackages?.filter((name) => name === "@garner/core")).toHaveLength(1);
});

test("a standalone server gets the packages' files, where a package manager has linked them", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "next-")));
  try {
    const [app, linked, store] = [join(root, "apps/web"), join(root, "node_modules/@garner"), join(root, "store/core")];
    for (const folder of [app, linked, join(store, "dist")]) await mkdir(folder, { recursive: true });
    await writeFile(join(store, "package.json"), JSON.stringify({ exports: "./dist/index.js" }));
    for (const name of ["index.js", "transform-worker.js"]) await writeFile(join(store, "dist", name), "");
    await symlink(store, join(linked, "core"), "dir");
    const config = { outputFileTracingIncludes: { "/**": ["./own.txt"], "/one": ["./one.txt"] } };
    const program = `
      const { withGarner } = await import(${JSON.stringify(new URL("config.ts", import.meta.url).href)});
      console.log(JSON.stringify(withGarner(${JSON.stringify(config)}).outputFileTracingIncludes));`;
    const parameters = ["--input-type=module", "-e", program];
    const written = await promisify(execFile)(process.execPath, parameters, { cwd: app, env: {} });
    const includes = JSON.parse(written.stdout) as Readonly<Record<string, readonly string[]>>;
    expect(includes).toMatchObject({ "/**": expect.arrayContaining(["./own.txt"]), "/one": ["./one.txt"] });
    const files = globSync([...(includes["/**"] ?? [])], { cwd: app });
    expect(files.map((file) => join(app, file)).toSorted()).toEqual(
      ["index.js", "transform-worker.js"].map((name) => join(store, "dist", name)),
    );
  } finally {
    await rm(root, { recursive: true });
  }
});

test("a shared engine is one, made by a function", () => {
  for (const make of [null, () => undefined, async () => createEngine()])
    expect(() => sharedEngine(make as never, "wrong")).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  expect(() => toNextRoute(null as never)).toThrow("must be an engine");
});
