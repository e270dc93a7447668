import { Element, Text, type Document, type ChildNode } from "domhandler";
import { removeElement } from "domutils";
import { childOf, descendantsOf } from "../../markup/xml-tree.ts";

/**
 * Takes deleted words out that still stand in the text: between the marks of a change that its region calls a deletion (ODF 1.3
 * part 3, §5.5.4). Deleted words that only stand in their region are no text anyway.
 */
export function dropDeletions(content: Document | undefined): void {
  const regions = descendantsOf(content, "text:changed-region");
  const deletions = regions.filter((region) => childOf(region, "text:deletion") !== undefined);
  const names = new Set(deletions.map(({ attribs }) => attribs["text:id"] ?? attribs["xml:id"] ?? ""));
  const isDeletion = ({ attribs }: Element): boolean => names.has(attribs["text:change-id"] ?? "");
  if (!descendantsOf(content, "text:change-start").some(isDeletion)) return;
  const inside = new Set<string>();
  const deleted: ChildNode[] = [];
  const open: ChildNode[] = [...(content?.children ?? [])].toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node instanceof Element && /^text:change-(?:start|end)$/.test(node.name)) {
      const name = node.attribs["text:change-id"] ?? "";
      if (node.name === "text:change-end") inside.delete(name);
      else if (names.has(name)) inside.add(name);
    } else if (inside.size > 0 && (node instanceof Text || isInline(node))) deleted.push(node);
    else if (node instanceof Element) for (const child of node.children.toReversed()) open.push(child);
  }
  for (const node of deleted) removeElement(node);
}

/** Spaces, breaks, pictures and notes; paragraphs and spans may hold the other end of the change. */
const isInline = (node: ChildNode): boolean =>
  node instanceof Element && /^(?:text:(?:s|tab|line-break|note)|draw:frame)$/.test(node.name);
