import { Element, Text, type ParentNode } from "domhandler";

/** Text with its spaces, tabs and line breaks. */
export function plainText(parent: ParentNode): string {
  return parent.children
    .map((node) => {
      if (node instanceof Text) return node.data.replace(/\s+/g, " ");
      if (!(node instanceof Element)) return "";
      if (node.name === "text:s") return " ".repeat(Math.min(100, Number(node.attribs["text:c"] ?? 1) || 1));
      if (node.name === "text:tab") return "\t";
      return node.name === "text:line-break" ? "\n" : plainText(node);
    })
    .join("");
}
