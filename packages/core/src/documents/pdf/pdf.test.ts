import { readFile } from "node:fs/promises";
import { captureOf as captureBytes, transformOptions } from "@garner/testkit/site";
import { beforeAll, describe, expect, test } from "vitest";
import { EngineError } from "../../errors.ts";
import { transformCapture } from "../../transform/pipeline.ts";
import type { PageContent } from "../../transform/transformer.ts";
import type { Capture } from "../../ports/page-source.ts";
import { workerTransformer } from "../../transform/workers/worker-transformer.ts";
import { builtInParsers } from "../index.ts";
import { pdfParser } from "./index.ts";
import { pdfDate } from "./metadata.ts";

const fixtures = new URL("../../../../testkit/fixtures/documents/", import.meta.url);
const bytesOf = async (name: string) => new Uint8Array(await readFile(new URL(name, fixtures)));

async function captureOf(name: string): Promise<Capture> {
  const url = `https://site.example/${name}`;
  return captureBytes(await bytesOf(name), { url, contentType: "application/pdf" });
}

const options = transformOptions({ outputs: ["markdown", "links"] });

async function read(name: string): Promise<PageContent & { readonly markdown: string }> {
  const content = await transformCapture(
    await captureOf(name),
    options,
    { parsers: builtInParsers },
    new AbortController().signal,
  );
  return { ...content, markdown: content.markdown ?? "" };
}

async function inThread(name: string): Promise<PageContent> {
  const transformer = workerTransformer({ threads: 1 });
  try {
    return await transformer.transform(await captureOf(name), options, new AbortController().signal);
  } finally {
    await transformer[Symbol.asyncDispose]?.();
  }
}

const parse = async (body: Uint8Array, signal = new AbortController().signal) =>
  await pdfParser.parse(
    { body, mediaType: "application/pdf", charset: undefined, url: "https://site.example/a.pdf" },
    signal,
  );

describe("a report printed by a browser", () => {
  let report: PageContent & { readonly markdown: string };
  beforeAll(async () => {
    report = await read("report.pdf");
  });

  test("has its metadata", () => {
    expect(report.metadata).toMatchObject({ title: "Harbour Report 2025", numPages: 2, language: "en" });
    expect(report.metadata["publishedTime"]).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(report).toMatchObject({ verdict: "ok", warnings: [] });
  });

  test("has its headings in levels", () => {
    expect(report.markdown.match(/^#+ .+$/gm)).toEqual([
      "# Harbour Report 2025",
      "## Traffic",
      "## Figures by month",
      "## What changes",
      "### How to apply",
      "## Data access",
      "## Outlook",
      "### Contact",
    ]);
  });

  test("reads columns one after the other and joins lines", () => {
    const { markdown } = report;
    expect(markdown).toContain(
      "since records began, although the extraordinarily cold February kept the smaller fishing boats ashore for almost three weeks.",
    );
    expect(markdown.indexOf("bulk goods declined")).toBeLessThan(markdown.indexOf("The second column"));
    expect(markdown.indexOf("The second column")).toBeLessThan(markdown.indexOf("Waiting times"));
    expect(markdown.indexOf("Waiting times")).toBeLessThan(markdown.indexOf("## Figures by month"));
  });

  test("has its table, with wrapped and empty cells", () => {
    expect(report.markdown).toContain(
      [
        "| Month | Vessels | Cargo (t) | Remarks |",
        "| --- | --- | --- | --- |",
        "| January | 312 | 48,100 | Storm on the 12th |",
        "| February | 274 | 41,950 | Ice in the inner basin, ferries suspended for nine days in total |",
        "| March | 355 | 53,020 |  |",
        "| April | 361 | 55,700 | New crane in service |",
      ].join("\n"),
    );
  });

  test("has its lists, though their bullets are drawings", () => {
    expect(report.markdown).toContain("- Mooring fees rise by two percent.\n- The north quay");
    expect(report.markdown).toContain("\n  - Exceptions are granted by the office.\n  - Emergency");
    expect(report.markdown).toContain("1. Fill in the form.\n2. Send it to");
  });

  test("has its links, emphasis and code", () => {
    expect(report.links).toEqual(
      expect.arrayContaining(["https://harbour.example/office", "https://harbour.example/faq"]),
    );
    expect(report.markdown).toContain("[Harbour Office](https://harbour.example/office)");
    expect(report.markdown).toContain("with **bold words** and *italic words* in");
    expect(report.markdown).toContain(
      '```\ncurl -s https://api.harbour.example/v1/vessels \\\n  -H "Accept: application/json"\nif (answer.ok) {\n    console.log(',
    );
  });

  test("has no running headers and page numbers", () => {
    expect(report.markdown.match(/Harbour Report 2025/g)).toHaveLength(1);
    expect(report.markdown).not.toMatch(/Page \d of/);
  });
});

describe("a two-column paper", () => {
  let markdown: string;
  beforeAll(async () => {
    ({ markdown } = await read("paper.pdf"));
  });

  test("is read column by column, with numbered sections as headings", () => {
    expect(markdown.match(/^#+ .+$/gm)).toEqual([
      "# On the Reading of Documents by Machines",
      "## Abstract",
      "## 1 Introduction",
      "### 1.1 Previous work",
      "## 2 Method",
      "## 3 Results",
      "## 4 Conclusion",
      "## References",
    ]);
  });

  test("undoes hyphenation at the ends of lines, but keeps compounds", () => {
    expect(markdown).toContain("relies on typographic conventions");
    expect(markdown).toContain("must reconstruct the paragraphs, headings");
    expect(markdown).toContain("whose two-dimensional structure");
  });

  test("has a table without rules, ligatures, superscripts and the links of its citations", () => {
    expect(markdown).toContain("| System | Pages | Errors |\n| --- | --- | --- |\n| Alpha | 120 | 14 |");
    expect(markdown).toContain("as in efficient or final, are");
    expect(markdown).toMatch(/columns and footnotes\[\^1\] interrupt/);
    expect(markdown).toContain("https://papers.example/one");
  });

  test("has its lists and code", () => {
    expect(markdown).toContain("1. collect the glyphs of a page,\n2. merge them into lines,");
    expect(markdown).toContain("- reading order is preserved,\n- hyphenation is removed,");
    expect(markdown).toContain("```\ndef join(lines):\n    for line in lines:\n        yield line.strip()\n```");
  });
});

test("running headers and page numbers go, however they are placed", async () => {
  const { markdown } = await read("running-header.pdf");
  expect(markdown).not.toMatch(/Annals|Chapter|^\d+$/m);
  expect(markdown.split("\n\n")).toHaveLength(3);
  expect(markdown).toContain("great storm and has been tended");
});

test("columns that begin with the same words on every page, but for a number, stay whole and in order", async () => {
  const { markdown } = await read("two-columns.pdf");
  expect(markdown).not.toMatch(/Journal of Harbours|^\d$/m);
  const places = [1, 2, 3].flatMap((page) =>
    ["left", "right"].flatMap((side) => [
      markdown.indexOf(`Page ${page} begins its ${side} column here.`),
      markdown.indexOf(`The ${side} column of page ${page} ends.`),
    ]),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("columns of long words, justified, in twos and threes on one page, are read one after the other", async () => {
  const { markdown } = await read("justified-columns.pdf");
  const order = [
    "## Erste Spalte",
    "Die Schifffahrtsgesellschaft hat die Anlegegebühren vereinheitlicht und die Sicherheitsvorschriften überarbeitet.",
    "Lagerhallen und Umschlagplätze werden bis zum Herbst saniert, teilte die Stadtverwaltung am Dienstag mit.",
    "## Zweite Spalte",
    "| Schiff | Länge | Baujahr |\n| --- | --- | --- |\n| Möwe | 24 m | 1962 |",
    "Drei Spalten, die erste beginnt hier mit Alpha und läuft weiter, bis sie voll ist, und dann kommt die nächste.",
    "Der dritte Absatz endet mit Omega, und damit endet auch der Brief an die Bürgerinnen und Bürger.",
  ].map((text) => markdown.indexOf(text));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(markdown.match(/^\| --- /gm)).toHaveLength(2);
});

test("Arabic: lists whose bullets are drawn on the right, tables from right to left, links", async () => {
  const { markdown } = await read("arabic.pdf");
  expect(markdown).toContain("- البند الأول\n- البند الثاني في عام 2025");
  expect(markdown).toContain("| الشهر | السفن |\n| --- | --- |\n| يناير | 312 |");
  expect(markdown).toContain("انظر [موقع الميناء](https://harbour.example/) للتفاصيل.");
});

test("Hebrew: brackets as they were written, numbered lists on one level", async () => {
  const { markdown } = await read("hebrew.pdf");
  expect(markdown).toContain("יותר עבודה (32%), יותר רעש.");
  expect(markdown).toContain("1. פריט ראשון\n2. פריט שני");
});

describe("a report set by TeX in bitmap fonts, which name no characters", () => {
  let markdown: string;
  beforeAll(async () => {
    ({ markdown } = await read("bitmap-fonts.pdf"));
  });

  test("has its ligatures and bullets", () => {
    expect(markdown).toContain("affects everyone who fishes, ferries or flies a flag");
    expect(markdown).toContain(
      "in difficult circumstances, and the final version offers effective figures for five offices",
    );
    expect(markdown).toContain("- Second bullet\n  - Nested bullet\n  - Another nested bullet\n- Third bullet");
  });

  test("has its table with three rules, which ends before the next heading", () => {
    expect(markdown).toMatch(
      /\| Station \| Depth \(m\) \| Flow \(kn\) \|\n(?:.*\n){3}\| Old mole \| 4\.2 \| 2\.3 \|\n\n/,
    );
  });

  test("has three narrow columns in order, and no headers that alternate and count in Roman numerals", () => {
    expect(markdown).toContain(
      "begins here with the letter alpha and goes on. The fleet left before dawn and came back",
    );
    expect(markdown).toMatch(/then they got used to it\.\n\nThe third paragraph speaks about lorries/);
    expect(markdown).not.toMatch(/Tides and Harbours$|Harbour Office/m);
  });
});

test("pages that begin with the same words keep them; what alternates, repeats or counts at their margins goes", async () => {
  const { markdown } = await read("pages-alike.pdf");
  expect(markdown.match(/Body of page \d\. The harbour opened/g)).toHaveLength(8);
  expect(markdown).not.toMatch(/Chapter One|Book of Tides|Confidential|^-? ?(?:[iv]+|\d)\b/m);
  expect((await read("one-line-pages.pdf")).markdown.match(/Hello from page \d/g)).toHaveLength(4);
});

test("text that is drawn sideways is turned upright, and what was filled into a form stands at its field", async () => {
  expect((await read("sideways.pdf")).markdown.trim()).toBe("Sideways text all over");
  expect((await read("form.pdf")).markdown).toContain("Name: Ada Lovelace");
});

test.each(["application/octet-stream", "text/html", "text/plain", ""])(
  "a PDF sent as %s is known by its bytes",
  async (contentType) => {
    const capture = { ...(await captureOf("two-columns.pdf")), url: "https://site.example/download?id=7", contentType };
    const { signal } = new AbortController();
    const { metadata, markdown } = await transformCapture(capture, options, { parsers: builtInParsers }, signal);
    expect(metadata).toMatchObject({ title: "Two columns", author: "Ann Lee", numPages: 3 });
    expect(markdown).toContain("# 1.1 Section");
    const raw = await transformCapture(capture, { ...options, parsePdf: false }, { parsers: builtInParsers }, signal);
    expect(raw.markdown).toBe(Buffer.from(capture.body).toString("base64"));
  },
);

test.each([
  ["shift-jis.pdf", "今日は良い天気です。港の報告書"],
  ["gbk.pdf", "今天天气很好"],
])("fonts that are not embedded and name a national encoding: %s", async (name, text) => {
  const { markdown, warnings } = await read(name);
  expect(markdown.trim()).toBe(text);
  expect(warnings).toEqual([]);
});

test("a scanned document says that it has no text layer, a blank one that it is blank", async () => {
  expect((await parse(await bytesOf("scanned.pdf"))).warnings).toEqual([
    expect.stringMatching(/no text layer.*OCR.*@garner\/ocr/),
  ]);
  expect((await parse(await bytesOf("blank.pdf"))).warnings).toEqual([expect.stringContaining("blank")]);
  expect((await parse(await bytesOf("no-pages.pdf"))).warnings).toEqual(["The PDF has no pages."]);
});

test.each([
  ["encrypted", bytesOf("encrypted.pdf"), /encrypted and needs a password/],
  ["broken", Promise.resolve(new TextEncoder().encode("%PDF-1.4 and nothing else")), /broken and cannot be read/],
  ["empty", Promise.resolve(new Uint8Array()), /is empty/],
])("a PDF that is %s is refused with the reason", async (_, body, reason) => {
  const failure: unknown = await parse(await body).catch((thrown: unknown) => thrown);
  expect(EngineError.is(failure) && failure.code).toBe("UNSUPPORTED_CONTENT");
  expect(String(failure)).toMatch(reason);
});

test("reading stops when the signal fires, with what was read and a warning", async () => {
  const { warnings, metadata } = await parse(await bytesOf("running-header.pdf"), AbortSignal.abort());
  expect(warnings[0]).toContain("Only the first 0 of 3 pages");
  expect(metadata).toMatchObject({ numPages: 0, totalPages: 3 });
});

test("damaged pages are refused, and leave nothing behind that would end the thread", async () => {
  // In a thread of its own, because the test runner listens to stray rejections here.
  const failure: unknown = await inThread("damaged-pages.pdf").catch((thrown: unknown) => thrown);
  expect(EngineError.is(failure) && failure.code).toBe("UNSUPPORTED_CONTENT");
  expect(String(failure)).toContain("none of its pages can be read");
});

test("words that say that no title or author was given are none", async () => {
  const { metadata } = await parse(await bytesOf("three-columns.pdf"));
  expect(metadata["title"]).toBe("Article 0 heading");
  expect(metadata).not.toHaveProperty("author");
});

test("PDF dates become ISO 8601", () => {
  expect(pdfDate("D:20250102030405+02'30'")).toBe("2025-01-02T00:34:05Z");
  expect(pdfDate("D:2025")).toBe("2025-01-01T00:00:00Z");
  expect(pdfDate("yesterday")).toBeUndefined();
});
