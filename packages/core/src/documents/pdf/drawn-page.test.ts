import { expect, test } from "vitest";
import { pdfOf, pdfOfPages } from "../../../test/documents/drawn-pdf.ts";
import { readDocument } from "../../../test/documents/office-file.ts";

test("a heading beside two lines of the next column does not make them one", async () => {
  const left = [
    "Ships come in at high tide and wait",
    "for the pilot who boards them off the",
    "mole and brings them to the quay in",
    "the old harbour where they are moored",
  ];
  const right = [
    "to the stone bollards of the town that",
    "were set there long ago by the guild",
    "of the pilots and have been mended",
    "every spring since then by its members.",
  ];
  const { markdown } = await readDocument(
    pdfOf([
      ...left.map((text, index) => ({ x: 60, y: 600 - index * 13, text })),
      { x: 60, y: 536, size: 17, text: "Method" },
      ...right.map((text, index) => ({ x: 320, y: 600 - index * 13, text })),
      ...["They also keep the lights of the outer", "harbour burning through the winter."].map((text, index) => ({
        x: 320,
        y: 539 - index * 10,
        text,
      })),
    ]),
  );
  expect(markdown).toContain("They also keep the lights of the outer harbour burning through the winter.");
});

test("marks of several numbers make a list in a list, however far they stand from the text", async () => {
  const items = ["1.", "First", "1.1.", "Part of it", "1.2.", "Other part", "2.", "Second"];
  const lines = items.map((text, index) => ({
    x: index % 2 === 0 ? 60 : 110,
    y: 700 - Math.floor(index / 2) * 14,
    text,
  }));
  const { markdown } = await readDocument(pdfOf(lines));
  expect(markdown).toBe("1. First\n   1. Part of it\n   2. Other part\n2. Second");
});

test("lists whose letters go on behind other text keep them", async () => {
  const item = (y: number, mark: string, text: string) => [
    { x: 80, y, text: mark },
    { x: 110, y, text },
  ];
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 714, text: "The supplier shall deliver all of the ropes as follows:" },
      ...item(700, "(a)", "within ten days;"),
      ...item(686, "(b)", "free of charge."),
      { x: 60, y: 660, text: "The parties agree on this in writing, and that they are:" },
      ...item(640, "(c)", "packed dry;"),
      ...item(626, "(d)", "marked."),
    ]),
  );
  expect(markdown).toContain("- (a) within ten days;\n- (b) free of charge.");
  expect(markdown).toContain("- (c) packed dry;\n- (d) marked.");
});

test("cells that are wrapped are one row without rules, too, where the next word would nearly have fitted", async () => {
  const rows = [
    [["Clause"], ["Requirement"], ["Test"]],
    [
      ["1.1"],
      ["The pump shall answer", "each command that it", "receives within one", "hundred milliseconds."],
      ["Send a hundred", "commands and measure."],
    ],
    [
      ["1.2"],
      ["The pump shall stop", "with no word on the line in", "five seconds."],
      ["Pull the plug of the line,", "wait and look at the", "valve of the pump."],
    ],
    [["1.3"], ["The pump shall start", "only after a self test."], ["Switch it on."]],
  ];
  let y = 700;
  const drawn = rows.flatMap((row) => {
    const top = y;
    y -= Math.max(...row.map((lines) => lines.length)) * 17 + 10;
    return row.flatMap((lines, column) =>
      lines.map((text, index) => ({ x: [60, 204, 360][column] ?? 0, y: top - index * 17, text })),
    );
  });
  const { markdown } = await readDocument(pdfOf(drawn));
  expect(markdown).toContain(
    "| 1.2 | The pump shall stop with no word on the line in five seconds. | Pull the plug of the line, wait and look at the valve of the pump. |\n| 1.3 | The pump shall start only after a self test. | Switch it on. |",
  );
});

test("words of small lines that stand one above the other beside large type stay apart", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 690, size: 30, text: "}" },
      { x: 76, y: 698, size: 9, text: "boxes checked" },
      { x: 76, y: 689, size: 9, text: "on this page" },
    ]),
  );
  expect(markdown?.replaceAll(/<[^>]*>/g, "")).toBe("} boxes checked on this page");
});

test("boxes of a form are ticked or not", async () => {
  const box = (x: number, name: string, value: string, more = "") =>
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(${name})/V/${value}/AS/${value}/Rect[${x} 595 ${x + 10} 605]${more}/AP<</N<</Yes<<>>/Off<<>>>>>>>>`;
  const { markdown } = await readDocument(
    pdfOf(
      [
        { x: 75, y: 597, text: "with sugar" },
        { x: 175, y: 599, text: "with milk" },
      ],
      [box(60, "a", "Yes"), box(160, "b", "Off")],
    ),
  );
  expect(markdown).toMatch(/☒\s+with sugar\s+☐\s+with milk/);
});

test("values of a form are no headings, though its labels are small, and take no more room than their fields", async () => {
  const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Mary Harper of the north quay)/Rect[60 570 130 590]>>`;
  const labels = [
    { x: 60, y: 600, size: 7, text: "Owner of the ship, as the register has it" },
    { x: 150, y: 577, size: 7, text: "in capitals" },
  ];
  expect((await readDocument(pdfOf(labels, [field]))).markdown).toBe(
    "Owner of the ship, as the register has it\n\nMary Harper of the north quay in capitals",
  );
});

test("what was filled into a form stands beside its label, however high the field is", async () => {
  const fields = [
    ["Owner of the ship", "Mary Harper"],
    ["Home port", "Port Lorne"],
    ["Draught", "1.9"],
  ];
  const field = (value: string, y: number, more: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(${value})/V(${value})/Rect[200 ${y} 400 ${y + 30}]${more}>>`;
  const labels = fields.map(([text = ""], index) => ({ x: 60, y: 700 - index * 40, text }));
  const values = fields.map(([, value = ""], index) => field(value, 689 - index * 40, ""));
  expect((await readDocument(pdfOf(labels, values))).markdown).toBe(
    "Owner of the ship Mary Harper\n\nHome port Port Lorne\n\nDraught 1.9",
  );
  const remarks = pdfOf([{ x: 60, y: 710, text: "Remarks" }], [field("Leaks a little", 689, "/Ff 4096")]);
  expect((await readDocument(remarks)).markdown).toBe("Remarks Leaks a little");
});

/** Rows of a table, a given distance apart, the last two columns set to the right. */
const statement = (rows: readonly (readonly string[])[], distance: number) =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column) => {
      const x = [60, 120, 400, 500][column] ?? 0;
      return text === "" ? [] : [{ x: column > 1 ? x - text.length * 5.5 : x, y: 700 - index * distance, text }];
    }),
  );

test("rows that stand far apart make a table where three of them do; their dates are no numbers of a list", async () => {
  const rows = [
    ["Date", "Booking", "Debit", "Credit"],
    ["03.03.", "Rope for the boathouse", "12.50", ""],
    ["04.03.", "Salary of the harbour master", "", "2000.00"],
    ["05.03.", "Rent", "900.00", ""],
  ];
  for (const distance of [14, 32, 44]) {
    const { markdown } = await readDocument(pdfOf(statement(rows, distance)));
    expect(markdown).toBe(
      "| Date | Booking | Debit | Credit |\n| --- | --- | --- | --- |\n| 03.03. | Rope for the boathouse | 12.50 |  |\n| 04.03. | Salary of the harbour master |  | 2000.00 |\n| 05.03. | Rent | 900.00 |  |",
    );
  }
  const alone = await readDocument(pdfOf(statement(rows.slice(1, 3), 32)));
  expect(alone.markdown).toBe("03.03. Rope for the boathouse 12.50\n\n04.03. Salary of the harbour master 2000.00");
  const letterhead = [["Tel. 12", "Fax 13", "Post box 14", "Riga"], rows[0] ?? [], rows[2] ?? [], rows[3] ?? []];
  const apart = statement(letterhead, 14).map((line, index) => (index < 4 ? { ...line, y: line.y + 30 } : line));
  expect((await readDocument(pdfOf(apart))).markdown).toContain("\n\n| Date | Booking | Debit | Credit |\n");
});

test("text across a page is told where it is left out; a little slant is none", async () => {
  const { markdown, warnings } = await readDocument(
    pdfOf([
      { x: 60, y: 700, text: "The harbour is closed in winter." },
      { x: 60, y: 660, text: "It opens again in March.", turned: 3 },
      { x: 150, y: 300, size: 70, text: "DRAFT", turned: 45 },
      { x: 20, y: 300, text: "Copy 7 of 9", turned: 90 },
    ]),
  );
  expect(markdown).toContain("closed in winter");
  expect(markdown).toContain("again in March");
  expect(markdown).not.toContain("DRAFT");
  expect(warnings).toEqual(["Text at an angle to the rest is left out on 1 of 1 page: DRAFT · Copy 7 of 9"]);
});

test("hyphens of compounds stay at line ends, those of syllables go", async () => {
  const lines = [
    "The mother-in-",
    "law of the inter-",
    "national pilot wrote an e-",
    "mail on the up-to-",
    "date state-of-the-",
    "art quay, a co-",
    "operation of the Baden-",
    "Baden harbour.",
  ];
  const { markdown } = await readDocument(pdfOf(lines.map((text, index) => ({ x: 60, y: 700 - index * 13, text }))));
  expect(markdown).toBe(
    "The mother-in-law of the international pilot wrote an e-mail on the up-to-date state-of-the-art quay, a cooperation of the Baden-Baden harbour.",
  );
});

test("columns do not tear a table that stands between them over the whole width", async () => {
  const column = (x: number, y: number, lines: readonly string[]) =>
    lines.map((text, index) => ({ x, y: y - index * 14, text }));
  const left = [
    "In the left column there",
    "stands text that is about",
    "ships and their loads and",
    "what they brought from",
    "all over the world to it.",
  ];
  const right = [
    "In the right column there",
    "are some words about the",
    "cranes which carried the",
    "loads from the ships to",
    "the quays of the harbour.",
  ];
  const rows = [
    ["Year", "Ships", "Cranes", "Remark"],
    ["1900", "120", "3", "first stage of works"],
    ["1910", "240", "5", "second stage"],
    ["1920", "90", "5", "after the war"],
  ];
  const cells = rows.flatMap((row, line) =>
    row.map((text, index) => ({ x: 60 + index * 90, y: 590 - line * 16, text })),
  );
  const { markdown } = await readDocument(
    pdfOf([
      ...column(60, 690, left),
      ...column(330, 690, right),
      ...cells,
      ...column(60, 490, left),
      ...column(330, 490, right),
    ]),
  );
  expect(markdown).toContain(
    "| Year | Ships | Cranes | Remark |\n| --- | --- | --- | --- |\n| 1900 | 120 | 3 | first stage of works |",
  );
  expect(markdown?.match(/stands text that is about ships/g)).toHaveLength(2);
});

test("raised and lowered characters as large as their line stay in it", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 700, text: "Water is H" },
      { x: 111.5, y: 694.7, size: 10.7, text: "2" },
      { x: 117.5, y: 700, text: "O and the area of m" },
      { x: 215.5, y: 705.3, size: 10.7, text: "2" },
      { x: 221.5, y: 700, text: " is meant." },
    ]),
  );
  expect(markdown).toBe("Water is H<sub>2</sub>O and the area of m<sup>2</sup> is meant.");
});

test("items of a slide are items, however large they are set", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 700, size: 30, text: "Aims" },
      ...["First aim", "Second aim"].map((text, index) => ({
        x: 80,
        y: 640 - index * 40,
        size: 24,
        text: `\\267 ${text}`,
      })),
      ...["small words that make", "most of the text here", "below all of the items"].map((text, index) => ({
        x: 60,
        y: 400 - index * 13,
        text,
      })),
    ]),
  );
  expect(markdown).toContain("# Aims\n\n- First aim\n- Second aim");
});

test("sentences and lists above a table in smaller type are no headings", async () => {
  const text = (lines: readonly string[], x: number, y: number) =>
    lines.map((line, index) => ({ x: line.startsWith("\\267") ? x - 12 : x, y: y - index * 13, text: line }));
  const intro = text(
    [
      "A quay is measured where it",
      "\\267 has water at its foot at low",
      "Water, in a usual year",
      "\\267 bears a crane",
    ],
    80,
    700,
  );
  const closing = text(
    [
      "The table below names the quays of the bay with their length in",
      "Metres and the year when each of them was built.",
    ],
    60,
    620,
  );
  const rows = Array.from({ length: 30 }, (_, index) => [
    { x: 60, y: 560 - index * 10, size: 8, text: `Quay number ${index} of the bay` },
    { x: 260, y: 560 - index * 10, size: 8, text: `${100 + index} m` },
  ]);
  const { markdown } = await readDocument(pdfOf([...intro, ...closing, ...rows.flat()]));
  expect(markdown).toContain("- has water at its foot at low Water, in a usual year\n- bears a crane\n");
  expect(markdown).toMatch(/^The table below .* in Metres and the year when each of them was built\.$/m);
});

test("a text drawn across a rule stands in both cells; a cell beside several rows stands in the first of them", async () => {
  const line = (x1: number, y1: number, x2: number, y2: number) => `${x1} ${y1} m ${x2} ${y2} l S`;
  const across = [720, 700, 660].map((y) => line(60, y, 300, y));
  const drawing = [...across, line(140, 680, 300, 680), ...[60, 140, 220, 300].map((x) => line(x, 720, x, 660))];
  const table = [
    { x: 64, y: 705, text: "Name" },
    { x: 144, y: 705, text: "Family" },
    { x: 224, y: 705, text: "Age" },
    { x: 64, y: 675, text: "Ann" },
    { x: 144, y: 685, text: "Lee" },
    { x: 224, y: 685, text: "30" },
    { x: 191, y: 665, text: "Moon 41" },
  ];
  const { markdown } = await readDocument(pdfOfPages([table], { drawing: drawing.join("\n") }));
  expect(markdown).toBe("| Name | Family | Age |\n| --- | --- | --- |\n| Ann | Lee | 30 |\n|  | Moon | 41 |");
  // A rule in the middle of a word parts nothing.
  const word = table.map((text) => (text.text === "Moon 41" ? { ...text, x: 201, text: "Moonlight" } : text));
  const whole = await readDocument(pdfOfPages([word], { drawing: drawing.join("\n") }));
  expect(whole.markdown).toContain("Moonlight");
});

test("a running header goes also where text begins right below it, but not the head of a table on every page", async () => {
  const words = (page: number, y: number) =>
    Array.from({ length: 60 }, (_, index) => ({
      x: 60,
      y: y - index * 13,
      text: `page ${page} has line ${index} of words`,
    }));
  const pages = [0, 1, 2, 3].map((page) => [
    { x: 60, y: 800, text: "Yearly report" },
    ...words(page, page === 2 ? 787 : 760),
  ]);
  expect((await readDocument(pdfOfPages(pages))).markdown).not.toContain("Yearly report");
  const tables = [0, 1, 2, 3].map((page) => [{ x: 60, y: 800, text: "Name and use" }, ...words(page, 787)]);
  expect((await readDocument(pdfOfPages(tables))).markdown).toContain("Name and use");
});

test("a large header with the number of its page goes, and a large footer, but not a large title on every page", async () => {
  const page = (number: number, top: string) => [
    { x: 60, y: 800, size: 14, text: top },
    { x: 60, y: 20, size: 14, text: "harbour.example, 12 May" },
    ...["calm", "rough", "icy"].map((word, index) => ({
      x: 60,
      y: 600 - index * 13,
      text: `On day ${number} the sea was ${word} in the bay and ${word} beyond it.`,
    })),
  ];
  const printed = [1, 2, 3].map((number) => page(number, `The harbour, page ${number} of 3`));
  const { markdown } = await readDocument(pdfOfPages(printed));
  expect(markdown).not.toMatch(/harbour/);
  const titled = await readDocument(pdfOfPages([1, 2, 3].map((number) => page(number, `Day ${number}`))));
  expect(titled.markdown?.match(/# Day \d/g)).toEqual(["# Day 1", "# Day 2", "# Day 3"]);
});

test("chapters of a table of contents that few dots or none lead to their pages are entries as the others", async () => {
  const entries = [
    ["1 Harbours", "3", 14],
    ["1.1 Quays . . . . . . . . . . . .", "4", 11],
    ["1.2 Moles . . . . . . . . . . . .", "5", 11],
    ["2 Tides and . .", "7", 14],
    ["2.1 Ebb . . . . . . . . . . . .", "8", 11],
  ] as const;
  const digit = 0.556; // the width of a digit, in sizes
  const lines = entries.flatMap(([text, number, size], index) => [
    { x: text.includes(".1") || text.includes(".2") ? 72 : 60, y: 700 - index * 20, size, text },
    { x: 300 - size * digit, y: 700 - index * 20, size, text: number },
  ]);
  const words = [0, 1, 2, 3].map((index) => ({ x: 60, y: 560 - index * 13, text: "The book is about the sea." }));
  const { markdown } = await readDocument(pdfOf([...lines, ...words]));
  expect(markdown).not.toContain("#");
  expect(markdown).toContain(
    "- 1 Harbours … 3\n  - 1.1 Quays … 4\n  - 1.2 Moles … 5\n- 2 Tides and … 7\n  - 2.1 Ebb … 8",
  );
});

test("underscores that are drawn as lines join their words; other lines don't", async () => {
  const text = (y: number) => [
    { x: 60, y, text: "max" },
    { x: 83.4, y, text: "tide" },
  ];
  const drawing = "80 700 3.3 .4 re f\n80 680 3.3 .4 re f\n80 643 3.3 .4 re f";
  const { markdown } = await readDocument(
    pdfOfPages([[...text(700), { x: 60, y: 680, text: "low tide" }, ...text(640)]], { drawing }),
  );
  expect(markdown).toBe("max_tide low_tide\n\nmax tide");
});

test("a page that stands on its head is turned", async () => {
  const turned = ["First line of words.", "Second line of words."].map((text, index) => ({
    ...{ x: 500, y: 100 + index * 13, text, turned: 180 },
  }));
  expect((await readDocument(pdfOf(turned))).markdown).toBe("First line of words. Second line of words.");
});

test("lines that were broken on purpose stay lines, whatever their type", async () => {
  const lines = ["Ann Lee", "Quay 5", "21000 Port"].map((text, index) => ({ x: 60, y: 700 - index * 13, text }));
  const long = {
    x: 60,
    y: 500,
    text: "A much longer line of words that shows how wide the column of this text is set",
  };
  expect((await readDocument(pdfOf([...lines, long]))).markdown).toContain("Ann Lee  \nQuay 5  \n21000 Port");
});

test("a dash at the beginning of a line goes on with the sentence above", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 700, text: "The keeper of the light went up to the lamp every evening, and his wife" },
      { x: 60, y: 686, text: "\\320 who kept the book of the hours \\320 wrote down what he said to her then." },
      { x: 76, y: 672, text: "In the morning they went down again." },
    ]),
  );
  expect(markdown).toBe(
    "The keeper of the light went up to the lamp every evening, and his wife — who kept the book of the hours — wrote down what he said to her then.\n\nIn the morning they went down again.",
  );
});

test("a title in the middle and a heading at the left are two, lines of one heading are one", async () => {
  const body = Array.from({ length: 6 }, (_, index) => ({
    x: 60,
    y: 640 - index * 14,
    text: "The keeper of the light goes up the stairs every evening and looks at the lamp.",
  }));
  const headings = (x: number, y: number, ...texts: readonly string[]) =>
    texts.map((text, index) => ({ x, y: y - index * 22, size: 18, text }));
  const apart = [...headings(240, 700, "Report"), ...headings(60, 678, "Chapter one"), ...body];
  expect((await readDocument(pdfOf(apart))).markdown).toMatch(/^# Report\n\n# Chapter one\n\n/);
  const together = [...headings(60, 700, "A report on the tides", "of the harbour"), ...body];
  expect((await readDocument(pdfOf(together))).markdown).toMatch(/^# A report on the tides of the harbour\n\n/);
});

test("a head over several columns leaves them several, though it stands above the space between them", async () => {
  const cells = (y: number, ...texts: readonly string[]) =>
    texts.map((text, index) => ({ x: [60, 160, 210, 310, 360][index] ?? 0, y, text }));
  const { markdown } = await readDocument(
    pdfOf([
      { x: 175, y: 714, text: "North basin" },
      { x: 325, y: 714, text: "South basin" },
      ...cells(700, "Model", "1 h", "6 h", "1 h", "6 h"),
      ...cells(686, "Tide", "8.1", "14.9", "7.7", "13.2"),
      ...cells(672, "Wave", "5.2", "11.3", "5.0", "10.8"),
      ...cells(658, "Wind", "5.0", "10.9", "4.9", "10.1"),
    ]),
  );
  expect(markdown).toBe(
    [
      "|  | North basin |  | South basin |  |",
      "| --- | --- | --- | --- | --- |",
      "| Model | 1 h | 6 h | 1 h | 6 h |",
      "| Tide | 8.1 | 14.9 | 7.7 | 13.2 |",
      "| Wave | 5.2 | 11.3 | 5.0 | 10.8 |",
      "| Wind | 5.0 | 10.9 | 4.9 | 10.1 |",
    ].join("\n"),
  );
});

test("a square is no note, though a note has its number", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 760, text: "The wind was measured" },
      { x: 169, y: 764, size: 6, text: "1" },
      { x: 174, y: 760, text: "by the hour and the swell" },
      { x: 296, y: 764, size: 6, text: "2" },
      { x: 301, y: 760, text: "by the day." },
      { x: 60, y: 740, text: "Its force is c" },
      { x: 118.2, y: 744, size: 6, text: "2" },
      { x: 128, y: 740, text: "at sea and more on land, as the measurements say." },
      { x: 60, y: 80, size: 8, text: "1 On the mole." },
      { x: 60, y: 68, size: 8, text: "2 Off the mole." },
    ]),
  );
  expect(markdown).toMatch(/measured\[\^1\] by the hour and the swell\[\^2\] by the day/);
  expect(markdown).toContain("c<sup>2</sup> at sea");
});

test("a note may be called in a table", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 760, text: "The board met nine times, as the table shows." },
      ...[
        ["Director", "Meetings", "Attended"],
        ["A. Brandt", "9", "9"],
        ["C. Osei", "9", "8"],
        ["R. Singh", "4", "4"],
      ].flatMap((row, index) => row.map((text, column) => ({ x: 60 + column * 100, y: 730 - index * 14, text }))),
      { x: 100.5, y: 692, size: 6, text: "2" },
      { x: 60, y: 80, size: 8, text: "2 Joined on 1 July." },
    ]),
  );
  expect(markdown).toContain("| R. Singh[^1] | 4 | 4 |");
  expect(markdown).toMatch(/\[\^1\]: Joined on 1 July\.$/);
});

test("a drop cap begins the first word beside it", async () => {
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 735, size: 36, text: "O" },
      { x: 90, y: 748, text: "nce a fishing village with four hundred people," },
      { x: 90, y: 735, text: "the town has become a place where many go and" },
      { x: 60, y: 722, text: "from which most of them return with fish and salt." },
    ]),
  );
  expect(markdown).toBe(
    "Once a fishing village with four hundred people, the town has become a place where many go and from which most of them return with fish and salt.",
  );
});

test("the size of the text is not that of running footers, of which slides have more than text", async () => {
  const footer =
    "A. Lind of the harbour office at the quay, a quarterly review for the board of the town, October 2025";
  const { markdown } = await readDocument(
    pdfOfPages(
      ["North", "South", "East", "West"].map((name) => [
        { x: 60, y: 740, size: 20, text: `Sales in the ${name}` },
        { x: 60, y: 690, size: 14, text: `${name} is up by four` },
        { x: 60, y: 20, size: 6, text: footer },
      ]),
    ),
  );
  expect(markdown).toMatch(/^# Sales in the North\n\nNorth is up by four\n\n# Sales in the South/);
});

test("lowered type stays in its line, though it reaches into the table below", async () => {
  const rules = [705, 685, 665]
    .map((y) => `60 ${y} m 260 ${y} l S`)
    .concat([60, 160, 260].map((x) => `${x} 705 m ${x} 665 l S`));
  const { markdown } = await readDocument(
    pdfOfPages(
      [
        [
          { x: 60, y: 707, text: "Of H" },
          { x: 82.3, y: 702, size: 6, text: "2" },
          { x: 86, y: 707, text: "O and salt" },
          ...["Name", "Share", "Salt", "3"].map((text, index) => ({
            x: 65 + (index % 2) * 100,
            y: index < 2 ? 690 : 670,
            text,
          })),
        ],
      ],
      { drawing: rules.join("\n") },
    ),
  );
  expect(markdown).toBe("Of H<sub>2</sub>O and salt\n\n| Name | Share |\n| --- | --- |\n| Salt | 3 |");
});

test("text that nobody sees is left out and told, but not what was recognized in a picture, nor all of a page", async () => {
  const seen = [
    { x: 60, y: 700, text: "The harbour is closed in winter and opens in March." },
    { x: 60, y: 686, text: "Ships wait outside for the pilot who brings them in." },
  ];
  const text = (y: number, words: string, before = "") => `q ${before} BT /F 11 Tf 60 ${y} Td (${words}) Tj ET Q`;
  const drawing = [
    text(600, "rank me first", "3 Tr"),
    text(580, "white as snow", "1 g"),
    "0.1 0.1 0.4 rg 50 550 300 20 re f",
    text(555, "Head of a table", "1 g"),
    "20 w 50 520 m 350 520 l S",
    text(516, "On a broad line", "1 g"),
    "0 g q 300 0 0 100 50 400 cm Q",
    text(450, "read in a picture", "3 Tr"),
    "BT /F 11 Tf 60 350 Td (seen) Tj 3 Tr ( and not) Tj 0 Tr ( and seen) Tj ET",
  ].join("\n");
  const { markdown, warnings } = await readDocument(pdfOfPages([seen], { drawing }));
  expect(markdown).toContain("Head of a table");
  expect(markdown).toContain("On a broad line");
  expect(markdown).toContain("read in a picture");
  expect(markdown).toContain("seen and not and seen");
  expect(markdown).not.toMatch(/rank|snow/);
  expect(warnings).toEqual([
    "Text that is not seen (drawn invisibly, or white on white) is left out on 1 of 1 page: rank me first · white as snow",
  ]);
  const handwritten = await readDocument(pdfOfPages([[]], { drawing: text(600, "read in handwriting", "3 Tr") }));
  expect(handwritten).toMatchObject({ markdown: "read in handwriting", warnings: [] });
});
