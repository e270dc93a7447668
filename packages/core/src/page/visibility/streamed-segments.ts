import { Document, isComment, type ChildNode, type Element, type ParentNode } from "domhandler";
import { append, removeElement } from "domutils";
import { adopt, forEachElement } from "../../markup/elements.ts";
import { holdingOf, type Holding } from "./holding.ts";

/** Each move costs a look at the siblings, so that there must not be endlessly many. */
const maxSegments = 1_000;

/**
 * Moves late parts from the server to their places, and shows them. React streams a page with `<template id="B:1">` (or
 * `P:1`) as a placeholder and the content further down in `<div hidden id="S:1">`, for a script to put in place. A page that
 * Vue mounts has its content in `<template slot="contents">`. Linear in the size of the page.
 */
export function placeStreamedSegments(document: Document, templates: readonly Element[]): void {
  showSlots(document, templates);
  const places = new Map<string, Element>();
  for (const template of templates) {
    const id = template.attribs["id"] ?? "";
    if (/^[BP]:/.test(id)) places.set(id.slice(2), template);
  }
  if (places.size === 0) return;
  const segments: Element[] = [];
  forEachElement(document, (element) => {
    if (isStreamedSegment(element)) segments.push(element);
  });
  for (const segment of segments) delete segment.attribs["hidden"];
  let moves = maxSegments;
  for (const segment of segments.slice(0, maxSegments)) {
    const place = places.get((segment.attribs["id"] ?? "").slice(2));
    if (place === undefined || isInside(place, segment)) continue;
    removeElement(segment);
    for (const node of fallbackAt(place, Math.min(maxFallback, moves))) {
      removeElement(node);
      moves -= 1;
    }
    append(place, segment);
    removeElement(place);
  }
}

/** Most nodes that stand in for a late part. */
const maxFallback = 50;

/**
 * What stands in for a late part: the nodes behind the placeholder of a boundary (`B:1`) up to the comment with which React ends it.
 * A placeholder within a part (`P:1`) has none.
 */
function fallbackAt(place: Element, most: number): readonly ChildNode[] {
  if (place.attribs["id"]?.startsWith("B:") !== true) return [];
  const nodes: ChildNode[] = [];
  let inner = 0;
  for (let node = place.next; node !== null && nodes.length <= most; node = node.next) {
    if (isComment(node) && node.data === "/$" && (inner -= 1) < 0) return nodes;
    if (isComment(node) && /^\$[?!]?$/.test(node.data)) inner += 1;
    nodes.push(node);
  }
  return [];
}

/** A template has so much text at least that is shown as the page. */
const minSlot = 100;

/** Makes templates for the places of a component ordinary elements where they hold the page: more text than is outside. */
function showSlots(document: Document, templates: readonly Element[]): void {
  const slots = templates.filter(({ attribs }) => attribs["slot"] !== undefined);
  if (slots.length === 0) return;
  const known = new Map<ParentNode, Holding>();
  const outside = holdingOf(document, known).characters;
  for (const slot of slots) {
    const [content] = slot.children;
    if (!(content instanceof Document)) continue;
    const { characters } = holdingOf(content, known);
    if (characters < minSlot || characters <= outside) continue;
    adopt(slot, content.children);
    slot.name = "div";
    delete slot.attribs["slot"];
  }
}

/** True if the element holds a part sent late. It is hidden only until a script has put it in place. */
export const isStreamedSegment = ({ attribs }: Element): boolean =>
  attribs["hidden"] !== undefined && attribs["id"]?.startsWith("S:") === true;

function isInside(element: Element, outer: Element): boolean {
  let ancestor = element.parent;
  while (ancestor !== null && ancestor !== outer) ancestor = ancestor.parent;
  return ancestor === outer;
}
