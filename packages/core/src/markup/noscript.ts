import { Element, Text, type ChildNode, type Document } from "domhandler";
import type { Steps } from "../collections/steps.ts";
import { adopt, elementsNamed } from "./elements.ts";

/**
 * Reads the content of each `noscript` as a page of its own. A parser for readers with scripts, which browsers have, takes
 * it for text up to its end tag (HTML Standard §13.2.6.4.7), so that nothing left open in it, such as `<iframe />`, swallows
 * the page behind it.
 */
export function* readNoscripts(document: Document, read: (html: string) => Steps<Document>): Steps<void> {
  for (const holder of elementsNamed(document, ["noscript"])) {
    const [text] = holder.children;
    if (!(text instanceof Text) || !text.data.includes("<")) continue;
    adopt(holder, contentOf(yield* read(text.data)));
  }
}

/** The children of head and body. */
function contentOf(page: Document): readonly ChildNode[] {
  const root = page.children.find((child) => child instanceof Element);
  return root?.children.flatMap((part) => (part instanceof Element ? part.children : [])) ?? [];
}
