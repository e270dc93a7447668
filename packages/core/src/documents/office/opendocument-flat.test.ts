import { expect, test } from "vitest";
import { packed, readDocument } from "../../../test/documents/office-file.ts";

const paragraph = (text: string) => `<text:p>${text}</text:p>`;
const heading = (text: string, level: number, attributes = "") =>
  `<text:h text:outline-level="${level}" ${attributes}>${text}</text:h>`;

const outline = `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>`;

const flat = (kind: string, body: string, more = "") =>
  new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.${kind}">${more}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  );

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

test("a flat text has its metadata, pictures and formulas, which stand in it", async () => {
  const { markdown, metadata } = await readDocument(
    flat(
      "text",
      `${heading("Report", 1)}${paragraph(`<draw:frame><draw:image><office:binary-data>\n${pixel}\n</office:binary-data></draw:image><svg:title>dot</svg:title></draw:frame>`)}${paragraph('<draw:frame><draw:object><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></draw:object></draw:frame>')}`,
      "<office:meta><dc:title>The report</dc:title></office:meta>",
    ),
    { removeBase64Images: false },
  );
  expect(metadata.title).toBe("The report");
  expect(markdown).toContain(`![dot](data:image/png;base64,${pixel})`);
  expect(markdown).toContain("# Report");
  expect(markdown).toContain("$$x$$");
});

test("flat sheets and slides are read as packed ones", async () => {
  const row = (...cells: readonly string[]) =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell>${paragraph(cell)}</table:table-cell>`).join("")}</table:table-row>`;
  const sheet = await readDocument(
    flat("spreadsheet", `<table:table table:name="S">${row("A", "B")}${row("a", "b")}</table:table>`),
  );
  expect(sheet.markdown).toBe("## S\n\n| A | B |\n| --- | --- |\n| a | b |");
  const slides = await readDocument(
    flat(
      "presentation",
      `<draw:page draw:name="page1"><draw:frame><draw:text-box>${paragraph("said")}${paragraph("<text:page-number>&lt;Nummer&gt;</text:page-number>")}${paragraph("of <text:page-number>12</text:page-number>")}</draw:text-box></draw:frame></draw:page>`,
    ),
  );
  expect(slides.markdown).toBe("## Slide 1\n\nsaid\n\nof 12");
});

test("headings have the numbers that their document counts", async () => {
  const body =
    heading("Start", 1) +
    heading("Aim", 2) +
    heading("Way", 2) +
    heading("Aside", 3) +
    heading("Preface", 1, 'text:is-list-header="true"') +
    heading("Result", 1) +
    heading("Sum", 2) +
    heading("Annex", 1, 'text:style-name="Plain"');
  const styles = `<office:styles>${outline}<style:style style:name="Plain" style:family="paragraph" style:list-style-name=""/></office:styles>`;
  const expected =
    "# I. Start\n\n## I.1 Aim\n\n## I.2 Way\n\n### Aside\n\n# Preface\n\n# II. Result\n\n## II.1 Sum\n\n# Annex";
  expect((await readDocument(flat("text", body, styles))).markdown).toBe(expected);
  const document = packed({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles>${styles}</office:document-styles>`,
  });
  expect((await readDocument(document)).markdown).toBe(expected);
});

test("headings that a list numbers are headings, not items", async () => {
  const styles = `<office:automatic-styles><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="§ "/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style></office:automatic-styles>`;
  const list = (inner: string) =>
    `<text:list text:style-name="L"><text:list-item>${inner}</text:list-item></text:list>`;
  const body = `${list(heading("Scope", 1))}${paragraph("All.")}${list(`<text:list><text:list-item>${heading("Who", 2)}</text:list-item></text:list>`)}${list(heading("Duties", 1))}`;
  expect((await readDocument(flat("text", body, styles))).markdown).toBe(
    "# § 1 Scope\n\nAll.\n\n## a) Who\n\n# § 2 Duties",
  );
});
