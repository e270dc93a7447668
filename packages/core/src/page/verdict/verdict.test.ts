import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Verdict } from "../../schema/result.ts";
import { indexElements } from "../element-index.ts";
import { readMetadata } from "../metadata.ts";
import { parse } from "../../markup/parse.ts";
import { factsOf, judge, unfinishedWarning, warningFor } from "./verdict.ts";

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

test.each([
  "<h1>{{ lamp.name }}</h1><p>{{ lamp.price | currency }}</p><button>Add to cart</button>",
  "<h1>[[title]]</h1><p>[[summary]]</p>",
  "<h1>&lt;%= title %></h1><p>Price: &lt;%= price %></p>",
  "<h1>${name}</h1><p>${description}</p>",
  "<h1>undefined</h1><p>€ NaN</p><p>[object Object]</p>",
])("a page of places that no script has filled needs its scripts: %s", (html) => {
  const judgement = judgeHtml(`${html}<script src="/app.js"></script>`);
  expect(judgement.verdict).toBe("needs-javascript");
  expect(judgement.reason).toContain("where its words would stand");
});

test.each([
  ["<h1>{{ lamp.name }}</h1><p>{{ lamp.price }}</p>", 'still shows "{{ lamp.name }}"'],
  ['<main><h1>Lamps</h1><ul aria-busy="true"><li></li></ul></main>', 'around an empty <ul aria-busy="true">'],
])("a page that is not filled after its scripts have run is warned of: %s", (html, said) => {
  const url = "https://site.example/a";
  const capture = { status: 200, headers: [], requestedUrl: url, url, isRendered: true };
  const facts = factsOf(parse(`${html}<script src="/app.js"></script>`), capture, {});
  expect(judge(facts).verdict).toBe("ok");
  expect(unfinishedWarning(facts)).toContain(said);
});

test.each([
  "<h1>Variables</h1><p>{{ name }}</p><p>{{ price }}</p>",
  "<h1>{{ name }}</h1><p>A template for letters: put {{ name }} where the name of the lady or gentleman stands.</p>",
  "<h1>Undefined</h1><p>An album of eleven songs, from 1998.</p>",
  "<h1>Fog</h1><p>{{ comments }} comments</p>",
])("a page about such places, or with one, is a page: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("ok");
});

test.each([
  ['{"status":500,"error":"Internal Server Error","path":"/lamps/4"}', "internal server error"],
  ['{"errors":[{"message":"No field named lamp"}],"data":null}', "no field named lamp"],
  ['{"code":404,"message":"No such lamp"}', "no such lamp"],
  ['{"type":"about:blank","title":"Out of oil","status":503}', "out of oil"],
])("an error for programs in place of a page: %s", (json, said) => {
  const judgement = judgeHtml(`<pre>${json}</pre>`);
  expect(judgement.verdict).toBe("error-page");
  expect(judgement.reason).toContain(said);
});

test.each([
  '{"error":null,"data":{"name":"Brass lamp"}}',
  '{"errors":[{"message":"No stock for 3"}],"data":{"name":"Brass lamp"}}',
  '{"error":"E42","lamp":"Brass lamp","day":"Monday"}',
  '{"message":"Lamps are lit at six.","lamp":"Brass"}',
  "{a lamp}",
])("data is no error: %s", (json) => {
  expect(judgeHtml(`<pre>${json}</pre>`).verdict).toBe("ok");
});

test("a page of frames says so, and a server's picture of itself is told by its title", () => {
  expect(
    judgeHtml('<html><frameset cols="20%,80%"><frame src="a.html"><frame src="b.html"></frameset></html>'),
  ).toEqual({
    verdict: "empty",
    reason: "the page is made of frames (2), each a page at an address of its own",
  });
  const picture =
    '<title>IIS Windows Server</title><a href="https://iis.example/"><img src="iisstart.png" alt="IIS"></a>';
  expect(judgeHtml(picture).verdict).toBe("parked-domain");
});

test("judging a page takes time linear in its size, whatever it repeats", () => {
  const pieces = [
    "<div id=root>",
    "<h1>not found",
    "you must be logged in to ",
    "<noscript>",
    "&#x200b; ",
    "<a href=/login>log in</a>",
    "{{ ",
    "<div aria-busy=true>",
    '{"error":',
  ];
  for (const piece of pieces) expect(judgeHtml(piece.repeat(20_000)).reason).not.toBe("");
});
