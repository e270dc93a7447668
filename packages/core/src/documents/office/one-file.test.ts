import { expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const workbook = (sheets: string, styles = "") =>
  bytes(`<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel"><Styles>${styles}</Styles>${sheets}</Workbook>`);

const cell = (type: string, text: string, attributes = "") =>
  `<Cell ${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;

test("a workbook of Excel 2003 has its sheets, with numbers as they are shown, dates and links", async () => {
  const head = ["Port", "Ships", "Since", "Share"].map((text) => cell("String", text)).join("");
  const first = [
    cell("String", "Oslo", 'ss:HRef="https://oslo.example/"'),
    cell("Number", "12"),
    cell("DateTime", "2024-05-01T00:00:00.000"),
    cell("Number", "0.25", 'ss:StyleID="p"'),
  ].join("");
  const second = cell("String", "Bergen &amp; Voss") + cell("DateTime", "2024-06-01T09:30:00.000", 'ss:Index="3"');
  const sheet = `<Worksheet ss:Name="Ports"><Table><Row>${head}</Row><Row>${first}</Row><Row ss:Index="4">${second}<Cell ss:Formula="=RC[-1]"/></Row></Table></Worksheet>`;
  const hidden = `<Worksheet ss:Name="Notes"><Table><Row>${cell("String", "secret")}</Row></Table><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet>`;
  const style = '<Style ss:ID="p"><NumberFormat ss:Format="0.0%"/></Style>';
  const read = await readDocument(workbook(sheet + hidden, style));
  expect(read.markdown).toBe(
    `## Ports

| Port | Ships | Since | Share |
| --- | --- | --- | --- |
| [Oslo](https://oslo.example/) | 12 | 2024-05-01 | 25.0% |
| Bergen & Voss |  | 2024-06-01 09:30 | =RC[-1] |`,
  );
  expect(read.warnings).toEqual([expect.stringContaining("1 formula"), "The hidden sheet Notes is left out."]);
});

test("cells and rows far away make no large table", async () => {
  const far = `<Worksheet ss:Name="Far"><Table><Row ss:Index="1000000000">${cell("String", "low", 'ss:Index="9"')}${cell("String", "beyond", 'ss:Index="1000000000"')}</Row></Table></Worksheet>`;
  const { markdown = "", warnings } = await readDocument(workbook(far));
  expect(markdown).toBe("## Far");
  expect(warnings).toEqual(["Sheet Far: 2 cells beyond row 200,000 or column 2,000 are left out."]);
});

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const part = (name: string, xml: string) => `<pkg:part pkg:name="${name}"><pkg:xmlData>${xml}</pkg:xmlData></pkg:part>`;

test("a Word document of one file is read as its parts", async () => {
  const styles = `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`;
  const document = `<w:document xmlns:w="${word}"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Rules</w:t></w:r></w:p><w:p><w:r><w:t>Ships wait.</w:t></w:r></w:p></w:body></w:document>`;
  const main = relationships(["r1", "officeDocument", "word/document.xml"]);
  const source = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">${part("/_rels/.rels", main)}${part("/word/document.xml", document)}${part("/word/styles.xml", styles)}</pkg:package>`;
  expect(await readDocument(bytes(source))).toMatchObject({ markdown: "# Rules\n\nShips wait.", warnings: [] });
});

test("a document of Word 2003 has its headings, links and tables", async () => {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = `<wx:sect><wx:sub-section><w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Rules</w:t></w:r></w:p><w:p><w:r><w:t>Ask </w:t></w:r><w:hlink w:dest="https://port.example/"><w:r><w:t>the </w:t><w:r><w:t>port</w:t></w:r></w:r></w:hlink><w:r><w:footnote><w:p/></w:footnote></w:r></w:p></wx:sub-section><w:tbl><w:tr><w:tc>${paragraph("Port")}</w:tc><w:tc>${paragraph("Ships")}</w:tc></w:tr><w:tr><w:tc>${paragraph("Oslo")}</w:tc><w:tc>${paragraph("12")}</w:tc></w:tr></w:tbl></wx:sect>`;
  const source = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint"><w:styles><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles><w:body>${body}</w:body></w:wordDocument>`;
  const { markdown, warnings } = await readDocument(bytes(source));
  expect(warnings).toEqual(["1 note of the document is left out."]);
  expect(markdown).toBe(
    "# Rules\n\nAsk [the port](https://port.example/)\n\n| Port | Ships |\n| --- | --- |\n| Oslo | 12 |",
  );
});

test("a document of Word 2003 has its lists with their numbers", async () => {
  const level = (depth: number, mark: string, form = "") =>
    `<w:lvl w:ilvl="${depth}" w:tplc="1"><w:start w:val="1"/>${form === "" ? "" : `<w:nfc w:val="${form}"/>`}<w:lvlText w:val="${mark}"/></w:lvl>`;
  const lists = `<w:lists><w:listDef w:listDefId="0">${level(0, "%1.")}${level(1, "%2)", "4")}</w:listDef><w:listDef w:listDefId="1">${level(0, "·", "23")}</w:listDef><w:list w:ilfo="1"><w:ilst w:val="0"/></w:list><w:list w:ilfo="2"><w:ilst w:val="1"/></w:list></w:lists>`;
  const item = (list: number, depth: number, text: string) =>
    `<w:p><w:pPr><w:listPr><w:ilvl w:val="${depth}"/><w:ilfo w:val="${list}"/><wx:t wx:val="1."/></w:listPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body =
    item(1, 0, "Moor") + item(1, 1, "fore") + item(1, 1, "aft") + item(1, 0, "Wait") + item(2, 0, "w:list it");
  const source = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint">${lists}<w:body>${body}</w:body></w:wordDocument>`;
  const { markdown } = await readDocument(bytes(source));
  expect(markdown).toBe("1. Moor\n   - a) fore\n   - b) aft\n2. Wait\n\n- w:list it");
});

test("a prolog of comments alone is read in time that grows with its size alone", async () => {
  // A search that lets a comment end anywhere tries all ways to part them, whose number doubles with each.
  const { markdown } = await readDocument(bytes(`<?xml version="1.0"?>${"<!--a-->".repeat(2000)}<port>Oslo</port>`));
  expect(markdown).toContain("<port>Oslo</port>");
});

test("rows whose deletion is tracked are left out", async () => {
  const row = (text: string, mark = "") =>
    `<w:tr>${mark}<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc><w:tc/></w:tr>`;
  const table = `<w:tbl>${row("Head")}${row("kept")}${row("gone", "<w:trPr><w:del/></w:trPr>")}</w:tbl>`;
  const { markdown } = await readDocument(
    packed({ "word/document.xml": `<w:document xmlns:w="${word}"><w:body>${table}</w:body></w:document>` }),
  );
  expect(markdown).toContain("kept");
  expect(markdown).not.toContain("gone");
});

test("cells of a workbook beyond what is read are told", async () => {
  const sheet = `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="A1048576"><v>3</v></c></row></sheetData></worksheet>`;
  const { markdown, warnings } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/sheet1.xml"]),
      "xl/worksheets/sheet1.xml": sheet,
    }),
  );
  expect(markdown).toBe("## S\n\n1");
  expect(warnings).toEqual(["Sheet S: 2 cells beyond row 200,000 or column 2,000 are left out."]);
});
