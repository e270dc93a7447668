import { expect, test } from "vitest";
import { packed, readDocument, relationships } from "../../../test/documents/office-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Addresses of links, their names in the relations of an Office document, and where they lead; undefined for no link. */
const addresses: readonly (readonly [id: string, address: string, leadsTo: string | undefined])[] = [
  ["l1", "sub/other.docx", "https://site.example/sub/other.docx"],
  ["l2", "..\\rates.xlsx", "https://site.example/rates.xlsx"],
  ["l3", "https://a.example/", "https://a.example/"],
  ["l4", "#place", undefined],
  ["l5", "file:///home/ann/a.docx", undefined],
  ["l6", "java&#9;script:alert(1)", undefined],
  ["l7", "\\\\server\\share\\a.docx", undefined],
  ["l8", "C:\\docs\\a.docx", undefined],
];
const relations = relationships(...addresses.map(([id, address]) => [id, "hyperlink", address] as const), [
  "inside",
  "slide",
  "slides/2.xml",
]);
const expected = addresses.flatMap(([, , leadsTo]) => leadsTo ?? []);

test("Word: relative links start beside the document, as those of its fields do", async () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const links = addresses.map(([id]) => `<w:hyperlink r:id="${id}">${run(id)}</w:hyperlink>`);
  const field = (instruction: string) =>
    `<w:fldSimple w:instr='HYPERLINK ${instruction}'>${run("field")}</w:fldSimple>`;
  const fields = [String.raw`"fields\\a.docx" \l "p"`, String.raw`\l "p"`, String.raw`"\\\\server\\a.docx"`];
  const content = `<w:p>${links.join("")}</w:p>${fields.map((instruction) => `<w:p>${field(instruction)}</w:p>`).join("")}`;
  const { links: found, html } = await readDocument(
    packed({
      "word/document.xml": `<w:document><w:body>${content}</w:body></w:document>`,
      "word/_rels/document.xml.rels": relations,
    }),
    { outputs: ["links", "html"] },
  );
  expect(found).toEqual([...expected, "https://site.example/fields/a.docx"]);
  expect(html).not.toContain("script:");
});

test("Excel: relative links of cells and formulas start beside the workbook", async () => {
  const cell = (content: string) => `<row><c t="inlineStr"><is><t>${content}</t></is></c></row>`;
  const formula = (text: string) => `<row><c t="str"><f>HYPERLINK(${text})</f><v>x</v></c></row>`;
  const rows = addresses.map(([id]) => cell(id)).join("");
  const formulas = ['"f/a.xlsx","x"', '"#S!A1"', '"[b.xlsx]S!A1"', '"f/"&amp;A1'].map(formula).join("");
  const laid = addresses.map(([id], index) => `<hyperlink ref="A${index + 1}" r:id="${id}"/>`).join("");
  const { links } = await readDocument(
    packed({
      "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="s"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": relationships(["s", "worksheet", "worksheets/1.xml"]),
      "xl/worksheets/1.xml": `<worksheet><sheetData>${rows}${formulas}</sheetData><hyperlinks>${laid}</hyperlinks></worksheet>`,
      "xl/worksheets/_rels/1.xml.rels": relations,
    }),
    { outputs: ["links"] },
  );
  expect(links).toEqual([...expected, "https://site.example/f/a.xlsx"]);
});

test("PowerPoint: relative links start beside the slides; a link to a slide is none", async () => {
  const run = (id: string) => `<a:p><a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${id}</a:t></a:r></a:p>`;
  const runs = [...addresses.map(([id]) => id), "inside"].map(run).join("");
  const shape = `<p:sp><p:nvSpPr><p:cNvPr><a:hlinkClick r:id="l1"/></p:cNvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>one</a:t></a:r></a:p><a:p><a:r><a:t>two</a:t></a:r></a:p></p:txBody></p:sp>`;
  const { links, markdown } = await readDocument(
    packed({
      "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
      "ppt/_rels/presentation.xml.rels": relationships(["s", "slide", "slides/1.xml"]),
      "ppt/slides/1.xml": `<p:sld><p:cSld><p:spTree><p:sp><p:txBody>${runs}</p:txBody></p:sp>${shape}</p:spTree></p:cSld></p:sld>`,
      "ppt/slides/_rels/1.xml.rels": relations,
    }),
    { outputs: ["links", "markdown"] },
  );
  expect(links).toEqual(expected);
  expect(markdown).toContain(
    "[one](https://site.example/sub/other.docx)\n\n[two](https://site.example/sub/other.docx)",
  );
});

test("RTF: relative links start beside the document", async () => {
  const field = (instruction: string) => String.raw`{\field{\*\fldinst HYPERLINK "${instruction}"}{\fldrslt x}}\par `;
  const { links } = await readDocument(bytes(String.raw`{\rtf1 ` + field("sub/a.rtf") + field("#p") + "}"), {
    outputs: ["links"],
  });
  expect(links).toEqual(["https://site.example/sub/a.rtf"]);
});

const openDocument = (kind: string, body: string) =>
  packed({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "content.xml": `<office:document-content><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });

test("OpenDocument: relative links start inside of the package, those of one file beside it", async () => {
  const link = (address: string) => `<text:p><text:a xlink:href="${address}">x</text:a></text:p>`;
  const options = { outputs: ["links"] } as const;
  const body = ["../sub/a.odt", "../../b.odt", "#Head", "file:///c.odt"].map(link).join("");
  const { links } = await readDocument(openDocument("text", body), options);
  expect(links).toEqual(["https://site.example/sub/a.odt", "https://site.example/b.odt"]);
  const flat = `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${link("sub/a.odt")}</office:text></office:body></office:document>`;
  expect((await readDocument(bytes(flat), options)).links).toEqual(["https://site.example/sub/a.odt"]);
  const cell = `<table:table-cell>${link("../sub/a.ods")}</table:table-cell>`;
  const sheet = `<table:table><table:table-row>${cell}</table:table-row></table:table>`;
  expect((await readDocument(openDocument("spreadsheet", sheet), options)).links).toEqual([
    "https://site.example/sub/a.ods",
  ]);
});

test("OpenDocument: the words and pictures of a drawn shape keep its link", async () => {
  const linked = (inside: string) => `<draw:a xlink:href="https://a.example/">${inside}</draw:a>`;
  const shape = linked("<draw:custom-shape><text:p>shape</text:p></draw:custom-shape>");
  const box = linked("<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>");
  const picture = linked('<draw:frame><draw:image xlink:href="https://b.example/p.png"/></draw:frame>');
  const slide = `<draw:page draw:name="S">${shape}${box}${picture}</draw:page>`;
  const shown = "[shape](https://a.example/)\n\n[box](https://a.example/)";
  const seen = "[![](https://b.example/p.png)](https://a.example/)";
  expect((await readDocument(openDocument("presentation", slide))).markdown).toBe(`## S\n\n${shown}\n\n${seen}`);
  const paragraph = (inside: string) => `<text:p>${inside}</text:p>`;
  const text = [shape, box, picture].map(paragraph).join("");
  expect((await readDocument(openDocument("text", text))).markdown).toBe(`${shown}\n\n${seen}`);
  const sheet = `<table:table table:name="T"><table:shapes>${shape}${box}${picture}</table:shapes></table:table>`;
  const { markdown } = await readDocument(openDocument("spreadsheet", sheet));
  for (const part of [...shown.split("\n\n"), seen]) expect(markdown).toContain(part);
});
