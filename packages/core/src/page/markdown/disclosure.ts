import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { attribute, elementChildren, findDescendant, hasText, isBlock, isList, textOf } from "./element.ts";

/**
 * True for a button whose text names what it opens right behind it: the list of an item, as in a tree of files, or the
 * answer to a question (WAI-ARIA 1.2, `aria-controls`). The words of other buttons say what can be done with the page.
 */
export const isNameOfNext = (button: Element): boolean => namesList(button) || namesPanel(button);

/** True for a button that is all of a cell and holds blocks of words: it opens more of what they say (MDN). */
export function isAllOfCell(button: Element): boolean {
  const { parent } = button;
  if (parent === null || !isTag(parent)) return false;
  if (parent.name !== "td") return namesColumn(button, maxFrames);
  return isAllOf(parent, button) && findDescendant(button, isBlock) !== undefined && countTexts(button) > 1;
}

/** True for a button, or what is around it, that is all of the head of a column: it sorts the table by the column it names. */
function namesColumn(part: Element, levels: number): boolean {
  const { parent } = part;
  if (parent === null || !isTag(parent) || levels === 0) return false;
  if (!isAllOf(parent, part)) return false;
  return parent.name === "th" || (/^(?:div|span)$/.test(parent.name) && namesColumn(parent, levels - 1));
}

/** True if no text stands in an element but that of one part. */
const isAllOf = ({ children }: Element, part: Element): boolean =>
  children.length <= maxBeside && hasText(part) && !children.some((child) => child !== part && hasText(child));

/** Nodes beside a button that is all of a cell: spaces, icons, comments of frameworks. */
const maxBeside = 20;

/** True for a button that opens the description of an operation by naming its method and path (Redoc, Stoplight). */
export const isOperation = (button: Element): boolean =>
  /^(?:get|head|post|put|patch|delete|options)\s*\/\S*$/i.test(textOf(button, longestName).trim());

/** True for a button that is one of several values, such as a size (WAI-ARIA 1.2, `radio`). */
export const isChoice = ({ attribs }: Element): boolean => attribs["role"] === "radio";

const countTexts = (node: AnyNode): number => {
  if (isText(node)) return /[\p{L}\p{N}]/u.test(node.data) ? 1 : 0;
  return isTag(node) ? node.children.reduce((sum, child) => sum + countTexts(child), 0) : 0;
};

function namesList(button: Element): boolean {
  const { parent } = button;
  if (parent === null || !isTag(parent) || parent.name !== "li") return false;
  if (parent.children.find((child) => child === button || hasText(child)) !== button) return false;
  const next = behind(button);
  return next !== undefined && isList(next);
}

/** Elements around a button and nothing else, such as a row or the frame of a title. */
const maxFrames = 3;
const longestName = 300;
/** Words of buttons that open more of the same, or tools. */
const tool =
  /^(?:show|hide|see|view|read|load|open|close|expand|collapse|toggle|(?:main |site )?menu|menü|menú|more|less|search|filter|sort|share|copy|navigation)\b/i;

/** Classes of buttons that open a panel, where nothing names the panel. */
const openerClass = /accordion|collaps|disclos|expan|faq|question|toggle/i;

function namesPanel(button: Element): boolean {
  const id = panelOf(button);
  if (id === "" && !opensNext(button)) return false;
  const name = textOf(button, longestName).trim();
  if (!/\p{L}{2}/u.test(name) || name.length > longestName || tool.test(name)) return false;
  let frame = button;
  for (let level = 0; level < maxFrames; level += 1) {
    const next = behind(frame);
    if (next !== undefined) return id === "" ? isPanel(next) : holdsPanel(next, id);
    const { parent } = frame;
    if (parent === null || !isTag(parent) || parent.children.some((child) => child !== frame && hasText(child)))
      return false;
    frame = parent;
  }
  return false;
}

const opensNext = ({ attribs }: Element): boolean =>
  attribs["aria-haspopup"] === undefined &&
  !/dropdown|menu/i.test(attribs["class"] ?? "") &&
  (attribs["aria-expanded"] !== undefined || openerClass.test(attribs["class"] ?? ""));

const isPanel = (element: Element): boolean => /^(?:div|section|p)$/.test(element.name) && hasText(element);

function panelOf(button: Element): string {
  const controlled = attribute(button, "aria-controls");
  if (controlled !== "") return controlled;
  return (attribute(button, "data-bs-target") || attribute(button, "data-target")).replace(/^#/, "");
}

function holdsPanel(element: Element, id: string): boolean {
  if (element.attribs["id"] === id) return true;
  const [only, ...others] = elementChildren(element);
  return only?.attribs["id"] === id && others.length === 0;
}

/** The element that follows another, if no text is between them. */
function behind({ next }: Element): Element | undefined {
  let node: AnyNode | null = next;
  while (node !== null && !isTag(node) && !hasText(node)) node = node.next;
  return node !== null && isTag(node) ? node : undefined;
}

const ornament = /^[^\p{L}\p{N}]{1,2}$/u;

/**
 * True for a sign in a heading, a summary or a button that is not read out or is called an icon, such as the one that opens a
 * panel (WAI-ARIA 1.2 §6.7).
 */
export function isOrnament(element: Element, isInHeading: boolean): boolean {
  const { attribs, parent } = element;
  const isUnread = attribs["aria-hidden"] === "true";
  if (!isUnread && (element.name === "button" || !ornamentClass.test(attribs["class"] ?? ""))) return false;
  const isControl =
    parent !== null &&
    isTag(parent) &&
    (/^(?:summary|button)$/.test(parent.name) || parent.attribs["role"] === "button");
  return (isControl || (isUnread && isInHeading)) && ornament.test(textOf(element, 4).trim());
}

const ornamentClass = /(?:^|[\s_-])(?:icon|arrow|caret|chevron|indicator|toggle|plus)(?:[\s_-]|$)/i;
