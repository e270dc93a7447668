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
  const box =
    "<xdr:sp><xdr:txBody><a:p><a:r><a:t>Mind the </a:t></a:r><a:r><a:t>gap</a:t></a:r></a:p></xdr:txBody></xdr:sp>";
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
      "xl/charts/chart1.xml": `<c:chartSpace><c:chart><c:ser>${values}</c:ser></c:chart></c:chartSpace>`,
    }),
  );
  expect(markdown).toBe("## S\n\nMind the gap\n\n## C\n\n|  | Series 1 |\n| --- | --- |\n| 1 | 3 |");
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
