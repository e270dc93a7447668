import { linkPage, markup, repetition, selector, styledPage } from "./markup.ts";
import { several, type Random } from "./random.ts";

/** Something that a stranger sends: a request, and the page that it leads to. */
export interface Attack {
  readonly path: string;
  /** The request's body; in it, `PAGE` stands for the address of the page. */
  readonly body: string;
  readonly page?: { readonly type: string; readonly text: string } | undefined;
}

/** Attacks of one kind; `size` goes from 0 to 1, where the largest that is let in is about 1. */
export type Family = (random: Random, size: number) => Attack;

const html = (text: string) => ({ type: "text/html", text });
const post = (path: string, body: unknown, page?: Attack["page"]): Attack => ({
  path,
  body: JSON.stringify(body),
  page,
});
const scrape = (page: Attack["page"], options: object = {}) =>
  post("/v2/scrape", { url: "PAGE", maxAge: 0, timeout: 60_000, ...options }, page);
const everything = { formats: ["markdown", "html", "rawHtml", "links"], onlyMainContent: false };
const nested = (size: number) => html(`<main class=q>${"<b class=z>".repeat(20 + size * 1500)}text`);

function schemaOf(random: Random, size: number): unknown {
  const count = 1 + Math.floor(size * 6000);
  const leaf = { type: random.pick(["string", "number", "boolean"]) };
  const properties = (of: unknown) => Object.fromEntries(several(count, (index) => [`p${index}`, of]));
  return random.pick<() => unknown>([
    () => ({ type: "object", properties: properties(leaf) }),
    () => ({ type: "object", patternProperties: properties(leaf) }),
    () => ({ oneOf: several(count, (index) => ({ const: index })) }),
    () => ({ anyOf: several(count / 10, () => ({ allOf: several(10, () => leaf) })) }),
    () => ({ type: "string", enum: several(count, (index) => `v${index}`) }),
    () => ({ type: "string", pattern: `(?:${"a?".repeat(count / 10)}){100}` }),
    () => ({ $ref: "#" }),
    () => ({ type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: definitions(count / 10) }),
    () =>
      several(count / 10, () => 0).reduce(
        (inner: unknown) => ({ type: "object", properties: { a: inner } }),
        leaf as unknown,
      ),
    () => ({
      type: "array",
      uniqueItems: true,
      maxItems: 1e9,
      items: { type: "object", properties: properties(leaf) },
    }),
  ])();
}

function definitions(count: number): unknown {
  const ref = (index: number) => ({ $ref: `#/$defs/d${index}` });
  return Object.fromEntries(
    several(count, (index) => [`d${index}`, { anyOf: [ref(index + 1), ref(index + 2), { type: "string" }] }]),
  );
}

function patternsOf(random: Random, size: number): readonly string[] {
  const times = 1 + Math.floor(size * 1000);
  const pattern = random.pick([
    `[a-z]{${times}}`,
    `(a?){${times}}`,
    `(?:a{1,100}){1,${Math.ceil(times / 100)}}$`,
    `(?:${"a|".repeat(times / 4)}b)*c`,
    `(.*a){${Math.ceil(times / 50)}}`,
    "(?i:\\p{L}+)*x".repeat(1 + times / 40),
    "^/a/b/.*$",
  ]);
  return several(1 + random.below(200), (index) => `${pattern}${index}`);
}

function bodyOf(random: Random, size: number): Attack {
  const count = Math.floor(size * 500_000);
  const urls = (host: string) => several(count / 2, (index) => `https://${host}/${index}`);
  return random.pick<() => Attack>([
    () => post("/v2/scrape", Object.fromEntries(several(count, (index) => [`k${index}`, 1]))),
    () =>
      post("/v2/scrape", {
        url: "https://a.test",
        headers: Object.fromEntries(several(count, (index) => [`k${index}`, "v"])),
      }),
    () => post("/v2/scrape", { url: "https://a.test", formats: several(count, () => "markdown") }),
    () =>
      post("/v2/scrape", { url: "https://a.test", actions: several(count, () => ({ type: "wait", milliseconds: 1 })) }),
    () => post("/v2/scrape", { url: "https://a.test", location: several(count, () => ({})) }),
    () => post("/v2/scrape", { url: `https://a.test/${"a/".repeat(count)}` }),
    () =>
      post(
        "/v2/scrape",
        several(count, () => ({})),
      ),
    () => post("/v2/batch/scrape", { urls: urls("a.test") }),
    () => post("/v2/batch/scrape", { urls: several(count, () => "no url"), ignoreInvalidURLs: true }),
    () => post("/v2/extract", { urls: several(count / 4, () => `https://a.test/${"*".repeat(20)}`), prompt: "x" }),
    () => post("/v2/search", { query: "a ".repeat(count) }),
    () => post("/v2/crawl", { url: "https://a.test", includePaths: several(count, () => "a") }),
    () =>
      post("/v2/crawl", {
        url: "https://a.test",
        webhook: { url: "https://a.test", metadata: Object.fromEntries(several(count, (index) => [`k${index}`, "v"])) },
      }),
    () => ({ path: "/v2/scrape", body: "[".repeat(count) + "]".repeat(count) }),
    () => ({ path: "/v2/scrape", body: `{"url":"https://a.test","x":"${"\\u0000".repeat(count)}"}` }),
    () => ({ path: "/v2/scrape", body: "a=1&".repeat(count) }),
  ])();
}

function documentOf(random: Random, size: number): Attack {
  const count = 1 + Math.floor(size * 200_000);
  return scrape(
    random.pick<() => NonNullable<Attack["page"]>>([
      () => ({ type: "application/json", text: JSON.stringify(several(count, (index) => ({ a: index }))) }),
      () => ({ type: "application/json", text: "[".repeat(count) + "]".repeat(count) }),
      () => ({ type: "text/plain", text: "a ".repeat(count) }),
      () => ({
        type: "text/markdown",
        text: random.pick(["[", "*a ", "> ", "`", "- a\n", "| a |\n|-|\n"]).repeat(count),
      }),
      () => ({ type: "text/csv", text: `a,b\n${'"x",y\n'.repeat(count)}` }),
      () => ({
        type: "application/rss+xml",
        text: `<rss><channel>${"<item><title>a</title></item>".repeat(count / 10)}</channel></rss>`,
      }),
      () => ({ type: "application/xml", text: `<a>${"<b>".repeat(count)}` }),
      () => html(`<script type="application/ld+json">${"[".repeat(count)}</script>x`),
      () =>
        html(
          `<title>${"a".repeat(count)}</title>${several(count / 10, (index) => `<meta name="m${index}" content="${index}">`).join("")}x`,
        ),
    ])(),
    everything,
  );
}

/** The attacks, by name. */
export const families: Readonly<Record<string, Family>> = {
  "style sheet of a small page": (random, size) => scrape(html(styledPage(random, 1000 + size * 14_000))),
  "style sheet of a large page": (random, size) => scrape(html(styledPage(random, 20_000 + size * 2_000_000))),
  "markup of a small page": (random, size) => scrape(html(markup(random, size * 16_000)), everything),
  "markup of a large page": (random, size) => scrape(html(markup(random, 20_000 + size * 4_000_000)), everything),
  "repetition in a small page": (random, size) => scrape(html(repetition(random, size * 16_000)), everything),
  "selectors of a caller": (random, size) => {
    const selectors = several(1 + size * 199, () => selector(random, 1 + random.below(60)));
    return scrape(nested(size), random.pick([{ includeTags: selectors }, { excludeTags: selectors }]));
  },
  "JSON schema": (random, size) =>
    scrape(html("<main><p>text</p></main>"), { formats: [{ type: "json", schema: schemaOf(random, size) }] }),
  "patterns of a crawl": (random, size) => {
    const patterns = patternsOf(random, size);
    const request = { url: "PAGE", limit: 2, ...random.pick([{ includePaths: patterns }, { excludePaths: patterns }]) };
    return post("/v2/crawl", request, html(linkPage(random, size * 50_000)));
  },
  "patterns of a map": (random, size) => {
    const request = { url: "PAGE", timeout: 20_000, excludePaths: patternsOf(random, size).slice(0, 20) };
    return post("/v2/map", request, html(linkPage(random, size * 50_000)));
  },
  "map of many links": (random, size) =>
    post(
      "/v2/map",
      { url: "PAGE", timeout: 20_000, limit: 30_000, search: random.pick(["", "a ".repeat(900)]) },
      html(linkPage(random, size * 100_000)),
    ),
  "body of a request": bodyOf,
  "document that is no page": documentOf,
};
