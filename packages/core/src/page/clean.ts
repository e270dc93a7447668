import { Element, Text, type Document, type ParentNode } from "domhandler";
import { removeNodes } from "./remove-nodes.ts";
import type { ElementIndex } from "./element-index.ts";
import { forEachElement } from "../markup/elements.ts";
import { absoluteAddress } from "../url/absolute.ts";
import { absoluteSet } from "./media.ts";

/** Machinery that is never content (contract §4.5). */
const machinery: ReadonlySet<string> = new Set([
  ...["script", "style", "noscript", "template", "meta", "link", "head", "base", "object", "embed", "applet"],
]);

const linkAttributes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    a: ["href"],
    area: ["href"],
    img: ["src"],
    iframe: ["src"],
    video: ["src", "poster"],
    audio: ["src"],
    source: ["src"],
    track: ["src"],
    input: ["src"],
    form: ["action"],
    button: ["formaction"],
    blockquote: ["cite"],
    q: ["cite"],
    image: ["href", "xlink:href"],
  }),
);

const mathScript = /^math\/(?:tex|asciimath|mml)/i;

/**
 * Removes scripts, styles and other machinery, event handlers and `javascript:` URLs. Scripts that hold a formula
 * (MathJax) are content and stay.
 */
export function removeMachinery(document: Document): void {
  const gone = new Set<Element>();
  collectMachinery(document, gone);
  removeNodes(gone);
}

function collectMachinery(parent: ParentNode, gone: Set<Element>): void {
  for (const child of parent.children) {
    if (!(child instanceof Element)) continue;
    if (child.name === "object") showObject(child);
    const isFormula = child.name === "script" && mathScript.test(child.attribs["type"] ?? "");
    if (machinery.has(child.name) && !isFormula) gone.add(child);
    else {
      removeHandlers(child);
      collectMachinery(child, gone);
    }
  }
}

/** Shows an object as its picture or, without one, as its fallback content. */
function showObject(object: Element): void {
  const { data = "", type = "" } = object.attribs;
  const isPicture =
    data !== "" && (type.startsWith("image/") || /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i.test(data));
  if (isPicture) {
    object.name = "img";
    const instead = object.children.find((child) => child instanceof Element && child.name === "img");
    const described = instead instanceof Element ? instead.attribs["alt"] : undefined;
    object.attribs = { src: data, alt: object.attribs["title"] ?? object.attribs["aria-label"] ?? described ?? "" };
    object.children = [];
  } else if (
    readableCharacters(object) > 0 ||
    object.children.some((child) => child instanceof Element && child.name === "img")
  ) {
    object.name = "span";
  }
}

function removeHandlers({ attribs }: Element): void {
  for (const name of Object.keys(attribs)) {
    if (!name.startsWith("on") && !isScriptUrl(attribs[name] ?? "")) continue;
    delete attribs[name];
    // A link to nowhere that a script follows is a button.
    if (attribs["href"] === "") delete attribs["href"];
  }
}

function isScriptUrl(value: string): boolean {
  // Browsers skip control characters and white space inside a scheme.
  return (
    value.includes(":") &&
    /^[\s\u0000-\u001f]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i.test(value.slice(0, 64))
  );
}

/** A `noscript` with less text than this holds a hint or a tracking pixel, not the page. */
const minRevealedCharacters = 200;

/**
 * Makes `noscript` elements ordinary ones where they hold the page itself, as applications do that also serve readers
 * without JavaScript: when most of the page's text stands in them, and at least a number of characters.
 */
export function revealNoscript(
  document: Document,
  elements: ElementIndex,
  minCharacters = minRevealedCharacters,
): void {
  const candidates = elements("noscript").flatMap((holder) => {
    const characters = readableCharacters(holder);
    const isLong = holder.name === "noscript" && characters >= minCharacters;
    return isLong && !isInsideMachinery(holder) ? [{ holder, characters }] : [];
  });
  if (candidates.length === 0) return;
  const outside = readableCharacters(document);
  for (const { holder, characters } of candidates) if (characters > outside) holder.name = "div";
}

function isInsideMachinery(element: Element): boolean {
  for (let holder = element.parent; holder instanceof Element; holder = holder.parent) {
    if (machinery.has(holder.name)) return true;
  }
  return false;
}

/** Without styles, scripts and the content of a `noscript` inside. */
function readableCharacters(parent: ParentNode): number {
  let characters = 0;
  for (const child of parent.children) {
    if (child instanceof Text) characters += child.data.trim().length;
    else if (child instanceof Element && !machinery.has(child.name)) characters += readableCharacters(child);
  }
  return characters;
}

/** Makes the URLs of links, images, frames and media absolute. */
export const absolutiseUrls = (document: ParentNode, baseUrl: string): void =>
  forEachElement(document, absolutiseAttributes, baseUrl);

function absolutiseAttributes({ name: element, attribs }: Element, baseUrl: string): void {
  for (const name of linkAttributes.get(element) ?? []) {
    const value = attribs[name];
    if (value === undefined || value.trim() === "" || value.startsWith("#")) continue;
    const absolute = absoluteAddress(value.trim(), baseUrl);
    if (absolute !== undefined) attribs[name] = absolute;
  }
  const { srcset } = attribs;
  if (srcset !== undefined) attribs["srcset"] = absoluteSet(srcset, baseUrl);
}

/** The URL that a page's relative URLs are relative to: its first `<base href>`, or its own URL (HTML §4.2.3). */
export function baseUrlOf(elements: ElementIndex, pageUrl: string): string {
  const base = elements("base").find(({ attribs }) => attribs["href"] !== undefined);
  const href = base?.attribs["href"];
  const url = href === undefined ? null : URL.parse(href, pageUrl);
  // Nothing is relative to `javascript:` and its like.
  return url?.protocol.startsWith("http") === true ? url.href : pageUrl;
}
