import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

const fixtures = new URL("../../../../testkit/fixtures/documents/", import.meta.url);

const fixture = async (name: string) => new Uint8Array(await readFile(new URL(name, fixtures)));
const withoutSpaces = (text: string | undefined) => (text ?? "").replaceAll(" ", "");

test.each(["formulas.docx", "formulas.odt"])("%s: equations become TeX, pictures stay", async (name) => {
  const body = await fixture(name);
  const { markdown, html } = await readDocument(body, { outputs: ["markdown", "html"] });
  const text = withoutSpaces(markdown);
  expect(text).toContain("Energy$E=mc^{2}$inasentence.");
  expect(text).toContain("$$\\int_{0}^{\\infty}e^{-x^{2}}dx=\\frac{\\sqrt{\\pi}}{2}$$");
  expect(text).toContain("$$f(x)=\\begin{cases}1&x>0\\\\0&\\text{otherwise}\\end{cases}$$");
  expect(text).toMatch(
    /\\sum_\{i=1\}\^\{n\}a_\{i\}\\begin\{pmatrix\}1&2\\\\3&4\\end\{pmatrix\}\\hat\{x\}\\(?:overline|bar)\{AB\}/,
  );
  expect(text).toContain("\\sqrt[3]{x}");
  expect(text).toContain("\\lim_{x\\to0}\\sinx");
  expect(markdown).toContain("](<Base64-Image-Removed>)");
  expect(html).toContain("data:image/png;base64,iVBOR");
  expect((await readDocument(body, { removeBase64Images: false })).markdown).toContain("](data:image/png;base64,iVBOR");
});

const paragraph = (style: string, text: string, properties = "") =>
  `<w:p><w:pPr>${style === "" ? "" : `<w:pStyle w:val="${style}"/>`}${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const word = (body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}) =>
  packed({ "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`, ...parts });
const styleNamed = (id: string, name: string, properties = "") =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr></w:style>`;

test("Word: lists that only their styles name, with or without a description of them", async () => {
  const list = `<w:numPr><w:numId w:val="1"/></w:numPr>`;
  const level = (index: number, format: string, style: string) =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:pStyle w:val="${style}"/><w:lvlText w:val="%1."/></w:lvl>`;
  const body = [
    paragraph("Listenabsatz1", "first"),
    paragraph("Listenabsatz2", "deeper"),
    paragraph("Listenabsatz1", "second"),
    paragraph("", "between"),
    paragraph("Listenabsatz1", "third"),
    paragraph("ListBullet", "dot"),
    paragraph("ListBullet2", "inner dot"),
    paragraph("ListContinue", "more of it"),
  ];
  const { markdown, warnings } = await readDocument(
    word(body.join(""), {
      "word/styles.xml": `<w:styles>${styleNamed("Listenabsatz1", "Absatz 1", list)}${styleNamed("Listenabsatz2", "Absatz 2", list)}${styleNamed("ListBullet", "List Bullet")}${styleNamed("ListBullet2", "List Bullet 2")}${styleNamed("ListContinue", "List Continue")}</w:styles>`,
      "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, "decimal", "Listenabsatz1")}${level(1, "bullet", "Listenabsatz2")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`,
    }),
  );
  expect(markdown).toContain("1. first\n   - deeper\n2. second\n\nbetween\n\n3. third");
  expect(markdown).toMatch(/- dot\n {2}- inner dot\n\n {4}more of it/);
  expect(warnings).toEqual([]);
});

test("Word: raised type by a character style; what can't be written is counted", async () => {
  const run = (text: string, style: string) =>
    `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t>${text}</w:t></w:r>`;
  const drawing = (inner: string) => `<w:r><w:drawing><wp:inline>${inner}</wp:inline></w:drawing></w:r>`;
  const body = `<w:p><w:r><w:t>E=mc</w:t></w:r>${run("2", "Hoch")}${drawing("<c:chart/>")}${drawing('<wp:docPr descr="Photo"/><a:blip r:embed="p"/>')}${drawing('<a:blip r:embed="e"/>')}<w:r><w:object><o:OLEObject/></w:object></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p>`;
  const { markdown, warnings } = await readDocument(
    word(body, {
      "word/styles.xml": `<w:styles><w:style w:type="character" w:styleId="Hoch"><w:name w:val="Hoch"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>`,
      "word/_rels/document.xml.rels": relationships(["p", "image", "media/a.png"], ["e", "image", "media/b.emf"]),
      "word/media/a.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
      "word/media/b.emf": Uint8Array.of(1),
    }),
  );
  expect(markdown).toContain("E=mc<sup>2</sup>");
  expect(markdown).toContain("![Photo](<Base64-Image-Removed>)");
  expect(warnings).toEqual([
    "1 chart, 1 picture, 1 embedded object, and 1 comment of the document are left out.",
    expect.stringMatching(/^1 picture stands in Markdown as a placeholder/),
  ]);
});

test("slides: raised and lowered type, pictures, equations; charts are counted", async () => {
  const shape = (inner: string) => `<p:sp><p:txBody><a:p>${inner}</a:p></p:txBody></p:sp>`;
  const run = (text: string, attributes = "") => `<a:r><a:rPr ${attributes}/><a:t>${text}</a:t></a:r>`;
  const equation = `<mc:AlternateContent><mc:Choice><a14:m><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>old</a:t></a:r></mc:Fallback></mc:AlternateContent>`;
  const slide = `<p:sld><p:cSld><p:spTree>${shape(run("E=mc") + run("2", 'baseline="30000"') + run("n", 'baseline="-25000"'))}${shape(equation)}<p:pic><p:nvPicPr><p:cNvPr descr="Quay"/></p:nvPicPr><p:blipFill><a:blip r:embed="p"/></p:blipFill></p:pic><p:graphicFrame><a:graphicData><c:chart/></a:graphicData></p:graphicFrame></p:spTree></p:cSld></p:sld>`;
  const { markdown, warnings } = await readDocument(
    packed({
      "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
      "ppt/slides/slide1.xml": slide,
      "ppt/slides/_rels/slide1.xml.rels": relationships(["p", "image", "../media/a.jpg"]),
      "ppt/media/a.jpg": Uint8Array.of(0xff, 0xd8),
    }),
  );
  expect(markdown).toContain("E=mc<sup>2</sup><sub>n</sub>");
  expect(withoutSpaces(markdown)).toContain("$a+b$");
  expect(markdown).not.toContain("old");
  expect(markdown).toContain("![Quay](<Base64-Image-Removed>)");
  expect(warnings).toContain("1 chart of the document is left out.");
});

test.each([
  ["1", "1900-01-01"],
  ["59.5", "1900-02-28 12:00"],
  ["60", "1900-02-29"],
  ["61", "1900-03-01"],
  ["0.5", "12:00"],
  ["45000", "2023-03-15"],
  ["-3", "-3"],
])("sheets: day %s of the 1900 date system is %s", async (serial, shown) => {
  const { markdown } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/1.xml"]),
      "xl/worksheets/1.xml": `<worksheet><sheetData><row><c s="1"><v>${serial}</v></c></row></sheetData></worksheet>`,
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }),
  );
  expect(markdown?.split("\n").at(-1)).toBe(shown);
});

test("sheets: numbers as they are shown, links, raised type, formulas without a result, days from 1904", async () => {
  const cells = [
    '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>',
    '<c r="A2" s="1"><v>0.256</v></c><c r="B2" s="2"><v>-1234.5</v></c>',
    '<c r="A3" s="3"><v>0.25</v></c><c r="B3" s="4"><v>1.5</v></c>',
    '<c r="A4" s="5"><v>1</v></c><c r="B4"><f>SUM(A2:B2)</f></c>',
    '<c r="A5" t="inlineStr"><is><t>shop</t></is></c><c r="B5" t="str"><f>HYPERLINK("https://b.example/","more")</f><v>more</v></c>',
    '<c r="A6" s="6"><v>0.0430955555555556</v></c><c r="B6" s="6"><v>0.5</v></c>',
    '<c r="A7" s="5"><v>0</v></c><c r="B7" s="7"><v>0</v></c>',
  ];
  const sheet = `<worksheet><sheetData>${cells.map((row, index) => `<row r="${index + 1}">${row}</row>`).join("")}</sheetData><hyperlinks><hyperlink ref="A5" r:id="l"/></hyperlinks></worksheet>`;
  const formats = [
    '<numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/>',
    '<numFmt numFmtId="165" formatCode="[h]:mm"/>',
    '<numFmt numFmtId="166" formatCode="hh:mm:ss.000"/>',
  ];
  const { markdown, links, warnings } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><workbookPr date1904="1"/><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/1.xml"]),
      "xl/worksheets/1.xml": sheet,
      "xl/worksheets/_rels/1.xml.rels": relationships(
        ["l", "hyperlink", "https://a.example/shop"],
        ["d", "drawing", "../drawings/d.xml"],
      ),
      "xl/drawings/d.xml": "<xdr:wsDr/>",
      "xl/drawings/_rels/d.xml.rels": relationships(["c", "chart", "../charts/c.xml"]),
      "xl/sharedStrings.xml":
        '<sst><si><r><t>E=mc</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r></si><si><t>B</t></si></sst>',
      "xl/styles.xml": `<styleSheet><numFmts>${formats.join("")}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="12"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    }),
    { outputs: ["markdown", "links"] },
  );
  expect(markdown).toContain("| E=mc<sup>2</sup> | B |");
  expect(markdown).toContain("| 25.60% | -1,234.50 € |\n| 1/4 | 36:00 |\n| 1904-01-02 | =SUM(A2:B2) |");
  expect(markdown).toContain(
    "| [shop](https://a.example/shop) | [more](https://b.example/) |\n| 01:02:03.456 | 12:00 |\n| 1904-01-01 | 00:00 |",
  );
  expect(links).toEqual(["https://a.example/shop", "https://b.example/"]);
  expect(warnings).toEqual([
    "Sheet S: 1 formula has no stored result; the formula itself stands there.",
    "1 chart of the document is left out.",
  ]);
});

test("Word: links and pictures of footnotes are those that the footnotes refer to", async () => {
  const link = (id: string, text: string) => `<w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`;
  const { markdown } = await readDocument(
    word(`<w:p>${link("a", "here")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, {
      "word/_rels/document.xml.rels": relationships(["a", "hyperlink", "https://a.example/text"]),
      "word/footnotes.xml": `<w:footnotes><w:footnote w:id="2"><w:p>${link("a", "there")}</w:p></w:footnote></w:footnotes>`,
      "word/_rels/footnotes.xml.rels": relationships(["a", "hyperlink", "https://a.example/note"]),
    }),
  );
  expect(markdown).toContain("[here](https://a.example/text)[^1]");
  expect(markdown).toContain("[^1]: [there](https://a.example/note)");
});

test("sheets: comments in threads are counted once, with their answers", async () => {
  const { warnings } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/sheet1.xml"]),
      "xl/worksheets/sheet1.xml":
        '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(
        ["r1", "comments", "../comments1.xml"],
        ["r2", "threadedComment", "../threadedComments/threadedComment1.xml"],
      ),
      "xl/comments1.xml":
        '<comments><authors><author>tc={1-2}</author><author>Ada</author></authors><commentList><comment ref="A1" authorId="0"><text><t>[Threaded comment]</t></text></comment><comment ref="B1" authorId="1"><text><t>Note</t></text></comment></commentList></comments>',
      "xl/threadedComments/threadedComment1.xml":
        '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" id="{1-2}"><text>Why?</text></threadedComment><threadedComment ref="A1" parentId="{1-2}"><text>So.</text></threadedComment></ThreadedComments>',
    }),
  );
  expect(warnings).toEqual(["3 comments of the document are left out."]);
});
