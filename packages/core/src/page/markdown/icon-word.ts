import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { drawnSign } from "./drawn-sign.ts";
import { attribute, elementChildren, hasText, isList } from "./element.ts";

/** The word of the icons in an element: the first name that one has or, without any, a tick or a cross. */
export const iconWord = (cell: Element): string => nameIn(cell) || signIn(cell);

/** The first name in an element, apart from those of tools. */
function nameIn(parent: Element): string {
  for (const child of elementChildren(parent)) {
    if (child.name === "title") return textIn(child);
    if (!iconNames.test(child.name)) continue;
    const name = attribute(child, "aria-label") || attribute(child, "title") || nameIn(child);
    if (name !== "") return name;
  }
  return "";
}

const iconNames = /^(?:i|em|b|span|svg|div|p|mat-icon)$/;

/**
 * The ticks and crosses that the items of a list begin with, where some have one and others the other: what is included, and
 * what is not. Empty for other lists, whose icons say nothing.
 */
export function tickedItems(items: readonly (readonly AnyNode[])[]): readonly string[] {
  const signs = items.map((item) => leadingSign(item));
  return items.length > 1 && !signs.includes("") && new Set(signs).size > 1 ? signs : [];
}

/** The sign of an item stands no deeper in it. */
const maxSignDepth = 12;

/** The sign of the icon before the text of an item, or "". A list in the item has signs of its own. */
function leadingSign(nodes: readonly AnyNode[], levels = maxSignDepth): string {
  if (levels === 0) return "";
  for (const node of nodes) {
    if (isText(node) && node.data.trim() !== "") return "";
    if (!isTag(node)) continue;
    if (isList(node)) return "";
    if (hasText(node)) return leadingSign(node.children, levels - 1);
    const sign = signOf(node);
    if (sign !== "") return sign;
  }
  return "";
}

/**
 * The sign that the first icon draws, as its class, its text in a font of icons, the drawing that it uses or its own lines
 * say.
 */
function signIn(parent: Element): string {
  for (const child of elementChildren(parent)) {
    const sign = signOf(child);
    if (sign !== "") return sign;
  }
  return "";
}

function signOf(icon: Element): string {
  if (!iconNames.test(icon.name) && icon.name !== "use") return "";
  const names = `${attribute(icon, "class")} ${attribute(icon, "href") || attribute(icon, "xlink:href")} ${textIn(icon)}`;
  return yes.test(names) ? "✓" : no.test(names) ? "✗" : signIn(icon) || drawnSign(icon);
}

const around =
  "(?:[-_](?:alt|bold|box|circle|color|fill|filled|icon|large|lg|line|mark|o|outline|rounded|small|sm|solid|square|thin|\\d+))*";
const sign = (words: string): RegExp => new RegExp(`(?:^|[\\s_#-])(?:${words})${around}(?:\\s|$)`, "i");
const yes = sign("check|checkmark|tick|done|ok|yes");
const no = sign("times|xmark|(?<=[-_#])x|cross|close|clear|cancel|remove|no");

const textIn = ({ children }: Element): string => children.map((text) => (isText(text) ? text.data : "")).join("");
