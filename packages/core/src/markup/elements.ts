import { Element, isTag, isText, type ChildNode, type ParentNode, type Text } from "domhandler";

/**
 * Visits every element below `root` in document order, those inside of templates left out, and hands `state` on. Recursion is
 * safe: the parser caps the depth of the tree.
 */
export function forEachElement(root: ParentNode, visit: (element: Element) => void): void;
export function forEachElement<State>(
  root: ParentNode,
  visit: (element: Element, state: State) => void,
  state: State,
): void;
export function forEachElement<State>(
  root: ParentNode,
  visit: (element: Element, state?: State) => void,
  state?: State,
): void {
  for (const child of root.children) {
    if (!(child instanceof Element)) continue;
    visit(child, state);
    forEachElement(child, visit, state);
  }
}

/** The elements below `root` that have one of a few names, in document order, those inside of templates left out. */
export function elementsNamed(root: ParentNode, names: readonly string[]): readonly Element[] {
  const found: Element[] = [];
  forEachElement(root, addNamed, { names, found });
  return found;
}

function addNamed(
  element: Element,
  { names, found }: { readonly names: readonly string[]; readonly found: Element[] },
): void {
  if (names.includes(element.name)) found.push(element);
}

/** The text that an element begins with, white space aside; undefined if its first element has none. */
export function firstText({ children }: Element): Text | undefined {
  const first = children.find((child) => isTag(child) || (isText(child) && child.data.trim() !== ""));
  if (first === undefined) return undefined;
  return isText(first) ? first : isTag(first) ? firstText(first) : undefined;
}

/** True if a `class` attribute has a name among its own. */
export const hasClass = (classes: string, name: string): boolean =>
  classes.includes(name) && ` ${classes} `.includes(` ${name} `);

/** Makes nodes the children of a parent, in place of all that it has, and their links to each other right. */
export function adopt(parent: ParentNode, nodes: readonly ChildNode[]): void {
  parent.children = [...nodes];
  nodes.forEach((node, index) => {
    node.parent = parent;
    node.prev = nodes[index - 1] ?? null;
    node.next = nodes[index + 1] ?? null;
  });
}
