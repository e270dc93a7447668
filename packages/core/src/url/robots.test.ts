import { expect, test } from "vitest";
import { parseRobots, productToken } from "./robots.ts";

const file = `User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.cgi$
Crawl-delay: 2.5

User-agent: GarnerBot
Disallow: /bots-not-wanted
Crawl-delay: 1

Sitemap: /sitemap.xml
Sitemap: https://a.test/us$.xml`;
const rules = parseRobots("https://a.test/robots.txt", file);

test.each([
  ["*", "/", true, undefined],
  ["*", "/private/x", false, "line 2: Disallow: /private"],
  ["*", "/private/open/x", true, "line 3: Allow: /private/open"],
  ["*", "/run.cgi", false, "line 4: Disallow: /*.cgi$"],
  ["*", "/run.cgi?x=1", true, undefined],
  ["OtherBot", "/private", false, "line 2: Disallow: /private"],
  ["GarnerBot", "/private", true, undefined],
  ["garnerbot", "/bots-not-wanted/x", false, "line 8: Disallow: /bots-not-wanted"],
])("%s and %s", (agent, path, allowed, line) => {
  expect(rules.check(`https://a.test${path}`, agent)).toEqual({ allowed, ...(line === undefined ? {} : { line }) });
});

test("reads Crawl-delay of the agent's group, and the sitemaps", () => {
  expect(rules.crawlDelayMs("OtherBot")).toBe(2500);
  expect(rules.crawlDelayMs("GarnerBot")).toBe(1000);
  expect(parseRobots("https://a.test/robots.txt", "").crawlDelayMs("GarnerBot")).toBeUndefined();
  expect(rules.sitemaps).toEqual(["https://a.test/sitemap.xml", "https://a.test/us$.xml"]);
});

test.each(["", "\uFEFFUser-agent: *\nDisallow: /x", "<!doctype html><p>Not a robots.txt", "Disallow", ":::\n\0"])(
  "anything can be read: %j",
  (text) => {
    expect(parseRobots("https://a.test/robots.txt", text).check("https://a.test/", "GarnerBot").allowed).toBe(true);
  },
);

test.each(["/a%2Ab", "/ab$", "/a%24$"])("%s does not forbid /axb, /abc and /a", (rule) => {
  const { check } = parseRobots("https://a.test/robots.txt", `User-agent: *\nDisallow: ${rule}`);
  for (const path of ["/axb", "/abc", "/a"]) expect(check(`https://a.test${path}`, "GarnerBot").allowed).toBe(true);
});

test.each(["GarnerBot (friendly)", "garnerbot/1.0 (+https://a.test)", "GarnerBot # ours", "GarnerBot, OtherBot"])(
  "the group of %s is GarnerBot's",
  (agent) => {
    const { check } = parseRobots(
      "https://a.test/robots.txt",
      `User-agent: ${agent}\nDisallow: /\n\nUser-agent: *\nAllow: /`,
    );
    expect(check("https://a.test/", "GarnerBot").allowed).toBe(false);
    expect(check("https://a.test/", "Garner").allowed).toBe(true);
  },
);

test("a byte order mark does not hide the first group", () => {
  const marked = parseRobots("https://a.test/robots.txt", "\uFEFFUser-agent: *\nDisallow: /");
  expect(marked.check("https://a.test/", "GarnerBot").allowed).toBe(false);
});

test.each([
  ["/%7Ejoe", "/~joe/x"],
  ["/~joe", "/%7ejoe/x"],
  ["/%62%61z*/%7e$", "/baz/1/~"],
  ["/caf%c3%a9", "/caf%C3%A9"],
  ["/a%2fb", "/a%2Fb"],
  ["/a%2Ab", "/a*b"],
  ["/a%2ab", "/a%2Ab"],
  ["/a*b$", "/a*x*b"],
  ["/q%24", "/q$"],
  ["/q%24$", "/q$"],
  ["/us$ # dollars", "/us"],
  ["/us$/price", "/us$/price"],
])("%s forbids %s: an octet that need not be escaped is the same either way (RFC 9309 §2.2.2)", (rule, path) => {
  const { check } = parseRobots("https://a.test/robots.txt", `User-agent: *\nDisallow: ${rule}`);
  expect(check(`https://a.test${path}`, "GarnerBot")).toEqual({ allowed: false, line: `line 2: Disallow: ${rule}` });
});

test.each([
  ["/%2A", "/anything"],
  ["/x%24", "/x"],
  ["/a%2Fb", "/a/b"],
])("%s does not forbid %s: an escaped character means no more than itself", (rule, path) => {
  const { check } = parseRobots("https://a.test/robots.txt", `User-agent: *\nDisallow: ${rule}`);
  expect(check(`https://a.test${path}`, "GarnerBot").allowed).toBe(true);
});

test.each([
  "User agent: *\nDisallow: /x",
  "Useragent: *\nDisallow: /x",
  "User-agent: *\nDissallow: /x",
  "user-agent : *\nDisalow:/x",
])("a slip of the pen lets nobody in: %j", (text) => {
  expect(parseRobots("https://a.test/robots.txt", text).check("https://a.test/x", "GarnerBot").allowed).toBe(false);
});

test.each([
  ["GarnerBot/0.1 (+https://example.com)", "GarnerBot"],
  ["my-crawler_2", "my-crawler_"],
  ["  Spider", "Spider"],
  ["", "*"],
])("the product token of %j is %s", (userAgent, token) => {
  expect(productToken(userAgent)).toBe(token);
});
