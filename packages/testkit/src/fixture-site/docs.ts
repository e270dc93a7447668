import { gzipSync } from "node:zlib";
import { page, send, type PageRoutes, type Exchange } from "./reply.ts";

/** The pages of the fixture documentation by their path, which only its sitemaps list completely. */
export const docsPages: Readonly<Record<string, { readonly title: string; readonly body: string }>> = {
  "/docs": { title: "Documentation", body: '<p>Start with <a href="/docs/install">installing</a>.</p>' },
  "/docs/install": { title: "Install", body: "<p>Run <code>npm install fixture</code>.</p>" },
  "/docs/guide/getting-started": { title: "Getting started", body: "<p>The first steps with Fixture.</p>" },
  "/docs/guide/rate-limits": { title: "Rate limits", body: "<p>At most 60 requests a minute are served.</p>" },
  "/docs/api/createClient": { title: "createClient", body: "<p>Makes a client with a key.</p>" },
  "/docs/api/web-hooks": { title: "Webhooks", body: "<p>Every event is signed with your secret.</p>" },
  "/blog/announcing-two": { title: "Announcing version 2", body: "<p>Version 2 is twice as fast.</p>" },
};

const byName = (prefix: string) => Object.keys(docsPages).filter((path) => path.startsWith(prefix));

/** A documentation site: sitemap index in robots.txt, one child gzipped, one missing, one broken off, and a text one. */
export function docsRoutes(): PageRoutes {
  return {
    "": (exchange) => send(exchange, page("Fixture", '<p>See the <a href="/docs">documentation</a>.</p>')),
    docs: show,
    blog: show,
    "robots.txt": (exchange) =>
      send(exchange, `User-agent: *\nSitemap: ${origin(exchange)}/sitemaps/index.xml\n`, { type: "text/plain" }),
    sitemaps: (exchange) => sitemaps(exchange),
  };
}

function origin({ request }: Exchange): string {
  return `http://${request.headers.host}`;
}

function show(exchange: Exchange): void {
  const found = docsPages[exchange.url.pathname];
  if (found === undefined) send(exchange, page("Not found", "<p>No such page.</p>"), { status: 404 });
  else send(exchange, page(found.title, found.body));
}

function sitemaps(exchange: Exchange): void {
  const base = origin(exchange);
  const urlset = (paths: readonly string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${base}${path}</loc></url>`).join("")}</urlset>`;
  const children = ["index.xml", "guide.xml.gz", "api.xml", "blog.txt", "gone.xml"];
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "index.xml": `<sitemapindex>${children.map((name) => `<sitemap><loc>${base}/sitemaps/${name}</loc></sitemap>`).join("")}</sitemapindex>`,
    "guide.xml.gz": gzipSync(urlset([...byName("/docs/guide"), "/docs", "/docs/install"])),
    "api.xml": urlset(byName("/docs/api")).replace("</urlset>", "<url><loc>"),
    "blog.txt": byName("/blog")
      .map((path) => base + path)
      .join("\n"),
  };
  const file = files[exchange.rest[0] ?? ""];
  if (file === undefined) send(exchange, "gone", { status: 404, type: "text/plain" });
  else send(exchange, file, { type: "application/octet-stream" });
}
