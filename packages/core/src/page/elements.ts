import { Element, type ParentNode } from "domhandler";

/** The elements below `root` that have one of a few names, in document order, those inside of templates left out. */
export function elementsNamed(root: ParentNode, names: readonly string[]): readonly Element[] {
  const found: Element[] = [];
  collect(root, names, found);
  return found;
}

/** Recursion is safe: the parser caps the depth of the tree. */
function collect(parent: ParentNode, names: readonly string[], found: Element[]): void {
  for (const child of parent.children) {
    if (!(child instanceof Element)) continue;
    if (names.includes(child.name)) found.push(child);
    collect(child, names, found);
  }
}
