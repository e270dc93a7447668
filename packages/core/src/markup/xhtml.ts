const emptyElement = /<(\w[\w:-]*)((?:\s[^<>]*?)?)\/>/g;

const voidTags = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Scripts and styles, which hold their CDATA sections in comments of their own, and CDATA sections of text. */
const cdataOrCode = /<(script|style)\b[^]*?(?:<\/\1|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)/gi;

/**
 * XHTML for the HTML parser, which takes an empty element that is written as one tag for an opening one (`<script/>` would
 * swallow the rest of the page), and a CDATA section for a comment. Elements of other namespaces that have a prefix stay
 * as they are.
 */
export function xhtmlAsHtml(xhtml: string): string {
  const closed = xhtml.replace(emptyElement, (tag, name: string, attributes: string) =>
    voidTags.test(name) || name.includes(":") ? tag : `<${name}${attributes}></${name}>`,
  );
  return closed.replace(cdataOrCode, (whole, _code, text?: string) =>
    text === undefined ? whole : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  );
}
