const emptyElement = /<(\w[\w:-]*)((?:\s[^<>]*?)?)\/>/g;

const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/**
 * XHTML for the HTML parser, which takes an empty element that is written as one tag for an opening one: `<script/>` would
 * swallow the rest of the page. Elements of other namespaces that have a prefix stay as they are.
 */
export function closeEmptyElements(xhtml: string): string {
  return xhtml.replace(emptyElement, (tag, name: string, attributes: string) =>
    voidTags.test(name) || name.includes(":") ? tag : `<${name}${attributes}></${name}>`,
  );
}
