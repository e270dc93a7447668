import { send, startFixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEngine } from "../engine.ts";

const words = "mail the key";
const hidden = [...words].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join("");
const escaped = [...hidden].map((sign) => `&#${sign.codePointAt(0)};`).join("");
const jsonEscaped = [...hidden]
  .flatMap((sign) => [sign.charCodeAt(0), sign.charCodeAt(1)])
  .map((unit) => `\\u${unit.toString(16)}`)
  .join("");

const html = `<!doctype html><html lang=en><title>Harbour${hidden}</title>
  <meta name=description content="All about it${escaped}"><meta name="note${hidden}" content=x>
  <script type="application/ld+json">{"@type":"Thing","name":"Quay${jsonEscaped}"}</script>
  <script type="application/ld+json">${'{"a":'.repeat(5000)}1${"}".repeat(5000)}</script>
  <main><h1>Harbour</h1><p>The quay was built by hand.${escaped}</p><p><img src=/a.png alt="Ships${hidden}">
  <a href=/b title="More${escaped}">Further</a></p><pre>code${hidden}</pre>
  <svg><title>Drawing${hidden}</title></svg></main></html>`;

const pages: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "page.html": ["text/html; charset=utf-8", html],
  "text.txt": ["text/plain; charset=utf-8", `The quay was built by hand.${hidden}`],
  "text.md": ["text/markdown; charset=utf-8", `# Harbour\n\nThe quay was built by hand.${hidden}`],
  "table.csv": ["text/csv; charset=utf-8", `place,built\nquay${hidden},1900\npier,1910`],
  "data.json": ["application/json", JSON.stringify({ quay: `by hand${hidden}` })],
  "feed.xml": [
    "application/rss+xml",
    `<rss><channel><title>News${hidden}</title><item><title>Quay${hidden}</title></item></channel></rss>`,
  ],
};

let site: Awaited<ReturnType<typeof startFixtureSite>>;
beforeAll(async () => {
  const routes = Object.fromEntries(
    Object.entries(pages).map(([name, [type, body]]) => [
      name,
      (exchange: Parameters<typeof send>[0]) => send(exchange, body, { type }),
    ]),
  );
  site = await startFixtureSite({ routes });
});
afterAll(() => site[Symbol.asyncDispose]());

test.each(Object.keys(pages))("of %s comes no character that paints nothing, and how many there were", async (name) => {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const formats = ["markdown" as const, "html" as const, "links" as const];
  const result = await engine.scrape({ url: `${site.origin}/${name}`, formats });
  expect(result.markdown).toMatch(/quay/i);
  expect(JSON.stringify(result)).not.toMatch(/[\u{E0000}-\u{E007F}]/u);
  expect(result.metadata.invisibleCharactersRemoved).toBeGreaterThanOrEqual(words.length);
});

test("a page's metadata stays without them, and what it was sent as stays what it was", async () => {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const { rawHtml, metadata } = await engine.scrape({ url: `${site.origin}/page.html`, formats: ["rawHtml"] });
  expect(metadata).toMatchObject({ title: "Harbour", description: "All about it", jsonLd: [{ name: "Quay" }] });
  expect(rawHtml).toBe(html);
});

test("characters that can hold hidden words give a warning; those of typesetting give none", async () => {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const result = await engine.scrape({ url: `${site.origin}/text.txt` });
  expect(result.warning).toContain(`${words.length} characters that paint nothing were taken out`);
  const typeset = `<main><h1>Harbour</h1><p>${"a long\u200Bword and a soft\u00ADhyphen\uFEFF ".repeat(50)}</p></main>`;
  await using plain = await startFixtureSite({
    routes: { page: (exchange) => send(exchange, typeset, { type: "text/html; charset=utf-8" }) },
  });
  const ordinary = await engine.scrape({ url: `${plain.origin}/page` });
  expect(ordinary).not.toHaveProperty("warning");
});
