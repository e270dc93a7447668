import { Element, type Document } from "domhandler";
import { append, removeElement } from "domutils";

/**
 * Moves what a server sent late to where it belongs. React streams a page with `<template id="B:1">` (or `P:1`) as a
 * placeholder and the content further down in `<div hidden id="S:1">`, for a script to put in place. Content whose
 * placeholder is missing is only unhidden. Linear in the size of the page.
 */
export function placeStreamedSegments(document: Document): void {
  const places = new Map<string, Element>();
  const segments: Element[] = [];
  const visit = (element: Element): void => {
    const id = element.attribs["id"];
    if (id !== undefined && id[1] === ":" && /^[BPS]:/.test(id)) {
      if (element.name === "template") places.set(id.slice(2), element);
      else if (id.startsWith("S:") && element.attribs["hidden"] !== undefined) segments.push(element);
    }
    for (const child of element.children) if (child instanceof Element) visit(child);
  };
  for (const child of document.children) if (child instanceof Element) visit(child);

  for (const segment of segments) {
    delete segment.attribs["hidden"];
    const place = places.get((segment.attribs["id"] ?? "").slice(2));
    if (place === undefined || isInside(place, segment)) continue;
    removeElement(segment);
    append(place, segment);
    removeElement(place);
  }
}

function isInside(element: Element, outer: Element): boolean {
  let ancestor = element.parent;
  while (ancestor !== null && ancestor !== outer) ancestor = ancestor.parent;
  return ancestor === outer;
}
