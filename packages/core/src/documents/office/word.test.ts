import { describe, expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

const run = (inner: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr>${inner}</w:r>`;
const text = (words: string, properties = "") => run(`<w:t>${words}</w:t>`, properties);
const paragraph = (inner: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const inList = (list: number, level = 0) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;
const styled = (style: string) => `<w:pStyle w:val="${style}"/>`;
const namedStyle = (type: string, id: string, name: string, properties = "") =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`;
const level = (depth: number, format: string, mark: string, more = "") =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${mark}"/></w:lvl>`;
const numbering = (...lists: readonly string[]) =>
  `<w:numbering>${lists.map((levels, id) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`).join("")}${lists
    .map((_, id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="${id}"/></w:num>`)
    .join("")}</w:numbering>`;

async function read(body: string, parts: Readonly<Record<string, string>> = {}) {
  const document = `<w:document><w:body>${body}</w:body></w:document>`;
  return await readDocument(packed({ "word/document.xml": document, ...parts }), { outputs: ["markdown", "html"] });
}

const markdownOf = async (...document: Parameters<typeof read>): Promise<string> =>
  (await read(...document)).markdown ?? "";

describe("numbers and marks", () => {
  test("headings keep the numbers that Word counts", async () => {
    const outline = numbering(level(0, "decimal", "%1.") + level(1, "lowerLetter", "%1.%2)"));
    const heading = (depth: number) => styled(`Heading${depth}`);
    const body =
      paragraph(text("Scope"), heading(1)) +
      paragraph(text("Terms"), heading(2)) +
      paragraph(text("Parties"), heading(2)) +
      paragraph(text("Duties"), heading(1));
    const styles = [1, 2].map((depth) =>
      namedStyle("paragraph", `Heading${depth}`, `heading ${depth}`, `<w:pPr>${inList(1, depth - 1)}</w:pPr>`),
    );
    const parts = { "word/numbering.xml": outline, "word/styles.xml": `<w:styles>${styles.join("")}</w:styles>` };
    expect(await markdownOf(body, parts)).toBe("# 1. Scope\n\n## 1.a) Terms\n\n## 1.b) Parties\n\n# 2. Duties");
  });

  test("clauses below a numbered heading keep the number that others refer to; nesting shows it below an item", async () => {
    const levels =
      level(0, "decimal", "%1.") +
      level(1, "decimal", "%1.%2") +
      level(2, "lowerLetter", "(%3)") +
      level(3, "none", "");
    const one = (depth: number, words: string, style = "") => paragraph(text(words), style + inList(1, depth));
    const body = [
      one(0, "Terms", styled("Heading1")),
      one(1, "Words"),
      one(3, "More of it"),
      one(1, "Names"),
      one(2, "first"),
      one(2, "last"),
      one(0, "Fees", styled("Heading1")),
      one(1, "See 1.2"),
      paragraph(text("Plain")),
      one(0, "Item"),
      one(1, "Inner"),
    ];
    const styles = `<w:styles>${namedStyle("paragraph", "Heading1", "heading 1", "")}</w:styles>`;
    expect(
      await markdownOf(body.join(""), { "word/numbering.xml": numbering(levels), "word/styles.xml": styles }),
    ).toBe(
      "# 1. Terms\n\n1.1 Words\n\nMore of it\n\n1.2 Names\n\n- (a) first\n- (b) last\n\n# 2. Fees\n\n2.1 See 1.2\n\nPlain\n\n3. Item\n   1. Inner",
    );
  });

  test("marks with words of their own are written out, others are items", async () => {
    const lists = numbering(level(0, "upperRoman", "Article %1:"), level(0, "decimal", "%1)"));
    const body = [
      paragraph(text("Peace"), inList(1)),
      paragraph(text("Land"), inList(1)),
      paragraph(text("a"), inList(2)),
    ];
    expect(await markdownOf(body.join(""), { "word/numbering.xml": lists })).toBe(
      "Article I: Peace\n\nArticle II: Land\n\n1. a",
    );
  });

  test("letters and Roman numerals are kept as the type of the list, and in Markdown as they are written", async () => {
    const forms = ["lowerLetter", "upperLetter", "lowerRoman", "upperRoman", "chineseCounting"];
    const lists = numbering(
      ...forms.map((form, index) => level(0, form, ["(%1)", "%1.", "%1)", "[%1]", "%1、"][index] ?? "")),
    );
    const body = forms.map((form, index) => {
      const one = (words: string) => paragraph(text(words), inList(index + 1));
      return paragraph(text(form)) + one("first") + one("second");
    });
    const { markdown, html } = await read(body.join(""), { "word/numbering.xml": lists });
    expect(markdown?.split("\n\n").filter((block) => block.startsWith("-"))).toEqual([
      "- (a) first\n- (b) second",
      "- A. first\n- B. second",
      "- i) first\n- ii) second",
      "- [I] first\n- [II] second",
      "- 一、 first\n- 二、 second",
    ]);
    expect([...(html ?? "").matchAll(/<ol[^>]*>/g)].map(String)).toEqual([
      '<ol type="a">',
      '<ol type="A">',
      '<ol type="i">',
      '<ol type="I">',
      "<ol>",
    ]);
  });

  test("an inner list that goes on behind a paragraph stays in its item; one behind a heading doesn't", async () => {
    const lists = numbering(
      level(0, "decimal", "%1.") + level(1, "lowerLetter", "(%2)") + level(2, "lowerRoman", "(%3)"),
    );
    const one = (depth: number, words: string) => paragraph(text(words), inList(1, depth));
    const body = [
      one(0, "first"),
      one(1, "a"),
      one(1, "b"),
      one(2, "i"),
      paragraph(text("Between.")),
      one(2, "ii"),
      one(1, "c"),
      one(0, "second"),
      paragraph(text("Plain.")),
      one(0, "third"),
      one(1, "a"),
      paragraph(text("Part"), '<w:outlineLvl w:val="0"/>'),
      one(1, "b"),
    ];
    expect(await markdownOf(body.join(""), { "word/numbering.xml": lists })).toBe(
      "1. first\n   - (a) a\n   - (b) b\n     - (i) i\n\n       Between.\n\n     - (ii) ii\n   - (c) c\n2. second\n\nPlain.\n\n3. third\n   - (a) a\n\n# Part\n\n- (b) b",
    );
  });

  test("two numbered lists side by side stay two; a list may begin at a deeper level", async () => {
    const lists = numbering(level(0, "decimal", "%1."), level(0, "lowerLetter", "%1.") + level(1, "decimal", "%2."));
    const body = [
      paragraph(text("one"), inList(1)),
      paragraph(text("two"), inList(1)),
      paragraph(text("deep"), inList(2, 1)),
      paragraph(text("deeper"), inList(2, 1)),
      paragraph(text("other"), inList(2)),
    ];
    expect(await markdownOf(body.join(""), { "word/numbering.xml": lists })).toBe(
      "1. one\n2. two\n   1. deep\n   2. deeper\n\n- a. other",
    );
  });

  test("Word's own styles say the level where each has a list of its own", async () => {
    const styles = ["", " 2"].map((depth, index) =>
      namedStyle("paragraph", `L${index}`, `List Bullet${depth}`, `<w:pPr>${inList(index + 1)}</w:pPr>`),
    );
    const bullet = level(0, "bullet", "x");
    expect(
      await markdownOf(paragraph(text("a"), styled("L0")) + paragraph(text("b"), styled("L1")), {
        "word/styles.xml": `<w:styles>${styles.join("")}</w:styles>`,
        "word/numbering.xml": numbering(bullet, bullet),
      }),
    ).toBe("- a\n  - b");
  });

  test("lists of one description count on unless they say otherwise; legal numbers are digits", async () => {
    const one = (list: number, words: string, depth = 0) => paragraph(text(words), inList(list, depth));
    const body = [one(1, "a"), one(1, "b"), text("between"), one(2, "c"), one(3, "d"), one(1, "e")];
    const clauses = [one(4, "f"), one(4, "g", 1), one(4, "h"), one(4, "i", 1), one(4, "j", 2), one(4, "k", 1)];
    const lists = numbering(
      level(0, "decimal", "§ %1"),
      level(0, "upperRoman", "Article %1") +
        level(1, "decimalZero", "Clause %1.%2", '<w:lvlRestart w:val="0"/><w:isLgl/>') +
        level(2, "lowerLetter", "Part %1.%2.%3"),
    );
    const others = [
      `<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>`,
      `<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
      `<w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    ].join("");
    const parts = { "word/numbering.xml": lists.slice(0, lists.indexOf("<w:num ")) + others };
    expect((await markdownOf([...body, ...clauses].join(""), parts)).split("\n\n")).toEqual(
      "§ 1 a|§ 2 b|§ 3 c|§ 1 d|§ 2 e|Article I f|Clause 1.01 g|Article II h|Clause 2.02 i|Part II.02.a j|Clause 2.03 k".split(
        "|",
      ),
    );
  });

  test("a list that begins below an item of another of its description leaves that one's numbers", async () => {
    const one = (list: number, words: string, depth = 0) => paragraph(text(words), inList(list, depth));
    const lists = numbering(level(0, "decimal", "%1.") + level(1, "decimal", "%2."));
    const begins = (depth: number) => `<w:lvlOverride w:ilvl="${depth}"><w:startOverride w:val="1"/></w:lvlOverride>`;
    const list = (number: number) =>
      `<w:num w:numId="${number}"><w:abstractNumId w:val="0"/>${begins(0)}${begins(1)}</w:num>`;
    const parts = {
      "word/numbering.xml": `${lists.slice(0, lists.indexOf("<w:num "))}${list(1)}${list(2)}${list(3)}</w:numbering>`,
    };
    const body = [
      one(1, "a"),
      one(2, "b", 1),
      one(2, "c", 1),
      one(1, "d"),
      one(3, "e", 1),
      paragraph(text("between")),
      one(3, "f"),
    ];
    expect(await markdownOf(body.join(""), parts)).toBe("1. a\n   1. b\n   2. c\n2. d\n   1. e\n\nbetween\n\n1. f");
  });

  test("code within an item stays in it", async () => {
    const lists = numbering(level(0, "bullet", "x"), level(0, "bullet", " "));
    const body = [
      paragraph(text("item"), inList(1)),
      paragraph(text("a = 1"), styled("Code") + inList(2)),
      paragraph(text("b = 2"), styled("Code") + inList(2)),
      paragraph(text("next"), inList(1)),
    ];
    expect(
      await markdownOf(body.join(""), {
        "word/numbering.xml": lists,
        "word/styles.xml": `<w:styles>${namedStyle("paragraph", "Code", "Source Code")}</w:styles>`,
      }),
    ).toBe("- item\n\n  ```\n  a = 1\n  b = 2\n  ```\n\n- next");
  });
});

describe("text", () => {
  test("pronunciations, states of forms, raised type and code as LibreOffice writes them", async () => {
    const field = (form: string, instruction: string) =>
      run(`<w:fldChar w:fldCharType="begin"><w:ffData>${form}</w:ffData></w:fldChar>`) +
      run(`<w:instrText>${instruction}</w:instrText>`) +
      run('<w:fldChar w:fldCharType="separate"/>') +
      run('<w:fldChar w:fldCharType="end"/>');
    const body = [
      paragraph(run(`<w:ruby><w:rubyPr/><w:rt>${text("とう")}</w:rt><w:rubyBase>${text("東")}</w:rubyBase></w:ruby>`)),
      paragraph(field("<w:checkBox><w:checked/></w:checkBox>", "FORMCHECKBOX") + text(" yes")),
      paragraph(
        field(
          '<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList>',
          "FORMDROPDOWN",
        ),
      ),
      paragraph(text("x") + text("2", '<w:position w:val="8"/>') + text("f()", '<w:rStyle w:val="SourceText"/>')),
      paragraph(text("Said"), styled("Quotations")),
    ];
    const styles =
      namedStyle("character", "SourceText", "Source Text") + namedStyle("paragraph", "Quotations", "Quotations");
    expect(await markdownOf(body.join(""), { "word/styles.xml": `<w:styles>${styles}</w:styles>` })).toBe(
      "東(とう)\n\n☒ yes\n\ngreen\n\nx<sup>2</sup>`f()`\n\n> Said",
    );
  });

  test("notes keep their paragraphs", async () => {
    const notes = `<w:footnotes><w:footnote w:id="2">${paragraph(text("first"))}${paragraph(text("second"))}</w:footnote></w:footnotes>`;
    expect(
      await markdownOf(paragraph(text("a") + run('<w:footnoteReference w:id="2"/>')), { "word/footnotes.xml": notes }),
    ).toBe("a[^1]\n\n[^1]: first\n\n    second");
  });

  test("cells stand in their columns where a row begins further right", async () => {
    const cell = (words: string) => `<w:tc>${paragraph(text(words))}</w:tc>`;
    const rows = [
      `<w:tr>${cell("A")}${cell("B")}</w:tr>`,
      `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell("b")}</w:tr>`,
    ];
    expect(await markdownOf(`<w:tbl>${rows.join("")}</w:tbl>`)).toBe("| A | B |\n| --- | --- |\n|  | b |");
  });
});

describe("files of other programs", () => {
  test("other prefixes, other names of parts, other case", async () => {
    const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    const strict = "http://purl.oclc.org/ooxml/wordprocessingml/main";
    const files = {
      "_rels/.rels": relationships(["r", "officeDocument", "word/document2.xml"]),
      "word/document2.xml": `<ns0:document xmlns:ns0="${main}"><ns0:body><ns0:p><ns0:pPr><ns0:pStyle ns0:val="T"/></ns0:pPr><ns0:r><ns0:t>Heading</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>`,
      "word/_rels/document2.xml.rels": relationships(["s", "styles", "Styles2.xml"]),
      "word/styles2.xml": `<styles xmlns="${strict}" xmlns:q="${strict}"><style q:styleId="T"><name q:val="heading 2"/></style></styles>`,
    };
    expect((await readDocument(packed(files))).markdown).toBe("## Heading");
  });

  test("a workbook whose names all have a prefix", async () => {
    const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const files = {
      "xl/workbook.xml": `<x:workbook xmlns:x="${main}" xmlns:rel="${relation}"><x:sheets><x:sheet name="S" rel:id="r1"/></x:sheets></x:workbook>`,
      "xl/_rels/workbook.xml.rels": relationships(["r1", "worksheet", "worksheets/1.xml"]),
      "xl/worksheets/1.xml": `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>head</x:t></x:is></x:c></x:row><x:row r="2"><x:c r="A2"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    };
    expect((await readDocument(packed(files))).markdown).toBe("## S\n\n| head |\n| --- |\n| 5 |");
  });
});

test("rows that a control of the form holds are rows; a dropped first letter begins its word; a page's end parts words", async () => {
  const row = (words: string) => `<w:tr><w:tc>${paragraph(text(words))}</w:tc></w:tr>`;
  const table = `<w:tbl>${row("Name")}<w:sdt><w:sdtContent>${row("repeated")}</w:sdtContent></w:sdt></w:tbl>`;
  expect(await markdownOf(table)).toBe("| Name |\n| --- |\n| repeated |");
  const lowered = text("O", '<w:position w:val="-12"/>');
  const dropped = paragraph(lowered, '<w:framePr w:dropCap="drop"/>') + paragraph(text("nce upon a time."));
  expect(await markdownOf(dropped)).toBe("Once upon a time.");
  expect(await markdownOf(paragraph(run('<w:t>one</w:t><w:br w:type="page"/><w:t>two</w:t>')))).toBe("one two");
});

test("signs of symbol fonts, words drawn as shapes and doubly struck ones", async () => {
  const sign = (font: string, code: string) => run(`<w:sym w:font="${font}" w:char="${code}"/>`);
  const body =
    paragraph(sign("Symbol", "F061") + text(" ") + sign("Symbol", "00A3") + sign("Wingdings", "F0FC")) +
    paragraph(text("5 \uF0B1 1", '<w:rFonts w:ascii="Symbol"/>') + text("gone", "<w:dstrike/>")) +
    paragraph(run('<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>'));
  expect(await markdownOf(body)).toBe("α ≤✓\n\n5 ± 1~~gone~~\n\nDRAFT");
  const typed = (words: string, font: string) => text(words, `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`);
  const letters = await read(
    paragraph(typed("ab - &lt; ", "Symbol") + typed("ü o", "Wingdings") + typed("zz", "Wingdings")),
  );
  expect(letters.markdown).toBe("αβ − < ✓ ☐");
  expect(letters.warnings).toEqual(["2 unknown signs of the document are left out."]);
  const document = `<w:document><w:body>${paragraph(text("x") + sign("Webdings", "F04E"))}</w:body></w:document>`;
  const { markdown, warnings } = await readDocument(packed({ "word/document.xml": document }));
  expect(markdown).toBe("x");
  expect(warnings).toEqual(["1 unknown sign of the document is left out."]);
});

test("every body of a file that another program joined is read", async () => {
  expect(await markdownOf(`${paragraph(text("one"))}</w:body><w:body>${paragraph(text("two"))}`)).toBe("one\n\ntwo");
});

test("a style of runs in a typewriter's font marks code", async () => {
  const mono = namedStyle("character", "SourceText", "Source_Text", '<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>');
  const parts = { "word/styles.xml": `<w:styles>${mono}</w:styles>` };
  expect(await markdownOf(paragraph(text("ls -l", '<w:rStyle w:val="SourceText"/>')), parts)).toBe("`ls -l`");
});

const field = (instruction: string, result?: string) =>
  run(`<w:fldChar w:fldCharType="begin"/><w:instrText>${instruction}</w:instrText>`) +
  (result === undefined ? "" : run('<w:fldChar w:fldCharType="separate"/>') + text(result)) +
  run('<w:fldChar w:fldCharType="end"/>');

describe("fields", () => {
  test("links lead to a place in the page, with quotation marks or without", async () => {
    const body = paragraph(
      [
        field(' HYPERLINK "https://a.example/" \\l "part" \\o "a tip"', "one"),
        text(", "),
        field(" HYPERLINK https://a.example/bare ", "two"),
        text(", "),
        field(' HYPERLINK \\o "a tip" \\t "_blank" "https://a.example/#own" \\l "part"', "three"),
        text(", "),
        field(' HYPERLINK \\l "_Ref1" ', "within"),
        text(", "),
        `<w:hyperlink r:id="h1" w:anchor="end">${text("four")}</w:hyperlink>`,
      ].join(""),
    );
    const parts = { "word/_rels/document.xml.rels": relationships(["h1", "hyperlink", "https://a.example/b"]) };
    expect(await markdownOf(body, parts)).toBe(
      "[one](https://a.example/#part), [two](https://a.example/bare), [three](https://a.example/#own), within, [four](https://a.example/b#end)",
    );
  });

  test.each([
    [' EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(かん),漢) ', "漢(かん)"],
    [" EQ \\f(a+b;2,5) ", "(a+b)/2,5"],
    [" EQ x = \\r(3,\\f(1,n)) \\b\\bc\\{(y\\,z) ", "x = <sup>3</sup>√(1/n) (y,z)"],
    [' SYMBOL 183 \\f "Symbol" \\s 10 ', "•"],
    [" SYMBOL 0x20AC \\u", "€"],
    [' XE "index entry" ', ""],
  ])("%s without a result is computed", async (instruction, shown) => {
    expect(await markdownOf(paragraph(text("a ") + field(instruction) + text(" z")))).toBe(
      `a ${shown} z`.replace("  ", " "),
    );
  });

  test("a result wins, also that of a field within", async () => {
    const within = field(' QUOTE "x" ', "stored");
    const nested =
      run('<w:fldChar w:fldCharType="begin"/><w:instrText> EQ \\f(1,2) </w:instrText>') +
      run('<w:fldChar w:fldCharType="separate"/>') +
      within +
      run('<w:fldChar w:fldCharType="end"/>');
    expect(await markdownOf(paragraph(nested))).toBe("stored");
  });
});

test("tabs to a margin part words, deleted ends of paragraphs join them, marks of notes stand once", async () => {
  const body = [
    paragraph(text("left") + run('<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="dot"/>') + text("right")),
    paragraph(text("first "), '<w:rPr><w:del w:id="1"/></w:rPr>') + paragraph(text("and second")),
    paragraph(text("noted") + run('<w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t>') + text(" on")),
  ];
  const parts = {
    "word/footnotes.xml": `<w:footnotes><w:footnote w:id="2">${paragraph(text("Why."))}</w:footnote></w:footnotes>`,
  };
  expect(await markdownOf(body.join(""), parts)).toBe("left right\n\nfirst and second\n\nnoted[^1] on\n\n[^1]: Why.");
});

test("styles hide text unless it says that it is shown", async () => {
  const body =
    paragraph(
      text("seen ") +
        text("SECRET", '<w:rStyle w:val="Gone"/>') +
        text("too", '<w:rStyle w:val="Gone"/><w:vanish w:val="0"/>'),
    ) + paragraph(text("SECRET") + text("shown", '<w:vanish w:val="false"/>'), styled("GoneParagraph"));
  const vanish = "<w:rPr><w:vanish/></w:rPr>";
  const styles =
    namedStyle("character", "Gone", "gone", vanish) + namedStyle("paragraph", "GoneParagraph", "p", vanish);
  expect(await markdownOf(body, { "word/styles.xml": `<w:styles>${styles}</w:styles>` })).toBe("seen too\n\nshown");
});

test("a table in a cell that a control of the form holds stands in that cell only", async () => {
  const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;
  const row = (...cells: readonly string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const nested = `<w:tbl>${row(cell(paragraph(text("in1"))), cell(paragraph(text("in2"))))}</w:tbl>`;
  const held = `<w:sdt><w:sdtContent>${cell(nested)}</w:sdtContent></w:sdt>`;
  const table = `<w:tbl>${row(cell(paragraph(text("A"))), cell(paragraph(text("B"))))}${row(held, cell(paragraph(text("right"))))}</w:tbl>`;
  expect(await markdownOf(table)).toBe("| A | B |\n| --- | --- |\n| in1 in2 | right |");
});

test("pages wrapped up as a Word document are read; other documents in it are counted", async () => {
  const saved =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary=B\r\n\r\n--B\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body><h1>Saved</h1></body></html>\r\n--B--\r\n';
  const chunks = ["page.html", "saved.mht", "plain.txt", "other.rtf"];
  const { markdown, warnings } = await readDocument(
    packed({
      "word/document.xml": `<w:document><w:body>${paragraph(text("before"))}${chunks.map((_, index) => `<w:altChunk r:id="c${index}"/>`).join("")}</w:body></w:document>`,
      "word/_rels/document.xml.rels": relationships(
        ...chunks.map((name, index) => [`c${index}`, "aFChunk", name] as const),
      ),
      "word/page.html": "<html><head><title>x</title></head><body><p>A <b>page</b>.</p></body></html>",
      "word/saved.mht": saved,
      "word/plain.txt": "Plain < text.",
      "word/other.rtf": "{\\rtf1 x}",
    }),
  );
  expect(markdown).toBe("before\n\nA **page**.\n\n# Saved\n\nPlain < text.");
  expect(warnings).toEqual(["1 embedded document of the document is left out."]);
});
