import { expect, test } from "vitest";
import { computeHere } from "../concurrency/pure-work.ts";
import { wordsOf, wordsOfUrl } from "../text/words.ts";
import { rankLinks } from "./rank.ts";

const site = "https://docs.example";
const links = [
  { url: `${site}/about` },
  { url: `${site}/guide/rate-limits` },
  { url: `${site}/api/createRateLimiter` },
  { url: `${site}/blog/limits-of-growth`, title: "Limits of growth" },
  { url: `${site}/pricing`, description: "What a request costs, and its rate limit" },
  { url: `${site}/returnpolicy` },
  { url: `${site}/de/%C3%BCber-uns` },
];

const call = { compute: computeHere, team: "a", signal: new AbortController().signal };
const urls = async (search: string) => (await rankLinks(links, search, call)).map((link) => link.url.replace(site, ""));

test("words of address, title and description count, whatever their case, number and separators", async () => {
  expect((await urls("rate limit")).slice(0, 1)).toEqual(["/guide/rate-limits"]);
  expect(await urls("Rate Limits")).toEqual(
    expect.arrayContaining(["/guide/rate-limits", "/api/createRateLimiter", "/pricing", "/blog/limits-of-growth"]),
  );
  expect(await urls("rate limits")).not.toContain("/about");
});

test("a typing error, the start of a word and words written together are found", async () => {
  expect(await urls("pricng")).toEqual(["/pricing"]);
  expect(await urls("pric")).toEqual(["/pricing"]);
  expect(await urls("return policy")).toEqual(["/returnpolicy"]);
});

test("a search that is one letter but for its signs finds that word, not every address with that letter", async () => {
  const found = await rankLinks([...links, { url: `${site}/c%2B%2B/intro` }], "C++", call);
  expect(found.map(({ url }) => url)).toEqual([`${site}/c%2B%2B/intro`]);
});

test("percent-encoded words are read, accents make no difference", async () => {
  expect(await urls("uber uns")).toEqual(["/de/%C3%BCber-uns"]);
});

test.each([
  ["lodz", "Zwroty, łódź"],
  ["strassen", "Straßen der Stadt"],
  ["Straßen", "Strassen"],
  ["oeuvre", "L’œuvre"],
  ["IŞIK", "ışık"],
  ["smorbrod", "Smørbrød"],
  ["شحن", "سياسة الشحن"],
  ["ספרייה", "שעות הספרייה"],
])("%s is found in %s", async (search, title) => {
  const found = await rankLinks([...links, { url: `${site}/x`, title }], search, call);
  expect(found.map(({ url }) => url)).toEqual([`${site}/x`]);
});

test("a word with signs is not another one with other signs", async () => {
  const guides = ["C++ guide", "C# guide", "C’est la vie"].map((title, index) => ({ url: `${site}/${index}`, title }));
  expect((await rankLinks(guides, "C++", call)).map(({ title }) => title)).toEqual(["C++ guide"]);
});

test("words that say nothing don't count, unless there are no others", async () => {
  expect(await urls("what is the pricing")).toEqual(["/pricing"]);
  expect(await urls("")).toEqual([]);
});

test.each([
  ["getHTTPResponse2Go", ["get", "httpresponse", "2", "go"]],
  ["Cafés, Größe & naïve-ness", ["cafe", "große", "naive", "ness"]],
  ["categories boxes glasses bus", ["category", "box", "glass", "bus"]],
  ["東京タワー", ["東京", "京タ", "タワ", "ワー"]],
])("%s is cut into words", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("the words of an address leave out its domain", () => {
  expect(wordsOfUrl("https://www.docs.example.com/API/createClient?tab=node.js")).toEqual([
    "doc",
    "api",
    "create",
    "client",
    "tab",
    "node",
    "js",
  ]);
});
