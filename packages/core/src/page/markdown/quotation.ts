import { isTag, type AnyNode, type Element } from "domhandler";
import { attribute, elementChildren } from "./element.ts";
import { hasClass } from "../../markup/elements.ts";

/** True for the box before a quotation that names its author (Discourse): it is written into the quotation. */
export function isTitleOfQuotation(element: Element): boolean {
  const { parent } = element;
  if (element.name !== "div" || parent === null || !isTag(parent) || parent.name !== "aside") return false;
  const [title, quotation] = elementChildren(parent);
  return (
    title === element &&
    quotation?.name === "blockquote" &&
    hasClass(attribute(parent, "class"), "quote") &&
    hasClass(attribute(element, "class"), "title")
  );
}

/** The author of a quotation that stands in a box before it, without the picture. */
export function titleOfQuotation({ parent }: Element): readonly AnyNode[] {
  if (parent === null || !isTag(parent)) return [];
  const [title] = elementChildren(parent);
  if (title === undefined || !isTitleOfQuotation(title)) return [];
  return title.children.filter(
    (part) => !(isTag(part) && part.name === "img" && hasClass(attribute(part, "class"), "avatar")),
  );
}
