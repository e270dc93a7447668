import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { attribute, hasText, pictograph, textOf } from "./element.ts";

/** True for a box with nothing but an emoji or a number before the text or heading that it is the picture or the number of. */
export const isLead = (element: Element): boolean =>
  element.name === "div" && ((isEmoji(element) && standsBeforeText(element)) || isNumberLead(element));

/** True for the number of a clause, as in laws, or of a step, in an element before the box with its text. */
export function isNumberLead(element: Element): boolean {
  if (!/^(?:div|span)$/.test(element.name) || besides(element, "prev") !== null || !isPlain(element)) return false;
  const number = textOf(element, longestNumber).trim();
  const isNumber = clauseLetter.test(number) || (isNamed(number, element) && followsAnother(element, number));
  return isNumber && standsBeforeText(element);
}

const longestNumber = 16;
const clauseLetter = /^(?:§ ?\d{1,4}|\([a-z]{1,4}\)|[a-z]\.)$/;
const clauseNumber = /^(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?|\d{1,3}\.|\(\d{1,3}\))$/;
const stepClass = /(?:^|[\s_-])(?:steps?|num|number|index|marker)(?:[\s_-]|$)/i;

/** True for a number with a sign, as clauses have, and for one that its class calls so. */
const isNamed = (number: string, element: Element): boolean =>
  clauseNumber.test(number) ||
  (/^\d{1,2}$/.test(number) &&
    (stepClass.test(attribute(element, "class")) || /step-?num/.test(attribute(element, "data-component-part"))));

const isPlain = ({ children }: Element): boolean =>
  children.every(
    (child) => isText(child) || (isTag(child) && /^(?:b|div|span|strong)$/.test(child.name) && isPlain(child)),
  );

/** A number and its text may stand in so many boxes. */
const maxBoxes = 4;

/** True if the box before or behind one around a number begins with the number before or behind it. */
function followsAnother(element: Element, number: string): boolean {
  const [whole, last] = partsOf(number);
  let { parent } = element;
  for (let level = 0; level < maxBoxes && parent !== null && isTag(parent); level += 1) {
    const beside = [besides(parent, "prev"), besides(parent, "next")];
    const follows = beside.some((other, place) => {
      const [otherWhole, otherLast] = partsOf(numberIn(other));
      return whole === otherWhole && otherLast === last + (place === 0 ? -1 : 1);
    });
    if (follows) return true;
    ({ parent } = parent);
  }
  return false;
}

/** What stands before the last number in a number of a clause, and that number. */
function partsOf(number: string): readonly [string, number] {
  const [, whole = "", last = "NaN"] = /^(.*?)(\d+)\D*$/.exec(number) ?? [];
  return [whole, Number(last)];
}

/** The text that a box begins with, if it is as short as a number. */
function numberIn(box: AnyNode | null, levels = maxBoxes + 1): string {
  if (box === null) return "";
  if (!isTag(box) || levels === 0) return isText(box) && box.data.length <= longestNumber ? box.data.trim() : "";
  return numberIn(box.children.find((node) => isTag(node) || hasText(node)) ?? null, levels - 1);
}

function standsBeforeText(element: Element): boolean {
  const next = besides(element, "next");
  return next !== null && isTag(next) && /^(?:div|p|h[1-6])$/.test(next.name) && hasText(next);
}

function besides(element: Element, side: "next" | "prev"): AnyNode | null {
  let node = element[side];
  while (node !== null && !isTag(node) && !hasText(node)) node = node[side];
  return node;
}

/** True if the only text in an element, near its surface, is emoji. */
function isEmoji(element: Element, levels = 3): boolean {
  const [only, ...others] = element.children.filter(
    (child) => isTag(child) || !isText(child) || child.data.trim() !== "",
  );
  if (only === undefined || others.length > 0) return false;
  if (isText(only)) return only.data.length <= 20 && pictograph.test(only.data.trim());
  return isTag(only) && levels > 1 && isEmoji(only, levels - 1);
}
