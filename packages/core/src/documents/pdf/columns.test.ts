import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pdfOf, pdfOfPages, type Drawn } from "../../../test/documents/drawn-pdf.ts";
import { readDocument } from "../../../test/documents/office-file.ts";

const fixtures = new URL("../../../../testkit/fixtures/documents/", import.meta.url);

const sentences = (
  "the keeper of the light goes up the stairs every evening and looks at the lamp before he writes the hour into the " +
  "book of the tower where his father wrote the hours of all the nights before him and when the fog comes in from the " +
  "sea he rings the bell that hangs outside under the roof until the ships have found the narrow way between the rocks " +
  "and lie at the quay of the small town that pays for the oil and for the bell and for the long winter of the keeper"
).split(" ");

/** A column of lines of six words. */
const column = (x: number, count: number, top = 700): readonly Drawn[] =>
  Array.from({ length: count }, (_, index) => ({
    x,
    y: top - index * 13,
    text: sentences.slice(index * 6, index * 6 + 6).join(" "),
  }));

const row = (y: number, cells: Readonly<Record<number, string>>): readonly Drawn[] =>
  Object.entries(cells).map(([x, text]) => ({ x: Number(x), y, text }));

test("three columns are read one after the other, wherever their lines stand", async () => {
  const { markdown = "" } = await readDocument(new Uint8Array(await readFile(new URL("three-columns.pdf", fixtures))));
  expect(markdown).not.toContain("|");
  const order = [...markdown.matchAll(/Article (\d) (heading|begins|ends)/g)].map(([found]) => found);
  expect(order).toEqual(
    Array.from({ length: 8 }, (_, number) =>
      ["heading", "begins", "ends"].map((part) => `Article ${number} ${part}`),
    ).flat(),
  );
});

test("a table at the top of a column does not tie it to the sentences beside it", async () => {
  const rows = [
    { 340: "Basin", 410: "Depth", 470: "Rate" },
    { 340: "North", 410: "12.5", 470: "0.31" },
    { 340: "South", 410: "8.0", 470: "1.27" },
    { 340: "East", 410: "103.2", 470: "0.05" },
  ];
  const { markdown = "" } = await readDocument(
    pdfOf([...column(60, 14), ...rows.flatMap((cells, index) => row(700 - index * 13, cells)), ...column(340, 8, 620)]),
  );
  expect(markdown).toContain("| Basin | Depth | Rate |\n| --- | --- | --- |\n| North | 12.5 | 0.31 |");
  expect(markdown).toContain(sentences.slice(0, 18).join(" "));
});

test("the last page of a text may have few lines in its second column", async () => {
  const page = [...column(60, 14), ...column(340, 14)];
  const last = [...column(60, 14), ...row(700, { 340: "Thanks" }), ...row(674, { 340: "To the pilots." })];
  const { markdown = "" } = await readDocument(pdfOfPages([page, last]));
  expect(markdown).toContain(`${sentences.slice(0, 14 * 6).join(" ")}\n\nThanks\n\nTo the pilots.`);
});

test("answers far apart stand beside their questions, however long both are", async () => {
  const questions = [
    "What is the ship called",
    "Where does it come from",
    "Who is the master of it",
    "How long does it stay",
    "What is its cargo now",
  ];
  const answers = [
    "She is called the Gannet of Lorne",
    "From the eastern isles with the tide",
    "The old Mary Harper of Quay Street",
    "Until the wind turns to the south",
    "Salted herring in two hundred tuns",
  ];
  const lines = questions.flatMap((question, index) =>
    row(700 - index * 36, { 60: question, 240: answers[index] ?? "" }),
  );
  const { markdown = "" } = await readDocument(pdfOf(lines));
  for (const [index, question] of questions.entries())
    expect(markdown).toMatch(new RegExp(`${question}[ |]+${answers[index]}`));
});

test("cells that go on in small letters are no columns", async () => {
  const words = ["yes", "no", "string", "boolean value", "number of points", "table"];
  const lines = words.flatMap((word, index) =>
    row(700 - index * 13, { 60: `field${index}`, 180: word, 300: index % 2 === 0 ? "the name of a part" : "the size" }),
  );
  const { markdown = "" } = await readDocument(pdfOf(lines));
  expect(markdown).toContain("| field3 | boolean value | the size |");
});

test("a sentence below a table does not glue its columns", async () => {
  const rows = [
    { 60: "Station", 270: "Depth (m)", 374: "Remark" },
    { 60: "North", 295: "12.50", 374: "calm sea" },
    { 60: "South", 302: "8.25", 354: "rough, see note" },
  ];
  const table = rows.flatMap((cells, index) => row(700 - index * 20, cells));
  const { markdown = "" } = await readDocument(
    pdfOf([...table, { x: 60, y: 636, text: "Between the tables stands this sentence of ten words." }]),
  );
  expect(markdown).toBe(
    "| Station | Depth (m) | Remark |\n| --- | --- | --- |\n| North | 12.50 | calm sea |\n| South | 8.25 | rough, see note |\n\nBetween the tables stands this sentence of ten words.",
  );
});

test("heads at the left of their columns stand over numbers at the right of them", async () => {
  const lines = [
    { 60: "Name", 130: "Age", 210: "City", 270: "Pop" },
    { 60: "Al", 178: "30", 210: "Rome", 318: "2.8" },
    { 60: "Bo", 178: "25", 210: "Oslo", 318: "0.7" },
    { 60: "Cy", 210: "Bonn", 318: "0.3" },
  ];
  const { markdown } = await readDocument(pdfOf(lines.flatMap((cells, index) => row(700 - index * 14, cells))));
  expect(markdown).toBe(
    "| Name | Age | City | Pop |\n| --- | --- | --- | --- |\n| Al | 30 | Rome | 2.8 |\n| Bo | 25 | Oslo | 0.7 |\n| Cy |  | Bonn | 0.3 |",
  );
});

test("words at the left over numbers at the right are the head, with a line above that names columns together", async () => {
  const lines = [
    { 55: "Port", 109: "Berths", 163: "Length", 217: "Depth", 271: "Built" },
    { 55: "Kiel", 148: "12", 187: "130.5", 257: "14", 299: "1911" },
    { 55: "Riga", 148: "22", 190: "2300", 263: "2", 299: "1920" },
    { 55: "Oslo", 155: "3", 203: "33", 257: "34", 299: "1999" },
  ];
  const drawn = (some: typeof lines) => some.flatMap((cells, index) => row(700 - index * 15, cells));
  const table =
    "| Port | Berths | Length | Depth | Built |\n| --- | --- | --- | --- | --- |\n| Kiel | 12 | 130.5 | 14 | 1911 |\n| Riga | 22 | 2300 | 2 | 1920 |\n| Oslo | 3 | 33 | 34 | 1999 |";
  expect((await readDocument(pdfOf(drawn(lines)))).markdown).toBe(table);
  const grouped = [...row(715, { 109: "Size of it", 217: "Other things" }), ...drawn(lines)];
  expect((await readDocument(pdfOf(grouped))).markdown).toBe(
    table.replace(/^(.*)\n(.*)/, "|  | Size of it |  | Other things |  |\n$2\n$1"),
  );
});

test("rows without rules between them are rows, also where a cell goes on in a second line", async () => {
  const cells = [
    { 66: "Knot", 206: "Strength", 306: "Use" },
    { 66: "Bowline", 206: "75", 306: "loop" },
    { 66: "Clove hitch", 206: "60", 306: "post" },
    { 66: "A long text that wraps", 206: "50", 306: "other" },
    { 66: "in its cell" },
  ];
  const lines = cells.flatMap((line, index) => row((index === 0 ? 704 : 700) - index * 13, line));
  const drawing = [60, 200, 300, 400].map((x) => `${x} 640 m ${x} 715 l S`).join(" ");
  const across = [640, 698, 715].map((y) => `60 ${y} m 400 ${y} l S`).join(" ");
  const { markdown } = await readDocument(pdfOfPages([lines], { drawing: `${drawing} ${across}` }));
  expect(markdown).toBe(
    "| Knot | Strength | Use |\n| --- | --- | --- |\n| Bowline | 75 | loop |\n| Clove hitch | 60 | post |\n| A long text that wraps in its cell | 50 | other |",
  );
});

test("on the last page of a text in columns, two lines stand beside a table and a paragraph", async () => {
  const even = [
    "the basins were measured in the spring",
    "by the pilots of the town with a line of",
    "hemp that had a lump of lead at its end",
    "and they wrote the figures into a book",
    "that has been in the tower ever since,",
  ];
  const paragraph = (x: number, count: number, top: number) =>
    Array.from({ length: count }, (_, index) => row(top - index * 13, { [x]: even[index % 5] ?? "" })).flat();
  const rows = Array.from({ length: 16 }, (_, index) =>
    row(700 - index * 13, { 60: `Basin ${index}`, 120: `${index}.5`, 170: `${index}.75` }),
  );
  const last = [...row(700, { 320: "the last words of the keeper were lost in" }), ...row(687, { 320: "fog" })];
  const { markdown = "" } = await readDocument(
    pdfOfPages([
      [...paragraph(60, 25, 700), ...paragraph(320, 25, 700)],
      [...rows.flat(), ...paragraph(60, 5, 470), ...last],
    ]),
  );
  expect(markdown).toContain("| Basin 15 | 15.5 | 15.75 |");
  expect(markdown).not.toMatch(/\|[^|\n]*(?:keeper|fog)/);
  expect(markdown).toMatch(/the last words of the keeper were lost in\s+fog$/);
});

test("codes in small letters are no sentences: a table of definitions stays one", async () => {
  const rows = ["handle", "label", "arg1", "arg2", "arg3"].map((name, index) =>
    row(700 - index * 13, { 60: name, 130: index === 0 ? "what is held" : `arg${index} of the call` }),
  );
  const { markdown = "" } = await readDocument(pdfOf(rows.flat()));
  expect(markdown).toContain("| arg2 | arg3 of the call |");
});

/** The side bar of a résumé, and its main part, each with its own distance of lines. */
const sideBar = (x: number): readonly Drawn[] =>
  ["Contact", "anna@site.example", "Quay 1", "Skills", "• Ropes", "• Lamps", "• Bells", "Languages", "Swedish"].map(
    (text, index) => ({ x, y: 700 - index * 17, text, size: /^(?:Contact|Skills|Languages)$/.test(text) ? 15 : 11 }),
  );
const mainPart = (x: number): readonly Drawn[] =>
  ["Profile", "Keeper of a light.", "Experience", "Harbour of Oslo", "• Wrote a book", "• Rang a bell", "Education"]
    .concat("School of pilots", "With honours")
    .map((text, index) => ({ x, y: 692 - index * 21, text, size: /^(?:Profile|Exp|Edu)/.test(text) ? 15 : 11 }));

test("a side bar and the main part of a résumé are read one after the other, on either side", async () => {
  const parts = [sideBar(60), mainPart(260)];
  const { markdown = "" } = await readDocument(pdfOf(parts.flat()));
  expect(markdown).not.toContain("|");
  expect(markdown.replace(/\W+/g, " ").trim()).toBe(
    parts
      .flat()
      .map(({ text }) => text)
      .join(" ")
      .replace(/\W+/g, " "),
  );
  const mirrored = await readDocument(pdfOf([...mainPart(60), ...sideBar(360)]));
  expect(mirrored.markdown?.indexOf("With honours")).toBeLessThan(mirrored.markdown?.indexOf("Contact") ?? 0);
});

test("columns at the same heights are a table, though both have headings", async () => {
  const lines = mainPart(60).map((line, index) => [
    line,
    { ...line, x: 300, text: `${["Sum", "Part", "Rest"][index % 3]} ${index}` },
  ]);
  const { markdown = "" } = await readDocument(pdfOf(lines.flat()));
  expect(markdown.indexOf("Sum 0")).toBeLessThan(markdown.indexOf("Keeper"));
});
