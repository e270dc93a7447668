import type { ChildNode, ParentNode } from "domhandler";

/** Takes nodes out of their parents; each parent's list of children is rewritten once. */
export function removeNodes(gone: ReadonlySet<ChildNode>): void {
  const parents = new Set<ParentNode>();
  for (const node of gone) if (node.parent !== null) parents.add(node.parent);
  for (const parent of parents) {
    const children = parent.children.filter((child) => !gone.has(child));
    children.forEach((child, index) => {
      child.prev = children[index - 1] ?? null;
      child.next = children[index + 1] ?? null;
    });
    parent.children = children as typeof parent.children;
  }
  for (const node of gone) {
    node.parent = null;
    node.prev = null;
    node.next = null;
  }
}
