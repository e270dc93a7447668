import { Element } from "domhandler";
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
  adoptAttributes(element, attributes) {
    for (const { name, value } of attributes) element.attribs[name] ??= value;
  },
};

function attribsOf(attributes: readonly Token.Attribute[]): Record<string, string> {
  // Attributes may be called `constructor` or `__proto__`.
  const attribs: Record<string, string> = Object.create(null);
  for (const { name, value } of attributes) attribs[name] = value;
  return attribs;
}
