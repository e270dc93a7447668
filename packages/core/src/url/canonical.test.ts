import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalUrl, type CanonicalOptions } from "./canonical.ts";

const canonical = (text: string, options?: CanonicalOptions) => canonicalUrl(new URL(text), options);

describe("the canonical URL", () => {
  test.each([
    ["HTTP://EXAMPLE.com:80/A", "http://example.com/A"],
    ["https://example.com:443", "https://example.com/"],
    ["https://example.com:8443/", "https://example.com:8443/"],
    ["https://example.com./a", "https://example.com/a"],
    ["https://example.com/a/./b/../c", "https://example.com/a/c"],
    ["https://example.com/a/%2e%2E/c", "https://example.com/c"],
    ["https://example.com/%7euser/%41%2d", "https://example.com/~user/A-"],
    ["https://example.com/a%2fb%3f", "https://example.com/a%2Fb%3F"],
    ["https://example.com/ä b", "https://example.com/%C3%A4%20b"],
    ["https://example.com/%252e", "https://example.com/%252e"],
    ["https://example.com/100%", "https://example.com/100%"],
    ["https://example.com/?", "https://example.com/"],
    ["https://example.com/?b=2&a=1", "https://example.com/?b=2&a=1"],
    ["https://example.com/?q=%61%2b", "https://example.com/?q=a%2B"],
    ["https://example.com/a#part", "https://example.com/a"],
    ["https://example.com/#", "https://example.com/"],
    ["https://example.com/#/app/1", "https://example.com/#/app/1"],
    ["https://example.com/?#/app", "https://example.com/#/app"],
    ["https://example.com/?#", "https://example.com/"],
    ["https://example.com/#!app", "https://example.com/#!app"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
    ["https://example.com/a/", "https://example.com/a/"],
  ])("of %s is %s", (text, expected) => expect(canonical(text)).toBe(expected));

  test("leaves the URL it was given alone", () => {
    const url = new URL("https://example.com/a#b");
    canonicalUrl(url);
    expect(url.href).toBe("https://example.com/a#b");
  });

  test.each<[CanonicalOptions, string, string]>([
    [{ ignoreQueryParameters: true }, "https://example.com/a?b=1#c", "https://example.com/a"],
    [{ ignoreTrackingParameters: true }, "https://example.com/?utm_source=x&a=1&gclid=2", "https://example.com/?a=1"],
    [{ ignoreTrackingParameters: true }, "https://example.com/?utm%5Fsource=x", "https://example.com/"],
    [
      { ignoreTrackingParameters: true },
      "https://example.com/?utmost=x&q=utm_source",
      "https://example.com/?utmost=x&q=utm_source",
    ],
    [{ deduplicateSimilarURLs: true }, "http://www.example.com/a/", "https://example.com/a"],
    [{ deduplicateSimilarURLs: true }, "http://example.com:80/index.html", "https://example.com/"],
    [{ deduplicateSimilarURLs: true }, "https://example.com/a/index.php/", "https://example.com/a"],
    [{ deduplicateSimilarURLs: true }, "https://example.com/a/Index.HTM?b=1", "https://example.com/a?b=1"],
    [{ deduplicateSimilarURLs: true }, "https://example.com/index.xml", "https://example.com/index.xml"],
    [{ deduplicateSimilarURLs: true }, "https://example.com/myindex.html", "https://example.com/myindex.html"],
    [{ deduplicateSimilarURLs: true }, "https://www.com/", "https://www.com/"],
    [{ deduplicateSimilarURLs: true }, "https://www.example.com/", "https://example.com/"],
  ])("with %j, %s is %s", (options, text, expected) => expect(canonical(text, options)).toBe(expected));
});

describe("whatever the URL", () => {
  const segment = fc.oneof(
    fc.constantFrom("index.html", "index.php", ".", "..", "", "%2e", "%41", "a%2Fb", "ä", "x y", "100%"),
    fc.string({ maxLength: 6 }),
  );
  const url = fc
    .record({
      scheme: fc.constantFrom("http", "https", "HTTPS"),
      host: fc.constantFrom(
        "example.com",
        "WWW.example.com",
        "www.www.com",
        "www.1.2",
        "www.4.example",
        "example.com.",
        "127.1",
        "[::1]",
        "bücher.example",
      ),
      port: fc.constantFrom("", ":80", ":443", ":8080"),
      path: fc.array(segment, { maxLength: 5 }),
      query: fc.constantFrom("", "?", "?a=1", "?utm_source=x", "?a=%41&&b", "?utm_id=1&a"),
      hash: fc.constantFrom("", "#", "#a", "#/a%41", "#!a"),
    })
    .map(({ scheme, host, port, path, query, hash }) => `${scheme}://${host}${port}/${path.join("/")}${query}${hash}`)
    .filter((text) => URL.canParse(text));
  const options = fc.record({
    ignoreQueryParameters: fc.boolean(),
    ignoreTrackingParameters: fc.boolean(),
    deduplicateSimilarURLs: fc.boolean(),
  });

  test("canonical of canonical is canonical", () => {
    fc.assert(
      fc.property(url, options, (text, chosen) => {
        const once = canonical(text, chosen);
        expect(canonical(once, chosen)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  test("a fragment that no script reads changes nothing", () => {
    fc.assert(
      fc.property(url, options, (text, chosen) => {
        const plain = new URL(text);
        plain.hash = "";
        expect(canonical(`${plain.href}#part`, chosen)).toBe(canonical(plain.href, chosen));
      }),
      { numRuns: 2000 },
    );
  });

  test("URLs that are equal by RFC 3986 stay equal", () => {
    fc.assert(
      fc.property(url, options, (text, chosen) => {
        const escaped = new URL(text);
        // Encoding an unreserved character changes nothing.
        const encoded = (part: string) =>
          part.replace(/(?<!%[0-9a-f]?)[g-z]/i, (c) => `%${c.charCodeAt(0).toString(16)}`);
        escaped.pathname = encoded(escaped.pathname);
        expect(canonical(escaped.href, chosen)).toBe(canonical(text, chosen));
        expect(
          canonical(
            text.replace(/^[a-z]+/i, (scheme) => scheme.toUpperCase()),
            chosen,
          ),
        ).toBe(canonical(text, chosen));
      }),
      { numRuns: 500 },
    );
  });
});
