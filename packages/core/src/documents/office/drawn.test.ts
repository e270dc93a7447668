import { describe, expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

const cached = (values: readonly string[], format = "General") =>
  `<c:numCache><c:formatCode>${format}</c:formatCode>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("")}</c:numCache>`;
const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:numRef>${cached(["45352", "45383"], "mmm\\-yy")}</c:numRef></c:cat><c:val><c:numRef>${cached(["0.25", "0.5"], "0%")}</c:numRef></c:val></c:ser><c:ser><c:val><c:numRef>${cached(["3", "4"])}</c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const chartTable =
  "**Sales**\n\n|  | North | Series 2 |\n| --- | --- | --- |\n| 2024-03-01 | 25% | 3 |\n| 2024-04-01 | 50% | 4 |";

const point = (id: string, words: string, type = "node") =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const connection = (from: string, to: string, order: number) =>
  `<dgm:cxn modelId="c${to}" srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
const diagram = `<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${point("2", "Second")}${point("1", "First")}${point("3", "Part of first")}${point("9", "", "parTrans")}</dgm:ptLst><dgm:cxnLst>${connection("0", "1", 0)}${connection("0", "2", 1)}${connection("1", "3", 0)}</dgm:cxnLst></dgm:dataModel>`;

describe("charts as their data, diagrams as their words", () => {
  test("of Word documents", async () => {
    const drawing = (inner: string) => `<w:p><w:r><w:drawing><wp:inline>${inner}</wp:inline></w:drawing></w:r></w:p>`;
    const body = drawing('<c:chart r:id="c"/>') + drawing('<dgm:relIds r:dm="d"/>');
    const { markdown, warnings } = await readDocument(
      packed({
        "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`,
        "word/_rels/document.xml.rels": relationships(
          ["c", "chart", "charts/chart1.xml"],
          ["d", "diagramData", "diagrams/data1.xml"],
        ),
        "word/charts/chart1.xml": chart,
        "word/diagrams/data1.xml": diagram,
      }),
    );
    expect(markdown).toBe(`${chartTable}\n\n- First\n  - Part of first\n- Second`);
    expect(warnings).toEqual([]);
  });

  test("of PowerPoint presentations", async () => {
    const frame = (inner: string) => `<p:graphicFrame><a:graphicData>${inner}</a:graphicData></p:graphicFrame>`;
    const { markdown, warnings } = await readDocument(
      packed({
        "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
        "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree>${frame('<c:chart r:id="c"/>')}${frame('<dgm:relIds r:dm="d"/>')}</p:spTree></p:cSld></p:sld>`,
        "ppt/slides/_rels/slide1.xml.rels": relationships(
          ["c", "chart", "../charts/chart1.xml"],
          ["d", "diagramData", "../diagrams/data1.xml"],
        ),
        "ppt/charts/chart1.xml": chart,
        "ppt/diagrams/data1.xml": diagram,
      }),
    );
    expect(markdown).toBe(`## Slide 1\n\n${chartTable}\n\n- First\n  - Part of first\n- Second`);
    expect(warnings).toEqual([]);
  });

  test("of OpenDocument files", async () => {
    const cell = (words: string) => `<table:table-cell><text:p>${words}</text:p></table:table-cell>`;
    const row = (...cells: readonly string[]) => `<table:table-row>${cells.map(cell).join("")}</table:table-row>`;
    const { markdown, warnings } = await readDocument(
      packed({
        mimetype: "application/vnd.oasis.opendocument.text",
        "content.xml": `<office:document-content><office:body><office:text><text:p>See <text:span><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:span></text:p></office:text></office:body></office:document-content>`,
        "Object 1/content.xml": `<office:document-content><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table><table:table-header-rows>${row("", "North")}</table:table-header-rows><table:table-rows>${row("May", "3")}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`,
      }),
    );
    expect(markdown).toBe("See\n\n**Sales**\n\n|  | North |\n| --- | --- |\n| May | 3 |");
    expect(warnings).toEqual([]);
  });
});

test("slides: code by its font, comments are counted, a workbook inside does not hide the presentation", async () => {
  const shape = `<p:sp><p:txBody><a:p><a:r><a:rPr><a:latin typeface="Courier New"/></a:rPr><a:t>run()</a:t></a:r></a:p></p:txBody></p:sp>`;
  const { markdown, warnings } = await readDocument(
    packed(
      {
        "ppt/embeddings/book.xlsx": packed({ "xl/workbook.xml": "" }),
        "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
        "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree>${shape}</p:spTree></p:cSld></p:sld>`,
        "ppt/slides/_rels/slide1.xml.rels": relationships(["c", "comments", "../comments/comment1.xml"]),
        "ppt/comments/comment1.xml": "<p:cmLst><p:cm><p:text>Why?</p:text></p:cm></p:cmLst>",
      },
      0,
    ),
  );
  expect(markdown).toBe("## Slide 1\n\n`run()`");
  expect(warnings).toEqual(["1 comment of the document is left out."]);
});

test("paragraphs of a slide in a typewriter's font are a listing with its indents", async () => {
  const run = (words: string) => `<a:r><a:rPr><a:latin typeface="Courier New"/></a:rPr><a:t>${words}</a:t></a:r>`;
  const shape = `<p:sp><p:txBody><a:p>${run("if x:")}<a:br/>${run("    go()")}</a:p><a:p>${run("done")}</a:p><a:p><a:r><a:t>said</a:t></a:r>${run("x")}</a:p></p:txBody></p:sp>`;
  const { markdown } = await readDocument(
    packed({
      "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
      "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree>${shape}</p:spTree></p:cSld></p:sld>`,
    }),
  );
  expect(markdown).toBe("## Slide 1\n\n```\nif x:\n    go()\ndone\n```\n\nsaid`x`");
});

test("slides: links of shapes and pictures, numbers that don't begin at one, lines within a run, boxes beside the notes", async () => {
  const shape = (paragraphs: string, properties = "") =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x">${properties}</p:cNvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
  const words = (text: string, properties = "") => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
  const click = '<a:hlinkClick r:id="h1"/>';
  const numbered = (start: number, level = 0) =>
    `<a:pPr lvl="${level}"><a:buAutoNum type="arabicPeriod" startAt="${start}"/></a:pPr>`;
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="3" name="y" descr="the quay">${click}</p:cNvPr></p:nvPicPr><p:blipFill><a:blip r:embed="p1"/></p:blipFill></p:pic>`;
  const list =
    words("five", numbered(5)) +
    words("inner", numbered(2, 1)) +
    words("inner too", numbered(2, 1)) +
    words("six", numbered(5));
  const { markdown, warnings } = await readDocument(
    packed({
      "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
      "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree>${shape(words("Go there"), click)}${shape(words("one") + words("two"), click)}${picture}${shape(list)}${shape(words("first_x000B_second"))}</p:spTree></p:cSld></p:sld>`,
      "ppt/slides/_rels/slide1.xml.rels": relationships(
        ["h1", "hyperlink", "https://a.example/there"],
        ["p1", "image", "https://a.example/quay.png"],
        ["n1", "notesSlide", "../notesSlides/n1.xml"],
      ),
      "ppt/notesSlides/n1.xml": `<p:notes><p:cSld><p:spTree>${shape(words("Said aside"))}</p:spTree></p:cSld></p:notes>`,
    }),
  );
  expect(markdown).toBe(
    [
      "## Slide 1",
      "[Go there](https://a.example/there)",
      "[one](https://a.example/there)\n\n[two](https://a.example/there)",
      "[![the quay](https://a.example/quay.png)](https://a.example/there)",
      "5. five\n\n   2. inner\n   3. inner too\n6. six",
      "first  \nsecond",
      "> Notes:\n>\n> Said aside",
    ].join("\n\n"),
  );
  expect(warnings).toEqual([]);
});

/** A presentation of one slide with these shapes, on a layout and a master. */
const slideOn = (shapes: string, { layout = "", master = "" }: { layout?: string; master?: string }) =>
  packed({
    "ppt/presentation.xml": '<p:presentation><p:sldId r:id="r1"/></p:presentation>',
    "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
    "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    "ppt/slides/_rels/slide1.xml.rels": relationships(
      ["l", "slideLayout", "../slideLayouts/one.xml"],
      ["p", "image", "../media/a.png"],
      ["v", "video", "https://video.example/1"],
    ),
    "ppt/slideLayouts/one.xml": `<p:sldLayout><p:cSld><p:spTree>${layout}</p:spTree></p:cSld></p:sldLayout>`,
    "ppt/slideLayouts/_rels/one.xml.rels": relationships(["m", "slideMaster", "../slideMasters/one.xml"]),
    "ppt/slideMasters/one.xml": `<p:sldMaster><p:txStyles><p:bodyStyle>${master}</p:bodyStyle></p:txStyles></p:sldMaster>`,
    "ppt/media/a.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
  });
const placed = (place: string, paragraphs: readonly string[], { style = "", hidden = "0" } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" hidden="${hidden}"/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody><a:lstStyle>${style}</a:lstStyle>${paragraphs
    .map((words) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`)
    .join("")}</p:txBody></p:sp>`;

test("slides: paragraphs are items where their box, the layout or the master has a mark for them", async () => {
  const marked = '<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr>';
  const plain = "<a:lvl1pPr><a:buNone/></a:lvl1pPr>";
  const numbered = '<a:lvl1pPr><a:buAutoNum type="arabicPeriod"/></a:lvl1pPr>';
  const first = '<p:ph type="body" idx="1"/>';
  const second = '<p:ph idx="2"/>';
  const shapes =
    placed(first, ["Said", "plainly"]) +
    placed(second, ["cheap", "fast"]) +
    placed("", ["go", "stop"], { style: numbered });
  const layout = placed(first, [], { style: plain }) + placed(second, []);
  const onMarks = await readDocument(slideOn(shapes, { layout, master: marked }));
  expect(onMarks.markdown).toBe("## Slide 1\n\nSaid\n\nplainly\n\n- cheap\n- fast\n\n1. go\n2. stop");
  const onNone = await readDocument(slideOn(shapes, { layout, master: plain }));
  expect(onNone.markdown).toBe("## Slide 1\n\nSaid\n\nplainly\n\ncheap\n\nfast\n\n1. go\n2. stop");
  const onNothing = await readDocument(slideOn(shapes, {}));
  expect(onNothing.markdown).toContain("- Said\n- plainly");
});

test("slides: hidden shapes go, hidden titles stay; pictures fill shapes, films on the web are links, arrows are arrows", async () => {
  const shapes = [
    placed('<p:ph type="title"/>', ["Name"], { hidden: "1" }),
    placed("", ["Secret"], { hidden: "1" }),
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr hidden="1"/></p:nvGrpSpPr>${placed("", ["Secret too"])}</p:grpSp>`,
    '<p:sp><p:nvSpPr><p:cNvPr descr="Harbour"/></p:nvSpPr><p:spPr><a:blipFill><a:blip r:embed="p"/></a:blipFill></p:spPr></p:sp>',
    '<p:pic><p:nvPicPr><p:cNvPr descr="Film"/><p:nvPr><a:videoFile r:link="v"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="p"/></p:blipFill></p:pic>',
    '<p:sp><p:txBody><a:p><a:r><a:t>in </a:t></a:r><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>à</a:t></a:r><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t> out à la carte</a:t></a:r></a:p></p:txBody></p:sp>',
  ];
  const { markdown, warnings } = await readDocument(slideOn(shapes.join(""), {}));
  expect(markdown).toBe(
    "## Name\n\n![Harbour](<Base64-Image-Removed>)\n\n[![Film](<Base64-Image-Removed>)](https://video.example/1)\n\nin → out à la carte",
  );
  expect(warnings).toEqual([expect.stringMatching(/^2 pictures stand/)]);
});
