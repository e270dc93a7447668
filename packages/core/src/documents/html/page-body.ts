import { Element, type Document } from "domhandler";

/** The body of an HTML document; undefined where there is none. */
export function bodyOf(document: Document): Element | undefined {
  const root = document.children.find((node) => node instanceof Element);
  return root?.children.find((node): node is Element => node instanceof Element && node.name === "body");
}
