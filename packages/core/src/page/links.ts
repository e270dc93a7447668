import type { Element, ParentNode } from "domhandler";
import { forEachElement } from "../markup/elements.ts";
import { isNowhere } from "../url/absolute.ts";

const followed: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/**
 * The links of a page in page order, and the frames of a frameset: absolute, each once, without fragments unless the
 * fragment is a route of a single-page application (`#/…`, `#!…`). `javascript:`, `tel:` and links within the page are left out
 * (contract §4.1, §4.5).
 */
export function readLinks(root: ParentNode, baseUrl: string): readonly string[] {
  const links = new Set<string>();
  const read = new Set<string>(); // many links of a page stand there twice, and reading addresses is dear
  forEachElement(root, (element) => {
    const href = addressIn(element);
    if (href === undefined || read.has(href)) return;
    read.add(href);
    const link = linkOf(href.trim(), baseUrl);
    if (link !== undefined) links.add(link);
  });
  return [...links];
}

/** The address that an element leads to. A frameset has nothing but its frames; frames within a page are parts of it. */
function addressIn({ name, attribs }: Element): string | undefined {
  if (name === "a" || name === "area") return attribs["href"];
  return name === "frame" ? attribs["src"] : undefined;
}

/** More than any site needs. */
const maxSitemapLinks = 5;

/** The sitemaps for crawlers that a page's `<link rel="sitemap">` elements lead to: absolute, each once, five at most. */
export function readSitemapLinks(links: readonly Element[], baseUrl: string): readonly string[] {
  const found = new Set<string>();
  for (const { attribs } of links) {
    const isSitemap = attribs["rel"]?.toLowerCase().split(/\s+/).includes("sitemap");
    // Older pages name one for people, too.
    if (isSitemap !== true || /html/i.test(attribs["type"] ?? "")) continue;
    const link = linkOf(attribs["href"]?.trim() ?? "", baseUrl);
    if (link?.startsWith("http") === true) found.add(link);
    if (found.size >= maxSitemapLinks) break;
  }
  return [...found];
}

/** Longer than any address that servers take (RFC 9110 §4.1 asks for 8,000 characters). */
export const longestAddress = 8192;

function linkOf(href: string, baseUrl: string): string | undefined {
  if (href === "" || href.length > longestAddress || (href.startsWith("#") && !isRoute(href))) return undefined;
  const url = URL.parse(repairScheme(href), baseUrl);
  if (url === null || !followed.has(url.protocol)) return undefined;
  if (isNowhere(url)) return href.replace(/#.*/s, "");
  // Each assignment parses the address again.
  if (url.href.includes("#") && !isRoute(url.hash)) url.hash = "";
  return url.href;
}

function isRoute(fragment: string): boolean {
  return fragment.includes("/") || fragment.startsWith("#!");
}

/** `http:/example.com` and `https//example.com` are typing errors for an absolute URL (contract §4.2). */
function repairScheme(href: string): string {
  return href.replace(/^(https?):\/(?!\/)/i, "$1://").replace(/^(https?)\/\//i, "$1://");
}
