import { expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

type Grid = readonly (readonly (string | number | null)[])[];

const letter = (column: number) => String.fromCharCode(65 + column);

/** A workbook of one sheet; `tables` are the areas that it declares, `heads` the rows in a style of their own. */
async function readWorkbook(grid: Grid, tables: readonly string[] = [], heads: readonly number[] = []) {
  const cell = (value: string | number | null, row: number, column: number) => {
    const at = `r="${letter(column)}${row + 1}"${heads.includes(row) ? ' s="1"' : ""}`;
    if (value === null) return "";
    return typeof value === "number"
      ? `<c ${at}><v>${value}</v></c>`
      : `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const rows = grid.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, at) => cell(value, row, at)).join("")}</row>`,
  );
  const { markdown } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/1.xml"]),
      "xl/worksheets/1.xml": `<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`,
      "xl/worksheets/_rels/1.xml.rels": relationships(
        ...tables.map((_, index): [string, string, string] => [`t${index}`, "table", `../tables/${index}.xml`]),
      ),
      ...Object.fromEntries(tables.map((ref, index) => [`xl/tables/${index}.xml`, `<table ref="${ref}"/>`])),
    }),
  );
  return markdown;
}

test("rows of a workbook may be out of order", async () => {
  const row = (number: number, value: number) => `<row r="${number}"><c r="A${number}"><v>${value}</v></c></row>`;
  const { markdown } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/1.xml"]),
      "xl/worksheets/1.xml": `<worksheet><sheetData>${row(1, 10)}${row(4, 40)}${row(2, 20)}<row><c><v>30</v></c></row></sheetData></worksheet>`,
    }),
  );
  expect(markdown).toBe("## S\n\n| 10 |\n| --- |\n| 20 |\n| 30 |\n| 40 |");
});

async function readOpenSheet(grid: Grid) {
  const cell = (value: string | number | null) =>
    value === null ? "<table:table-cell/>" : `<table:table-cell><text:p>${value}</text:p></table:table-cell>`;
  const rows = grid.map((cells) => `<table:table-row>${cells.map(cell).join("")}</table:table-row>`).join("");
  const { markdown } = await readDocument(
    packed({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    }),
  );
  return markdown;
}

const none = [] as const;
const parts: readonly (readonly [name: string, grid: Grid, markdown: string])[] = [
  [
    "a title above a table and a source below it are lines of text",
    [
      ["Harvest 2024"],
      ["in tonnes"],
      none,
      ["Crop", "North", "South"],
      ["Wheat", 4, 7],
      none,
      ["Source: the ministry"],
    ],
    "Harvest 2024\n\nin tonnes\n\n| Crop | North | South |\n| --- | --- | --- |\n| Wheat | 4 | 7 |\n\nSource: the ministry",
  ],
  [
    "tables below each other have headers of their own",
    [["Name", "Age"], ["Ann", 30], none, ["Prices"], ["Product", "Price"], ["Tea", 3]],
    "| Name | Age |\n| --- | --- |\n| Ann | 30 |\n\nPrices\n\n| Product | Price |\n| --- | --- |\n| Tea | 3 |",
  ],
  [
    "tables beside each other are read one after the other",
    [
      ["Name", "Age", null, "City", "People"],
      ["Ann", 30, null, "Rome", 5],
      ["Bob", 40],
      ["Eve", 50],
    ],
    "| Name | Age |\n| --- | --- |\n| Ann | 30 |\n| Bob | 40 |\n| Eve | 50 |\n\n| City | People |\n| --- | --- |\n| Rome | 5 |",
  ],
  [
    "empty rows and columns inside a table stay inside",
    [
      ["Crop", null, "May", "June", null, "July", "August"],
      none,
      ["Wheat", null, 1, 2, null, 3, 4],
      none,
      ["Cereals"],
      none,
      ["Rye", null, 5, 6, null, 7, 8],
      none,
      ["Total", null, 6, 8, null, 10, 12],
    ],
    "| Crop | May | June | July | August |\n| --- | --- | --- | --- | --- |\n| Wheat | 1 | 2 | 3 | 4 |\n| Cereals |  |  |  |  |\n| Rye | 5 | 6 | 7 | 8 |\n| Total | 6 | 8 | 10 | 12 |",
  ],
  [
    "a form above a table is a table of its own",
    [["Invoice", 17], ["Date", "2024-05-01"], none, ["Item", "Count", "Price"], ["Tea", 2, 3]],
    "| Invoice | 17 |\n| --- | --- |\n| Date | 2024-05-01 |\n\n| Item | Count | Price |\n| --- | --- | --- |\n| Tea | 2 | 3 |",
  ],
];

test.each(parts)("sheets: %s", async (_name, grid, markdown) => {
  expect(await readWorkbook(grid)).toBe(`## S\n\n${markdown}`);
  expect(await readOpenSheet(grid)).toBe(`## S\n\n${markdown}`);
});

test("tables that a workbook declares are tables, with nothing between them too", async () => {
  const grid: Grid = [["Two lists"], ["Name", "Town"], ["Ann", "Rome"], ["Tree", "Leaf"], ["Oak", "lobed"]];
  expect(await readWorkbook(grid, ["A2:B3", "A4:B5"])).toBe(
    "## S\n\nTwo lists\n\n| Name | Town |\n| --- | --- |\n| Ann | Rome |\n\n| Tree | Leaf |\n| --- | --- |\n| Oak | lobed |",
  );
});

test("sheets: tables of texts alone, one empty row apart, are told by the style of their heads", async () => {
  const grid = [
    ["Name", "Town"],
    ["Ann", "Kiel"],
    ["Bo", "Bonn"],
    [],
    ["Ship", "Port"],
    ["Elbe", "Riga"],
    ["Weser", "Turku"],
  ];
  const apart = await readWorkbook(grid, [], [0, 4]);
  expect(apart).toContain("| Bo | Bonn |\n\n| Ship | Port |\n| --- | --- |\n| Elbe | Riga |");
  expect(await readWorkbook(grid, [], [0])).toContain("| Bo | Bonn |\n| Ship | Port |");
});

test("boxes of text on a sheet stand below its tables; the chart of a sheet of its own is shown, not lost", async () => {
  const shape = (text: string) => `<xdr:sp><xdr:txBody><a:p>${text}</a:p></xdr:txBody></xdr:sp>`;
  const box =
    shape("<a:r><a:t>Mind the </a:t></a:r><a:r><a:t>gap</a:t></a:r><a:br/><a:r><a:t>twice</a:t></a:r>") +
    `<mc:AlternateContent><mc:Choice><xdr:graphicFrame/></mc:Choice><mc:Fallback>${shape("<a:r><a:t>Get a newer program</a:t></a:r>")}</mc:Fallback></mc:AlternateContent>`;
  const values = '<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val>';
  const { markdown, warnings } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/><sheet name="C" r:id="r2"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(
        ["r1", "worksheet", "worksheets/1.xml"],
        ["r2", "chartsheet", "chartsheets/2.xml"],
      ),
      "xl/worksheets/1.xml": "<worksheet><sheetData/></worksheet>",
      "xl/worksheets/_rels/1.xml.rels": relationships(["d", "drawing", "../drawings/1.xml"]),
      "xl/drawings/1.xml": `<xdr:wsDr>${box}</xdr:wsDr>`,
      "xl/chartsheets/2.xml": "<chartsheet/>",
      "xl/chartsheets/_rels/2.xml.rels": relationships(["d", "drawing", "../drawings/2.xml"]),
      "xl/drawings/2.xml": "<xdr:wsDr/>",
      "xl/drawings/_rels/2.xml.rels": relationships(["c", "chart", "../charts/chart1.xml"]),
      "xl/charts/chart1.xml": `<c:chartSpace><c:chart><c:ser>${values}${values.replaceAll("c:val>", "c:bubbleSize>")}</c:ser></c:chart></c:chartSpace>`,
    }),
  );
  expect(markdown).toBe(
    "## S\n\nMind the gap  \ntwice\n\n## C\n\n|  | Series 1 | (size) |\n| --- | --- | --- |\n| 1 | 3 | 3 |",
  );
  expect(warnings).toEqual([]);
});

test("words in shapes of an OpenDocument sheet are kept", async () => {
  const shape = "<draw:custom-shape><text:p>Mind <text:span>the gap</text:span></text:p></draw:custom-shape>";
  const sheet = `<table:table table:name="S"><table:table-row><table:table-cell>${shape}<text:p>a</text:p></table:table-cell></table:table-row></table:table>`;
  const { markdown } = await readDocument(
    packed({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content><office:body><office:spreadsheet>${sheet}</office:spreadsheet></office:body></office:document-content>`,
    }),
  );
  expect(markdown).toBe("## S\n\na\n\nMind the gap");
});

/** A workbook of one sheet, whose cells are written out. */
const workbook = (cells: string, files: Readonly<Record<string, string | Uint8Array>> = {}) =>
  packed({
    "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relationships(
      ["r1", "worksheet", "worksheets/1.xml"],
      ["m", "sheetMetadata", "metadata.xml"],
      ["v", "rdRichValue", "richData/values.xml"],
      ["s", "rdRichValueStructure", "richData/structures.xml"],
      ["p", "richValueRel", "richData/pictures.xml"],
    ),
    "xl/worksheets/1.xml": `<worksheet><sheetData><row><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><t>B</t></is></c></row>${cells}</sheetData><hyperlinks><hyperlink ref="A2" r:id="l" location="part"/></hyperlinks></worksheet>`,
    "xl/worksheets/_rels/1.xml.rels": relationships(["l", "hyperlink", "https://a.example/"]),
    ...files,
  });

test("sheets: results without characters are results, pronunciations go, struck only where it says so", async () => {
  const { markdown, warnings } = await readDocument(
    workbook(
      [
        '<row><c t="inlineStr"><is><t>link</t></is></c><c t="str"><f>IF(TRUE,"")</f><v></v></c></row>',
        '<row><c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c><c t="str"><f>T(1)</f><v/></c></row>',
        '<row><c t="s"><v>0</v></c><c><f>NOW()</f><v></v></c></row>',
      ].join(""),
      { "xl/sharedStrings.xml": '<sst><si><r><rPr><strike val="0"/></rPr><t>plain</t></r></si></sst>' },
    ),
  );
  expect(markdown).toContain("| [link](https://a.example/#part) |  |\n| 東京 |  |\n| plain | =NOW() |");
  expect(warnings).toEqual(["Sheet S: 1 formula has no stored result; the formula itself stands there."]);
});

test("sheets: pictures in cells are shown, records by their names; others are counted", async () => {
  const numbered = [1, 2, 3, 4].map((index) => `<bk><rc t="1" v="${index - 1}"/></bk>`).join("");
  const places = [0, 1, 2, 3].map((index) => `<bk><extLst><ext><rvb i="${index}"/></ext></extLst></bk>`).join("");
  const rich = (index: number) => `<c t="e" vm="${index}"><v>#VALUE!</v></c>`;
  const { markdown, warnings } = await readDocument(
    workbook(`<row>${rich(1)}${rich(2)}</row><row>${rich(3)}${rich(4)}</row>`, {
      "xl/metadata.xml": `<metadata><futureMetadata name="XLRICHVALUE">${places}</futureMetadata><valueMetadata>${numbered}</valueMetadata></metadata>`,
      "xl/richData/values.xml":
        '<rvData><rv s="0"><v>0</v><v>5</v><v>a boat</v></rv><rv s="1"><v>Acme &amp; Co</v></rv><rv s="2"><v>8</v></rv><rv s="3"><v>8</v></rv></rvData>',
      "xl/richData/structures.xml":
        '<rvStructures><s t="_localImage"><k n="_rvRel:LocalImageIdentifier"/><k n="CalcOrigin"/><k n="Text"/></s><s t="_entity"><k n="_DisplayString"/></s><s t="_error"><k n="errorType"/></s><s t="_other"><k n="x"/></s></rvStructures>',
      "xl/richData/pictures.xml": '<richValueRels><rel r:id="r9"/></richValueRels>',
      "xl/richData/_rels/pictures.xml.rels": relationships(["r9", "image", "../media/boat.png"]),
      "xl/media/boat.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
    }),
    { removeBase64Images: false },
  );
  expect(markdown).toContain(
    "| [![a boat](data:image/png;base64,iVBORw==)](https://a.example/#part) | Acme & Co |\n| #VALUE! |  |",
  );
  expect(warnings).toEqual(["1 rich value of the document is left out."]);
});
