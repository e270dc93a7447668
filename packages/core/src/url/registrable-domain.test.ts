import { expect, test } from "vitest";
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
