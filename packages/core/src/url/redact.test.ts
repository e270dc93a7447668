import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactUrls } from "./redact.ts";

describe("redactUrls", () => {
  test.each([
    ["https://alice:secret@a.example/x", "https://***@a.example/x"],
    ["https://alice@a.example", "https://***@a.example"],
    ["http://a@b@c.example/@d", "http://***@c.example/@d"],
    ["http:alice:secret@a.example/", "http:***@a.example/"],
    ["http:\\\\alice:secret@a.example\\x", "http:\\\\***@a.example\\x"],
    ["HTTPS:///alice:secret@a.example/", "HTTPS:///***@a.example/"],
    ["socks5://u:p@proxy.example:1080", "socks5://***@proxy.example:1080"],
    ["redis://:secret@cache.example", "redis://***@cache.example"],
    ["wss://a.example/?token=abc&x=1#part", "wss://a.example/?token=***&x=***#part"],
    ["https://a.example/?t=a=b&u=c@d", "https://a.example/?t=***&u=***"],
    ["https://a.example/?abcdef0123", "https://a.example/?***"],
    ["https://a.example/?a=1;b=2", "https://a.example/?a=***;b=***"],
    ["https://a.example/#access_token=abc&state=1", "https://a.example/#access_token=***&state=***"],
    ["https://a.example/path/page?#top", "https://a.example/path/page?#top"],
  ])("of %s it leaves %s", (url, redacted) => {
    expect(redactUrls(url)).toBe(redacted);
  });

  test("finds every URL in a text", () => {
    const text = 'GET "http://u:p@a.example/?k=v" failed; see <https://b.example/?q=1>, mail c@d.example: a?b=c';
    expect(redactUrls(text)).toBe(
      'GET "http://***@a.example/?k=***" failed; see <https://b.example/?q=***>, mail c@d.example: a?b=c',
    );
  });

  test("shows the values of query parameters to an operator who wants to see them, and no password", () => {
    expect(redactUrls("https://u:p@a.example/?page=2", { showsQueryValues: true })).toBe(
      "https://***@a.example/?page=2",
    );
  });

  const secret = fc.stringMatching(/^[a-z0-9]{12}$/);
  const noise = fc.string({ unit: "grapheme", maxLength: 40 });

  test("hides the password and values of whatever URL the parser makes of a text", () => {
    const url = fc.record({
      user: secret,
      password: secret,
      value: secret,
      path: fc.webPath(),
      name: fc.constantFrom("k", "token"),
    });
    fc.assert(
      fc.property(noise, noise, url, (before, after, { user, password, value, path, name }) => {
        const href = new URL(`https://${user}:${password}@a.example${path}?x=${value}&${name}=${value}`).href;
        const redacted = redactUrls(`${before} ${href} ${after}`);
        for (const each of [user, password, value]) expect(redacted).not.toContain(each);
        expect(redacted).toContain("@a.example");
      }),
    );
  });

  test("leaves a line of JSON one, and changes nothing but URLs", () => {
    const strange = fc.oneof(noise, fc.constantFrom('"', "\\", "\n", "http://a:b@", "?k=v\\", '?k="', "\u2028"));
    fc.assert(
      fc.property(fc.array(strange, { maxLength: 12 }), (parts) => {
        const line = JSON.stringify({ url: parts.join(""), next: { parts } });
        expect(Object.keys(JSON.parse(redactUrls(line)) as object)).toEqual(["url", "next"]);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes(":")),
        (text) => redactUrls(text) === text,
      ),
    );
  });

  test("hides the passwords of every node of a cluster", () => {
    expect(redactUrls("redis://:one@a:1,redis://user:two@b:2")).toBe("redis://***@a:1,redis://***@b:2");
  });
});
