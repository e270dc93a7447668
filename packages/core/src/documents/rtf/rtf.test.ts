import { captureOf, transformOptions } from "@garner/testkit/site";
import fc from "fast-check";
import { expect, test } from "vitest";
import { transformCapture } from "../../transform/pipeline.ts";
import { builtInParsers } from "../index.ts";

async function read(source: string, contentType = "application/rtf") {
  const capture = captureOf(Buffer.from(source, "latin1"), { url: "https://site.example/letter", contentType });
  const content = await transformCapture(
    capture,
    transformOptions(),
    { parsers: builtInParsers },
    new AbortController().signal,
  );
  return { ...content, markdown: content.markdown?.trim() ?? "" };
}

const head = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fmodern\fcharset0 Courier New;}{\f2\fcharset204 Arial Cyr;}{\f3\fcharset128 MS Mincho;}}{\colortbl;\red255\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s2\sbasedon0 heading 2;}{\*\cs10 Default Paragraph Font;}{\s5 Quote;}}{\*\generator Word 11;}{\info{\title The letter}{\author Ann Lee}{\creatim\yr2024}{\author Bo Last}{\revtim\yr2025}}`;
const rtf = (body: string) => `${head}${body}}`;

test("headings, emphasis, raised type, code, quotations and metadata", async () => {
  const { markdown, metadata, warnings } = await read(
    rtf(
      String.raw`{\header Running head\par}\pard\s1\b Chapter\b0\par\pard\plain One {\b bold} and {\i italic}, {\strike gone}, E=mc{\super 2}, H{\sub 2}O.{\v secret}{\deleted gone too}\par\pard\s2 Part\par\pard\s5 A wise word.\par\pard\f1 let a = 1;\line let b = 2;\par}`,
    ),
  );
  expect(markdown).toBe(
    "# Chapter\n\nOne **bold** and *italic*, ~~gone~~, E=mc<sup>2</sup>, H<sub>2</sub>O.\n\n## Part\n\n> A wise word.\n\n```\nlet a = 1;\nlet b = 2;\n```",
  );
  expect(metadata).toMatchObject({ title: "The letter", author: "Ann Lee" });
  expect(warnings).toEqual([]);
});

test("text in code pages, in Unicode, and as control words", async () => {
  const { markdown } = await read(
    rtf(
      String.raw`\pard caf\'e9 \'80 \u8364? \u-10179?\u-8704? {\f2 \'cf\'f0\'e8\'e2\'e5\'f2} {\f3 \'93\'fa\'96\'7b} \ldblquote so\rdblquote\emdash{\uc2\u233\'c3\'a9}\~{\upr{Lodz}{\*\ud{\u321?\'f3d\u378?}}}{\header {\upr{no}{\*\ud{no}}}} end\par`,
    ),
  );
  expect(markdown.replace("\u00A0", " ")).toBe("café € € 😀 Привет 日本 “so”—é Łódź end");
});

test("lists by their marks, old and new; tables with merged cells; links; notes", async () => {
  const { markdown } = await read(
    rtf(
      String.raw`\pard\ls1\ilvl0{\listtext\'b7\tab}first\par{\listtext\'b7\tab}second\par\pard\ls1\ilvl1{\listtext o\tab}inner\par\pard between\par{\pntext 3.\tab}{\*\pn\pnlvlbody}third\par{\pntext 4.\tab}fourth\par\pard after, see {\field{\*\fldinst{HYPERLINK "https://a.example/x"}}{\fldrslt{\ul the page}}}{\super\chftn}{\footnote\pard The {\i note}.}\par` +
        String.raw`\trowd\clmgf\cellx1000\clmrg\cellx2000\cellx3000\pard\intbl Both\cell\cell C\cell\row\trowd\cellx1000\cellx2000\cellx3000 1\cell 2\par more\cell {\b 3}\cell\row\pard done\par`,
    ),
  );
  expect(markdown).toContain("- first\n- second\n  - inner\n\nbetween\n\n3. third\n4. fourth");
  expect(markdown).toContain("see [the page](https://a.example/x)[^1]");
  expect(markdown).toContain("[^1]: The *note*.");
  expect(markdown).toMatch(/\| Both \|.*\| C \|\n\| --- \| --- \| --- \|\n\| 1 \| 2<br>more \| \*\*3\*\* \|\n\ndone/);
});

test("items of lists stand on the level that is written, 0 if none is, however far they are indented; letters stay", async () => {
  const item = (mark: string, indent: number, list: string, words: string) =>
    `{\\listtext ${mark}\\tab}\\pard\\fi-360\\li${indent}${list} ${words}\\par `;
  const { markdown } = await read(
    rtf(
      item("1.", 720, "\\ls3", "One") +
        item("2.", 720, "\\ls3", "Two") +
        item("a.", 1440, "\\ls3\\ilvl1", "Two a") +
        item("b.", 1440, "\\ilvl1\\ls3", "Two b") +
        item("3.", 720, "\\ls3", "Three"),
    ),
  );
  expect(markdown).toBe("1. One\n2. Two\n   - a. Two a\n   - b. Two b\n3. Three");
});

test("pictures are kept with their descriptions; what can't be shown is counted", async () => {
  const { markdown, warnings } = await read(
    rtf(
      String.raw`\pard{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A quay}}}\pngblip 89504e470d0a}}{\nonshppict{\pict\wmetafile8 00}} {\pict\emfblip 0102} {\object{\*\objdata 00}{\result Sheet}}{\*\annotation note}\par`,
    ),
  );
  expect(markdown).toContain("![A quay](<Base64-Image-Removed>)");
  expect(markdown).toContain("Sheet");
  expect(markdown).not.toContain("note");
  expect(warnings).toEqual([
    "1 picture, 1 embedded object, and 1 comment of the document are left out.",
    expect.stringContaining("1 picture stands in Markdown as a placeholder"),
  ]);
});

test("the bytes tell what it is, whatever the server says", async () => {
  for (const type of ["application/octet-stream", "text/rtf", "application/msword", ""])
    expect((await read(rtf(String.raw`\pard Hello\par`), type)).markdown).toBe("Hello");
});

test("any bytes are read to their end, however they nest, break off or repeat", async () => {
  const part = fc.constantFrom(
    ..."{ } \\ \\par \\cell \\row \\trowd \\footnote \\field \\fldinst \\fldrslt \\pict \\u8364 \\uc9 \\'e9 \\'zz \\bin9 \\* \\f2 \\fonttbl \\intbl text \\sn \\sv \\ls1".split(
      " ",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
      expect(typeof (await read(`{\\rtf1${parts.join("")}`)).markdown).toBe("string");
    }),
  );
  const deep = await read(`{\\rtf1 first\\par${"{".repeat(500_000)}last`);
  expect(deep.markdown).toBe("first");
  expect(deep.warnings).toEqual([expect.stringContaining("nests groups endlessly")]);
  expect((await read(rtf("\\trowd\\cellx1 a\\cell".repeat(30_000)))).markdown.length).toBeGreaterThan(10);
});

test("equations become TeX, with their fractions, roots, scripts and sums", async () => {
  const equation = String.raw`{\mmath{\*\moMathPara{\*\moMath{\mf{\mfPr{\mctrlPr\f34}}{\mnum{\mr\f34 a}}{\mden{\mr\f34 b}}}{\mr +}{\msSup{\me{\mr c}}{\msup{\mr 2}}}{\mr =}{\mrad{\mradPr{\mdegHide 1}}{\mdeg}{\me{\mr d}}}{\mnary{\mnaryPr{\mchr \u8721?}}{\msub{\mr i}}{\msup{\mr n}}{\me{\mr x}}}}}{\mmathPict old picture}}`;
  const { markdown, warnings } = await read(rtf(String.raw`\pard So ${equation} holds.\par`));
  expect(markdown).toMatch(/^So \$.+\$ holds\.$/);
  for (const part of ["\\frac{a}{b}", "c^{2}", "\\sqrt{d}", "\\sum_{i}^{n}"]) expect(markdown).toContain(part);
  expect(markdown).not.toContain("old picture");
  expect(warnings).toEqual([]);
});

test("cells that are as wide as several keep the columns below them; letters of symbol fonts are their signs", async () => {
  const row = (edges: readonly number[], ...cells: readonly string[]) =>
    `\\trowd${edges.map((edge) => `\\cellx${edge}`).join("")}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell`).join(" ")}\\row`;
  const table = [
    row([2410, 4819, 7229], "Quay", "Length", "Depth"),
    row([4825, 7229], "Coral and others", "11 m"),
    row([2410, 7229], "Amber", "all of it"),
  ];
  expect((await read(rtf(`${table.join("\n")}\\pard end\\par`))).markdown).toBe(
    "| Quay | Length | Depth |\n| --- | --- | --- |\n| Coral and others |  | 11 m |\n| Amber | all of it |  |\n\nend",
  );
  const fonts = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}{\f1\fcharset2 Symbol;}{\f2\fcharset2 Webdings;}}`;
  const { markdown, warnings } = await read(
    String.raw`${fonts}\f0 angle {\f1 a\'a3\u61538 ?} one\page two {\f2 x}\par}`,
  );
  expect(markdown).toBe("angle α≤β one two x");
  expect(warnings).toEqual([]);
});

test("fields: places in a page, boxes to tick, and what has no stored result", async () => {
  const field = (instruction: string, result = "") => `{\\field{\\*\\fldinst ${instruction}}{\\fldrslt ${result}}}`;
  const box = (state: string) => field(`FORMCHECKBOX{\\*\\formfield{\\fftype1${state}{\\*\\ffname a}}}`);
  const body = [
    field(String.raw`HYPERLINK "https://a.example/" \\l "part"`, "link"),
    field(String.raw`EQ \\f(1,2)`),
    field(String.raw`EQ \\f(1,2)`, "half"),
    field(String.raw`SYMBOL 183 \\f "Symbol"`),
    box(String.raw`\ffres1\ffdefres0`),
    box(String.raw`\ffres0\ffdefres1`),
    box(String.raw`\ffres25\ffdefres1`),
    field(String.raw`FORMTEXT{\*\formfield{\fftype0}}`, "typed"),
    field("PAGE"),
  ];
  const { markdown, warnings } = await read(rtf(`\\pard ${body.join(" ")} end\\par`));
  expect(markdown).toBe("[link](https://a.example/#part) 1/2 half • ☒ ☐ ☒ typed end");
  expect(warnings).toEqual([]);
});
