import { Element, Text, type Document, type ParentNode } from "domhandler";
import { busyMark, skeletonMark } from "./application-root.ts";
import { removeNodes } from "./remove-nodes.ts";
import { normalise } from "./verdict/normalise.ts";
import { loadingWording } from "./verdict/wording.ts";

/** Longest text of a place that says it is waiting. */
const maxCharacters = 60;

/** What the source of a page has if any of its places declares itself unfinished; most pages need no walk to tell. */
const sourceOfMarks = /aria-busy|progressbar|skeleton/i;

/** Removes places that declare themselves unfinished and hold nothing but a word of waiting, such as "Loading reviews…". */
export function removePlaceholders(document: Document, html: string): void {
  if (!sourceOfMarks.test(html)) return;
  const gone = new Set<Element>();
  collect(document, gone);
  removeNodes(gone);
}

/** The text inside of a parent, as far as it is short; undefined for a longer one. */
function collect(parent: ParentNode, gone: Set<Element>): string | undefined {
  let text: string | undefined = "";
  for (const child of parent.children) {
    let said: string | undefined = "";
    if (child instanceof Text) said = child.data;
    else if (child instanceof Element) {
      said = collect(child, gone);
      const isMarked = said !== undefined && (busyMark(child) ?? skeletonMark(child)) !== undefined;
      if (isMarked && loadingWording.test(normalise(said ?? ""))) gone.add(child);
    }
    text = text === undefined || said === undefined ? undefined : withinLimit(text + said);
  }
  return text;
}

const withinLimit = (text: string): string | undefined => {
  const trimmed = text.replaceAll(/\s+/g, " ");
  return trimmed.length <= maxCharacters ? trimmed : undefined;
};
