import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "@garner/core";
import { startBareServer } from "@garner/testkit/site";
import { afterAll, expect, test } from "vitest";
import { checkDatabase, sqlite } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-scrapes-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a scrape's result is still there after a restart", async () => {
  await using site = await startBareServer((_request, response) => response.end("<p>Words of a page.</p>"));
  const file = join(folder, "restart.sqlite");
  const open = () => {
    const stores = sqlite({ file });
    return { stores, engine: createEngine({ stores, policy: { allowPrivateNetworks: true } }) };
  };
  const before = open();
  const result = await before.engine.scrape(site.origin);
  await before.engine[Symbol.asyncDispose]();
  await before.stores[Symbol.asyncDispose]();

  const after = open();
  expect(await after.engine.getScrape({ id: result.metadata.scrapeId ?? "" })).toEqual(result);
  await after.engine[Symbol.asyncDispose]();
  await after.stores[Symbol.asyncDispose]();
});

test("an engine whose store was put away before it says so, and ends all the same", async () => {
  await using site = await startBareServer((_request, response) => response.end("<p>Words of a page.</p>"));
  const stores = sqlite({ file: join(folder, "early.sqlite") });
  await using engine = createEngine({ stores, policy: { allowPrivateNetworks: true } });
  await engine.scrape(site.origin);
  await stores[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
  await expect(engine.scrape(site.origin)).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("its file is closed. Dispose the engine first"),
  });
});

test.each([undefined, null, {}, { files: "garner.sqlite" }, { file: "" }, { file: ":memory:", indexTtlMs: "1 day" }])(
  "a store without a file is none, nor is one whose options are wrong: %j",
  (options) => {
    expect(() => sqlite(options as never)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  },
);

test("a check of no file is refused", () => {
  for (const file of [undefined, "", {}])
    expect(() => checkDatabase(file as never)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});

test("the results that were kept longest ago go when there are too many, and those that expired", async () => {
  await using stores = sqlite({ file: join(folder, "many.sqlite"), maxScrapeBytes: 50_000 });
  const { scrapes } = stores;
  const json = "x".repeat(1000);
  const count = 500;
  for (let id = 0; id < count; id += 1) await scrapes.keep({ id: `${id}`, team: "t", json, expiresAt: 10_000 }, 1);
  const found = await Promise.all(
    Array.from({ length: count }, (_, id) => scrapes.get({ id: `${id}`, team: "t", at: 2 })),
  );
  const isThere = found.map((text) => text !== undefined);
  expect(isThere.at(-1)).toBe(true);
  expect(isThere.filter(Boolean).length).toBeLessThan(120);
  // The newest are there, without a gap.
  expect(isThere.lastIndexOf(false)).toBe(isThere.indexOf(true) - 1);
});
