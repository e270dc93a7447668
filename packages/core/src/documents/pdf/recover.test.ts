import { zlibSync } from "fflate";
import { expect, test } from "vitest";
import { pdfOf, pdfOfPages } from "../../../test/documents/drawn-pdf.ts";
import { readDocument } from "../../../test/documents/office-file.ts";

const line = { x: 60, y: 700, text: "Ships come in at high tide." };
const isMended = expect.stringContaining("The end of the PDF is missing or damaged");

const asText = (pdf: Uint8Array): string => new TextDecoder("latin1").decode(pdf);
const asBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a PDF without its end is read by its own catalogue, with a warning", async () => {
  const [cut = ""] = asText(pdfOf([line])).split("trailer");
  const read = await readDocument(asBytes(cut));
  expect(read).toMatchObject({ markdown: line.text, warnings: [isMended] });
});

test("a PDF without a catalogue, or without the pages that it names, has the pages that are there", async () => {
  const whole = asText(pdfOfPages([[line], [{ ...line, text: "They leave with the ebb." }]]));
  const cut = whole.slice(whole.indexOf("3 0 obj"), whole.indexOf("trailer"));
  expect(await readDocument(asBytes(`%PDF-1.4\n${cut}`))).toMatchObject({
    markdown: `${line.text}\n\nThey leave with the ebb.`,
    metadata: { numPages: 2 },
    warnings: [isMended],
  });
  const beginning = whole.slice(0, whole.indexOf("6 0 obj")).replace("2 0 obj", "92 0 obj");
  expect(await readDocument(asBytes(beginning))).toMatchObject({ markdown: line.text, metadata: { numPages: 1 } });
});

test("objects that are packed into a stream are found too, as far as it goes", async () => {
  const whole = asText(pdfOf([line]));
  const objects = [...whole.matchAll(/(\d) 0 obj\n(.*)\nendobj/g)]
    .slice(0, 4)
    .map(([, number, text]) => ({ number, text }));
  const content = objects.map(({ text }) => text).join("\n");
  let offset = 0;
  const pairs = objects.map(({ number, text = "" }) => {
    const pair = `${number} ${offset}`;
    offset += text.length + 1;
    return pair;
  });
  const head = `${pairs.join(" ")}\n`;
  const packed = zlibSync(asBytes(head + content));
  const stream = `9 0 obj\n<</Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  const page = whole.slice(whole.indexOf("5 0 obj"), whole.indexOf("trailer"));
  const parts = [asBytes(`%PDF-1.5\n${page}${stream}`), packed, asBytes("\nendstream\nendobj\n")];
  expect(await readDocument(Uint8Array.from(parts.flatMap((part) => [...part])))).toMatchObject({
    markdown: line.text,
    warnings: [isMended],
  });
});

test("what holds no page is refused", async () => {
  for (const text of [
    "%PDF-1.4\n",
    "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n",
    `%PDF-1.4\n${"1 0 obj ".repeat(50_000)}`,
  ])
    await expect(readDocument(asBytes(text))).rejects.toMatchObject({ code: "UNSUPPORTED_CONTENT" });
});

test("a PDF whose bytes were taken for text says so", async () => {
  const packed = zlibSync(asBytes("BT /F 11 Tf 60 700 Td (Ships come in) Tj ET"));
  const head = asText(pdfOf([])).replace(/5 0 obj[^]*/, "");
  const stream = `5 0 obj\n<</Filter/FlateDecode/Length ${packed.length}>>stream\n${asText(packed)}\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n`;
  const { warnings } = await readDocument(asBytes(head + stream));
  expect(warnings[0]).toContain("it was taken for text");
});

test("text whose fonts are lost is read by the usual order of glyphs, or left out where that makes no words, with a warning", async () => {
  const glyphsOf = (text: string): string =>
    [...text].map((character) => `\\000\\${(character.charCodeAt(0) - 29).toString(8).padStart(3, "0")}`).join("");
  const lost = (text: string): string =>
    asText(pdfOf([line, { ...line, y: 660, text: glyphsOf(text) }]))
      .replace("/Font<</F 3 0 R>>", "/Font<</F 3 0 R/G 33 0 R>>")
      .replace(/\/F 11 Tf(?=[^\n]*\\000)/, "/G 11 Tf");
  const words = await readDocument(asBytes(lost("They leave with the ebb of 2024.")));
  expect(words.markdown).toBe(`${line.text}\n\nThey leave with the ebb of 2024.`);
  expect(words.warnings).toEqual([expect.stringContaining("read by the usual order of glyphs")]);
  const others = await readDocument(asBytes(lost("Wkhb ohdyh zlwk wkh hee ri vsulqj")));
  expect(others.markdown).toBe(line.text);
  expect(others.warnings).toEqual([expect.stringContaining("fonts don't say which characters their glyphs are")]);
});
