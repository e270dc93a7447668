import { Element, Text, type Document, type ParentNode } from "domhandler";
import { removeElement, textContent } from "domutils";

/** Machinery that is never content (contract §4.5). */
const machinery: ReadonlySet<string> = new Set([
  ...["script", "style", "noscript", "template", "meta", "link", "head", "base", "object", "embed", "applet"],
]);

const linkAttributes: Readonly<Record<string, readonly string[]>> = {
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
};

const mathScript = /^math\/(?:tex|asciimath|mml)/i;

/**
 * Removes scripts, styles and other machinery, event handlers and `javascript:` URLs. Scripts that hold a formula
 * (MathJax) are content and stay.
 */
export function removeMachinery(document: Document): void {
  forEachElement(document, (element) => {
    const isFormula = element.name === "script" && mathScript.test(element.attribs["type"] ?? "");
    if (machinery.has(element.name) && !isFormula) {
      removeElement(element);
      return;
    }
    for (const [name, value] of Object.entries(element.attribs)) {
      if (name.startsWith("on") || isScriptUrl(value)) delete element.attribs[name];
    }
  });
}

function isScriptUrl(value: string): boolean {
  // Browsers skip control characters and white space inside a scheme.
  return /^[\s\u0000-\u001f]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i.test(value.slice(0, 64));
}

/** A `noscript` with less text than this holds a hint or a tracking pixel, not the page. */
const minRevealedCharacters = 200;

/**
 * Makes `noscript` elements ordinary ones where they hold the page itself, as applications do that also serve readers
 * without JavaScript: when most of the page's text stands in them.
 */
export function revealNoscript(document: Document): void {
  const holders: Element[] = [];
  let charactersOutside = 0;
  const count = (parent: ParentNode) => {
    for (const child of parent.children) {
      if (child instanceof Text) charactersOutside += child.data.trim().length;
      else if (child instanceof Element && child.name === "noscript") holders.push(child);
      else if (child instanceof Element && !machinery.has(child.name)) count(child);
    }
  };
  count(document);
  for (const holder of holders) {
    const characters = textContent(holder).trim().length;
    if (characters >= minRevealedCharacters && characters > charactersOutside) holder.name = "div";
  }
}

/** Makes the URLs of links, images, frames and media absolute. */
export function absolutiseUrls(document: Document, baseUrl: string): void {
  forEachElement(document, (element) => {
    for (const name of linkAttributes[element.name] ?? []) {
      const value = element.attribs[name];
      if (value === undefined || value.trim() === "" || value.startsWith("#")) continue;
      const absolute = URL.parse(value.trim(), baseUrl)?.href;
      if (absolute !== undefined) element.attribs[name] = absolute;
    }
  });
}

/** The URL that a page's relative URLs are relative to: its first `<base href>`, or its own URL (HTML §4.2.3). */
export function baseUrlOf(document: Document, pageUrl: string): string {
  let href: string | undefined;
  forEachElement(document, (element) => {
    if (element.name === "base") href ??= element.attribs["href"];
  });
  return (href === undefined ? null : URL.parse(href, pageUrl))?.href ?? pageUrl;
}

/** Visits every element in document order; one that `visit` removed is not entered. */
export function forEachElement(root: ParentNode, visit: (element: Element) => void): void {
  const open: Element[] = [];
  const enter = (parent: ParentNode) => {
    for (let index = parent.children.length - 1; index >= 0; index -= 1) {
      const child = parent.children[index];
      if (child instanceof Element) open.push(child);
    }
  };
  enter(root);
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const parent = element.parent;
    visit(element);
    if (element.parent === parent) enter(element);
  }
}
