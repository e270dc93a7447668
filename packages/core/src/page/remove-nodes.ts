import type { ChildNode, ParentNode } from "domhandler";

/** Takes nodes out of their parents; each parent's list of children is rewritten once. */
export function removeNodes(gone: ReadonlySet<ChildNode>): void {
  const parents = new Set<ParentNode>();
  for (const node of gone) if (node.parent !== null) parents.add(node.parent);
  for (const parent of parents) {
    const children: ChildNode[] = [];
    for (const child of parent.children) {
      if (gone.has(child)) continue;
      const before = children.at(-1) ?? null;
      child.prev = before;
      child.next = null;
      if (before !== null) before.next = child;
      children.push(child);
    }
    parent.children = children as typeof parent.children;
  }
  for (const node of gone) {
    node.parent = null;
    node.prev = null;
    node.next = null;
  }
}
