import { expect, test } from "vitest";
import { packed, readDocument } from "../../../test/documents/office-file.ts";

async function readContent(kind: string, body: string, styles = "") {
  return await readDocument(
    packed({
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      "content.xml": `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    }),
  );
}

const paragraph = (text: string, style = "") => `<text:p text:style-name="${style}">${text}</text:p>`;

test("items keep their paragraphs, code and numbers; lists go on where they are continued", async () => {
  const styles = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="5"/></text:list-style><style:style style:name="Code" style:display-name="Preformatted Text"/>`;
  const item = (...parts: readonly string[]) => `<text:list-item>${parts.join("")}</text:list-item>`;
  const { markdown } = await readContent(
    "text",
    `<text:list text:style-name="L">${item(paragraph("five"), paragraph("more of it"), paragraph("a = 1", "Code"))}${item(paragraph("six"))}</text:list>${paragraph("between")}<text:list text:style-name="L" text:continue-numbering="true">${item(paragraph("seven"))}</text:list>`,
    styles,
  );
  expect(markdown).toBe("5. five\n\n   more of it\n\n   ```\n   a = 1\n   ```\n\n6. six\n\nbetween\n\n7. seven");
});

test("a list between the parts of another stands in the item before it", async () => {
  const style = (name: string) =>
    `<text:list-style style:name="${name}"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>`;
  const list = (name: string, text: string, attributes = "") =>
    `<text:list text:style-name="${name}" ${attributes}><text:list-item>${paragraph(text)}</text:list-item></text:list>`;
  const body = list("L", "one", 'xml:id="l"') + list("M", "inner") + list("L", "two", 'text:continue-list="l"');
  const { markdown } = await readContent("text", body + list("M", "other"), style("L") + style("M"));
  expect(markdown).toBe("1. one\n   1. inner\n2. two\n\n1) other");
});

test("headers of lists have no number; letters stay, and begin again below each item", async () => {
  const level = (depth: number, format: string, marks: string) =>
    `<text:list-level-style-number text:level="${depth}" style:num-format="${format}" ${marks}/>`;
  const styles = `<text:list-style style:name="L">${level(1, "1", 'style:num-suffix="."')}${level(2, "a", 'style:num-prefix="(" style:num-suffix=")"')}</text:list-style>`;
  const list = (items: string, attributes = "") => `<text:list text:style-name="L" ${attributes}>${items}</text:list>`;
  const item = (...parts: readonly string[]) => `<text:list-item>${parts.join("")}</text:list-item>`;
  const header = (text: string) => `<text:list-header>${paragraph(text)}</text:list-header>`;
  const inner = (...texts: readonly string[]) =>
    `<text:list>${texts.map((text) => item(paragraph(text))).join("")}</text:list>`;
  const goesOn = 'text:continue-numbering="true"';
  const body =
    list(header("Above") + item(paragraph("one"), inner("a", "b")) + item(paragraph("two"))) +
    list(header("More of two"), goesOn) +
    paragraph("Between.") +
    list(item(paragraph("three"), inner("a")), goesOn) +
    list(item(inner("b")), goesOn);
  const { markdown } = await readContent("text", body, styles);
  expect(markdown).toBe(
    "Above\n\n1. one\n   - (a) a\n   - (b) b\n2. two\n\n   More of two\n\nBetween.\n\n3. three\n   - (a) a\n   - (b) b",
  );
});

test("signs of symbol fonts, whose faces may have a number in their name", async () => {
  const styles =
    '<style:style style:name="S" style:family="text"><style:text-properties style:font-name="Wingdings1"/></style:style>';
  const { markdown } = await readContent(
    "text",
    paragraph('<text:span text:style-name="S">\uF0FC</text:span> checked'),
    styles,
  );
  expect(markdown).toBe("✓ checked");
});

test("links keep what is set in them, pronunciations stand in parentheses, notes keep their paragraphs", async () => {
  const { markdown } = await readContent(
    "text",
    paragraph(
      '<text:a xlink:href="https://a.example/">see <text:span text:style-name="B">this</text:span></text:a><text:note><text:note-citation>1</text:note-citation><text:note-body>' +
        `${paragraph("one")}${paragraph("two")}</text:note-body></text:note>`,
    ) + paragraph("<text:ruby><text:ruby-base>東</text:ruby-base><text:ruby-text>とう</text:ruby-text></text:ruby>"),
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
  );
  expect(markdown).toBe("[see **this**](https://a.example/)[^1]\n\n東(とう)\n\n[^1]: one\n\n    two");
});

test("text in a frame of a heading stands behind it", async () => {
  const frame = `<draw:frame><draw:text-box>${paragraph("Beside it")}</draw:text-box></draw:frame>`;
  const { markdown } = await readContent("text", `<text:h text:outline-level="1">${frame}Tides</text:h>`);
  expect(markdown).toBe("# Tides\n\nBeside it");
});

test("paragraphs of styles that the table of contents lists are headings of its level", async () => {
  const styles = `<style:style style:name="Section" style:family="paragraph"/><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Section"/>`;
  const contents = (use: boolean) =>
    `<text:table-of-content><text:table-of-content-source text:use-index-source-styles="${use}"><text:index-source-styles text:outline-level="2"><text:index-source-style text:style-name="Section"/></text:index-source-styles></text:table-of-content-source></text:table-of-content>`;
  const item = `<text:list><text:list-item>${paragraph("Item", "Section")}</text:list-item></text:list>`;
  const body = paragraph("Tides", "Section") + paragraph("They come and go.") + paragraph("Ebb", "P1") + item;
  expect((await readContent("text", contents(true) + body, styles)).markdown).toBe(
    "## Tides\n\nThey come and go.\n\n## Ebb\n\n- Item",
  );
  expect((await readContent("text", contents(false) + body, styles)).markdown).not.toContain("#");
});

test("formulas have the signs that old programs wrote in their own way, and are not set as the text around them", async () => {
  const span = `<text:span text:style-name="T"><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:span>`;
  const style = `<style:style style:name="T" style:family="text"><style:text-properties style:text-position="-30% 100%" fo:font-style="italic"/></style:style>`;
  const { markdown } = await readDocument(
    packed({
      mimetype: "application/vnd.oasis.opendocument.text",
      "content.xml": `<office:document-content><office:automatic-styles>${style}</office:automatic-styles><office:body><office:text>${paragraph(`Here ${span} holds.`)}</office:text></office:body></office:document-content>`,
      "Object 1/content.xml":
        "<math:math><math:mrow><math:mn>2</math:mn><math:mo>\uE09E</math:mo><math:mi>a</math:mi><math:mo>\uE083</math:mo><math:mi>b</math:mi><math:mo>\uE09F</math:mo></math:mrow></math:math>",
    }),
  );
  expect(markdown).toBe("Here $2 ( a + b )$ holds.");
});

test("a table in a cell is written once; indexes of any kind stay, their templates go", async () => {
  const cell = (inner: string) => `<table:table-cell>${inner}</table:table-cell>`;
  const row = (...cells: readonly string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
  const inner = `<table:table>${row(cell(paragraph("inside")))}</table:table>`;
  const { markdown } = await readContent(
    "text",
    `<table:table><table:table-header-rows>${row(cell(paragraph("A")), cell(paragraph("B")))}</table:table-header-rows>${row(cell(paragraph("a")), cell(inner))}</table:table><text:table-index><text:table-index-source><text:index-title-template>Template</text:index-title-template></text:table-index-source><text:index-body>${paragraph("Table 1, page 3")}</text:index-body></text:table-index>`,
  );
  expect(markdown).toBe("| A | B |\n| --- | --- |\n| a | inside |\n\nTable 1, page 3");
});

test("sheets: merged cells keep their columns, links, comments, formulas without a result", async () => {
  const cell = (text: string, attributes = "") => `<table:table-cell ${attributes}>${text}</table:table-cell>`;
  const row = (...cells: readonly string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
  const { markdown, warnings } = await readContent(
    "spreadsheet",
    `<table:table table:name="S">${row(cell(paragraph("A")), cell(paragraph("B")), cell(paragraph("C")))}${row(
      cell(paragraph("wide"), 'table:number-columns-spanned="2"'),
      "<table:covered-table-cell/>",
      cell(paragraph("c")),
    )}${row(
      cell(`<office:annotation>${paragraph("remark")}</office:annotation>${paragraph("noted")}`),
      cell(paragraph('<text:a xlink:href="https://a.example/">link</text:a>')),
      cell("", 'table:formula="of:=SUM([.A1:.A2])"'),
    )}${row(
      cell("<text:p/>", 'table:formula="of:=IF(1;&quot;&quot;)"'),
      cell("", 'table:formula="of:=T(1)" office:value-type="string" office:string-value=""'),
      cell(paragraph("5/1/24"), 'office:value-type="date" office:date-value="2024-05-01T00:00:00.000Z"'),
    )}${row(cell(paragraph("more"), 'table:formula="of:=HYPERLINK(&quot;https://b.example/&quot;;&quot;more&quot;)"'))}</table:table>`,
  );
  expect(markdown).toBe(
    "## S\n\n| A | B | C |\n| --- | --- | --- |\n| wide |  | c |\n| noted | [link](https://a.example/) | =SUM([.A1:.A2]) |\n|  |  | 2024-05-01 |\n| [more](https://b.example/) |  |  |",
  );
  expect(warnings).toEqual([
    "Sheet S: 1 formula has no stored result; the formula itself stands there.",
    "1 comment of the document is left out.",
  ]);
});

test("sheets: a value whose text is not stored is shown", async () => {
  const values: readonly (readonly [type: string, value: string, shown: string])[] = [
    ["float", 'office:value="42"', "42"],
    ["percentage", 'office:value="0.07"', "7%"],
    ["currency", 'office:value="3.5" office:currency="EUR"', "3.5 EUR"],
    ["boolean", 'office:boolean-value="true"', "TRUE"],
    ["time", 'office:time-value="PT27H03M00S"', "27:03"],
    ["time", 'office:time-value="PT5M7.5S"', "00:05:07"],
    ["string", 'office:string-value="words"', "words"],
    ["date", 'office:date-value="2024-02-29"', "2024-02-29"],
  ];
  const rows = values.map(
    ([type, value]) =>
      `<table:table-row><table:table-cell>${paragraph(type)}</table:table-cell><table:table-cell office:value-type="${type}" ${value}/></table:table-row>`,
  );
  const { markdown } = await readContent("spreadsheet", `<table:table table:name="S">${rows.join("")}</table:table>`);
  for (const [type, , shown] of values) expect(markdown).toContain(`| ${type} | ${shown} |`);
});

test("hidden text goes; a table in one cell of a larger one stays in its cell", async () => {
  const styles =
    '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>';
  const cell = (inner: string) => `<table:table-cell>${inner}</table:table-cell>`;
  const row = (...cells: readonly string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
  const words = (...texts: readonly string[]) => row(...texts.map((text) => cell(paragraph(text))));
  const inner = `<table:table>${words("n1", "n2")}${words("n3", "n4")}</table:table>`;
  const { markdown } = await readContent(
    "text",
    `${paragraph('a<text:span text:style-name="H">secret</text:span>b<text:hidden-text text:string-value="x">secret</text:hidden-text>')}<text:section text:display="none">${paragraph("secret")}</text:section><table:table>${words("A", "B")}${words("1", "2")}${row(cell(paragraph("3")), cell(inner))}</table:table>`,
    styles,
  );
  expect(markdown).toBe("ab\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | n1 n2<br>n3 n4 |");
});

test("an encrypted document is named so", async () => {
  const document = packed({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml":
      '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    "content.xml": Uint8Array.of(7, 1, 200, 40),
  });
  await expect(readDocument(document)).rejects.toThrow("The OpenDocument document is encrypted with a password.");
});

test("deleted words that stand between marks in the text go, inserted ones stay", async () => {
  const region = (id: string, kind: string) =>
    `<text:changed-region text:id="${id}"><text:${kind}/></text:changed-region>`;
  const mark = (id: string, end: "start" | "end") => `<text:change-${end} text:change-id="${id}"/>`;
  const { markdown } = await readContent(
    "text",
    `<text:tracked-changes>${region("i", "insertion")}${region("d", "deletion")}</text:tracked-changes>${paragraph(
      `Kept. ${mark("i", "start")}New. ${mark("i", "end")}${mark("d", "start")}Old <text:span>words`,
    ).replace("</text:p>", "</text:span></text:p>")}${paragraph(`and<text:s/>more.${mark("d", "end")} After.`)}`,
  );
  expect(markdown).toBe("Kept. New.\n\nAfter.");
});

test("sheets: repeated rows are all there, as far as a sheet is read", async () => {
  const row = (text: string, columns: number, rows: number) =>
    `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}">${paragraph(text)}</table:table-cell></table:table-row>`;
  const sheet = (rows: string) => `<table:table table:name="S">${rows}</table:table>`;
  const alike = await readContent("spreadsheet", sheet(row("Depth", 2, 1) + row("7", 2, 1500)));
  expect(alike.markdown?.split("\n").filter((line) => line === "| 7 | 7 |")).toHaveLength(1500);
  expect(alike.warnings).toEqual([]);
  const { warnings } = await readContent("spreadsheet", sheet(row("7", 5000, 2) + row("7", 1, 1_048_576)));
  expect(warnings[0]).toBe("Sheet S: 854578 cells beyond row 200,000 or column 2,000 are left out.");
  const endless = await readContent("spreadsheet", sheet(row("7", 2000, 1_000_000).repeat(2000)));
  expect(endless.warnings).toContain("Sheet S is very large; only its beginning was read.");
});
