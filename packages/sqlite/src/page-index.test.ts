import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, systemClock } from "@garner/core";
import { page, send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { sqlite } from "./index.ts";

test("what was scraped is found, and its last version known, after a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "garner-index-"));
  await using site = await startFixtureSite({
    routes: {
      price: (visit) =>
        send(visit, page("Prices", `<p>A ticket to the lighthouse costs $${visit.visitsBefore === 0 ? 19 : 91}.</p>`)),
    },
  });
  const visit = async () => {
    await using stores = sqlite({ file: join(folder, "garner.sqlite") });
    await using engine = createEngine({ ...stores, policy: { allowPrivateNetworks: true } });
    const found = await engine.search({ query: "lighthouse ticket" });
    const formats = ["markdown" as const, { type: "changeTracking" as const, modes: ["git-diff" as const] }];
    const { changeTracking } = await engine.scrape({ url: `${site.origin}/price`, formats });
    return { found: found.results.web?.map(({ title }) => title), changeTracking };
  };
  expect(await visit()).toMatchObject({ found: [], changeTracking: { changeStatus: "new" } });
  expect(await visit()).toMatchObject({
    found: ["Prices"],
    changeTracking: { changeStatus: "changed", diff: expect.stringContaining("costs $91") },
  });
  await rm(folder, { recursive: true });
});

test("the index keeps as many pages as it may, and none that is too old", async () => {
  const day = 86_400_000;
  let now = day;
  const clock = { ...systemClock, now: () => now };
  await using stores = sqlite({ file: ":memory:", clock, maxIndexedPages: 50, indexTtlMs: 10 * day });
  const { pageIndex } = stores;
  const put = (number: number) =>
    pageIndex.put({ url: `https://a.example/${number}`, text: "lamp", links: ["https://b.example/"], indexedAt: now });
  const kept = async () =>
    (await pageIndex.search({ words: ["lamp"], limit: 1000 })).map(({ url }) => Number(url.split("/").at(-1)));
  for (let number = 0; number < 200; number += 1) await put(number);
  const many = await kept();
  expect(many.length).toBeLessThanOrEqual(55);
  expect(Math.min(...many)).toBeGreaterThanOrEqual(145);
  expect(await pageIndex.countLinksTo("https://b.example/")).toBe(many.length);
  now += 11 * day;
  for (let number = 1000; number < 1010; number += 1) await put(number);
  expect(Math.min(...(await kept()))).toBe(1000);
});
