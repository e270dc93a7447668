import { promisify } from "node:util";
import { brotliCompress, deflate, deflateRaw, gzip, zstdCompress } from "node:zlib";
import { page, send, type PageRoutes } from "./reply.ts";

const encoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
  "deflate-raw": promisify<Buffer, Buffer>(deflateRaw),
  br: promisify<Buffer, Buffer>(brotliCompress),
  zstd: promisify<Buffer, Buffer>(zstdCompress),
};

const documents: Readonly<Record<string, { readonly type: string; readonly body: string | Uint8Array }>> = {
  text: { type: "text/plain; charset=utf-8", body: "Plain *text*, <b>as it is</b>.\n\nSecond paragraph.\n" },
  markdown: { type: "text/markdown; charset=utf-8", body: "# A heading\n\nSome *emphasis* and a [link](/article).\n" },
  json: { type: "application/json", body: '{"name":"lighthouse","height":42,"lit":true,"keepers":["Ann","Bo"]}' },
  xml: {
    type: "application/xml",
    body: '<?xml version="1.0"?><lamp><name>Cape</name><height unit="m">42</height></lamp>',
  },
  csv: { type: "text/csv", body: "year,storms\n1931,12\n1932,9\n" },
  xhtml: {
    type: "application/xhtml+xml",
    body: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>XHTML</title></head><body><h1>XHTML</h1><p>Strict<br/>markup.</p></body></html>',
  },
  rss: {
    type: "application/rss+xml",
    body: '<?xml version="1.0"?><rss version="2.0"><channel><title>Cape news</title><link>http://example.com/</link><item><title>Storm</title><link>http://example.com/storm</link><description>A &lt;b&gt;big&lt;/b&gt; one.</description></item></channel></rss>',
  },
  atom: {
    type: "application/atom+xml",
    body: '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Cape notes</title><entry><title>Calm</title><link href="http://example.com/calm"/><summary>Nothing happened.</summary></entry></feed>',
  },
  binary: { type: "application/octet-stream", body: Uint8Array.from([0, 1, 2, 3, 255, 254, 0, 7]) },
  video: { type: "video/mp4", body: Uint8Array.from([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x6d, 0x70, 0x34, 0x32]) },
};

/** Content types and encodings. */
export const mediaRoutes: PageRoutes = {
  /** `/media/{text|markdown|json|xml|csv|xhtml|rss|atom|binary|video}`: a small document of that type. */
  media(exchange) {
    const document = documents[exchange.rest[0] ?? ""];
    if (document === undefined) send(exchange, "", { status: 404 });
    else send(exchange, document.body, { type: exchange.url.searchParams.get("type") ?? document.type });
  },
  /** `/untyped`: HTML without a `Content-Type`. */
  untyped: (exchange) => send(exchange, page("Untyped", "<p>Nobody said what this is.</p>"), { type: "" }),
  /** `/encoding/{gzip|deflate|deflate-raw|br|zstd}`: a compressed page; `deflate-raw` calls itself deflate. */
  async encoding(exchange) {
    const name = exchange.rest[0] ?? "gzip";
    const body = Buffer.from(page(`Encoded with ${name}`, "<p>Readable again.</p>".repeat(50)));
    const encoded = (await encoders[name]?.(body)) ?? body;
    send(exchange, encoded, { headers: { "content-encoding": name === "deflate-raw" ? "deflate" : name } });
  },
};
