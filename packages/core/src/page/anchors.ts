import { singleSpaced } from "../text/single-spaced.ts";
import { Element, type Document, type ParentNode } from "domhandler";
import { textContent } from "domutils";
import { forEachElement } from "../markup/elements.ts";
import { longestAddress } from "./links.ts";

/** A link of a page with the page's words about it. Serialisable. */
export interface Anchor {
  /** Absolute; kept as the page writes it otherwise. */
  readonly url: string;
  /** Its visible text; empty when there is none. */
  readonly text: string;
  /** Link types (HTML §4.6.7), lower case. */
  readonly rel: readonly string[];
}

const maxTextCharacters = 200;

/**
 * The links of a page with their texts, in page order, `<link rel="next">` and language alternates of its head included.
 * Only http and https; links within the page are left out.
 */
export function readAnchors(document: Document, baseUrl: string): readonly Anchor[] {
  const anchors: Anchor[] = [];
  forEachElement(document, (element) => {
    const anchor = anchorOf(element, baseUrl);
    if (anchor !== undefined) anchors.push(anchor);
  });
  return anchors;
}

const headLinks: ReadonlySet<string> = new Set(["next", "prev", "alternate"]);

function anchorOf(element: Element, baseUrl: string): Anchor | undefined {
  const { name, attribs } = element;
  if (name !== "a" && name !== "area" && name !== "link") return undefined;
  const rel = (attribs["rel"] ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((type) => type !== "");
  if (name === "link" && !(rel.some((type) => headLinks.has(type)) && isPage(attribs))) return undefined;
  const href = attribs["href"]?.trim();
  if (
    href === undefined ||
    href === "" ||
    href.length > longestAddress ||
    (href.startsWith("#") && !/^#[!/]/.test(href))
  )
    return undefined;
  const url = URL.parse(href.replace(/^(https?):\/(?!\/)/i, "$1://"), baseUrl);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  return { url: url.href, text: textOf(element), rel };
}

/** An alternate is a page only in another language, not as a feed or a stylesheet. */
function isPage(attribs: Readonly<Record<string, string>>): boolean {
  return attribs["rel"]?.toLowerCase() !== "alternate" || attribs["hreflang"] !== undefined;
}

function textOf(element: Element): string {
  const { attribs } = element;
  const visible = collapse(textContent(element));
  if (visible !== "") return visible;
  return collapse(attribs["aria-label"] ?? attribs["title"] ?? imageText(element));
}

function imageText(element: ParentNode): string {
  for (const child of element.children) {
    if (!(child instanceof Element)) continue;
    const text = child.name === "img" ? (child.attribs["alt"] ?? "") : imageText(child);
    if (text !== "") return text;
  }
  return "";
}

function collapse(text: string): string {
  return singleSpaced(text).slice(0, maxTextCharacters);
}
