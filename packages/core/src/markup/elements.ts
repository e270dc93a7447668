import { Element, type ParentNode } from "domhandler";

/** Visits every element below `root` in document order, those inside of templates left out. Recursion is safe: the parser caps the depth of the tree. */
export function forEachElement(root: ParentNode, visit: (element: Element) => void): void {
  for (const child of root.children) {
    if (!(child instanceof Element)) continue;
    visit(child);
    forEachElement(child, visit);
  }
}

/** The elements below `root` that have one of a few names, in document order, those inside of templates left out. */
export function elementsNamed(root: ParentNode, names: readonly string[]): readonly Element[] {
  const found: Element[] = [];
  forEachElement(root, (element) => {
    if (names.includes(element.name)) found.push(element);
  });
  return found;
}
