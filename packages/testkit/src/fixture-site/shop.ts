import { numberOf, page, send, type PageRoutes, type Exchange } from "./reply.ts";

/** One product of the fixture shop. */
export interface ShopProduct {
  readonly path: string;
  readonly name: string;
  readonly sku: string;
  readonly price: string;
  readonly category: string;
}

/** Options of the fixture shop. */
export interface ShopOptions {
  /** True if it has a sitemap, and robots.txt names it. */
  readonly hasSitemap?: boolean;
}

const categories = ["lamps", "chairs", "tables", "rugs", "clocks"] as const;
const colours = ["Amber", "Blue", "Coral", "Dark Green", "Ebony", "Fawn", "Grey", "Honey", "Ivory", "Jade"];
const productsPerPage = 20;
const pagesPerCategory = 10;

/** The 1,000 products of the fixture shop, which are spread over 50 listing pages. */
export const shopProducts: readonly ShopProduct[] = categories.flatMap((category, kind) =>
  Array.from({ length: productsPerPage * pagesPerCategory }, (_, index) => {
    const name = `${colours[index % colours.length]} ${category.slice(0, -1)} No. ${index + 1}`;
    const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    const cents = 1000 + (((kind * 1000 + index) * 137) % 50_000);
    return {
      path: `/product/${slug}`,
      name,
      sku: `${category.slice(0, 3).toUpperCase()}-${1000 + index}`,
      price: (cents / 100).toFixed(2),
      category,
    };
  }),
);

/** A shop with five categories of ten listing pages each. Give it to `startFixtureSite` as its routes. */
export function shopRoutes({ hasSitemap = false }: ShopOptions = {}): PageRoutes {
  return {
    "": (exchange) => send(exchange, home()),
    category: (exchange) => listing(exchange),
    product: (exchange) => product(exchange),
    "about-us": (exchange) => send(exchange, shopPage("About us", "<p>We have sold furniture since 1921.</p>")),
    returnpolicy: (exchange) => send(exchange, shopPage("Returns", "<p>You may return anything within 30 days.</p>")),
    "robots.txt": (exchange) => send(exchange, robots(exchange, hasSitemap), { type: "text/plain" }),
    "sitemap.xml": (exchange) => (hasSitemap ? sitemap(exchange) : missing(exchange)),
  };
}

function originOf({ request }: Exchange): string {
  return `http://${request.headers.host}`;
}

function shopPage(title: string, body: string): string {
  const menu = categories.map((name) => `<a href="/category/${name}">${name}</a>`).join(" ");
  return page(
    title,
    `<nav><a href="/">Home</a> ${menu} <a href="/about-us">About us</a></nav>${body}
    <footer><a href="/returnpolicy">Returns</a> <a href="https://social.example/shop">Follow us</a></footer>`,
  );
}

function home(): string {
  const offers = shopProducts.slice(0, 3).map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`);
  return shopPage("Fixture Furniture", `<p>Everything for the house.</p><ul>${offers.join("")}</ul>`);
}

function listing(exchange: Exchange): void {
  const [name] = exchange.rest;
  const all = shopProducts.filter((candidate) => candidate.category === name);
  const number = numberOf(exchange.url, "page", 1);
  const shown = all.slice((number - 1) * productsPerPage, number * productsPerPage);
  if (shown.length === 0) return missing(exchange);
  const cards = shown.map(
    ({ path, name: title, price }) => `<li><a href="${path}">${title}</a> <span class="price">$${price}</span></li>`,
  );
  const next = number < pagesPerCategory ? `<a href="/category/${name}?page=${number + 1}">Next ›</a>` : "";
  send(exchange, shopPage(`${name}, page ${number}`, `<ul>${cards.join("")}</ul><div class="pages">${next}</div>`));
}

function product(exchange: Exchange): void {
  const found = shopProducts.find((candidate) => candidate.path === exchange.url.pathname);
  if (found === undefined) return missing(exchange);
  const position = shopProducts.indexOf(found);
  const related = shopProducts
    .slice(position + 1, position + 5)
    .map(({ path, name }) => `<a href="${path}">${name}</a>`);
  const jsonLd = JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Product",
    name: found.name,
    sku: found.sku,
    offers: { "@type": "Offer", price: found.price, priceCurrency: "USD", availability: "https://schema.org/InStock" },
  });
  send(
    exchange,
    shopPage(
      found.name,
      `<script type="application/ld+json">${jsonLd}</script><p>The ${found.name} is made by hand.</p>
      <p class="price">$${found.price}</p>
      <table><tr><th>Weight</th><td>${1 + (position % 9)} kg</td></tr><tr><th>Material</th><td>Oak</td></tr></table>
      <aside>${related.join(" ")}</aside>`,
    ),
  );
}

function robots(exchange: Exchange, hasSitemap: boolean): string {
  return `User-agent: *\nDisallow: /cart\n${hasSitemap ? `Sitemap: ${originOf(exchange)}/sitemap.xml\n` : ""}`;
}

function sitemap(exchange: Exchange): void {
  const urls = shopProducts.map(({ path }) => `<url><loc>${originOf(exchange)}${path}</loc></url>`);
  send(exchange, `<?xml version="1.0"?><urlset>${urls.join("")}</urlset>`, { type: "application/xml" });
}

function missing(exchange: Exchange): void {
  send(exchange, shopPage("Not found", "<p>There is no such page.</p>"), { status: 404 });
}
