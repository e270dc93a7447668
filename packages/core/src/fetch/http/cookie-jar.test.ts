import { expect, test } from "vitest";
import { createCookieJar } from "./cookie-jar.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

/** The cookies sent to `to` after `from` has set some. */
function sent(from: string, setCookies: readonly string[], to: string): string {
  const jar = createCookieJar(() => now);
  for (const header of setCookies) jar.keep(header, new URL(from));
  return jar.headerFor(new URL(to));
}

test.each([
  ["to the host that set it", "https://a.example.com/", "x=1", "https://a.example.com/deep", "x=1"],
  ["not to a host below", "https://example.com/", "x=1", "https://a.example.com/", ""],
  ["not to a sibling", "https://a.example.com/", "x=1", "https://b.example.com/", ""],
  ["below its domain", "https://a.example.com/", "x=1; Domain=example.com", "https://b.example.com/", "x=1"],
  ["with a leading dot", "https://a.example.com/", "x=1; Domain=.Example.com", "https://example.com/", "x=1"],
  ["of an empty domain to the host", "https://a.example.com/", "x=1; Domain=", "https://a.example.com/", "x=1"],
  ["for a foreign domain never", "https://a.example.com/", "x=1; Domain=other.example", "https://other.example/", ""],
  ["for a look-alike never", "https://a.badexample.com/", "x=1; Domain=example.com", "https://example.com/", ""],
  ["for a public suffix never", "https://a.co.uk/", "x=1; Domain=co.uk", "https://b.co.uk/", ""],
  ["for a private suffix never", "https://me.github.io/", "x=1; Domain=github.io", "https://you.github.io/", ""],
  ["for a suffix that is a host", "https://github.io/", "x=1; Domain=github.io", "https://github.io/", "x=1"],
  ["for an address", "http://10.0.0.1/", "x=1; Domain=10.0.0.1", "http://10.0.0.1/", "x=1"],
  ["for a part of an address never", "http://10.0.0.1/", "x=1; Domain=0.0.1", "http://10.0.0.1/", ""],
  [
    "for an international name",
    "https://www.b%C3%BCcher.example/",
    "x=1; Domain=bücher.example",
    "https://bücher.example/",
    "x=1",
  ],
  ["below its path", "https://e.example/", "x=1; Path=/docs", "https://e.example/docs/a", "x=1"],
  ["not beside its path", "https://e.example/", "x=1; Path=/docs", "https://e.example/docsier", ""],
  ["below where it was set", "https://e.example/docs/a", "x=1", "https://e.example/docs/b/c", "x=1"],
  ["not above where it was set", "https://e.example/docs/a", "x=1", "https://e.example/", ""],
  ["secure over https", "https://e.example/", "x=1; Secure", "https://e.example/", "x=1"],
  ["secure not over http", "https://e.example/", "x=1; Secure", "http://e.example/", ""],
  ["secure on loopback", "http://127.0.0.1:99/", "x=1; Secure", "http://127.0.0.1:98/", "x=1"],
  [
    "that has expired never",
    "https://e.example/",
    "x=1; Expires=Wed, 31 Dec 2025 23:59:59 GMT",
    "https://e.example/",
    "",
  ],
  ["that will expire", "https://e.example/", "x=1; Expires=Thu, 01 Jan 2026 00:00:01 GMT", "https://e.example/", "x=1"],
  [
    "whose Max-Age wins",
    "https://e.example/",
    "x=1; Max-Age=9; Expires=Wed, 31 Dec 2025 00:00:00 GMT",
    "https://e.example/",
    "x=1",
  ],
  ["without a name", "https://e.example/", "lonely", "https://e.example/", "lonely"],
  ["with = and quotes in it", "https://e.example/", 'x="a=b"', "https://e.example/", 'x="a=b"'],
  ["of nothing never", "https://e.example/", "=", "https://e.example/", ""],
  ["with control characters never", "https://e.example/", "x=\u00011", "https://e.example/", ""],
])("a cookie %s is sent", (_, from, setCookie, to, header) => {
  expect(sent(from, [setCookie], to)).toBe(header);
});

test("a later cookie replaces one of its name, domain and path, and an expired one deletes it", () => {
  const from = "https://e.example/";
  expect(sent(from, ["x=1", "y=2", "x=3"], from)).toBe("x=3; y=2");
  expect(sent(from, ["x=1", "y=2", "x=; Max-Age=0"], from)).toBe("y=2");
});

test("cookies of longer paths come first", () => {
  const from = "https://e.example/";
  expect(sent(from, ["a=1; Path=/", "b=2; Path=/docs/", "c=3; Path=/"], `${from}docs/x`)).toBe("b=2; a=1; c=3");
});
