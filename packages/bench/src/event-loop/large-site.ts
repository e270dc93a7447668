import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { strToU8, zipSync } from "fflate";

const sentence = "The quay, its ships and the tide, told in a sentence of some length. ";
const rows = <Row>(count: number, row: (number: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, number) => row(number));
const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>A large page</title><main><h1>A large page</h1>${body}</main></html>`;

const prose = (megabytes: number): string => {
  const section = `<section><h2>Section</h2>${`<p>${sentence.repeat(6)} <a href="/ships/1">Ships</a></p>`.repeat(20)}<ul>${"<li>An item</li>".repeat(20)}</ul></section>`;
  return page(section.repeat(Math.ceil((megabytes * 1e6) / section.length)));
};

/** A PDF with text on each page, uncompressed; readers rebuild the table of its objects. */
function pdf(pageCount: number): string {
  const kids = rows(pageCount, (number) => `${2 * number + 4} 0 R`).join(" ");
  const lines = rows(50, (line) => `1 0 0 1 50 ${780 - 15 * line} Tm (${line} ${sentence}) Tj`).join("\n");
  const stream = `BT /F1 10 Tf\n${lines}\nET`;
  const pages = rows(
    pageCount,
    (number) =>
      `${2 * number + 4} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${2 * number + 5} 0 R>> endobj\n` +
      `${2 * number + 5} 0 obj <</Length ${stream.length}>> stream\n${stream}\nendstream endobj\n`,
  );
  return `%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pageCount}>> endobj\n3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj\n${pages.join("")}trailer <</Root 1 0 R>>\n%%EOF`;
}

function docx(paragraphs: number): Uint8Array {
  const body = `<w:p><w:r><w:t>${sentence.repeat(4)}</w:t></w:r></w:p>`.repeat(paragraphs);
  return zipSync({ "word/document.xml": strToU8(`<w:document><w:body>${body}</w:body></w:document>`) });
}

function xlsx(count: number): Uint8Array {
  const relations = (type: string, target: string): string =>
    `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`;
  const cells = rows(
    count,
    (row) => `<row>${`<c t="inlineStr"><is><t>cell ${row}</t></is></c><c><v>${row}</v></c>`.repeat(3)}</row>`,
  );
  const files = {
    "xl/workbook.xml": '<workbook><sheets><sheet name="All" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${cells.join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const office = "application/vnd.openxmlformats-officedocument";

/** Pages and documents that are large in one way each: their media type and their content. */
const large: Readonly<Record<string, readonly [type: string, body: () => string | Uint8Array]>> = {
  "prose of 1 MB": ["text/html", () => prose(1)],
  "prose of 5 MB": ["text/html", () => prose(5)],
  "prose of 10 MB": ["text/html", () => prose(10)],
  "50,000 links": [
    "text/html",
    () => page(rows(50_000, (n) => `<p><a href="/page-${n}">A link to a page</a></p>`).join("")),
  ],
  "table of 10,000 rows": [
    "text/html",
    () => page(`<table>${rows(10_000, (n) => `<tr>${`<td>cell ${n}</td>`.repeat(4)}</tr>`).join("")}</table>`),
  ],
  "PDF of 200 pages": ["application/pdf", () => pdf(200)],
  "Word document of 5,000 paragraphs": [`${office}.wordprocessingml.document`, () => docx(5_000)],
  "workbook of 10,000 rows": [`${office}.spreadsheetml.sheet`, () => xlsx(10_000)],
  "CSV of 2 MB": ["text/csv", () => rows(40_000, (n) => `${n},the quay,the tide,its ships,some more ${n}`).join("\n")],
  "JSON of 2 MB": [
    "application/json",
    () => JSON.stringify(rows(20_000, (n) => ({ n, name: "the quay", text: sentence }))),
  ],
  "feed of 2 MB": [
    "application/rss+xml",
    () =>
      `<rss><channel><title>News</title>${rows(5_000, (n) => `<item><title>News ${n}</title><link>/news/${n}</link><description>${sentence.repeat(5)}</description></item>`).join("")}</channel></rss>`,
  ],
  "text of 5 MB": ["text/plain", () => `${sentence}\n`.repeat(75_000)],
};

/** The message of the site's process once it listens. */
export interface LargeSite {
  readonly origin: string;
  readonly names: readonly string[];
}

/** Started with the argument "serve", this process serves large pages until it is let go. */
async function serve(): Promise<void> {
  const bodies = new Map(Object.entries(large).map(([name, [type, body]]) => [name, { type, body: body() }]));
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? "/", origin);
    const found = bodies.get(decodeURIComponent(pathname.slice(1)));
    if (found !== undefined)
      response.writeHead(200, { "content-type": `${found.type}; charset=utf-8` }).end(found.body);
    else if (pathname === "/robots.txt")
      response.end(`User-agent: *\n${"Disallow: /private/part-of-the-site\n".repeat(12_000)}`);
    else if (pathname === "/sitemap.xml") {
      const urls = rows(
        50_000,
        (n) => `<url><loc>${origin}/section-${n % 50}/page-${n}</loc><lastmod>2026-01-01</lastmod></url>`,
      );
      response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${urls.join("")}</urlset>`);
    } else response.writeHead(200, { "content-type": "text/html" }).end(page(`<p>${sentence.repeat(5)}</p>`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.once("disconnect", () => process.exit());
  const { port } = server.address() as AddressInfo;
  process.send?.({ origin: `http://127.0.0.1:${port}`, names: [...bodies.keys()] } satisfies LargeSite);
}

if (process.argv[2] === "serve") await serve();
