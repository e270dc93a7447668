import { Element, Text, type ChildNode, type ParentNode } from "domhandler";
import type { Token, TreeAdapter } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";

/** Builds domhandler nodes as the adapter that it is made from does, without the namespaces of attributes. */
export const treeAdapter: TreeAdapter<Htmlparser2TreeAdapterMap> = {
  ...adapter,
  createElement(tagName, namespace, attributes) {
    const element = new Element(tagName, attribsOf(attributes), []);
    element.namespace = namespace;
    return element;
  },
  appendChild: append,
  insertText(parent, text) {
    const last = parent.children.at(-1);
    if (last instanceof Text) last.data += text;
    else append(parent, new Text(text));
  },
  adoptAttributes(element, attributes) {
    for (const { name, value } of attributes)
      if (element.attribs[name] === undefined) setAttribute(element, name, value);
  },
};

function append(parent: ParentNode, child: ChildNode): void {
  const { children } = parent;
  const last = children.at(-1);
  if (last !== undefined) {
    last.next = child;
    child.prev = last;
  }
  // Most elements have a few children, and an array that grows has room for seventeen.
  const first = children[0];
  const second = children[1];
  if (first === undefined) parent.children = [child];
  else if (second === undefined) parent.children = [first, child];
  else if (children.length === 2) parent.children = [first, second, child];
  else children.push(child);
  child.parent = parent;
}

/** Shared by elements without attributes. Frozen, so that an attribute given to one can't become one of all. */
const noAttributes: Record<string, string> = Object.freeze(Object.create(null));

/** Gives an element an attribute; the one way to do so for an element that may have none yet. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.attribs === noAttributes) element.attribs = Object.create(null);
  element.attribs[name] = value;
}

function attribsOf(attributes: readonly Token.Attribute[]): Record<string, string> {
  if (attributes.length === 0) return noAttributes;
  // Attributes may be called `constructor` or `__proto__`.
  const attribs: Record<string, string> = Object.create(null);
  for (const { name, value } of attributes) attribs[name] = value;
  return attribs;
}
