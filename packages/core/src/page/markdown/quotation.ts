import { isTag, type AnyNode, type Element, type ParentNode } from "domhandler";
import { attribute } from "./element.ts";
import { hasClass } from "../../markup/elements.ts";

/** The box before a quotation that names its author, and the quotation (Discourse); undefined for what is none. */
function titledQuotation(around: ParentNode | null): readonly [title: Element, quotation: Element] | undefined {
  if (around === null || !isTag(around) || around.name !== "aside" || !hasClass(attribute(around, "class"), "quote"))
    return undefined;
  const title = around.children.find(isTag);
  if (title?.name !== "div" || !hasClass(attribute(title, "class"), "title")) return undefined;
  const quotation = around.children.find((part) => isTag(part) && part !== title);
  return quotation !== undefined && isTag(quotation) && quotation.name === "blockquote"
    ? [title, quotation]
    : undefined;
}

/** True for the box before a quotation that names its author (Discourse): it is written into the quotation. */
export const isTitleOfQuotation = (element: Element): boolean => titledQuotation(element.parent)?.[0] === element;

/** The author of a quotation that stands in a box before it, without the picture. */
export function titleOfQuotation(quotation: Element): readonly AnyNode[] {
  const [title, titled] = titledQuotation(quotation.parent) ?? [];
  if (title === undefined || titled !== quotation) return [];
  return title.children.filter(
    (part) => !(isTag(part) && part.name === "img" && hasClass(attribute(part, "class"), "avatar")),
  );
}
