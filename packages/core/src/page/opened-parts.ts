import { appendChild } from "domutils";
import { Element, type Document, type ParentNode } from "domhandler";
import { removeNodes } from "./remove-nodes.ts";
import { bodyOf } from "./select.ts";

/** The attribute by which a page source marks what the actions of a request have opened, such as a dialog. */
const openedMark = "data-opened-by-actions";

/** More dialogs than a reader opens. */
const maxParts = 20;

/**
 * Takes the parts that actions have opened out of a page, so that none is taken for something that lies over it: a caller who
 * opened a dialog wants its text. The function that is returned puts them behind what is left of the page. `html` is its source.
 */
export function takeOpenedParts(document: Document, html: string): () => void {
  const parts = html.includes(openedMark) ? outermostOpened(document).slice(0, maxParts) : [];
  removeNodes(new Set(parts));
  return () => {
    const body = bodyOf(document);
    for (const part of parts) {
      part.name = "div";
      appendChild(body, part);
    }
  };
}

/** Recursion is safe: the parser caps the depth of the tree. */
function outermostOpened(parent: ParentNode): readonly Element[] {
  return parent.children.flatMap((child) => {
    if (!(child instanceof Element)) return [];
    return child.attribs[openedMark] === undefined ? outermostOpened(child) : [child];
  });
}
