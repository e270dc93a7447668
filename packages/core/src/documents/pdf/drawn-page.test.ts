import { expect, test } from "vitest";
import { readDocument } from "../../../test/documents/office-file.ts";

interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly text: string;
}

/** A document of one page, without a table of its objects, which readers make up for. */
function pdfOf(lines: readonly Drawn[], annotations: readonly string[] = []): Uint8Array {
  const shown = lines.map(({ x, y, size = 11, text }) => `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${annotations.join(" ")}]>>`,
    `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
}

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

test("boxes of a form are ticked or not", async () => {
  const box = (x: number, name: string, value: string, more = "") =>
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(${name})/V/${value}/AS/${value}/Rect[${x} 595 ${x + 10} 605]${more}/AP<</N<</Yes<<>>/Off<<>>>>>>>>`;
  const { markdown } = await readDocument(
    pdfOf(
      [
        { x: 75, y: 597, text: "with sugar" },
        { x: 175, y: 597, text: "with milk" },
      ],
      [box(60, "a", "Yes"), box(160, "b", "Off")],
    ),
  );
  expect(markdown).toMatch(/☒\s+with sugar\s+☐\s+with milk/);
});
