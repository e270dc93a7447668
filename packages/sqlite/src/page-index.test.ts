import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { bypassPrincipal, createEngine, systemClock } from "@garner/core";
import { page, send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { digest } from "./database/database.ts";
import { sqlite } from "./index.ts";
import { migrations } from "./database/migrations.ts";

test("what was scraped is found, and its last version known, after a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "garner-index-"));
  await using site = await startFixtureSite({
    routes: {
      price: (exchange) =>
        send(
          exchange,
          page("Prices", `<p>A ticket to the lighthouse costs $${exchange.requestsBefore === 0 ? 19 : 91}.</p>`),
        ),
    },
  });
  const visit = async () => {
    await using stores = sqlite({ file: join(folder, "garner.sqlite") });
    await using engine = createEngine({ stores, policy: { allowPrivateNetworks: true } });
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

test("pages from before teams were told apart are found without a key, and with no other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "garner-index-"));
  const file = join(folder, "garner.sqlite");
  const [url, target] = ["https://a.example/old", "https://b.example/"];
  const published = 5;
  const old = new DatabaseSync(file);
  for (const migration of migrations.slice(0, published)) old.exec(migration);
  old.exec(`PRAGMA user_version = ${published}`);
  old
    .prepare("INSERT INTO pages (number, key, host, url, text, indexed_at) VALUES (7, ?, 'a.example', ?, 'lamp', 1)")
    .run(digest(url), url);
  old.prepare("INSERT INTO page_words (rowid, url, title, description, text) VALUES (7, '', '', '', 'lamp')").run();
  old.prepare("INSERT INTO page_links VALUES (?, ?)").run(digest(target), digest(url));
  old.close();
  await using stores = sqlite({ file });
  const { pageIndex } = stores;
  const search = async (team: string) =>
    (await pageIndex.search({ team, words: ["lamp"], limit: 9 })).map((hit) => hit.url);
  expect(await search(bypassPrincipal.team)).toEqual([url]);
  expect(await search("red")).toEqual([]);
  expect(await pageIndex.countLinksTo(target, bypassPrincipal.team)).toBe(1);
  await pageIndex.put({ team: bypassPrincipal.team, url, text: "new lamp", links: [], indexedAt: 2 });
  expect(await search(bypassPrincipal.team)).toEqual([url]);
  expect(await pageIndex.countLinksTo(target, bypassPrincipal.team)).toBe(0);
  await rm(folder, { recursive: true });
});

test("the index keeps as many pages as it may, and none that is too old", async () => {
  const day = 86_400_000;
  let now = day;
  const clock = { ...systemClock, now: () => now };
  await using stores = sqlite({ file: ":memory:", clock, maxIndexedPages: 50, indexTtlMs: 10 * day });
  const { pageIndex } = stores;
  const team = "red";
  const put = (number: number) =>
    pageIndex.put({
      team,
      url: `https://a.example/${number}`,
      text: "lamp",
      links: ["https://b.example/"],
      indexedAt: now,
    });
  const kept = async () =>
    (await pageIndex.search({ team, words: ["lamp"], limit: 1000 })).map(({ url }) => Number(url.split("/").at(-1)));
  for (let number = 0; number < 200; number += 1) await put(number);
  const many = await kept();
  expect(many.length).toBeLessThanOrEqual(55);
  expect(Math.min(...many)).toBeGreaterThanOrEqual(145);
  expect(await pageIndex.countLinksTo("https://b.example/", team)).toBe(many.length);
  now += 11 * day;
  for (let number = 1000; number < 1010; number += 1) await put(number);
  expect(Math.min(...(await kept()))).toBe(1000);
});
