import { Document, Element, type AnyNode, type ChildNode, type ParentNode } from "domhandler";
import { adopt, elementsNamed } from "./elements.ts";

/**
 * Marks the style sheets of a shadow tree, whose rules are for elements in their parent only. A page can't write an attribute
 * with a space in its name, so none can keep its own rules from being followed.
 */
export const scopedSheet = "shadow sheet";

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
  const found = new Map<ParentNode | null, Element>();
  const waiting: AnyNode[] = root.children.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isParent(node)) continue;
    if (node instanceof Element && isShadowTree(node) && !found.has(node.parent)) found.set(node.parent, node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return [...found.values()];
}

/** Elements that can have a tree of their own, besides those that a script defines (DOM Standard §4.9, attach a shadow root). */
const hosts: ReadonlySet<string> = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

/** True for the tree that a browser attaches to its parent, if no other comes before. */
const isShadowTree = ({ name, attribs, parent }: Element): boolean =>
  name === "template" &&
  isMode(attribs["shadowrootmode"]) &&
  parent instanceof Element &&
  (hosts.has(parent.name) || parent.name.includes("-"));

const isMode = (mode: string | undefined): boolean => mode !== undefined && /^(?:open|closed)$/i.test(mode);

function flatten(host: ParentNode, template: Element): void {
  const assigned = new Map<string, ChildNode[]>();
  for (const child of host.children) {
    if (child === template) continue;
    const others = assigned.get(slotNameOf(child));
    if (others === undefined) assigned.set(slotNameOf(child), [child]);
    else others.push(child);
  }
  const [content] = template.children;
  const tree = content instanceof Document ? content : template;
  for (const sheet of elementsNamed(tree, ["style"])) sheet.attribs = { ...sheet.attribs, [scopedSheet]: "" };
  adopt(host, tree.children);
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

function isParent(node: AnyNode): node is AnyNode & ParentNode {
  return node instanceof Element || node instanceof Document;
}
