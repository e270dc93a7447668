import { expect, test } from "vitest";
import { taggedPdfOf, type Drawn, type Tagged } from "../../../test/documents/drawn-pdf.ts";
import { readDocument } from "../../../test/documents/office-file.ts";

const line = (text: string, x: number, y: number, size = 11): Drawn => ({ text, x, y, size });
const element = (role: string, ...parts: (Tagged | Drawn)[]): Tagged => [role, ...parts];
const row = (role: string, y: number, ...cells: (Drawn | undefined)[]): Tagged =>
  element("TR", ...cells.map((cell) => (cell === undefined ? element(role) : element(role, { ...cell, y }))));

test("a tagged page has the order, headings and lists of its tags, whatever they look like", async () => {
  const { markdown } = await readDocument(
    taggedPdfOf([
      element("H1", line("Sensor", 60, 780)),
      element("H2", line("Features", 60, 740)),
      element(
        "L",
        element("LI", element("Lbl", line("1.", 60, 720)), element("LBody", line("Runs on two volts", 80, 720))),
        element(
          "LI",
          element(
            "LBody",
            element("P", line("Has a bus", 80, 700)),
            element("L", element("LI", element("LBody", line("of two wires", 90, 686)))),
          ),
        ),
      ),
      element("H2", line("Description", 320, 740)),
      element("P", line("It measures currents of up to", 320, 720), line("twenty amperes.", 320, 706)),
    ]),
  );
  expect(markdown).toBe(
    "# Sensor\n\n## Features\n\n1. Runs on two volts\n\n- Has a bus\n  - of two wires\n\n## Description\n\nIt measures currents of up to twenty amperes.",
  );
});

test("cells of a tagged table stand below those at the same place, whichever a row leaves out", async () => {
  const cell = (text: string, x: number): Drawn => line(text, x, 0);
  const { markdown } = await readDocument(
    taggedPdfOf(
      [
        element("P", line("Statement of March", 60, 780)),
        element(
          "Table",
          element(
            "THead",
            row("TH", 740, cell("Parameter", 60), cell("Limits", 221), cell("Unit", 360)),
            row("TH", 726, cell("Min", 160), cell("Typ", 240), cell("Max", 300)),
          ),
          row("TD", 712, cell("Current", 60), cell("10", 160), cell("20", 240), cell("30", 300), cell("mA", 360)),
          row("TD", 698, cell("Offset", 60), cell("2", 240), cell("mV", 360)),
          row("TD", 684, cell("Noise", 60), undefined, undefined, cell("7", 300), undefined),
        ),
      ],
      [
        line("Current", 60, 640),
        line("10", 160, 640),
        line("20", 240, 640),
        line("30", 300, 640),
        line("mA", 360, 640),
      ],
    ),
  );
  expect(markdown).toBe(
    [
      "Statement of March",
      "",
      "| Parameter | Limits |  |  | Unit |",
      "| --- | --- | --- | --- | --- |",
      "|  | Min | Typ | Max |  |",
      "| Current | 10 | 20 | 30 | mA |",
      "| Offset |  | 2 |  | mV |",
      "| Noise |  |  | 7 |  |",
    ].join("\n"),
  );
});

test("notes of a tagged page are notes, and their mark stays in the line that calls it", async () => {
  const { markdown } = await readDocument(
    taggedPdfOf([
      element(
        "P",
        line("It freezes", 60, 780),
        element("Note", element("Span", line("1", 105.5, 784, 6)), element("P", line("1 Since 1911.", 60, 80, 8))),
        line(" in winter.", 109, 780),
      ),
      element("P", line("Nothing else is known about it at all, and nobody asks.", 60, 750)),
    ]),
  );
  expect(markdown).toBe(
    "It freezes[^1] in winter.\n\nNothing else is known about it at all, and nobody asks.\n\n[^1]: Since 1911.",
  );
});

test("text beside the tags stays, but tags that miss much of a page say nothing", async () => {
  const tagged = [
    element("H3", line("Tagged", 60, 760)),
    element("P", line("A line of text that the tags of the page name, too.", 60, 740)),
  ];
  const { markdown } = await readDocument(taggedPdfOf(tagged, [line("Letterhead", 60, 800)]));
  expect(markdown).toBe("Letterhead\n\n### Tagged\n\nA line of text that the tags of the page name, too.");
  const half = new TextDecoder().decode(taggedPdfOf(tagged)).replace("/P<</MCID 1>>BDC", "/P<</MCID 9>>BDC");
  const read = await readDocument(new TextEncoder().encode(half));
  expect(read.markdown).not.toContain("#");
  expect(read.markdown).toContain("A line of text that the tags of the page name, too.");
});

test("pictures that tags describe are named in a warning", async () => {
  const { markdown, warnings } = await readDocument(
    taggedPdfOf([
      element("P", line("The mole was built in three years.", 60, 740)),
      element("Figure/Alt(Plan of the mole)", element("Caption", line("Figure 1", 60, 600))),
    ]),
  );
  expect(markdown).toBe("The mole was built in three years.\n\nFigure 1");
  expect(warnings).toEqual(["The description of pictures is left out on 1 of 1 page: Plan of the mole"]);
});

test("lists one after the other that are tagged each by itself are nested as they are set in", async () => {
  const item = (text: string, x: number, y: number): Tagged =>
    element("LI", element("LBody", element("P", line(text, x, y))));
  const { markdown } = await readDocument(
    taggedPdfOf([
      element("P", line("What to bring along to the mole:", 60, 740)),
      element("L", item("1. rope", 78, 720)),
      element("L", item("\\267 a long one", 96, 706)),
      element("L", item("1. of hemp", 114, 692), item("2. or of wire", 114, 678)),
      element("L", item("\\267 a short one", 96, 664)),
      element("L", item("2. tar", 78, 650), item("3. sails", 78, 636)),
      element("L", item("\\267 in the next column", 320, 740)),
    ]),
  );
  expect(markdown).toBe(
    "What to bring along to the mole:\n\n1. rope\n   - a long one\n     1. of hemp\n     2. or of wire\n   - a short one\n2. tar\n3. sails\n\n- in the next column",
  );
});

test("a tagged table stays one though a cell holds another", async () => {
  const cell = (text: string, x: number): Drawn => line(text, x, 0);
  const { markdown } = await readDocument(
    taggedPdfOf([
      element("P", line("Ropes in the shed at the end of the mole", 60, 780)),
      element(
        "Table",
        row("TH", 740, cell("Knot", 60), cell("Strength", 160), cell("Use", 260), cell("Sizes", 360)),
        row("TD", 726, cell("Bowline", 60), cell("75", 160), cell("loop", 260), cell("all", 360)),
        row("TD", 712, cell("Hitch", 60), cell("60", 160), cell("post", 260), cell("thin", 360)),
        element(
          "TR",
          element("TD", line("Reef", 60, 698)),
          element("TD", line("45", 160, 698)),
          element("TD", line("sail", 260, 698)),
          element(
            "TD",
            element("Table", element("TR", element("TD", line("5", 360, 698)), element("TD", line("8", 390, 698)))),
          ),
        ),
      ),
    ]),
  );
  expect(markdown).toContain("| Reef | 45 | sail | 5 8 |");
});

test("cells of a tagged table have the columns that they state, and those that lines are drawn around", async () => {
  const cell = (text: string, x: number): Drawn => line(text, x, 0);
  const stated = (role: string, columns: number, rows: number) =>
    `${role}/A[<</O/Table/RowSpan ${rows}>><</O/Table/ColSpan ${columns}>>]`;
  const table = (heads: readonly number[], cells: readonly number[]): Tagged =>
    element(
      "Table",
      element(
        "TR",
        element(stated("TH", 1, 2), line("Region", 66, 740)),
        element(stated("TH", 2, 1), line("2023", 200, 740)),
        element(stated("TH", 2, 1), line("2024", 400, 740)),
      ),
      row(stated("TH", 1, 1), 726, ...["H1", "H2", "H1", "H2"].map((text, index) => cell(text, heads[index] ?? 0))),
      row(
        stated("TD", 1, 1),
        712,
        cell("North", 62),
        cell("1", cells[0] ?? 0),
        cell("3", cells[2] ?? 0),
        cell("4", cells[3] ?? 0),
      ),
      row(stated("TD", 1, 1), 698, cell("East", 62), cell("6", cells[1] ?? 0)),
      element(
        "TR",
        element(stated("TD", 1, 1), line("South", 62, 684)),
        element(stated("TD", 4, 1), line("no data", 162, 684)),
      ),
    );
  const expected = [
    "Sales of the last two years in all of the regions",
    "",
    "| Region | 2023 |  | 2024 |  |",
    "| --- | --- | --- | --- | --- |",
    "|  | H1 | H2 | H1 | H2 |",
    "| North | 1 |  | 3 | 4 |",
    "| East |  | 6 |  |  |",
    "| South | no data |  |  |  |",
  ].join("\n");
  const title = element("P", line("Sales of the last two years in all of the regions", 60, 780));
  const places = {
    left: [162, 262, 362, 462],
    right: [246, 346, 446, 546],
    middle: [200, 300, 400, 500],
  };
  for (const cells of Object.values(places)) {
    const read = await readDocument(taggedPdfOf([title, table(places.middle, cells)]));
    expect(read.markdown).toBe(expected);
    expect(read.warnings).toEqual([]);
  }
});

test("a tagged table whose cells may stand in several columns is said to be guessed", async () => {
  const cell = (text: string, x: number): Drawn => line(text, x, 0);
  const single = (role: string) => `${role}/A<</O/Table/ColSpan 1>>`;
  const { warnings } = await readDocument(
    taggedPdfOf([
      element("P", line("Who was at the mole on which day of the week", 60, 780)),
      element(
        "Table",
        row(single("TH"), 740, cell("Name", 100), cell("Monday", 200), cell("Tuesday", 300)),
        row(single("TD"), 726, cell("x", 252)),
        row(single("TD"), 712, cell("x", 252)),
      ),
    ]),
  );
  expect(warnings).toEqual([
    "1 table leaves empty cells out of its tags: the columns of the other cells were guessed.",
  ]);
});
