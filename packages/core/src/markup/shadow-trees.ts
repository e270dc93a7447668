import { Document, Element, type AnyNode, type ChildNode, type ParentNode } from "domhandler";

/**
 * Replaces declarative shadow trees (HTML Standard, `shadowrootmode`) by what a reader sees: the tree of the template
 * takes the host's place for its content, with the host's own children in its slots (DOM Standard §4.2.2).
 */
export function flattenShadowTrees(document: Document): void {
  // Later ones first: they may lie inside earlier ones, and a tree must be flat before it is moved.
  for (const template of shadowTemplates(document).toReversed()) {
    const host = template.parent;
    if (host !== null) flatten(host, template);
  }
}

function shadowTemplates(root: ParentNode): readonly Element[] {
  const found: Element[] = [];
  const waiting: AnyNode[] = root.children.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isParent(node)) continue;
    if (node instanceof Element && node.name === "template" && node.attribs["shadowrootmode"] !== undefined)
      found.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return found;
}

function flatten(host: ParentNode, template: Element): void {
  const assigned = new Map<string, ChildNode[]>();
  for (const child of host.children) {
    if (child === template) continue;
    const others = assigned.get(slotNameOf(child));
    if (others === undefined) assigned.set(slotNameOf(child), [child]);
    else others.push(child);
  }
  const [content] = template.children;
  adopt(host, content instanceof Document ? content.children : template.children);
  const waiting: ParentNode[] = [host];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (parent.children.some(isSlot)) adopt(parent, withoutSlots(parent.children, assigned));
    for (const child of parent.children) if (child instanceof Element) waiting.push(child);
  }
}

const isSlot = (node: ChildNode): node is Element => node instanceof Element && node.name === "slot";

/** Nodes with what is assigned to the first slot of a name in its place, and their own content in that of the others. */
function withoutSlots(nodes: readonly ChildNode[], assigned: Map<string, ChildNode[]>): readonly ChildNode[] {
  const filled: ChildNode[] = [];
  const open = nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isSlot(node)) {
      filled.push(node);
      continue;
    }
    const name = node.attribs["name"] ?? "";
    const own = assigned.get(name);
    assigned.delete(name);
    if (own === undefined) for (const child of node.children.toReversed()) open.push(child);
    else for (const child of own) filled.push(child);
  }
  return filled;
}

function slotNameOf(child: ChildNode): string {
  return child instanceof Element ? (child.attribs["slot"] ?? "") : "";
}

/** Makes nodes the children of a parent, and their links to each other right. */
function adopt(parent: ParentNode, nodes: readonly ChildNode[]): void {
  parent.children = [...nodes];
  nodes.forEach((node, index) => {
    node.parent = parent;
    node.prev = nodes[index - 1] ?? null;
    node.next = nodes[index + 1] ?? null;
  });
}

function isParent(node: AnyNode): node is AnyNode & ParentNode {
  return node instanceof Element || node instanceof Document;
}
