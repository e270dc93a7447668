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
  const own = host.children.filter((child) => child !== template);
  const [content] = template.children;
  const tree = content instanceof Document ? content.children : template.children;
  adopt(host, tree);
  for (const slot of slotsOf(host)) {
    const name = slot.attribs["name"] ?? "";
    const assigned = own.filter((child) => slotNameOf(child) === name);
    replace(slot, assigned.length > 0 ? assigned : slot.children);
  }
}

function slotsOf(root: ParentNode): readonly Element[] {
  const found: Element[] = [];
  const waiting: AnyNode[] = root.children.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!(node instanceof Element)) continue;
    if (node.name === "slot") found.push(node);
    else for (const child of node.children.toReversed()) waiting.push(child);
  }
  return found;
}

function slotNameOf(child: ChildNode): string {
  return child instanceof Element ? (child.attribs["slot"] ?? "") : "";
}

function replace(slot: Element, nodes: readonly ChildNode[]): void {
  const { parent } = slot;
  if (parent === null) return;
  adopt(
    parent,
    parent.children.flatMap((child) => (child === slot ? nodes : [child])),
  );
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
