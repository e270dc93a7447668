import { describe, expect, test } from "vitest";
import { createPatternCompiler } from "./pattern.ts";
import { deny, denyLanding, type Scope } from "./scope.ts";

const compile = createPatternCompiler();

function scope(base: string, more: Partial<Scope> = {}): Scope {
  return {
    base: new URL(base),
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
    crawlEntireDomain: false,
    allowSubdomains: false,
    allowExternalLinks: false,
    ...more,
  };
}

function reason(link: string, where: Scope): string | undefined {
  return deny(new URL(link), where)?.reason;
}

describe("the scope of a crawl", () => {
  test.each([
    ["http://a.test/", "http://a.test/x", undefined],
    ["http://a.test/", "http://www.a.test/x", undefined],
    ["http://www.a.test/", "https://a.test/x", undefined],
    ["http://a.test/", "http://b.a.test/x", "scope"],
    ["http://a.test/", "http://b.test/", "scope"],
    ["http://127.0.0.1:1/", "http://127.0.0.1:2/", "scope"],
    ["http://a.test/docs", "http://a.test/docs", undefined],
    ["http://a.test/docs", "http://a.test/docs/x", undefined],
    ["http://a.test/docs", "http://a.test/docs?page=2", undefined],
    ["http://a.test/docs", "http://a.test/docs-old", "scope"],
    ["http://a.test/docs", "http://a.test/", "scope"],
    ["http://a.test/docs/", "http://a.test/docs/x", undefined],
    ["http://a.test/docs/", "http://a.test/blog", "scope"],
    ["http://a.test/docs/page.html", "http://a.test/docs/x", undefined],
    ["http://a.test/docs/page.html", "http://a.test/x", "scope"],
    ["http://a.test/v1.2", "http://a.test/v1.2/x", undefined],
    ["http://a.test/v1.2", "http://a.test/other", "scope"],
  ])("from %s, %s is %s", (base, link, expected) => {
    expect(reason(link, scope(base))).toBe(expected);
  });

  test("the whole domain includes siblings and parents, not other domains", () => {
    const where = scope("http://a.test/docs", { crawlEntireDomain: true });
    expect(reason("http://a.test/blog", where)).toBeUndefined();
    expect(reason("http://b.test/", where)).toBe("scope");
  });

  test.each([
    ["http://blog.example.co.uk/", "http://shop.example.co.uk/x", undefined],
    ["http://blog.example.co.uk/", "http://example.co.uk/", undefined],
    ["http://example.co.uk/", "http://other.co.uk/", "scope"],
    ["http://me.github.io/", "http://you.github.io/", "scope"],
    ["http://localhost:8080/", "http://docs.localhost:8080/", undefined],
    ["http://intranet/", "http://docs.intranet/", undefined],
    ["http://10.0.0.1/", "http://10.0.0.2/", "scope"],
  ])("with subdomains, from %s, %s is %s (public suffix list)", (base, link, expected) => {
    expect(reason(link, scope(base, { allowSubdomains: true }))).toBe(expected);
  });

  test("the start path does not hold subdomains and other domains back", () => {
    const where = scope("http://example.com/docs", { allowSubdomains: true, allowExternalLinks: true });
    expect(reason("http://blog.example.com/x", where)).toBeUndefined();
    expect(reason("http://other.test/", where)).toBeUndefined();
  });

  test("social media are never followed from elsewhere, but can be crawled", () => {
    const where = scope("http://a.test/", { allowExternalLinks: true });
    expect(reason("https://www.facebook.com/someone", where)).toBe("scope");
    expect(reason("https://notfacebook.com/", where)).toBeUndefined();
    expect(reason("https://github.com/a/b", scope("https://github.com/a"))).toBeUndefined();
  });

  test("patterns match anywhere in the path, or in the whole URL", () => {
    const where = scope("http://a.test/", {
      includePaths: compile(["blog/\\d+"]),
      excludePaths: compile(["draft", "^/x"]),
    });
    expect(reason("http://a.test/en/blog/12", where)).toBeUndefined();
    expect(reason("http://a.test/en/blog/12?draft=1", where)).toBeUndefined();
    expect(deny(new URL("http://a.test/blog/12/draft"), where)).toEqual({
      reason: "pattern",
      detail: "excludePaths: draft",
    });
    expect(deny(new URL("http://a.test/about"), where)?.detail).toContain("includePaths");
    const full = scope("http://a.test/", { excludePaths: compile(["[?&]draft="]), regexOnFullURL: true });
    expect(reason("http://a.test/en/blog/12?draft=1", full)).toBe("pattern");
  });

  test.each(["/a.png", "/a.JPG", "/a.zip", "/x/a.css", "/a.mp4"])("%s is no page", (path) => {
    expect(reason(`http://a.test${path}`, scope("http://a.test/"))).toBe("file-type");
  });

  test.each(["/a.pdf", "/a.docx", "/a.xml", "/a.html", "/png", "/a.png/b"])("%s may be one", (path) => {
    expect(reason(`http://a.test${path}`, scope("http://a.test/"))).toBeUndefined();
  });

  test("a redirect may lead anywhere on the host but to what is excluded, and to other hosts only if those are allowed", () => {
    const where = scope("http://a.test/docs", {
      includePaths: compile(["^/docs"]),
      excludePaths: compile(["^/admin"]),
    });
    expect(denyLanding(new URL("http://a.test/admin"), where)?.reason).toBe("pattern");
    expect(denyLanding(new URL("http://www.a.test/login"), where)).toBeUndefined();
    expect(denyLanding(new URL("http://b.test/docs"), where)?.reason).toBe("scope");
    expect(denyLanding(new URL("http://b.test/docs"), { ...where, allowExternalLinks: true })).toBeUndefined();
  });
});
