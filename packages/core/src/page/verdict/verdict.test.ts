import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Verdict } from "../../schema/result.ts";
import { indexElements } from "../element-index.ts";
import { readMetadata } from "../metadata.ts";
import { parse } from "../../markup/parse.ts";
import { factsOf, judge, warningFor } from "./verdict.ts";

const fixtures = new URL("../../../../testkit/fixtures/verdict/", import.meta.url);

interface Facts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestedUrl?: string;
  readonly url?: string;
}

/** A fixture may begin with a comment that holds what HTTP said about it. */
function judgeHtml(html: string, facts: Facts = {}) {
  const url = facts.url ?? "https://site.example/news/2025/quay";
  const capture = {
    status: facts.status ?? 200,
    headers: Object.entries(facts.headers ?? {}),
    requestedUrl: facts.requestedUrl ?? url,
    url,
  };
  const document = parse(html);
  return judge(factsOf(document, capture, readMetadata(indexElements(document), url)));
}

function judgeFixture(path: string) {
  const html = readFileSync(new URL(path, fixtures), "utf8");
  const facts = /^<!-- (\{.*\}) -->/.exec(html)?.[1];
  return judgeHtml(html, facts === undefined ? {} : (JSON.parse(facts) as Facts));
}

describe.each(Verdict.options)("pages that are %s", (verdict) => {
  test.each(readdirSync(new URL(`${verdict}/`, fixtures)))("%s", (name) => {
    const judgement = judgeFixture(`${verdict}/${name}`);
    expect(judgement).toMatchObject({ verdict, reason: expect.stringMatching(/\w{3}/) });
  });
});

test("reasons name the facts in plain words", () => {
  expect(judgeFixture("blocked/cloudflare-managed-challenge.html").reason).toBe(
    "Cloudflare stands before the page: the response header cf-mitigated says challenge",
  );
  expect(judgeFixture("soft-404/german.html").reason).toContain('the title says "seite nicht gefunden"');
  expect(judgeFixture("login-wall/redirect-to-login.html").reason).toContain("leads to a login page (/login)");
  expect(judgeFixture("paywall/declared.html").reason).toContain("it declares isAccessibleForFree: false");
  expect(judgeFixture("needs-javascript/vite-vue.html").reason).toContain("#app");
});

test("every verdict but ok has a warning that says what it means and why", () => {
  expect(warningFor({ verdict: "ok", reason: "x" })).toBeUndefined();
  for (const verdict of Verdict.options.filter((other) => other !== "ok")) {
    expect(warningFor({ verdict, reason: "the facts" })).toMatch(/^[A-Z].{20,}: the facts\.$/);
  }
});

test("what is returned counts, where it is known: an article that is sent whole is ok although it is paid", () => {
  const html = readFileSync(new URL("paywall/declared.html", fixtures), "utf8");
  const document = parse(html);
  const url = "https://site.example/a";
  const facts = factsOf(
    document,
    { status: 200, headers: [], requestedUrl: url, url },
    readMetadata(indexElements(document), url),
  );
  expect(judge({ ...facts, contentCharacters: 9000 }).verdict).toBe("ok");
});

test("a page whose scripts have run needs no JavaScript: it is empty, or what it shows", () => {
  const html = '<div id="root"></div><noscript>Enable JavaScript</noscript><script src="/a.js"></script>';
  const url = "https://site.example/a";
  const capture = { status: 200, headers: [], requestedUrl: url, url };
  expect(judge(factsOf(parse(html), capture, {})).verdict).toBe("needs-javascript");
  expect(judge(factsOf(parse(html), { ...capture, isRendered: true }, {})).verdict).toBe("empty");
});

test.each([
  "<h1>Products</h1><div class=card></div><p>Loading…</p>",
  "<header><nav><a href=/>Home</a> <a href=/shop>Shop</a></nav>Lamps and oil since 1871</header><main><h1>Shop</h1><div>Loading...</div></main><footer>Open every day from nine to five</footer>",
  "<p>You are being redirected, please wait...</p>",
  "<h1>Einen Moment</h1><p>Sie werden weitergeleitet.</p>",
  "<p>Redirecionando…</p>",
  "<p>页面正在跳转，请稍候</p>",
])("a page whose own words are that it is loading or leads elsewhere needs its scripts: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("needs-javascript");
  expect(judgeHtml(html).verdict).not.toBe("needs-javascript");
});

test.each([
  "<h1>Loading bays</h1><p>Loading docks at the port open at six.</p>",
  "<h1>HTTP</h1><p>A browser that is redirected asks for the other address by itself, with the same method for status 307 and 308.</p>",
])("a page about loading or redirects is a page: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("ok");
});

test("judging a page takes time linear in its size, whatever it repeats", () => {
  const pieces = [
    "<div id=root>",
    "<h1>not found",
    "you must be logged in to ",
    "<noscript>",
    "&#x200b; ",
    "<a href=/login>log in</a>",
  ];
  for (const piece of pieces) expect(judgeHtml(piece.repeat(20_000)).reason).not.toBe("");
});
