import type { Document } from "domhandler";
import { revealNoscript } from "./clean.ts";
import type { ElementIndex } from "./element-index.ts";
import { placeStreamedSegments } from "./visibility/streamed-segments.ts";

/** A notice for readers without scripts is shorter: a longer text for them is the page itself. */
const longestNotice = 600;

/**
 * Puts what a server sends late in its place, and shows a page that it sends for readers without scripts. Whatever judges or
 * reads a page comes after this.
 */
export function placeLateParts(document: Document, elements: ElementIndex): void {
  placeStreamedSegments(document, elements("template"));
  revealNoscript(document, elements, longestNotice);
}
