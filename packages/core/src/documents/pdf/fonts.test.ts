import { expect, test } from "vitest";
import { pdfOf as drawnPdf } from "../../../test/documents/drawn-pdf.ts";
import { readDocument } from "../../../test/documents/office-file.ts";

interface Asked {
  /** Codes of two bytes each. */
  readonly codes: readonly number[];
  /** Further texts, on the same line if no height is given, by their horizontal places. */
  readonly beside?: readonly (readonly [x: number, codes: readonly number[], y?: number])[];
  /** A map from codes to characters, if the font has one. */
  readonly toUnicode?: string;
  readonly catalog?: string;
  readonly annotations?: string;
  readonly more?: readonly string[];
}

/** A page with one line in a font whose codes are numbers of glyphs. */
function pdfOf({ codes, beside = [], toUnicode, catalog = "", annotations = "", more = [] }: Asked): Uint8Array {
  const written = (text: readonly number[]) => text.map((code) => code.toString(16).padStart(4, "0")).join("");
  const shown = ([[60, codes], ...beside] as const)
    .map(([x, text, y = 700]) => `BT /F 11 Tf ${x} ${y} Td <${written(text)}> Tj ET`)
    .join("\n");
  const map = toUnicode ?? "";
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${annotations}]>>`,
    `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Serif/Encoding/Identity-H/DescendantFonts[6 0 R]${toUnicode === undefined ? "" : "/ToUnicode 8 0 R"}>>`,
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Serif/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 7 0 R>>",
    "<</Type/FontDescriptor/FontName/ABCDEF+Serif/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>",
    `<</Length ${map.length}>>stream\n${map}\nendstream`,
    ...more,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
}

const glyphsOf = (text: string) => [...text].map((character) => character.charCodeAt(0) - 29);

test("a font that doesn't name its characters is read by the usual order of glyphs, with a warning", async () => {
  const { markdown, warnings } = await readDocument(
    pdfOf({ codes: [...glyphsOf("The quay was built by hand, so "), 900, ...glyphsOf("ne stones had to be cut.")] }),
  );
  expect(markdown).toBe("The quay was built by hand, so �ne stones had to be cut.");
  expect(warnings).toEqual([expect.stringMatching(/^Fonts on 1 of 1 page don't say which characters/)]);
});

test("a space among few glyphs tells their order too", async () => {
  const read = await readDocument(pdfOf({ codes: glyphsOf("Harbour rules") }));
  expect(read.markdown).toBe("Harbour rules");
  expect(read.warnings).toEqual([expect.stringMatching(/^Fonts on 1 of 1 page don't say which characters/)]);
});

test("marks as upright lines have them are those of other lines", async () => {
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <3000> <fe40> <3000> endbfrange endcmap";
  const codes = [..."灯台守︑︻鐘︼︒"].map((character) => character.charCodeAt(0));
  expect((await readDocument(pdfOf({ codes, toUnicode }))).markdown).toBe("灯台守、【鐘】。");
});

/** Lines of a font whose letters all take the same room (`DW`), or those of Helvetica. */
async function codeOf(lines: readonly string[]): Promise<readonly boolean[]> {
  const drawn = lines.map((text, index) => ({ x: 60, y: 760 - index * 30, text }));
  const even = drawn.map(({ text, y }) => [60, [...text].map((letter) => letter.charCodeAt(0)), y] as const);
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <007e> <0020> endbfrange endcmap";
  const read = [await readDocument(pdfOf({ codes: [], beside: even, toUnicode })), await readDocument(drawnPdf(drawn))];
  return read.map(({ markdown }) => markdown?.startsWith("```") === true);
}

test("letters that all take the same room are code, and texts that are much alike don't tell", async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 20);
  const listing = [
    "if (!will) {",
    "  warm(mow, 12);",
    "} else {",
    "  illicit = lilt[i];",
    "}",
    "return MAXIMUM_WOMAN;",
    "// .. i, ii, iii, iv",
  ];
  expect(await codeOf(listing)).toEqual([true, false]);
  expect(await codeOf(numbers.map((number) => `Entry ${number} of the register, which is kept in the tower.`))).toEqual(
    [false, false],
  );
});

test("text that no order explains is left out, with a warning", async () => {
  const codes = Array.from({ length: 40 }, (_, index) => 0xe100 + ((index * 37) % 90));
  const { markdown, warnings } = await readDocument(pdfOf({ codes }));
  expect(markdown).toBe("");
  expect(warnings).toContain("Text on 1 of 1 page is left out: its fonts don't say which characters their glyphs are.");
});

test("ligatures whose bytes were written in the wrong order are ligatures", async () => {
  const swapped = ["4F", "66006600", "69", "63", "65"];
  const map = swapped.map((to, index) => `<${(index + 1).toString(16).padStart(4, "0")}> <${to.padStart(4, "0")}>`);
  const toUnicode = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 5 beginbfchar ${map.join(" ")} endbfchar endcmap`;
  const { markdown } = await readDocument(pdfOf({ codes: [1, 2, 3, 4, 5], toUnicode }));
  expect(markdown).toBe("Office");
});

test("words from right to left in a line from left to right stand in their own order", async () => {
  const letters = [..."abcdefghiklmnostuvy.,שלוםענטמ "];
  const codesOf = (text: string) => [...text].map((letter) => letters.indexOf(letter) + 1);
  const hex = (number: number) => number.toString(16).padStart(4, "0");
  const map = letters.map((letter, index) => `<${hex(index + 1)}> <${hex(letter.charCodeAt(0))}>`);
  const toUnicode = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${letters.length} beginbfchar ${map.join(" ")} endbfchar endcmap`;
  const drawn = (word: string) => codesOf([...word].toReversed().join(""));
  const { markdown } = await readDocument(
    pdfOf({
      codes: codesOf("they say"),
      beside: [
        [152, drawn("שלום")],
        [127, drawn("עולם")],
        [107.5, drawn("נעמ")],
        [174, codesOf(", then once again")],
        [280, drawn("נעם")],
      ],
      toUnicode,
    }),
  );
  expect(markdown).toBe("they say שלום עולם נעמ, then once again נעם");
});

test("text typed onto a page stays; remarks and attached files are told", async () => {
  const { markdown, warnings } = await readDocument(
    pdfOf({
      codes: glyphsOf("The quay"),
      annotations:
        "<</Type/Annot/Subtype/FreeText/Rect[60 600 200 620]/Contents(Seen by Bo)/DA(/F 11 Tf)>><</Type/Annot/Subtype/Highlight/Rect[60 690 90 710]/QuadPoints[60 710 90 710 60 690 90 690]/Contents(Really?)>><</Type/Annot/Subtype/Text/F 2/Rect[60 690 90 710]/Contents(Hidden)>>",
      catalog: "/Names<</EmbeddedFiles<</Names[(data.csv) 9 0 R]>>>>",
      more: [
        "<</Type/Filespec/F(data.csv)/UF(data.csv)/EF<</F 10 0 R>>>>",
        "<</Type/EmbeddedFile/Length 3>>stream\na;b\nendstream",
      ],
    }),
  );
  expect(markdown).toContain("Seen by Bo");
  expect(warnings).toContain("1 comment of the document is left out.");
  expect(warnings).toContain("1 attached file is left out: data.csv.");
});

test("text that only the pictures of signatures, stamps and typed remarks show stays", async () => {
  const shown = (text: string) => {
    const content = `BT /A 10 Tf 4 20 Td [(${text})] TJ ET`;
    return `<</Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</A<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Length ${content.length}>>stream\n${content}\nendstream`;
  };
  const annotation = (entries: string, y: number, picture: number) =>
    `<</Type/Annot/Rect[60 ${y} 260 ${y + 40}]/F 4/AP<</N ${picture} 0 R>>${entries}>>`;
  const { markdown } = await readDocument(
    pdfOf({
      codes: glyphsOf("The quay is let."),
      annotations: [
        annotation("/Subtype/Widget/FT/Sig/T(s)", 600, 9),
        annotation("/Subtype/Stamp", 500, 10),
        annotation("/Subtype/FreeText/DA(/F 11 Tf)", 400, 11),
        annotation("/Subtype/Stamp/F 2", 300, 12),
        annotation("/Subtype/Text", 200, 12),
      ].join(""),
      more: [shown("Signed) -300 (by Ada"), shown("Approved"), shown("Seen by Bo"), shown("Nobody sees")],
    }),
  );
  expect(markdown?.match(/Signed by Ada|Approved|Seen by Bo|Nobody/g)).toEqual([
    "Signed by Ada",
    "Approved",
    "Seen by Bo",
  ]);
});

test("what a field shows stands for a value that is stored as a stream", async () => {
  const value = "Let to Bo";
  const content = `BT /A 10 Tf 4 20 Td (${value}) Tj ET`;
  const { markdown } = await readDocument(
    pdfOf({
      codes: glyphsOf("The quay"),
      annotations: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[60 600 260 640]/V 9 0 R/AP<</N 10 0 R>>>>",
      catalog: "/AcroForm<</Fields[]>>",
      more: [
        `<</Length ${value.length}>>stream\n${value}\nendstream`,
        `<</Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</A<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Length ${content.length}>>stream\n${content}\nendstream`,
      ],
    }),
  );
  expect(markdown).toBe("The quay\n\nLet to Bo");
});

const lettersOf = (name: string, width: number) =>
  `<</Type/Font/Subtype/TrueType/BaseFont/${name}/FirstChar 32/LastChar 126/Widths[${Array.from({ length: 95 }, (_, index) => width + (width === 600 ? 0 : (index % 7) * 40)).join(" ")}]/FontDescriptor<</Type/FontDescriptor/FontName/${name}/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>>>`;

/** A page whose texts are set in Helvetica (F), Zapf Dingbats (Z), Wingdings (W), or fonts of one width (M) or several (V), or Symbol (S). */
function pdfOfSigns(
  texts: readonly (readonly [font: "F" | "Z" | "W" | "M" | "V" | "S", x: number, y: number, text: string])[],
): Uint8Array {
  const shown = texts.map(([font, x, y, text]) => `BT /${font} 11 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`).join("\n");
  const fonts = `/M${lettersOf("Quayside", 600)}/V${lettersOf("Moleside", 400)}${"/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/Z<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>/W<</Type/Font/Subtype/TrueType/BaseFont/Wingdings>>/S<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"}`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<<${fonts}>>>>>>`,
    `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
}

test("checks, boxes and arrows of symbol fonts say what they show; other signs before a line are bullets", async () => {
  const { markdown } = await readDocument(
    pdfOfSigns([
      ["F", 60, 700, "Works with boats"],
      ["Z", 300, 700, "4"],
      ["Z", 400, 700, "8"],
      ["F", 60, 685, "Works with carts"],
      ["Z", 300, 685, "8"],
      ["Z", 400, 685, "4"],
      ["F", 60, 640, "Turn left"],
      ["W", 110, 640, "\\340"],
      ["F", 126, 640, "harbour, then right"],
      ["Z", 60, 610, "l"],
      ["F", 75, 610, "an item"],
      ["W", 60, 580, "\\376"],
      ["F", 75, 580, "ticked"],
      ["W", 60, 566, "\\250"],
      ["F", 75, 566, "not ticked"],
      ["F", 60, 540, "Lat 34"],
      ["S", 90.6, 540, "\\260"],
      ["F", 98, 540, "14 north"],
    ]),
  );
  expect(markdown).toBe(
    "| Works with boats | ✔ | ✘ |\n| --- | --- | --- |\n| Works with carts | ✘ | ✔ |\n\nTurn left → harbour, then right\n\n- an item\n- ☒ ticked\n- ☐ not ticked\n\nLat 34° 14 north",
  );
});

test("a font whose letters all have one width is that of code, whatever its name", async () => {
  const lines = ["if waiting then", "  moor(ship)", "  ring(bell)", "else", "  sail(west, mild)", "end", "return tide"];
  const drawn = (font: "M" | "V") =>
    lines.map((text, index) => [font, 60, 700 - index * 14, text.replace(/[()]/g, "\\$&")] as const);
  const code = await readDocument(pdfOfSigns(drawn("M")));
  expect(code.markdown).toBe(`\`\`\`\n${lines.join("\n")}\n\`\`\``);
  expect((await readDocument(pdfOfSigns(drawn("V")))).markdown).not.toContain("`");
  // Too few texts tell nothing.
  expect((await readDocument(pdfOfSigns(drawn("M").slice(0, 2)))).markdown).not.toContain("`");
});

test("notes of a musical font are no letters, and are told; TeX's wide typewriter is a font of code", async () => {
  const named = (name: string, text: string) =>
    new TextEncoder().encode(
      new TextDecoder().decode(drawnPdf([{ x: 60, y: 700, text }])).replace("/Helvetica", `/ABCDEF+${name}`),
    );
  const { markdown, warnings } = await readDocument(named("Emmentaler-20", "h h P h"));
  expect(markdown).toBe("");
  expect(warnings[0]).toBe("Text on 1 of 1 page is left out: its fonts don't say which characters their glyphs are.");
  expect((await readDocument(named("CMTEX10", "ctangle"))).markdown).toBe("```\nctangle\n```");
});

test("accents that are drawn over letters are parts of them", async () => {
  // Codes of the standard encoding: 0310 is a diaeresis, 0302 an acute accent, 0365 a dotless i, 0313 a cedilla.
  const words: Readonly<Record<string, readonly (readonly [x: number, text: string, raised?: number])[]>> = {
    "Schröder, Étude": [
      [60, "Schr\\310"],
      [82.6, "oder,"],
      [112.2, "\\302", 2.5],
      [110.4, "Etude"],
    ],
    naïve: [
      [60, "na\\310"],
      [72.2, "\\365ve"],
    ],
    Ça: [
      [60, "C"],
      [62.1, "\\313 a"],
    ],
    "Ten ¨ signs": [
      [60, "Ten \\310"],
      [92, "signs"],
    ],
  };
  for (const [written, parts] of Object.entries(words)) {
    const lines = parts.map(([x, text, raised = 0]) => ({ x, y: 700 + raised, text }));
    expect((await readDocument(drawnPdf(lines))).markdown).toBe(written);
  }
});

test("marks between words from right to left stand in their order, however their program names brackets", async () => {
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <05ff> <0020> endbfrange endcmap";
  const drawn = (text: string) => [...text].map((character) => character.charCodeAt(0));
  const word = (text: string) => drawn(text).toReversed();
  for (const [first, last] of [
    [".)", '( "'],
    [".(", ') "'],
  ] as const) {
    // Each character is 5.5 points wide.
    const { markdown } = await readDocument(
      pdfOf({
        codes: drawn(first),
        beside: [
          [175.5, word("למטר")],
          [159, drawn('" .')],
          [131.5, word("ציטוט")],
          [115, drawn(last)],
          [71, word("בסוגריים")],
        ],
        toUnicode,
      }),
    );
    expect(markdown).toBe('למטר. "ציטוט" (בסוגריים).');
  }
});

test("lines from right to left hold words and numbers of other scripts, at either end and with marks beside them", async () => {
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <06ff> <0020> endbfrange endcmap";
  const codesOf = (text: string) => [...text].map((character) => character.charCodeAt(0));
  /** The words of a line from its left, of which those in Hebrew begin at their right. They are drawn from the right. */
  const line = (y: number, ...words: readonly string[]) => {
    let x = 60;
    const drawn = words.map((text, index): [number, number[], number] => {
      const codes = codesOf(text);
      const place: [number, number[], number] = [x, /[\u0590-\u06FF]/.test(text) ? codes.toReversed() : codes, y];
      x += text.length * 5.5 + (words[index + 1]?.endsWith("-") === true ? 0 : 4);
      return place;
    });
    return drawn.toReversed();
  };
  const paragraphs: readonly (readonly [written: string, drawn: readonly (readonly string[])[]])[] = [
    ["ראו https://example.com/a לפרטים נוספים", [["נוספים", "לפרטים", "https://example.com/a", "ראו"]]],
    [
      "```\nשלום עולם היום בבוקר 123 ב-English words כאן משפט. https://example.com/a\nוגם Windows 11 בשנת 2021, ועוד 456.\n```",
      [
        ["https://example.com/a", "משפט.", "כאן", "English words", "ב-", "123", "בבוקר", "היום", "עולם", "שלום"],
        [".456", "ועוד", ",2021", "בשנת", "Windows 11", "וגם"],
      ],
    ],
  ];
  for (const [written, drawn] of paragraphs) {
    const beside = drawn.flatMap((words, index) => line(700 - index * 14, ...words));
    expect((await readDocument(pdfOf({ codes: [], beside, toUnicode }))).markdown).toBe(written);
  }
});

test("lines of a vertical font are read from right to left, each from its top to its end", async () => {
  const columns = ["吾輩は猫である。名前はまだ無い。", "どこで生れたかとんと見当がつか", "ぬ。"];
  const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");
  const shown = columns
    .map((text, index) => `BT /F 12 Tf ${540 - index * 22} 780 Td <${utf16(text)}> Tj ET`)
    .join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 7 0 R>>>>>>",
    `<</Length ${shown.length + 40}>>stream\n${shown}\nBT /G 12 Tf 489.3 745 Td (10) Tj ET\nendstream`,
    "<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UCS2-V/DescendantFonts[6 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 6/FontBBox[-123 -257 1001 910]/ItalicAngle 0/Ascent 723/Descent -241/CapHeight 709/StemV 69>>>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  const pdf = new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
  const { markdown, warnings } = await readDocument(pdf);
  expect({ markdown, warnings }).toEqual({
    markdown: "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。10",
    warnings: [],
  });
});

test("a ligature of Arabic stands for its letters in their order", async () => {
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <06ff> <0020> endbfrange 1 beginbfchar <0001> <06440623> endbfchar endcmap";
  const codes = [..."البند ا\u0001ول"].map((character) => character.charCodeAt(0)).toReversed();
  expect((await readDocument(pdfOf({ codes, toUnicode }))).markdown).toBe("البند الأول");
});

test("columns whose words are parted by signs that are hyphens alone are no table", async () => {
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <2010> <0020> endbfrange endcmap";
  const columns = [
    [
      "Representatives consid‐",
      "ered administrative re‐",
      "sponsibilities surround‐",
      "ing the old mole, and de‐",
      "cided.",
    ],
    [
      "Afterwards, the fisher‐",
      "men demonstrated consid‐",
      "erable dissatisfaction con‐",
      "cerning the new registra‐",
      "tion.",
    ],
  ];
  const lines = columns.flatMap((column, side) =>
    column.map((text, index): readonly [number, number[], number] => [
      60 + side * 250,
      [...text].map((character) => character.charCodeAt(0)),
      600 - index * 13,
    ]),
  );
  const { markdown } = await readDocument(
    pdfOf({ codes: [..."Council"].map((letter) => letter.charCodeAt(0)), beside: lines, toUnicode }),
  );
  expect(markdown).toContain(
    "Representatives considered administrative responsibilities surrounding the old mole, and decided.\n\nAfterwards, the fishermen",
  );
});

test("characters that a font doesn't name among others are left out, with a warning that counts them", async () => {
  const toUnicode =
    "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfrange <0020> <007e> <0020> <0081> <0089> <0081> endbfrange endcmap";
  const codes = [..."Version \u0081.\u0082 of the rules"].map((character) => character.charCodeAt(0));
  const { markdown, warnings } = await readDocument(pdfOf({ codes, toUnicode }));
  expect(markdown).toBe("Version . of the rules");
  expect(warnings).toEqual(["2 characters on 1 of 1 page are left out: the fonts don't say which they are."]);
});

test("letters that are drawings in a box without height are read", async () => {
  const letters = [..."Harbour"];
  const content = "BT /F 1 Tf 22 0 0 22 60 700 Tm (Harbour) Tj ET";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 1 0.02]/FontMatrix[0.5 0 0 0.5 0 0]/FirstChar 32/LastChar 126/Widths[${"1 ".repeat(95)}]/CharProcs<<>>/Encoding<</Differences[${letters.map((letter) => `${letter.charCodeAt(0)}/${letter}`).join(" ")}]>>/Resources<<>>>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  const file = new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
  expect((await readDocument(file)).markdown).toBe("Harbour");
});

test("letters that are drawings in a font of size one make words by the gaps between them", async () => {
  const letters = [..."finoprtshduce"];
  const differences = letters.map((letter) => `${letter.charCodeAt(0)}/${letter}`).join(" ");
  // A letter is 40 dots wide; one dot is an eighth of a point.
  const content =
    "BT /F 1 Tf 0.125 0 0 -0.125 60 700 Tm (pro) Tj 124 0 Td (ducer) Tj 240 0 Td [(of) -41000 (th) -3000 (e)] TJ ET";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type3/FontBBox[0 -20 60 70]/FontMatrix[1 0 0 -1 0 0]/FirstChar 32/LastChar 126/Widths[${"40 ".repeat(95)}]/CharProcs<<>>/Encoding<</Differences[${differences}]>>/Resources<<>>>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  const file = new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
  expect((await readDocument(file)).markdown).toBe("producer of the");
});

test("bitmaps of TeX's Cyrillic letters are told by their words, which no Latin letters make", async () => {
  const drawn = async (codes: readonly number[]) => {
    const content = `BT /F 12 Tf 60 700 Td <${codes.map((code) => code.toString(16).padStart(2, "0")).join("")}> Tj ET`;
    const differences = Array.from({ length: 224 }, (_, index) => `/a${index + 32}`).join("");
    const objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 100 100]/FontMatrix[0.01 0 0 0.01 0 0]/FirstChar 32/LastChar 255/Widths[${"40 ".repeat(224)}]/CharProcs<<>>/Encoding<</Differences[32${differences}]>>/Resources<<>>>>`,
    ];
    const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
    const read = await readDocument(new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`));
    return read.markdown;
  };
  const codeOf = (letter: string) => {
    const code = letter.charCodeAt(0);
    return letter === "ё" ? 0xbc : letter === "ї" ? 0xa8 : code >= 0x410 ? code - 0x410 + 0xc0 : code;
  };
  const russian = "Смотритель маяка каждый вечер идёт наверх и смотрит на лампу, прежде чем писать. Також про її час.";
  expect(await drawn([...russian].map(codeOf))).toBe(russian);
  const french = "L'été, à côté, où fêtes et forêts évitent le zèle de l'île";
  expect(await drawn([...french].map((letter) => letter.charCodeAt(0)))).toBe(french);
});
