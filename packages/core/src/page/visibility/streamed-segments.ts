import type { Document, Element } from "domhandler";
import { append, removeElement } from "domutils";
import { forEachElement } from "../../markup/elements.ts";

/** Each move costs a look at the siblings, so that there must not be endlessly many. */
const maxSegments = 1_000;

/**
 * Moves late parts from the server to their places, and shows them. React streams a page with `<template id="B:1">` (or
 * `P:1`) as a placeholder and the content further down in `<div hidden id="S:1">`, for a script to put in place. Linear in
 * the size of the page.
 */
export function placeStreamedSegments(document: Document, templates: readonly Element[]): void {
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
  for (const segment of segments.slice(0, maxSegments)) {
    const place = places.get((segment.attribs["id"] ?? "").slice(2));
    if (place === undefined || isInside(place, segment)) continue;
    removeElement(segment);
    append(place, segment);
    removeElement(place);
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
