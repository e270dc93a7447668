import { startBareServer, type BareServer, type ModelAnswerer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startModelledEngine } from "../../../test/modelled-engine.ts";
import { pdfOf } from "../../../test/documents/drawn-pdf.ts";
import { createEngine } from "../../engine.ts";

const html = `<title>Kites</title><main><h1>Delta kite</h1>
<p>It flies in the lightest wind.</p><p>It costs 24 EUR.</p><p>Made by hand, since 1871.</p></main>`;

let site: BareServer;
let long: BareServer;
beforeAll(async () => {
  const page = (text: string) =>
    startBareServer((_request, response) => response.setHeader("content-type", "text/html").end(text));
  site = await page(html);
  long = await page(`<main>${"<p>Words about nothing in particular, and more of them.</p>".repeat(200)}${html}</main>`);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await long[Symbol.asyncDispose]();
});

/** The numbers of the lines that speak of what is looked for. */
const linesWith =
  (word: string): ModelAnswerer =>
  ({ user }) => ({
    json: {
      lines: [...user.matchAll(/^\[(\d+)\] (.*)$/gm)]
        .filter(([, , line]) => line?.includes(word))
        .map(([, n]) => Number(n)),
    },
  });

test("a question is answered from the page, and charged for", async () => {
  await using asked = await startModelledEngine(() => ({ text: " It costs 24 EUR.\n" }));
  const question = "What does it cost?";
  const result = await asked.engine.scrape({ url: site.origin, formats: [{ type: "question", question }] });
  expect(result.answer).toBe("It costs 24 EUR.");
  expect(result).not.toHaveProperty("markdown");
  expect(result.metadata).toMatchObject({ creditsUsed: 5, modelUsage: { calls: 1 } });
  expect(asked.server.requests[0]?.user).toContain(question);
  expect(asked.server.requests[0]?.user).toContain("It flies in the lightest wind.");
});

test("highlights are passages of the page, word for word, whatever else the model says", async () => {
  await using asked = await startModelledEngine(linesWith("costs"));
  const { highlights, metadata } = await asked.engine.scrape({
    url: site.origin,
    formats: ["markdown", { type: "highlights", query: "the price" }],
  });
  expect(highlights).toBe("It costs 24 EUR.");
  expect(metadata.creditsUsed).toBe(5);

  await using liar = await startModelledEngine(() => ({ json: { lines: [9999, -3, 1], text: "It is free." } }));
  const formats = [{ type: "highlights", query: "the price" }] as const;
  expect((await liar.engine.scrape({ url: site.origin, formats })).highlights).toBe("# Delta kite");
});

test("without anything to quote, highlights are empty and a warning says so", async () => {
  await using asked = await startModelledEngine(linesWith("balloon"));
  const formats = [{ type: "highlights", query: "balloons" }] as const;
  const { highlights, warning } = await asked.engine.scrape({ url: site.origin, formats });
  expect(highlights).toBe("");
  expect(warning).toContain("Nothing on the page");
});

test("of a page without a text no model is asked, and a warning says so", async () => {
  await using asked = await startModelledEngine(() => ({ text: "Ada Lovelace runs it." }));
  const scrape = { url: site.origin, excludeTags: ["*"] };
  const answered = await asked.engine.scrape({ ...scrape, formats: [{ type: "question", question: "Who runs it?" }] });
  expect(answered.answer).toBe("");
  expect(answered.warning).toContain("no model was asked for `question`");
  const quoted = await asked.engine.scrape({ ...scrape, formats: [{ type: "highlights", query: "who runs it" }] });
  expect(quoted.highlights).toBe("");
  expect(quoted.warning).toContain("no model was asked for `highlights`");
  expect(asked.server.requests).toHaveLength(0);
});

test("nothing takes the base64 of a PDF that was not read for its text, and a warning says so", async () => {
  const pdf = pdfOf([{ x: 60, y: 700, text: "Ada Lovelace runs it." }]);
  await using served = await startBareServer((_request, response) =>
    response.setHeader("content-type", "application/pdf").end(pdf),
  );
  await using asked = await startModelledEngine(() => ({ text: "Ada Lovelace runs it.", json: { ceo: "Ada" } }));
  const { engine } = asked;
  const bytes = Buffer.from(pdf).toString("base64");
  const formats = [
    "markdown",
    "chunks",
    "links",
    "summary",
    "changeTracking",
    { type: "json", prompt: "who" },
  ] as const;
  const result = await engine.scrape({ url: served.origin, parsers: [], formats });
  expect(result).toMatchObject({ markdown: bytes, chunks: [], summary: "", json: {} });
  expect(result).not.toHaveProperty("changeTracking");
  const names = "`chunks`, `links`, `summary`, `changeTracking`, `json`";
  expect(result.warning).toContain(
    `The PDF was not read, because \`parsers\` does not name it, so there is nothing for ${names}`,
  );
  const answered = await engine.scrape({
    url: served.origin,
    parsers: [],
    formats: [{ type: "question", question: "Who?" }],
  });
  expect(answered).toMatchObject({ answer: "", warning: expect.stringContaining("nothing for `question`") });
  const given = { bytes: pdf, url: served.origin, contentType: "application/pdf" };
  expect(await engine.read(given, { parsers: [], formats: ["chunks"] })).toMatchObject({ chunks: [] });
  const extracted = await engine
    .extract({ urls: [served.origin], prompt: "who", scrapeOptions: { parsers: [] } })
    .result();
  expect(extracted).toMatchObject({ status: "failed", error: expect.stringContaining("`scrapeOptions.parsers`") });
  expect(asked.server.requests).toHaveLength(0);
  expect((await engine.scrape({ url: served.origin, parsers: [] })).warning).toBeUndefined();
});

test("a long page is read in parts", async () => {
  const formats = [{ type: "question", question: "What does it cost?" }] as const;
  await using asked = await startModelledEngine(
    ({ user }) => {
      if (!user.includes("one part of a page")) return { text: `Read: ${user.includes("24 EUR")}` };
      return { text: user.includes("24 EUR") ? "It costs 24 EUR." : "NONE" };
    },
    { models: { maxInputTokens: 500 } },
  );
  const { answer, warning } = await asked.engine.scrape({ url: long.origin, onlyMainContent: false, formats });
  expect(answer).toBe("Read: true");
  expect(warning).toMatch(/read in \d+ parts/);

  await using quoted = await startModelledEngine(linesWith("costs"), { models: { maxInputTokens: 500 } });
  const quotes = [{ type: "highlights", query: "price" }] as const;
  const result = await quoted.engine.scrape({ url: long.origin, onlyMainContent: false, formats: quotes });
  expect(result.highlights).toBe("It costs 24 EUR.");
});

test("the older format `query` answers, or quotes", async () => {
  await using asked = await startModelledEngine((request) =>
    request.schema === undefined ? { text: "24" } : linesWith("costs")(request, 0),
  );
  const query = { type: "query", prompt: "What does it cost?" } as const;
  expect((await asked.engine.scrape({ url: site.origin, formats: [query] })).answer).toBe("24");
  const quoting = await asked.engine.scrape({ url: site.origin, formats: [{ ...query, mode: "directQuote" }] });
  expect(quoting.answer).toBe("It costs 24 EUR.");
});

test("without a model the answer is an error that says what to configure", async () => {
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  for (const format of [
    { type: "question", question: "What?" },
    { type: "highlights", query: "What?" },
    { type: "query", prompt: "What?" },
  ] as const) {
    const failure = { code: "CAPABILITY_MISSING", message: expect.stringContaining("models: { language }") };
    await expect(engine.scrape({ url: site.origin, formats: [format] })).rejects.toMatchObject(failure);
  }
});

test("a question that can't be one is refused", async () => {
  await using engine = createEngine();
  const url = "https://a.example/";
  const question = { type: "question", question: "What?" } as const;
  await expect(engine.scrape({ url, formats: [{ type: "question", question: " " }] })).rejects.toThrow(
    "must not be empty",
  );
  await expect(engine.scrape({ url, formats: ["question" as "markdown"] })).rejects.toThrow("formats[0]");
  const twice = engine.scrape({ url, formats: [question, { ...question, question: "Why?" }] });
  await expect(twice).rejects.toThrow("at most one question");
});
