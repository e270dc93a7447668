import { expect, test } from "vitest";
import { crawlAddress } from "./address.ts";

const loose = { deduplicateSimilarURLs: true, ignoreQueryParameters: false };
const strict = { deduplicateSimilarURLs: false, ignoreQueryParameters: false };
const key = (link: string, identity = loose) => crawlAddress(new URL(link), identity).key;

test.each([
  ["http://a.test/x", "https://www.a.test/x/"],
  ["http://a.test/", "http://a.test/index.html"],
  ["http://a.test/x", "http://a.test/x#part"],
  ["http://a.test/x", "http://a.test/x?utm_source=mail"],
  ["http://a.test/x?PHPSESSID=1", "http://a.test/x?PHPSESSID=2"],
  ["http://a.test/%7euser", "http://a.test/~user"],
])("%s and %s are the same page", (one, other) => {
  expect(key(one)).toBe(key(other));
});

test.each([
  ["http://a.test/x", "http://a.test/y"],
  ["http://a.test/x?a=1", "http://a.test/x?a=2"],
  ["http://a.test/#/x", "http://a.test/#/y"],
])("%s and %s are not", (one, other) => {
  expect(key(one)).not.toBe(key(other));
});

test("without deduplication, variants are different pages; sessions still are not", () => {
  expect(key("http://a.test/x", strict)).not.toBe(key("http://www.a.test/x", strict));
  expect(key("http://a.test/x?PHPSESSID=1", strict)).toBe(key("http://a.test/x?PHPSESSID=2", strict));
});

test("the address is what is fetched: as it was linked, without the fragment", () => {
  const address = "http://www.a.test/x/index.html;jsessionid=1?a=1&utm_source=mail";
  expect(crawlAddress(new URL(`${address}#p`), { ...loose, ignoreQueryParameters: true })).toEqual({
    key: "https://a.test/x",
    url: address,
  });
});
