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
