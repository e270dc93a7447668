import type { Clock, IndexedPage, PageIndex } from "@garner/core";
import { expect, test } from "vitest";
import { fakeClock } from "../fake-clock.ts";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testPageIndex}. */
export interface PageIndexSuite {
  /** Makes an empty index on a clock. */
  readonly setup: Setup<PageIndex, [options: { readonly clock: Clock }]>;
}

const team = "red";
const page = (url: string, more: Partial<IndexedPage> = {}): IndexedPage => ({
  team,
  url,
  text: "",
  links: [],
  indexedAt: 1000,
  ...more,
});

/** The exam of every page index. Call it inside `describe`. */
export function testPageIndex({ setup }: PageIndexSuite): void {
  const empty = async () => (await examine(setup, { clock: fakeClock(1000) })).store;
  const urlsOf = (hits: readonly { readonly url: string }[]) => hits.map((hit) => hit.url);

  test("finds pages by their words, best first, and returns what it was given", async () => {
    const index = await empty();
    await index.put(
      page("https://a.example/lamps", { title: "Lamps", description: "All lamps", text: "A lamp burns oil." }),
    );
    await index.put(
      page("https://a.example/rugs", { text: "A rug lies below a lamp and some other things on the floor." }),
    );
    await index.put(page("https://a.example/chairs", { text: "A chair." }));
    const hits = await index.search({ team, words: ["lamp"], limit: 10 });
    expect(hits).toEqual([
      {
        url: "https://a.example/lamps",
        title: "Lamps",
        description: "All lamps",
        text: "A lamp burns oil.",
        indexedAt: 1000,
      },
      { url: "https://a.example/rugs", text: expect.stringContaining("rug"), indexedAt: 1000 },
    ]);
  });

  test("finds words in another number, without accents, and in scripts without spaces", async () => {
    const index = await empty();
    await index.put(page("https://a.example/1", { text: "Cafés in the harbour" }));
    await index.put(page("https://a.example/2", { text: "港の灯台は夜に光る" }));
    expect(urlsOf(await index.search({ team, words: ["cafe"], limit: 10 }))).toEqual(["https://a.example/1"]);
    expect(urlsOf(await index.search({ team, words: ["灯台"], limit: 10 }))).toEqual(["https://a.example/2"]);
  });

  test.each([
    ["a Chinese character alone", "猫", "白猫在睡觉"],
    ["a Korean word without its particle", "축제", "서울에서 축제에 많은 사람들이"],
    ["a longer Korean word without its particle", "대통령", "대통령이 말했다"],
    ["an Arabic word without its article", "كتاب", "الكتاب الجديد"],
    ["an Arabic word without what is written together with it", "كتاب", "كتب والكتاب"],
    ["a Khmer word within others", "ខ្មែរ", "ភាសាខ្មែរគឺជាភាសាផ្លូវការ"],
    ["a Lao word within others", "ພາສາ", "ຂ້ອຍເວົ້າພາສາລາວ"],
    ["a Burmese word within others", "မြန်မာ", "ကျွန်တော်မြန်မာစကားပြောတယ်"],
  ])("finds %s", async (_what, word, text) => {
    const index = await empty();
    await index.put(page("https://a.example/1", { text }));
    await index.put(page("https://a.example/2", { text: "A lamp. 灯台は光る. 여름이 왔다. المدينة القديمة" }));
    expect(urlsOf(await index.search({ team, words: [word], limit: 10 }))).toEqual(["https://a.example/1"]);
  });

  test.each(['"', "a*", "NEAR(a b)", "a AND", "^x", "col:val", "-", "'); DROP TABLE pages"])(
    "takes %s for words",
    async (word) => {
      const index = await empty();
      await index.put(page("https://a.example/1", { text: "Nothing special" }));
      expect(await index.search({ team, words: [word], limit: 10 })).toEqual([]);
    },
  );

  test("narrows a search to hosts, to a time and to a number", async () => {
    const index = await empty();
    await index.put(page("https://docs.a.example/1", { text: "lamp", indexedAt: 1 }));
    await index.put(page("https://www.a.example/2", { text: "lamp", indexedAt: 2 }));
    await index.put(page("https://nota.example/3", { text: "lamp", indexedAt: 3 }));
    const search = async (more: object) =>
      urlsOf(await index.search({ team, words: ["lamp"], limit: 10, ...more })).toSorted();
    expect(await search({ hosts: ["a.example"] })).toEqual(["https://docs.a.example/1", "https://www.a.example/2"]);
    expect(await search({ hosts: [] })).toEqual([]);
    expect(await search({ since: 2 })).toEqual(["https://nota.example/3", "https://www.a.example/2"]);
    expect(await search({ since: 2, until: 3 })).toEqual(["https://www.a.example/2"]);
    await index.put(page("http://b.example:8080/4", { text: "lamp", indexedAt: 4 }));
    expect(await search({ hosts: ["b.example"] })).toEqual(["http://b.example:8080/4"]);
    expect(await search({ hosts: ["b.example:9090"] })).toEqual([]);
    expect((await search({ limit: 1 })).length).toBe(1);
  });

  test("keeps a page once, however its address is spelled, as it was last", async () => {
    const index = await empty();
    await index.put(page("http://www.a.example/page/", { text: "old lamp", links: ["https://b.example/"] }));
    await index.put(page("https://a.example/page#part", { text: "new lamp" }));
    expect((await index.search({ team, words: ["lamp"], limit: 10 })).map((hit) => hit.text)).toEqual(["new lamp"]);
    expect(await index.search({ team, words: ["old"], limit: 10 })).toEqual([]);
    expect(await index.countLinksTo("https://b.example/", team)).toBe(0);
  });

  test("forgets a page that is gone", async () => {
    const index = await empty();
    await index.put(page("https://a.example/1", { text: "lamp", links: ["https://b.example/"] }));
    await index.remove("https://a.example/1/", team);
    await index.remove("https://a.example/unknown", team);
    expect(await index.search({ team, words: ["lamp"], limit: 10 })).toEqual([]);
    expect(await index.countLinksTo("https://b.example/", team)).toBe(0);
  });

  test("lists the pages of a site, newest first, with or without the hosts below it", async () => {
    const index = await empty();
    await index.put(page("https://a.example/1", { indexedAt: 1 }));
    await index.put(page("https://www.a.example/2", { indexedAt: 2 }));
    await index.put(page("https://docs.a.example/3", { indexedAt: 3 }));
    await index.put(page("http://a.example:8080/4", { indexedAt: 4 }));
    const list = async (includeSubdomains: boolean, limit = 10) =>
      urlsOf(await index.list({ team, host: "www.a.example", includeSubdomains, limit }));
    expect(await list(false)).toEqual(["https://www.a.example/2", "https://a.example/1"]);
    const all = [
      "http://a.example:8080/4",
      "https://docs.a.example/3",
      "https://www.a.example/2",
      "https://a.example/1",
    ];
    expect(await list(true)).toEqual(all);
    expect(await list(true, 1)).toEqual(all.slice(0, 1));
  });

  test("what one team put in, no other gets out, counts or takes out", async () => {
    const index = await empty();
    const links = ["https://b.example/"];
    await index.put(page("https://a.example/1", { text: "red lamp", links }));
    await index.put(page("https://a.example/1", { team: "blue", text: "blue lamp", links }));
    await index.put(page("https://a.example/2", { team: "blue", text: "lamp" }));
    expect((await index.search({ team, words: ["lamp"], limit: 10 })).map((hit) => hit.text)).toEqual(["red lamp"]);
    expect(urlsOf(await index.list({ team, host: "a.example", includeSubdomains: true, limit: 10 }))).toEqual([
      "https://a.example/1",
    ]);
    expect(await index.countLinksTo("https://b.example/", team)).toBe(1);
    await index.remove("https://a.example/1", team);
    expect((await index.search({ team: "blue", words: ["lamp"], limit: 10 })).length).toBe(2);
    expect(await index.countLinksTo("https://b.example/", "blue")).toBe(1);
    expect(await index.countLinksTo("https://b.example/", team)).toBe(0);
    expect(await index.search({ team: "", words: ["lamp"], limit: 10 })).toEqual([]);
  });

  test("counts the pages that link to another one, each once and never itself", async () => {
    const index = await empty();
    const links = ["https://a.example/target", "http://www.a.example/target/"];
    await index.put(page("https://a.example/1", { links }));
    await index.put(page("https://a.example/2", { links }));
    await index.put(page("https://a.example/target", { links }));
    expect(await index.countLinksTo("https://a.example/target", team)).toBe(2);
  });

  test("keeps snapshots until they expire", async () => {
    const clock = fakeClock(1000);
    const { store: index } = await examine(setup, { clock });
    await index.writeSnapshot("key", "first", 2000);
    await index.writeSnapshot("key", "second", 3000);
    await clock.advance(1500);
    expect(await index.readSnapshot("key")).toBe("second");
    await clock.advance(1000);
    expect(await index.readSnapshot("key")).toBeUndefined();
    expect(await index.readSnapshot("unknown")).toBeUndefined();
  });

  test("is kept and shared: opened again, it has the pages, links and snapshots", async ({ skip }) => {
    const clock = fakeClock(1000);
    const { store: index, another } = await examine(setup, { clock });
    await index.put(page("https://a.example/1", { text: "lamp", links: ["https://b.example/"] }));
    await index.writeSnapshot("key", "text", 3000);
    const other = another === undefined ? skip("setup gives no `another`") : await another({ clock });
    expect(urlsOf(await other.search({ team, words: ["lamp"], limit: 10 }))).toEqual(["https://a.example/1"]);
    expect(await other.countLinksTo("https://b.example/", team)).toBe(1);
    expect(await other.readSnapshot("key")).toBe("text");
    await other.remove("https://a.example/1", team);
    expect(await index.list({ team, host: "a.example", includeSubdomains: true, limit: 10 })).toEqual([]);
  });
}
