import { startBareServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import type { EngineConfig } from "../config.ts";
import { createEngine, type Engine } from "../engine.ts";
import { inProcessTransformer } from "../transform/workers/in-process.ts";

const plain = inProcessTransformer();

/** An engine whose transformer counts the pages it reads. */
function counting(config: EngineConfig = {}): { readonly engine: Engine; readonly pagesRead: () => number } {
  let pages = 0;
  const transformer = {
    transform: (...page: Parameters<typeof plain.transform>) => {
      pages += 1;
      return plain.transform(...page);
    },
  };
  const policy = { allowPrivateNetworks: true };
  return { engine: createEngine({ ...config, policy, content: { transformer } }), pagesRead: () => pages };
}

const startSite = () =>
  startBareServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<title>Quay</title><main><h1>Quay</h1><p>Ships moor here.");
  });

test("a page from the cache is not read again, but for another format", async () => {
  await using site = await startSite();
  const { engine, pagesRead } = counting();
  await using _ = engine;
  const url = `${site.origin}/`;
  const fresh = await engine.scrape({ url });
  const again = await engine.scrape({ url });
  expect(again.metadata.cacheState).toBe("hit");
  expect(again.markdown).toBe(fresh.markdown);
  expect(pagesRead()).toBe(1);
  expect(await engine.scrape({ url, formats: ["html"] })).toHaveProperty("html");
  expect(pagesRead()).toBe(2);
  await engine.scrape({ url, onlyMainContent: false });
  expect(pagesRead()).toBe(3);
});

test("a page that is captured again is read again", async () => {
  await using site = await startSite();
  const { engine, pagesRead } = counting();
  await using _ = engine;
  const url = `${site.origin}/`;
  await engine.scrape({ url });
  await engine.scrape({ url, maxAge: 0 });
  expect(pagesRead()).toBe(2);
});

test("nothing is kept of a page that nobody may keep, nor where the host has a say", async () => {
  await using site = await startSite();
  const url = `${site.origin}/`;
  const forgetful = counting();
  await using _ = forgetful.engine;
  await forgetful.engine.scrape({ url, storeInCache: false });
  await forgetful.engine.scrape({ url, storeInCache: false });
  expect(forgetful.pagesRead()).toBe(2);
  const hooked = counting({ hooks: { afterContent: () => undefined } });
  await using __ = hooked.engine;
  await hooked.engine.scrape({ url });
  await hooked.engine.scrape({ url });
  expect(hooked.pagesRead()).toBe(2);
});
