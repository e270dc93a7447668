import { Element, type Document, type ParentNode } from "domhandler";

const indexed = ["base", "html", "iframe", "img", "link", "meta", "noscript", "script", "title"] as const;

/** The elements of a name, in document order, as the page had them when it was indexed. */
export type ElementIndex = (name: (typeof indexed)[number]) => readonly Element[];

/** Indexes a page in one walk, so that not every stage needs its own. */
export function indexElements(document: Document): ElementIndex {
  const byName = new Map<string, Element[]>(indexed.map((name) => [name, []]));
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!(child instanceof Element)) continue;
      byName.get(child.name)?.push(child);
      visit(child);
    }
  };
  visit(document);
  return (name) => byName.get(name) ?? [];
}
