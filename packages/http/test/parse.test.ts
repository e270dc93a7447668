import { readFile } from "node:fs/promises";
import { createEngine, type Engine } from "@garner/core";
import Firecrawl from "firecrawl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve, type Served } from "./serve.ts";

let engine: Engine;
let served: Served;

beforeAll(async () => {
  engine = createEngine();
  served = await serve(engine, { maxUploadBytes: 300_000 });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

const fixture = (name: string) => readFile(new URL(`../../testkit/fixtures/documents/${name}`, import.meta.url));

async function upload(file: Blob | string, { name = "page.html", options = "" } = {}) {
  const form = new FormData();
  if (typeof file === "string") form.set("file", file);
  else form.set("file", file, name);
  if (options !== "") form.set("options", options);
  const answer = await fetch(`${served.url}/v2/parse`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe("a file that is sent", () => {
  test("comes back as a scrape of it would, to the published SDK", async () => {
    const client = new Firecrawl({ apiKey: "fc-test", apiUrl: served.url });
    const pdf = await client.parse({ data: await fixture("two-columns.pdf"), filename: "paper.pdf" });
    expect(pdf.markdown?.length).toBeGreaterThan(100);
    expect(pdf.metadata).toMatchObject({ sourceFile: "paper.pdf", numPages: 3, creditsUsed: 3 });
    expect(pdf.metadata).not.toHaveProperty("url");
    const html = await client.parse(
      {
        data: "<title>Kites</title><main><h1>Kites</h1><p>See <a href='/box'>the box kite</a>.</p></main>",
        filename: "a.html",
      },
      { formats: ["markdown", "html", "links"], timeout: 30_000 },
    );
    expect(html).toMatchObject({ markdown: expect.stringContaining("# Kites"), metadata: { title: "Kites" } });
  });

  test("comes page by page, with marks and blocks, if it has pages", async () => {
    const client = new Firecrawl({ apiKey: "fc-test", apiUrl: served.url });
    const file = { data: await fixture("two-columns.pdf"), filename: "paper.pdf" };
    const parsers = [{ type: "pdf" as const, pages: true, blocks: true, pageMarkers: true }];
    const { markdown, pages, blocks, metadata, warning } = await client.parse(file, { parsers });
    expect(metadata).toMatchObject({ numPages: 3, totalPages: 3 });
    expect(warning).toBeUndefined();
    expect(markdown).toContain("\n\n---\n\n<!-- page 2 -->\n\n");
    expect(pages?.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3]);
    expect(pages?.every((page) => page.markdown.length > 100)).toBe(true);
    expect(blocks?.map(({ items }) => items.length > 1)).toEqual([true, true, true]);
  });

  test("is read by its bytes or the ending of its name, whatever the form calls it", async () => {
    const csv = await upload(new Blob(["name,price\nbox,36\n"]), { name: "kites.csv" });
    expect(csv).toMatchObject({ status: 200, body: { data: { markdown: expect.stringContaining("| box") } } });
    const named = await upload(new Blob(["# Kites"], { type: "application/octet-stream" }), {
      name: "Grüße & more.md",
    });
    expect(named.body["data"]).toMatchObject({ markdown: "# Kites", metadata: { sourceFile: "Grüße & more.md" } });
  });

  test("may come as JSON too", async () => {
    const base64 = Buffer.from("# Kites").toString("base64");
    const answer = await fetch(`${served.url}/v2/parse`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file: { name: "a.md", base64 } }),
    });
    expect(await answer.json()).toMatchObject({ success: true, data: { markdown: "# Kites" } });
  });

  test.each([
    ["a field beside `options`", [["formats", "links"]], "a field `formats`: put it into `options`"],
    ["two files", [["file", "# Other"]], "more than one `file`"],
    [
      "two options",
      [
        ["options", "{}"],
        ["options", "{}"],
      ],
      "more than one `options`",
    ],
  ])("is refused with %s", async (_, fields, message) => {
    const form = new FormData();
    form.set("file", "# Kites");
    for (const [name = "", value = ""] of fields) form.append(name, value);
    const answer = await fetch(`${served.url}/v2/parse`, { method: "POST", body: form });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "BAD_REQUEST", error: expect.stringContaining(message) });
  });

  test("may not be empty, which is told in words of a form", async () => {
    const empty = await upload(new Blob([""]));
    expect(empty).toMatchObject({ status: 400, body: { error: "The form's `file` is empty." } });
    const wrong = await upload("# Kites", { options: "{" });
    expect(wrong.body["error"]).toContain("The form's `options` is not valid JSON");
  });

  test.each([
    ["options that are no JSON", "{", 400, "BAD_REQUEST_INVALID_JSON"],
    ["options that are no object", "[]", 400, "BAD_REQUEST"],
    ["options of a fetch", '{"waitFor":100}', 400, "BAD_REQUEST"],
    ["a screenshot", '{"formats":["screenshot"]}', 400, "BAD_REQUEST"],
    ["options nested too deep", `${"[".repeat(500)}${"]".repeat(500)}`, 400, "BAD_REQUEST"],
  ])("is refused with %s", async (_, options, status, code) => {
    expect(await upload(new Blob(["a"]), { options })).toMatchObject({ status, body: { success: false, code } });
  });

  test("is refused when it is empty, too large, missing, or nothing that can be read", async () => {
    expect(await upload(new Blob([]))).toMatchObject({ status: 400 });
    const png = new Blob([Buffer.from("89504e470d0a1a0a", "hex")]);
    expect(await upload(png, { name: "a.png" })).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_CONTENT" } });
    const form = new FormData();
    form.set("options", "{}");
    expect((await fetch(`${served.url}/v2/parse`, { method: "POST", body: form })).status).toBe(400);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    expect((await fetch(`${served.url}/v2/parse`, { method: "POST", headers, body: "no form" })).status).toBe(400);
    const unbound = { "content-type": "multipart/form-data" };
    const answer = await fetch(`${served.url}/v2/parse`, { method: "POST", headers: unbound, body: "no form" });
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining("names no `boundary`") });
    const elsewhere = new FormData();
    elsewhere.set("file", new Blob(["a"]));
    expect((await fetch(`${served.url}/v2/scrape`, { method: "POST", body: elsewhere })).status).toBe(415);
    expect(await upload(new Blob(["x".repeat(400_000)]))).toMatchObject({ status: 413 });
  });
});

describe("a form that takes long to read", () => {
  const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
  test.each([
    ["of many parts", `${part("a").repeat(1000)}--b--`, "The form has more than 20 parts."],
    [
      "with a long name",
      `${part("a".repeat(20_000))}--b--`,
      "A part of the form has no end of its head within 8192 bytes.",
    ],
  ])("%s is refused", async (_, body, error) => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const answer = await fetch(`${served.url}/v2/parse`, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "BAD_REQUEST", error }]);
  });
});
