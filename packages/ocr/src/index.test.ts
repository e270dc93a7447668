import { readFile } from "node:fs/promises";
import { createEngine, EngineError, workerTransformer } from "@garner/core";
import { send, startFixtureSite, type FixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tesseract } from "./index.ts";

const fixture = async (name: string) =>
  await readFile(new URL(`../../testkit/fixtures/documents/${name}`, import.meta.url));

let site: FixtureSite;
beforeAll(async () => {
  const [pdf, png, upsideDown, statement] = await Promise.all([
    fixture("scan-and-text.pdf"),
    fixture("letter.png"),
    fixture("letter-upside-down.png"),
    fixture("statement.png"),
  ]);
  site = await startFixtureSite({
    routes: {
      pdf: (exchange) => send(exchange, pdf, { type: "application/pdf" }),
      png: (exchange) => send(exchange, png, { type: "image/png" }),
      "upside-down": (exchange) => send(exchange, upsideDown, { type: "image/png" }),
      statement: (exchange) => send(exchange, statement, { type: "image/png" }),
    },
  });
});
afterAll(() => site[Symbol.asyncDispose]());

const policy = { allowPrivateNetworks: true };
const letter =
  "The lamp of the northern mole was lit for the first time in the winter of 1911, when three ships had been lost within a week.\n\nSince then the keeper has written down the name of every vessel that entered, and the list fills forty volumes.";

test("scanned pages of a PDF have their text, between the pages that have it anyway; so has a picture", async () => {
  await using ocr = tesseract();
  await using transformer = workerTransformer({ threads: 1 });
  await using engine = createEngine({ policy, content: { ocr, transformer } });
  const pdf = await engine.scrape({ url: `${site.origin}/pdf` });
  expect(pdf.markdown).toContain(`Harbour Letter\n\n${letter}`);
  expect(pdf.markdown?.trim()).toMatch(/volumes\.\n\n.*A page with a text layer of its own\.$/s);
  expect(pdf.metadata).toMatchObject({ numPages: 2, creditsUsed: 2, recognizedPages: 1, verdict: "ok" });
  expect(pdf).not.toHaveProperty("warning");
  const png = await engine.scrape({ url: `${site.origin}/png` });
  expect(png.markdown).toContain(letter);
  expect(png.metadata).toMatchObject({ creditsUsed: 1, recognizedPages: 1, contentType: "image/png" });
});

test("a picture that was scanned upside down is turned; lines of prose are joined, others stay lines", async () => {
  await using ocr = tesseract();
  await using engine = createEngine({ policy, content: { ocr } });
  const { markdown } = await engine.scrape({ url: `${site.origin}/upside-down` });
  expect(markdown).toContain(letter);
  const statement = await engine.scrape({ url: `${site.origin}/statement` });
  expect(statement.markdown).toMatch(/Mr J. Doe *\n+12 High Road *\n+Leeds/);
  expect(statement.markdown).toMatch(/Salary 2,500.00 3,454.90 *\nRent 900.00 2,554.90 *\n+Refund 12.00 2,566.90/);
});

test("`fast` reads no pictures; pages over the budget are named", async () => {
  await using ocr = tesseract({ maxDocumentMs: 0 });
  await using engine = createEngine({ policy, content: { ocr } });
  const fast = await engine.scrape({ url: `${site.origin}/pdf`, parsers: [{ type: "pdf", mode: "fast" }] });
  expect(fast.markdown).not.toContain("lamp");
  expect(fast.warning).toContain("1 of 2 pages have no text: the mode `fast` reads no pictures.");
  const late = await engine.scrape({ url: `${site.origin}/pdf`, maxAge: 0 });
  expect(late.warning).toContain("1 of 2 pages have no text");
  expect(late.markdown).toContain("A page with a text layer of its own.");
});

test("without text recognition the answers say how to get it", async () => {
  await using engine = createEngine({ policy });
  const pdf = await engine.scrape({ url: `${site.origin}/pdf` });
  expect(pdf.warning).toMatch(/1 of 2 pages have no text.*@garner\/ocr/);
  const failure: unknown = await engine.scrape({ url: `${site.origin}/png` }).catch((thrown: unknown) => thrown);
  expect(EngineError.is(failure) && failure.code).toBe("UNSUPPORTED_CONTENT");
  expect(String(failure)).toContain("@garner/ocr");
});

test("a call that is given up ends its thread, and the next one works", async () => {
  await using ocr = tesseract();
  const picture = { page: 1, bytes: await fixture("letter.png"), mediaType: "image/png" };
  const giving = new AbortController();
  const given = ocr.recognize([picture], giving.signal);
  giving.abort(new Error("given up"));
  await expect(given).rejects.toThrow("given up");
  const [page] = await ocr.recognize(
    [picture, { ...picture, page: 2, bytes: Uint8Array.of(1, 2) }],
    AbortSignal.timeout(60_000),
  );
  expect(page?.text).toContain("northern mole");
  expect(page?.confidence).toBeGreaterThan(0.8);
});

test.each([
  ["xyz", "CAPABILITY_MISSING", "@tesseract.js-data/xyz"],
  ["../eng", "BAD_REQUEST", "is no name of a language"],
])("the language %s is refused when it is made: %s", (language, code, message) => {
  expect(() => tesseract({ languages: ["eng", language] })).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(new RegExp(`^languages: .*${message}`)) }),
  );
});

test.each([
  [null, "tesseract: the options must be an object."],
  [{ languages: "deu" }, 'tesseract: `languages` must be a list, not "deu".'],
  [{ language: ["deu"] }, "Did you mean `languages`?"],
])("options that would have no effect are refused when it is made: %j", (options, message) => {
  expect(() => tesseract(options as never)).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
  );
});
