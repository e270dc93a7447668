import { expect, test } from "vitest";
import { pdfOf, pdfOfPages, type Drawn } from "../../../test/documents/drawn-pdf.ts";
import { readDocument } from "../../../test/documents/office-file.ts";

/** Lines below one another with a number to the left of each. */
const numbered = (lines: readonly string[], { size = 6, first = 1, space = 10 } = {}): readonly Drawn[] =>
  lines.flatMap((line, index): readonly Drawn[] => {
    const y = 700 - index * 12;
    const number = { x: 60 - (String(first + index).length - 1) * size * 0.556, y, size, text: String(first + index) };
    const text = line.trimStart();
    const indent = (line.length - text.length) * 5;
    return text === "" ? [number] : [number, { x: 60 + size * 0.556 + space + indent, y, size: 10, text }];
  });

const program = ["read tide", "while tide < 3", "   wait", "   read tide", "", "sail", "ring bell", "end", "x", "y"];

test("numbers that count the lines of a listing go, and its lines are code", async () => {
  const { markdown = "" } = await readDocument(pdfOf(numbered(program)));
  expect(
    markdown.match(/^```\nread tide\nwhile tide < 3\n +wait\n +read tide\n\nsail\nring bell\nend\nx\ny\n```$/),
  ).not.toBeNull();
  const right = numbered(program).map((part) => (part.size === 6 ? { ...part, x: 400 } : part));
  expect((await readDocument(pdfOf(right))).markdown).toBe(markdown);
});

test("numbers that count the lines of a manuscript go, and its lines are sentences", async () => {
  const lines = [
    "The keeper of the light goes up the stairs every evening and",
    "looks at the lamp before he writes the hour into the book of",
    "the tower where his father wrote the hours of all the nights",
    "before him and when the fog comes in from the sea he rings",
    "the bell that hangs outside under the roof.",
  ];
  const { markdown } = await readDocument(pdfOf(numbered(lines, { size: 10, first: 41 })));
  expect(markdown).toBe(lines.join(" "));
});

test("numbers of ranks, notes and lists stay", async () => {
  const ports = ["Oslo", "Bergen", "Tromso", "Bodo", "Molde"];
  const ranks = await readDocument(pdfOf(numbered(ports, { size: 10, space: 40 })));
  for (const [index, port] of ports.entries()) expect(ranks.markdown).toMatch(new RegExp(`${index + 1}\\W+${port}`));
  const notes = await readDocument(pdfOf(numbered(ports, { size: 6, space: 1 })));
  for (const [index, port] of ports.entries()) expect(notes.markdown).toMatch(new RegExp(`${index + 1}\\W*${port}`));
});

const disc = (x: number, y: number, size: number): string => `${x} ${y} ${size} ${size} re f`;

test("a number in a dot is that of its item; one without a line after it is no mark", async () => {
  const lines = ["Measure the level", "Fit a model", "Predict"];
  const drawn = lines.flatMap((text, index): readonly Drawn[] => [
    { x: 63, y: 702 - index * 16, size: 7, text: String(index + 1) },
    { x: 80, y: 701 - index * 16, text },
  ]);
  const drawing = [0, 1, 2].map((index) => disc(60, 699 - index * 16, 10)).join("\n");
  const { markdown } = await readDocument(pdfOfPages([drawn], { drawing }));
  expect(markdown).toBe("1. Measure the level\n2. Fit a model\n3. Predict");
  const alone = drawn.map((part) => (part.size === 7 ? part : { ...part, x: 200 }));
  expect((await readDocument(pdfOfPages([alone], { drawing }))).markdown).not.toContain("1.");
});

test("edges of shaded boxes that go through letters part no cells", async () => {
  const drawing = ["56 690 300 40 re f", "63 686 300 40 re f", "59 680 300 30 re f"].join("\n");
  const drawn = [
    { x: 60, y: 712, text: "Definition" },
    { x: 60, y: 696, text: "A tide is a long wave." },
  ];
  const { markdown } = await readDocument(pdfOfPages([drawn], { drawing }));
  expect(markdown).not.toContain("|");
  expect(markdown).toContain("A tide is a long wave.");
});

test("small bullets a little above the foot of their lines are those of items", async () => {
  const items: readonly (readonly [x: number, text: string])[] = [
    [64, "alpha"],
    [81, "beta"],
    [64, "gamma"],
  ];
  const drawn = items.flatMap(([x, text], index): readonly Drawn[] => [
    { x, y: 604 - index * 21, size: 8, text: "\\267" },
    { x: x + 17, y: 600 - index * 21, size: 18, text },
  ]);
  const { markdown } = await readDocument(
    pdfOf([{ x: 64, y: 700, size: 18, text: "The tides of the harbour" }, ...drawn]),
  );
  expect(markdown).toBe("The tides of the harbour\n\n- alpha\n  - beta\n- gamma");
});

test("addresses and commands that go on in the next line stay whole; a full stop may end a sentence", async () => {
  const code = (x: number, y: number, text: string): Drawn => ({ x, y, text, font: "Courier", size: 10 });
  const plain = (x: number, y: number, text: string): Drawn => ({ x, y, text, size: 10 });
  const { markdown } = await readDocument(
    pdfOf([
      plain(60, 700, "The whole handbook of the harbour is to be found, in all of its seven parts, at the page https:"),
      plain(
        60,
        688,
        "//www.harbour.example/doc/tides.html where the keeper writes the hours, or ask at https://lists.",
      ),
      plain(
        60,
        676,
        "harbour.example/ every morning, and the other keepers answer before the noon. Read also www.tide.example.",
      ),
      plain(60, 664, "There the command to compare the hours of two harbours is"),
      code(332, 664, "tides --compare-"),
      code(60, 652, "hours"),
      plain(94, 652, "with the names of both harbours, and then each of them by"),
      code(357, 652, "ringHar-"),
      code(60, 640, "bourBell"),
      plain(112, 640, "once more."),
    ]),
  );
  expect(markdown).toBe(
    "The whole handbook of the harbour is to be found, in all of its seven parts, at the page https://www.harbour.example/doc/tides.html where the keeper writes the hours, or ask at https://lists.harbour.example/ every morning, and the other keepers answer before the noon. Read also www.tide.example. There the command to compare the hours of two harbours is `tides --compare-hours` with the names of both harbours, and then each of them by `ringHarbourBell` once more.",
  );
});

test("code of which parts are in italics is one code", async () => {
  const code = (x: number, text: string, font: "Courier" | "Courier-Oblique"): Drawn => ({ x, y: 700, text, font });
  const { markdown } = await readDocument(
    pdfOf([
      { x: 60, y: 700, text: "The keeper opens" },
      code(152, "lib", "Courier"),
      code(152 + 19.8, "tide", "Courier-Oblique"),
      code(152 + 46.2, ".so.", "Courier"),
      code(152 + 72.6, "1", "Courier-Oblique"),
      { x: 236, y: 700, text: "every morning, or" },
      code(326, "harbour", "Courier-Oblique"),
      { x: 376, y: 700, text: "instead." },
    ]),
  );
  expect(markdown).toBe("The keeper opens `libtide.so.1` every morning, or *`harbour`* instead.");
});
