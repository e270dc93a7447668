import fc from "fast-check";
import { get } from "psl";
import { expect, test } from "vitest";
import { publicSuffixes } from "./public-suffixes.generated.ts";
import { registrableDomain } from "./registrable-domain.ts";

test.each([
  ["www.example.com", "example.com"],
  ["a.b.example.co.uk", "example.co.uk"],
  ["me.github.io", "me.github.io"],
  ["x.me.github.io", "me.github.io"],
  ["www.city.kawasaki.jp", "city.kawasaki.jp"],
  ["www.xn--85x722f.com.cn", "xn--85x722f.com.cn"],
  ["docs.site.example", "site.example"],
  ["www.example.com.", "example.com"],
  ["co.uk", undefined],
  ["github.io", undefined],
  ["localhost", undefined],
  ["127.0.0.1", undefined],
  ["[::1]", undefined],
  ["", undefined],
  [`${"a".repeat(300)}.com`, undefined],
])("%s belongs to %s", (hostname, domain) => {
  expect(registrableDomain(hostname)).toBe(domain);
});

test("any name belongs to what psl says", () => {
  const listed = publicSuffixes.split("\n").map((rule) => rule.replace(/^(?:\*\.|!)/, ""));
  const label = fc.oneof(
    fc.constantFrom("www", "a", "xn--85x722f", "city", "local", "-", "_", "a".repeat(64)),
    fc.domain(),
  );
  const suffix = fc.oneof(fc.constantFrom(...listed), fc.domain(), fc.constantFrom("localhost", "1.2.3.4", ""));
  fc.assert(
    fc.property(fc.array(label, { maxLength: 3 }), suffix, (labels, end) => {
      const name = [...labels, end].join(".");
      const isAddress = /^\d+(?:\.\d+){3}$/.test(name);
      expect(registrableDomain(name)).toBe(isAddress ? undefined : (get(name) ?? undefined));
    }),
    { numRuns: 5000 },
  );
});
