import { expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

type Files = Readonly<Record<string, string>>;

const word = (parts: Files = {}): Files => ({
  "word/document.xml": "<w:document><w:body><w:p><w:r><w:t>One</w:t></w:r></w:p></w:body></w:document>",
  ...parts,
});

const slide = (text: string) =>
  `<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
const slides = (parts: Files): Files => ({
  "ppt/presentation.xml":
    '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:sldIdLst></p:presentation>',
  "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/1.xml"], ["r2", "slide", "slides/2.xml"]),
  ...parts,
});

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const workbook = (parts: Files): Files => ({
  "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/><sheet name="B" r:id="r2"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "sheets/1.xml"], ["r2", "worksheet", "sheets/2.xml"]),
  ...parts,
});
const cells = '<row r="1"><c r="A1"><v>7</v></c></row>';

/** An archive with one wrong byte in the content of a file that stands in it as it is. */
function withWrongByte(files: Files, before: string): Uint8Array {
  const bytes = Buffer.from(packed(files, 0));
  const at = bytes.indexOf(before);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

test.each([
  ["Word", withWrongByte(word(), "One"), /Word document is broken: word\/document\.xml/],
  ["Word", packed({ "word/styles.xml": "<w:styles/>" }), /Word document is broken: word\/document\.xml/],
  ["Word", packed({ "word/document.xml": "" }), /Word document is broken: word\/document\.xml/],
  ["PowerPoint", packed(slides({})), /PowerPoint document is broken: none of its slides/],
  ["Excel", packed(workbook({})), /Excel document is broken: none of its sheets/],
  ["Excel", withWrongByte(workbook({ "xl/sheets/1.xml": sheet(cells) }), "<sheetData"), /none of its sheets/],
])("%s: a document whose text is lost is refused with the reason", async (_, body, reason) => {
  await expect(readDocument(body)).rejects.toMatchObject({
    code: "UNSUPPORTED_CONTENT",
    message: expect.stringMatching(reason) as unknown,
  });
});

test("an archive whose directory is cut off is refused", async () => {
  const body = Buffer.from(packed(word({ "word/styles.xml": "<w:styles/>" })));
  body.writeUInt16LE(9, body.lastIndexOf("PK\u0005\u0006", undefined, "latin1") + 10);
  await expect(readDocument(body)).rejects.toThrow("no readable archive");
});

test("Word: what is missing from a damaged document is told", async () => {
  const cut = await readDocument(packed({ "word/document.xml": word()["word/document.xml"]?.slice(0, -30) ?? "" }));
  expect(cut.markdown).toBe("One");
  expect(cut.warnings).toEqual([
    "The Word document is damaged: word/document.xml breaks off, and what comes behind that is missing.",
  ]);
  const note = '<w:r><w:t>One</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>';
  const { warnings } = await readDocument(
    packed({
      "word/document.xml": `<w:document><w:body><w:p>${note}</w:p></w:body></w:document>`,
      "word/_rels/document.xml.rels": relationships(
        ["r1", "footnotes", "footnotes.xml"],
        ["r2", "numbering", "numbering.xml"],
      ),
      "word/numbering.xml": "<w:numbering/>",
    }),
  );
  expect(warnings).toEqual([
    "The Word document is damaged: word/footnotes.xml is missing.",
    "1 footnote of the document is left out.",
  ]);
});

test("PowerPoint: lost slides are told, and the others keep their numbers", async () => {
  const { markdown, warnings } = await readDocument(packed(slides({ "ppt/slides/2.xml": slide("Two") })));
  expect(markdown).toBe("## Slide 1\n\n## Slide 2\n\nTwo");
  expect(warnings).toEqual([
    "The PowerPoint document is damaged: ppt/slides/1.xml is missing.",
    "1 slide of the document is left out.",
  ]);
  const damaged = withWrongByte(slides({ "ppt/slides/1.xml": slide("One"), "ppt/slides/2.xml": slide("Two") }), "One");
  const read = await readDocument(damaged);
  expect(read.markdown).toBe("## Slide 1\n\n## Slide 2\n\nTwo");
  expect(read.warnings[0]).toContain("ppt/slides/1.xml can't be unpacked, or differs from its checksum");
});

test("Excel: lost sheets, lost ends of sheets and lost texts are told", async () => {
  const body = workbook({
    "xl/sheets/1.xml": `<worksheet><sheetData>${cells}<row r="2"><c r="A2"><v>8</v>`,
    "xl/sheets/2.xml": sheet('<row r="1"><c r="A1" t="s"><v>3</v></c><c r="B1"><v>5</v></c><c r="C1" t="s"/></row>'),
    "xl/sharedStrings.xml": "<sst><si><t>none of them</t></si></sst>",
  });
  const { markdown, warnings } = await readDocument(packed(body));
  expect(markdown).toContain("7");
  expect(markdown).not.toContain("none of them");
  expect(warnings).toEqual([
    "Sheet A is damaged: it breaks off, and what comes behind that is missing.",
    "Sheet B: the text of 1 cell is missing from the file.",
  ]);
  const lost = await readDocument(packed(workbook({ "xl/sheets/2.xml": sheet(cells) })));
  expect(lost.warnings).toEqual([
    "The Excel document is damaged: xl/sheets/1.xml is missing.",
    "1 sheet of the document is left out.",
  ]);
});

test("very many damaged files are told in a few sentences", async () => {
  const names = Array.from({ length: 3000 }, (_, index) => `sheets/${index}.xml`);
  const relations = names.map((name, index) => [`x${index}`, "worksheet", name] as const);
  const { warnings } = await readDocument(
    packed({
      ...workbook({ "xl/sheets/1.xml": sheet(cells), "xl/sheets/2.xml": sheet(cells) }),
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "sheets/1.xml"], ...relations),
    }),
  );
  expect(warnings.length).toBeLessThan(25);
  expect(warnings).toContain("The Excel document is damaged: more of its files are.");
});

test("a single file of XML that breaks off says so", async () => {
  const flat = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>One</text:p>`;
  const excel = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data>One</Data></Cell></Row>`;
  for (const source of [flat, excel]) {
    const { markdown, warnings } = await readDocument(Buffer.from(source));
    expect(markdown).toContain("One");
    expect(warnings).toEqual([expect.stringContaining("is damaged: it breaks off")]);
  }
});
