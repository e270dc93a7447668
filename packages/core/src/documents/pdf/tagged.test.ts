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
