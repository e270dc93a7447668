import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine } from "@garner/core";
import { startBareServer } from "@garner/testkit/site";
import { afterAll, expect, test } from "vitest";
import { sqlite, type SqliteOptions } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-cache-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A server of one page that counts its requests. */
async function startCountedSite() {
  let requests = 0;
  const site = await startBareServer((_request, response) => {
    requests += 1;
    response.setHeader("content-type", "text/html").end("<title>Quay</title><main><h1>Quay</h1><p>Ships moor here.");
  });
  return Object.assign(site, { requests: () => requests });
}

const engineWith = (stores: ReturnType<typeof sqlite>) =>
  createEngine({ stores, policy: { allowPrivateNetworks: true }, network: { politeness: { respectRobots: false } } });

/** The captures in a file. */
function countIn(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  return Number(database.prepare("SELECT count(*) AS count FROM captures").get()?.["count"]);
}

/** A cache in a new file. */
function opened(name: string, options: Partial<SqliteOptions> = {}) {
  const stores = sqlite({ file: join(folder, `${name}.sqlite`), ...options });
  return Object.assign(stores, { count: () => countIn(join(folder, `${name}.sqlite`)) });
}

/** What is set is written with the next step that somebody waits for. */
const written = ({ cache }: Pick<ReturnType<typeof sqlite>, "cache">) => cache.delete("nothing");

test("a page that was scraped is a hit for another process of the file at once, and after a restart", async () => {
  await using site = await startCountedSite();
  const file = join(folder, "shared.sqlite");
  const url = `${site.origin}/`;
  {
    await using stores = sqlite({ file });
    await using engine = engineWith(stores);
    const fresh = await engine.scrape({ url });
    expect(fresh.metadata.cacheState).toBe("miss");
    await using otherStores = sqlite({ file });
    await using other = engineWith(otherStores);
    expect(await other.scrape({ url })).toMatchObject({ markdown: fresh.markdown, metadata: { cacheState: "hit" } });
  }
  await using stores = sqlite({ file });
  await using engine = engineWith(stores);
  expect((await engine.scrape({ url })).metadata.cacheState).toBe("hit");
  expect(site.requests()).toBe(1);
});

test("a page that nobody may keep leaves nothing in the file", async () => {
  await using site = await startCountedSite();
  const file = join(folder, "private.sqlite");
  await using stores = sqlite({ file });
  await using engine = engineWith(stores);
  await engine.scrape({ url: `${site.origin}/a`, storeInCache: false });
  await engine.scrape({ url: `${site.origin}/b`, zeroDataRetention: true });
  expect(countIn(file)).toBe(0);
  await engine.scrape({ url: `${site.origin}/c` });
  expect(countIn(file)).toBe(1);
});

test("a value is found before it is written, replaced, deleted and cleared", async () => {
  await using stores = opened("verbs");
  const { cache } = stores;
  await cache.set("a", "first");
  expect(await cache.get("a")).toBe("first");
  await cache.set("a", "second");
  expect(await cache.get("a")).toBe("second");
  expect(await cache.has("a")).toBe(true);
  expect(await cache.delete("a")).toBe(true);
  expect(await cache.get("a")).toBeUndefined();
  expect(await cache.delete("a")).toBe(false);
  await cache.set("b", "third");
  await cache.clear();
  expect(await cache.get("b")).toBeUndefined();
  expect(stores.count()).toBe(0);
});

test("the captures that were set longest ago go when there are too many", async () => {
  await using stores = opened("many", { maxCacheBytes: 50_000 });
  const value = "x".repeat(1000);
  for (let id = 0; id < 500; id += 1) await stores.cache.set(`${id}`, value);
  await written(stores);
  expect(await stores.cache.get("0")).toBeUndefined();
  expect(await stores.cache.get("499")).toBe(value);
  expect(stores.count()).toBeLessThan(50 + 64);
});

test("captures that have expired go", async () => {
  await using stores = opened("expired");
  for (let id = 0; id < 100; id += 1) await stores.cache.set(`old ${id}`, "x", 1);
  for (let id = 0; id < 100; id += 1) await stores.cache.set(`new ${id}`, "x", 60_000);
  await written(stores);
  expect(await stores.cache.get("old 0")).toBeUndefined();
  expect(await stores.cache.get("new 99")).toBe("x");
  expect(stores.count()).toBeLessThan(200);
});

test("a value that can't be written is forgotten, and its owner is told", async () => {
  const told = Promise.withResolvers<unknown>();
  await using stores = opened("busy", { busyTimeoutMs: 1, onError: told.resolve });
  using other = new DatabaseSync(join(folder, "busy.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  await stores.cache.set("a", "first");
  expect(await stores.cache.get("a")).toBe("first");
  expect(await told.promise).toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(await stores.cache.get("a")).toBeUndefined();
  other.exec("ROLLBACK");
  await stores.cache.set("a", "second");
  expect(await stores.cache.get("a")).toBe("second");
});
