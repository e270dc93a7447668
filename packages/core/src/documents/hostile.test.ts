import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { EngineError } from "../errors.ts";
import { builtInParsers } from "./index.ts";
import { parserFor } from "../transform/parser-for.ts";

const fixtures = new URL("../../../testkit/fixtures/documents/", import.meta.url);
const archives = readdirSync(fixtures).filter((name) => !/\.(?:pdf|png)$/.test(name));

/** What becomes of a document: its HTML or Markdown, or the code of the error it is refused with. */
async function outcomeOf(body: Uint8Array, mediaType: string): Promise<string> {
  const input = { body, mediaType, charset: undefined, url: "https://site.example/" };
  try {
    const parsed = await parserFor(mediaType, builtInParsers)?.parse(input, new AbortController().signal);
    return `read ${typeof (parsed?.html ?? parsed?.markdown)}`;
  } catch (thrown) {
    return EngineError.is(thrown) ? thrown.code : String(thrown);
  }
}

const outcomes = ["read string", "UNSUPPORTED_CONTENT"];
const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 });

function damaged(bytes: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = bytes.slice();
  for (const [position, value] of changes) if (copy.length > 0) copy[position % copy.length] = value;
  return copy;
}

test("a damaged archive is read as far as it goes, or refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...archives), damage, async (name, changes) => {
      const body = damaged(readFileSync(new URL(name, fixtures)), changes);
      expect(outcomes).toContain(await outcomeOf(body, "application/zip"));
    }),
    { numRuns: 60 },
  );
});

test("damaged XML inside a whole archive is read as far as it goes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...archives), damage, async (name, changes) => {
      const files = unzipSync(readFileSync(new URL(name, fixtures)));
      const broken = Object.entries(files).map(([path, bytes]): [string, Uint8Array] => [
        path,
        /\.(?:xml|rels|xhtml|opf)$/.test(path) ? damaged(bytes, changes) : bytes,
      ]);
      expect(outcomes).toContain(await outcomeOf(zipSync(Object.fromEntries(broken), { level: 0 }), "application/zip"));
    }),
    { numRuns: 60 },
  );
});

test("any text is something in every textual type", async () => {
  const types = ["text/plain", "text/markdown", "application/json", "application/xml", "text/csv", "application/yaml"];
  types.push("message/rfc822", "application/mbox", "image/svg+xml");
  const text = fc.string({ unit: fc.constantFrom(..."<>&\"'{}[],;:\n\t`|-#a1é船 /!?=") });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...types), text, async (type, source) => {
      expect(await outcomeOf(new TextEncoder().encode(source), type)).toBe("read string");
    }),
  );
});

test("a document whose text unpacks to endlessly many elements is read up to a limit", async () => {
  const files = unzipSync(readFileSync(new URL("handbook.docx", fixtures)));
  const bomb = `<w:document xmlns:w="w"><w:body>${"<w:p/>".repeat(1_100_000)}</w:body></w:document>`;
  const body = zipSync({ ...files, "word/document.xml": new TextEncoder().encode(bomb) });
  const input = { body, mediaType: "application/zip", charset: undefined, url: "https://site.example/" };
  const parsed = await parserFor("application/zip", builtInParsers)?.parse(input, new AbortController().signal);
  expect(parsed?.warnings).toEqual([expect.stringContaining("only the first 1,000,000 tags of word/document.xml")]);
});

test("a text that very many cells of a workbook name is shown in as many as a sheet has room for", async () => {
  // Without a limit, a file of some kilobytes needs more memory than there is.
  const files = {
    "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/1.xml"/></Relationships>',
    "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(1_000_000)}</t></si></sst>`,
    "xl/worksheets/1.xml": `<worksheet><sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(12_000)}</sheetData></worksheet>`,
  };
  const texts = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const input = {
    body: zipSync(texts),
    mediaType: "application/zip",
    charset: undefined,
    url: "https://site.example/",
  };
  const parsed = await parserFor("application/zip", builtInParsers)?.parse(input, new AbortController().signal);
  expect(parsed?.warnings).toEqual(["Sheet S: 11980 cells are left out: there are more than 20,000,000 characters."]);
});

test.each([
  ["a feed", `<rss><channel><item><title>first</title>${"<a>".repeat(300_000)}`, "text/xml"],
  ["any XML", "<r>".repeat(300_000), "application/xml"],
])("%s whose elements are nested endlessly deep is read as far as honest ones go", async (_, source, type) => {
  // A parser that keeps all of them open needs half a minute.
  expect(await outcomeOf(new TextEncoder().encode(source), type)).toBe("read string");
});

test("a book of very many pictures is read in time that grows with their number alone", async () => {
  // A reader that looks for each of them in the whole archive needs a minute.
  const names = Array.from({ length: 8000 }, (_, index) => `p${index}.png`);
  const pictures = Object.fromEntries(names.map((name) => [name, Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]));
  const files = {
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    "book.opf":
      '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "a.xhtml": `<html><body>${names.map((name) => `<img src="${name}">`).join("")}</body></html>`,
  };
  const texts = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const input = {
    body: zipSync({ ...texts, ...pictures }, { level: 0 }),
    charset: undefined,
    url: "https://site.example/",
  };
  const mediaType = "application/epub+zip";
  const parsed = await parserFor(mediaType, builtInParsers)?.parse(
    { ...input, mediaType },
    new AbortController().signal,
  );
  expect(parsed?.html?.split("data:image/png")).toHaveLength(names.length + 1);
});

test("entities that a document declares are not expanded, so they neither grow nor read files", async () => {
  const declared = ["", 1, 2, 3, 4, 5, 6, 7, 8].map(
    (index) => `<!ENTITY e${Number(index) + 1} "${`&e${index};`.repeat(10)}">`,
  );
  const source = `<!DOCTYPE rss [<!ENTITY e "ha">${declared.join("")}<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><title>&e9;&f;</title></channel></rss>`;
  const input = {
    body: new TextEncoder().encode(source),
    mediaType: "text/xml",
    charset: undefined,
    url: "https://site.example/",
  };
  const parsed = await parserFor("text/xml", builtInParsers)?.parse(input, new AbortController().signal);
  expect(parsed?.metadata["title"]).toBe("&e9;&f;");
});

const longNotebook = (source: string): string =>
  JSON.stringify({ nbformat: 4, cells: [{ cell_type: "markdown", source }] });

test.each([
  ["a notebook of dollar signs", longNotebook("$".repeat(100_000)), "application/json"],
  ["a notebook of prices", longNotebook("$1".repeat(50_000)), "application/json"],
  ["a notebook of environments", longNotebook("\\begin{a}\n".repeat(3_000)), "application/json"],
  ["a notebook of links without spaces", longNotebook("[a](b)".repeat(200_000)), "application/json"],
  ["a notebook of exclamation marks", longNotebook("!".repeat(200_000)), "application/json"],
  ["a notebook of quotations in quotations", longNotebook(">".repeat(500_000)), "application/json"],
  ["a notebook of lists in lists", longNotebook("- ".repeat(100_000)), "application/json"],
  ["a notebook of emphasis in emphasis", longNotebook("*a **b ".repeat(800) + "** c*".repeat(800)), "application/json"],
  ["a message of lines", `From: a\n\n${"a\n\n".repeat(30_000)}`, "message/rfc822"],
  [
    "a message of parts",
    `From: a\nContent-Type: multipart/mixed; boundary=b\n\n${"--b\n\nx\n".repeat(1_000)}`,
    "message/rfc822",
  ],
  ["a mailbox that begins with digits", `From a${"1".repeat(500_000)}\n\nx`, "application/mbox"],
])("%s is read in time that grows with its size alone", async (_, source, type) => {
  // A reader that looks at all of it for each part of it needs minutes.
  expect(await outcomeOf(new TextEncoder().encode(source), type)).toBe("read string");
});
