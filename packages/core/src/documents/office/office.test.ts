import { readFile } from "node:fs/promises";
import { captureOf, transformOptions } from "@garner/testkit/site";
import { strToU8, zipSync, type Zippable } from "fflate";
import { expect, test } from "vitest";
import { EngineError } from "../../errors.ts";
import { transformCapture } from "../../transform/pipeline.ts";
import type { TransformOptions } from "../../transform/transformer.ts";
import { builtInParsers } from "../index.ts";

const fixtures = new URL("../../../../testkit/fixtures/documents/", import.meta.url);

async function read(body: Uint8Array, contentType = "application/zip", asked: Partial<TransformOptions> = {}) {
  const capture = captureOf(body, { url: "https://site.example/file", contentType });
  const options = { ...transformOptions(), ...asked };
  return await transformCapture(capture, options, { parsers: builtInParsers }, new AbortController().signal);
}

const readFixture = async (name: string, asked: Partial<TransformOptions> = {}) =>
  await read(new Uint8Array(await readFile(new URL(name, fixtures))), undefined, asked);
const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]): [string, Zippable[string]] => [name, strToU8(text)])),
  );

const handbook = [
  "## Compost\n\n- Kitchen scraps, but no cooked food\n- Leaves and grass cuttings\n  - mixed with twigs\n  - kept moist\n\n1. Build the heap on bare earth.\n2. Turn it every month.",
  "| Crop | Sow | Harvest |\n| --- | --- | --- |\n| Carrots | March | July |",
  "See [the watering guide](https://garden.example/water) for details. **Never** water",
  "def litres(area):\n    return area * 10\n```",
  "> A garden is never finished.",
];

test.each(["handbook.docx", "handbook.odt", "handbook.epub"])(
  "%s has headings, lists, tables, links, code and quotations",
  async (name) => {
    const { markdown, metadata } = await readFixture(name);
    for (const part of handbook) expect(markdown).toContain(part);
    expect(markdown).toMatch(/^# Garden Handbook/);
    expect(metadata).toMatchObject({ title: "Garden Handbook", author: "Flora Green" });
  },
);

test("slides have their titles, lists and tables", async () => {
  const { markdown, metadata } = await readFixture("handbook.pptx");
  expect(markdown?.match(/^## .+$/gm)).toEqual(["## Garden Handbook", "## Soil", "## Water"]);
  expect(markdown).toContain("- Leaves and grass cuttings\n  - mixed with twigs");
  expect(markdown).toContain("| Crop | Sow | Harvest |");
  expect(metadata.numPages).toBe(3);
});

test("slides come one by one, and with marks between them", async () => {
  const { markdown, pages, blocks } = await readFixture("handbook.pptx", {
    documentParts: ["pages", "pageMarkers", "blocks"],
  });
  expect(markdown?.match(/^(?:## .+|---|<!--.*-->)$/gm)).toEqual([
    "## Garden Handbook",
    ...["---", "<!-- page 2 -->", "## Soil"],
    ...["---", "<!-- page 3 -->", "## Water"],
  ]);
  expect(pages?.map((page) => [page.pageNumber, /^## .+/.exec(page.markdown)?.[0]])).toEqual([
    [1, "## Garden Handbook"],
    [2, "## Soil"],
    [3, "## Water"],
  ]);
  expect(blocks).toBeUndefined();
});

test("notes of slides are quoted; numbers and footers of slides go", async () => {
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const tree = (...shapes: readonly string[]) => `<p:cSld><p:spTree>${shapes.join("")}</p:spTree></p:cSld>`;
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`;
  const { markdown } = await read(
    zip({
      "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels": relation("slide", "slides/slide1.xml"),
      "ppt/slides/slide1.xml": `<p:sld>${tree(shape("title", "Plan"), shape("body", "Do it"), shape("sldNum", "7"))}</p:sld>`,
      "ppt/slides/_rels/slide1.xml.rels": relation("notesSlide", "../notesSlides/n1.xml"),
      "ppt/notesSlides/n1.xml": `<p:notes>${tree(shape("body", "Speak slowly"), shape("sldNum", "7"))}</p:notes>`,
    }),
  );
  expect(markdown?.trim()).toBe("## Plan\n\nDo it\n\n> Notes:\n>\n> Speak slowly");
});

test("footnotes of Word documents become Markdown footnotes, list paragraphs stay in their item", async () => {
  const { markdown } = await readFixture("footnotes.docx");
  expect(markdown).toContain("A claim[^1] with a second one.[^2]");
  expect(markdown).toContain("[^1]: The first source, see");
  expect(markdown).toContain("3. three\n4. four\n\n   continued paragraph");
  expect(markdown).toContain("H<sub>2</sub>O");
});

test("Word: merged cells, links written as fields, tracked changes, hidden text", async () => {
  const run = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`;
  const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const body = `<w:p>${field("begin")}<w:r><w:instrText> HYPERLINK "https://a.example/" </w:instrText></w:r>${field("separate")}${run("link")}${field("end")}
    <w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${run(" new")}</w:ins>${run("secret", "<w:vanish/>")}</w:p>
    <w:tbl><w:tr>${cell("A", '<w:gridSpan w:val="2"/>')}${cell("B")}</w:tr><w:tr>${cell("1", '<w:vMerge w:val="restart"/>')}${cell("2")}${cell("3")}</w:tr>
    <w:tr>${cell("", "<w:vMerge/>")}${cell("4")}${cell("5")}</w:tr></w:tbl>`;
  const { markdown } = await read(zip({ "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>` }));
  expect(markdown).toContain("[link](https://a.example/) new");
  expect(markdown).not.toMatch(/old|secret/);
  expect(markdown).toMatch(/\| 1 \| 2 \| 3 \|\n\|\s+(?:1 )?\| 4 \| 5 \|/);
});

test("sheets are tables; dates are dates", async () => {
  const { markdown, metadata } = await readFixture("people.xlsx");
  expect(markdown).toContain("## people\n\n| Name | Born | Share | Note |");
  expect(markdown).toContain('| 2020-03-01 | 0.25 | say "hi" |');
  expect(markdown).toContain("| 12.5 | two<br>lines |");
  expect(metadata.numSheets).toBe(1);
});

test("hidden sheets are left out with a warning; cells without references stand in order", async () => {
  const sheet = (cells: string) => `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`;
  const relation = (index: number) =>
    `<Relationship Id="r${index}" Type="x/worksheet" Target="worksheets/${index}.xml"/>`;
  const { markdown, warnings } = await read(
    zip({
      "xl/workbook.xml":
        '<workbook><sheets><sheet name="S" r:id="r1"/><sheet name="H" state="hidden" r:id="r2"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": `<Relationships>${relation(1)}${relation(2)}</Relationships>`,
      "xl/worksheets/1.xml": sheet(
        '<c t="inlineStr"><is><t>x</t></is></c><c t="b"><v>1</v></c><c><v>0.30000000000000004</v></c>',
      ),
      "xl/worksheets/2.xml": sheet("<c><v>9</v></c>"),
    }),
  );
  expect(markdown).toContain("| x | TRUE | 0.3 |");
  expect(warnings).toContain("1 hidden sheet is left out.");
});

test("OpenDocument: a list whose levels are lists of their own is one list", async () => {
  const { markdown } = await readFixture("levels-apart.odt");
  expect(markdown).toContain("1. First\n2. Second\n   - nested a\n   - nested b\n     1. deep\n3. Third");
});

test("OpenDocument sheets: dates are ISO 8601 whatever they are shown as; hidden sheets are left out", async () => {
  const { markdown, warnings } = await readFixture("ships.ods");
  expect(markdown).toContain("| Möwe | 1962-05-03 | 1,234.50 | TRUE | 2024-01-02 13:30 |");
  expect(markdown).not.toContain("secret");
  expect(warnings).toEqual(["The hidden sheet Hidden is left out."]);
});

const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const binaryWorkbook =
  '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';

test.each([
  ["a ZIP that is no document", zip({ "a.txt": "x" }), /ZIP archive/],
  ["a binary workbook", zip({ "_rels/.rels": binaryWorkbook, "xl/workbook.bin": "x", "xl/theme.xml": "x" }), /\.xlsb/],
  ["a broken archive", Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9), /broken/],
  ["an e-book without a package", zip({ mimetype: "application/epub+zip" }), /names no package/],
])("%s is refused with the reason", async (_, body, reason) => {
  const failure: unknown = await read(body).catch((thrown: unknown) => thrown);
  expect(EngineError.is(failure) && failure.code).toBe("UNSUPPORTED_CONTENT");
  expect(String(failure)).toMatch(reason);
});

const oleStorage = Buffer.from("d0cf11e0a1b11ae100000000", "hex");
const lockedStorage = Buffer.concat([oleStorage, Buffer.from("EncryptedPackage", "utf16le")]);

test.each([
  ["locked with a password", "application/octet-stream", lockedStorage, /locked with a password: save it without one/],
  ["locked with a password and named", wordType, lockedStorage, /locked with a password: save it without one/],
  ["of before 2007", "application/octet-stream", oleStorage, /before 2007 \(\.doc, \.xls, \.ppt\): save it as \.docx/],
  ["of before 2007 under a newer name", wordType, oleStorage, /is in the binary format of before 2007/],
])("an Office document %s is refused with the reason", async (_, type, body, reason) => {
  const failure: unknown = await read(body, type).catch((thrown: unknown) => thrown);
  expect(EngineError.is(failure) && failure.code).toBe("UNSUPPORTED_CONTENT");
  expect(String(failure)).toMatch(reason);
});

test.each([
  ["application/octet-stream", /Pages, Numbers and Keynote: save it as \.docx, \.xlsx, \.pptx or PDF/],
  ["application/zip", /Pages, Numbers and Keynote/],
  ["application/vnd.apple.pages", /Pages \(\.pages\): save it as \.docx or PDF/],
  ["application/vnd.apple.numbers", /Numbers \(\.numbers\): save it as \.xlsx or PDF/],
  ["application/vnd.apple.keynote", /Keynote \(\.key\): save it as \.pptx or PDF/],
])("a document of Apple's programs that comes as %s is refused with advice", async (type, reason) => {
  const body = zip({ "Index/Document.iwa": "x", "Metadata/Properties.plist": "x" });
  const failure: unknown = await read(body, type).catch((thrown: unknown) => thrown);
  expect(String(failure)).toMatch(reason);
});

test("a document whose names of files begin with a slash is read", async () => {
  const { markdown } = await read(
    zip({ "/word/document.xml": "<w:document><w:body><w:p><w:r><w:t>One</w:t></w:r></w:p></w:body></w:document>" }),
  );
  expect(markdown).toBe("One");
});

test("an archive that says it unpacks to far more than an honest one is refused before it does", async () => {
  const archive = zip({ "word/document.xml": "x" });
  const directory = archive.findIndex((_, index) =>
    [0x50, 0x4b, 1, 2].every((byte, offset) => archive[index + offset] === byte),
  );
  new DataView(archive.buffer).setUint32(directory + 24, 2_000_000_000, true);
  const failure: unknown = await read(archive).catch((thrown: unknown) => thrown);
  expect(String(failure)).toMatch(/unpacks to more than 300 MB/);
});
