import { createHash } from "node:crypto";
import { zlibSync } from "fflate";
import { expect, test } from "vitest";
import { readDocument } from "../../../test/documents/office-file.ts";

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A stream, packed unless it is said otherwise. */
function stream(text: string, entries = "", isPacked = true): string {
  const bytes = isPacked ? zlibSync(bytesOf(text)) : bytesOf(text);
  const content = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `<<${entries}${isPacked ? "/Filter/FlateDecode" : ""}/Length ${content.length}>>stream\n${content}\nendstream`;
}

/** A page in one font (F); with a table of its objects unless it is said otherwise. */
function pdfOf(
  content: string,
  font: string,
  { more = [] as readonly string[], hasTable = true, entries = "" } = {},
): Uint8Array {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    content,
    font,
    ...more,
  ];
  let file = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")}`;
  const trailer = `trailer\n<</Root 1 0 R/Size ${objects.length + 1}${entries}>>\nstartxref\n`;
  return bytesOf(hasTable ? `${file}${table}${trailer}${file.length}\n%%EOF\n` : `${file}${trailer}0\n%%EOF\n`);
}

const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
const utf16 = (text: string): string =>
  `feff${[...text].map((character) => character.charCodeAt(0).toString(16).padStart(4, "0")).join("")}`;

test.each([true, false])(
  "text that marked content stands for replaces its glyphs, where they stood (table of objects: %s)",
  async (hasTable) => {
    const content = [
      "BT /F 12 Tf 60 700 Td (The ) Tj",
      `/Span<</ActualText<${utf16("क्षेत्र")}>>>BDC (XY) Tj 40 2 Td (Z) Tj EMC`,
      "20 -2 Td (area ) Tj /Span<</MCID 4/ActualText(of \\050tides\\051)>>BDC (##) Tj EMC",
      "60 0 Td /Span<</ActualText()>>BDC (17) Tj EMC 12 0 Td ( at noon) Tj ET",
    ].join("\n");
    for (const isPacked of [true, false]) {
      const { markdown, warnings } = await readDocument(pdfOf(stream(content, "", isPacked), helvetica, { hasTable }));
      expect(markdown?.replace(/\s+/g, " ")).toMatch(/^The क्षेत्र area of \(tides\) at noon$/);
      expect(warnings).toEqual([]);
    }
  },
);

test("text from right to left that marks stand for is put in order", async () => {
  const word = (x: number, text: string) => `1 0 0 1 ${x} 700 Tm /Span<</ActualText<${utf16(text)}>>>BDC (MMM) Tj EMC`;
  const content = `BT /F 12 Tf ${word(60, "עולם")} ${word(110, "שלום")} ET`;
  expect((await readDocument(pdfOf(stream(content), helvetica))).markdown).toBe("שלום עולם");
  const hours = `BT /F 12 Tf 1 0 0 1 42.6 700 Tm (17-) Tj ${word(60, "ל")} 1 0 0 1 96 700 Tm (8) Tj ${word(110, "בין")} ET`;
  expect((await readDocument(pdfOf(stream(hours), helvetica))).markdown).toBe("בין 8 ל-17");
});

const devanagari =
  "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Deva/FirstChar 65/LastChar 68/Widths[600 600 600 600]/ToUnicode 6 0 R/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+Deva/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>>>";
const devanagariMap =
  "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n4 beginbfchar\n<41> <092a094d0930>\n<42> <0924>\n<43> <0939>\n<44> <0915094d0937>\nendbfchar endcmap";

test("letters with marks that are one glyph have its width", async () => {
  const content = stream("BT /F 12 Tf 60 700 Td (AB) Tj 20 0 Td (DC) Tj ET");
  const { markdown, warnings } = await readDocument(pdfOf(content, devanagari, { more: [stream(devanagariMap)] }));
  expect({ markdown, warnings }).toEqual({ markdown: "प्रत क्षह", warnings: [] });
});

/** The cipher of the oldest locks (ISO 32000-1, §7.6.2). */
function ciphered(key: Uint8Array, text: string): string {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let index = 0, at = 0; index < 256; index += 1) {
    at = (at + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255;
    swap(index, at);
  }
  let [one, other] = [0, 0];
  return text.replace(/[^]/g, (character) => {
    one = (one + 1) & 255;
    other = (other + (state[one] ?? 0)) & 255;
    swap(one, other);
    return String.fromCharCode(character.charCodeAt(0) ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0));
  });
}

test("a locked file that anybody may open says that signs of its script may be missing", async () => {
  const hash = (text: string) => createHash("md5").update(text, "latin1").digest();
  const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
  const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex").toString(
    "latin1",
  );
  const owner = "o".repeat(32);
  const key = hash(`${padding}${owner}\xfc\xff\xff\xff\0`).subarray(0, 5);
  const entries = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${hex(owner)}>/U<${hex(ciphered(key, padding))}>>>`;
  const locked = (number: number, text: string) => {
    const own = hash(`${key.toString("latin1")}${String.fromCharCode(number)}\0\0\0\0`).subarray(0, 10);
    return stream(ciphered(own, text), "", false);
  };
  const content = "BT /F 12 Tf 60 700 Td (B) Tj /Span<</ActualText<FEFF0939>>>BDC (C) Tj EMC ET";
  const { markdown, warnings } = await readDocument(
    pdfOf(locked(4, content), devanagari, { more: [locked(6, devanagariMap)], entries }),
  );
  expect(markdown).toBe("तह");
  expect(warnings).toEqual([
    expect.stringMatching(/^The PDF is encrypted, .* some signs of its script may be missing\.$/),
  ]);
});

/** A font without a map to characters, whose codes from 1 on have named glyphs. */
const namedFont = (differences: string) =>
  `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Text/FirstChar 0/LastChar 255/Widths[${"500 ".repeat(256)}]/Encoding<</Type/Encoding/Differences[${differences}]>>/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+Text/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>>>`;

test("glyphs are named by their characters and a variant, ligatures by their letters", async () => {
  const names = "1/one.os/nine.lf/A.sc/f_f_i/uni0031.tf/T_h/c_t/eacute.sc/u0042.alt/.notdef";
  const content = "BT /F 12 Tf 60 700 Td <010203040506070809> Tj ET";
  const { markdown, warnings } = await readDocument(pdfOf(stream(content), namedFont(names)));
  expect({ markdown, warnings }).toEqual({ markdown: "19Affi1ThctéB", warnings: [] });
});

test("bitmaps of TeX's letters are named by their codes, those of its signs are not letters", async () => {
  const content = (codes: string) => stream(`BT /F 12 Tf 60 700 Td <${codes}> Tj ET`);
  const letters = "83/a83/.notdef 97/a97/a98/a99/a100/a101 114/a114 116/a116 138/a138 243/a243 255/a255";
  const word = await readDocument(pdfOf(content("53747261ff65"), namedFont(letters)));
  expect(word.markdown).toBe("Straße");
  expect((await readDocument(pdfOf(content("8af3"), namedFont(letters)))).markdown).toBe("Łó");
  expect((await readDocument(pdfOf(content("a9"), namedFont("169/a169")))).markdown).toBe("©");
});

test("bitmaps of TeX's first letters have ligatures and marks of their own; Greek letters of math italics are counted", async () => {
  const content = (codes: string) => stream(`BT /F 12 Tf 60 700 Td <${codes}> Tj ET`);
  const marks = "34/a34 44/a44/a45 92/a92 97/a97/a98/a99/a100/a101 105/a105 109/a109 115/a115 123/a123";
  const spelt = await readDocument(
    pdfOf(content("5c0c0d6d22 7b 620f65"), namedFont(`12/a12/a13/.notdef/a15 ${marks}`)),
  );
  expect(spelt.markdown).toBe("“fiflm”–bffle");
  const escaped = "11/#230B/#0C 40/#28 46/. 97/a/b/c/d/e 105/i 110/n 123/#7B";
  expect((await readDocument(pdfOf(content("0c6e6428616e642e"), namedFont(escaped)))).markdown).toBe("find(and.");
  expect((await readDocument(pdfOf(content("6e7b610b"), namedFont(escaped)))).markdown).toBe("n–aff");
  const { markdown, warnings } = await readDocument(
    pdfOf(content("61620c630d"), namedFont("11/a11/a12/a13 97/a97/a98/a99")),
  );
  expect(markdown).toBe("abc");
  expect(warnings).toEqual(["2 characters on 1 of 1 page are left out: the fonts don't say which they are."]);
});

/** Bytes as Type 1 font programs hide them (Adobe Type 1 Font Format, §7.1), after four that say nothing. */
function hidden(bytes: string, key: number): string {
  let state = key;
  return `\0\0\0\0${bytes}`.replace(/[^]/g, (character) => {
    const cipher = character.charCodeAt(0) ^ (state >> 8);
    state = ((cipher + state) * 52845 + 22719) & 0xffff;
    return String.fromCharCode(cipher);
  });
}

/** A font program whose own encoding names glyphs, all of which are blank. */
function fontProgram(names: Readonly<Record<number, string>>): string {
  const encoding = Object.entries(names).map(([code, name]) => `dup ${code} /${name} put\n`);
  const glyph = hidden("\x8b\xf8\x88\x0d\x0e", 4330); // 0 500 hsbw endchar
  const glyphs = [".notdef", ...Object.values(names)].map((name) => `/${name} ${glyph.length} RD ${glyph} ND\n`);
  const open = `%!PS-AdobeFont-1.0: Text\n/FontName /Text def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n${encoding.join("")}readonly def\ncurrentfile eexec\n`;
  const locked = hidden(
    `dup /Private 8 dict dup begin /lenIV 4 def\n2 index /CharStrings ${glyphs.length} dict dup begin\n${glyphs.join("")}end\nend\nmark currentfile closefile\n`,
    55665,
  );
  return stream(open + locked, `/Length1 ${open.length}/Length2 ${locked.length}/Length3 0`);
}

const mapOf = (digits: number, entries: string): string =>
  `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <${"0".repeat(digits)}> <${"f".repeat(digits)}> endcodespacerange\n${entries}\nendcmap`;

test("codes that a map leaves out have the names of the font program", async () => {
  const program = fontProgram({
    11: "ff",
    12: "fi",
    34: "quotedblright",
    68: "D",
    97: "a",
    101: "e",
    110: "n",
    123: "endash",
  });
  const font =
    "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Text/FirstChar 0/LastChar 127/ToUnicode 6 0 R/FontDescriptor 7 0 R>>";
  const descriptor =
    "<</Type/FontDescriptor/FontName/ABCDEF+Text/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80/FontFile 8 0 R>>";
  const map = mapOf(
    2,
    "2 beginbfchar\n<0B> <FB00>\n<02> <007800790066>\nendbfchar\n1 beginbfrange\n<41> <42> <0042>\nendbfrange",
  );
  const content = "BT /F 12 Tf 60 700 Td <44650c6e65226e7b0b6102> Tj 0 -30 Td <4142616e> Tj ET";
  const { markdown, warnings } = await readDocument(
    pdfOf(stream(content), font, { more: [stream(map), descriptor, program] }),
  );
  expect({ markdown, warnings }).toEqual({ markdown: "Define”n–ffaxyf BCan", warnings: [] });
});

/** A composite font with the map, widths and descriptor of the objects from 6 on, which its codes number. */
const numberedFont =
  "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Deva/Encoding/Identity-H/DescendantFonts 9 0 R/ToUnicode 6 0 R>>";
const numberedObjects = (map: string): readonly string[] => [
  stream(mapOf(4, map)),
  "<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Deva/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/W 10 0 R/FontDescriptor 8 0 R>>",
  "<</Type/FontDescriptor/FontName/ABCDEF+Deva/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>",
  "[7 0 R]",
  "[36 [500.5 500 500] 68 69 500 1118 1118 500]",
];

test("glyphs that a map leaves out are not the characters of their numbers, and are counted", async () => {
  const content = stream("BT /F 12 Tf 60 700 Td <00240025045e00440026045e> Tj ET");
  const map =
    "1 beginbfrange\n<0024> <0025> <0915>\nendbfrange\n1 beginbfrange\n<0044> <0045> [<0924> <092a>]\nendbfrange";
  const read = await readDocument(pdfOf(content, numberedFont, { more: numberedObjects(map) }));
  expect(read.markdown).toBe("कखत");
  expect(read.warnings).toEqual(["3 characters on 1 of 1 page are left out: the fonts don't say which they are."]);
  // A map that leaves out most glyphs says less than their order.
  const shown = [..."Harbour rules"]
    .map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, "0"))
    .join("");
  const ordered = stream(`BT /F 12 Tf 60 700 Td <${shown}> Tj ET`);
  const few = await readDocument(
    pdfOf(ordered, numberedFont, { more: numberedObjects("1 beginbfchar\n<045e> <0924>\nendbfchar") }),
  );
  expect(few.markdown).toBe("Harbour rules");
});
