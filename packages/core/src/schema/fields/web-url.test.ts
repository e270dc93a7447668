import { describe, expect, it } from "vitest";
import { parseWebUrl } from "./web-url.ts";

describe("parseWebUrl", () => {
  it.each([
    ["https://example.com/a?b#c", "https://example.com/a?b#c"],
    ["example.com", "http://example.com/"],
    ["example.com:8080/x", "http://example.com:8080/x"],
    ["localhost:3000/x", "http://localhost:3000/x"],
    [" http://EXAMPLE.com ", "http://example.com/"],
    ["192.0.2.1/x", "http://192.0.2.1/x"],
    ["http://[2001:db8::1]/", "http://[2001:db8::1]/"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
  ])("reads %s as %s", (text, href) => {
    expect(parseWebUrl(text)?.href).toBe(href);
  });

  it.each(["", " ", "not a url", "not-a-url", "ftp://example.com/", "javascript:alert(1)", "mailto:a@b.example"])(
    "refuses %j",
    (text) => {
      expect(parseWebUrl(text)).toBeUndefined();
    },
  );

  it.each(["http://https://example.com", "http://", "https://exa mple.com/", "file:///etc/passwd"])(
    "refuses %j",
    (text) => {
      expect(parseWebUrl(text)).toBeUndefined();
    },
  );
});
