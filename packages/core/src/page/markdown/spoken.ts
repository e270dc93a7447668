import { isTag, type ChildNode, type Element } from "domhandler";
import { hasText, isBlock, isForScreenReaders, textOf } from "./element.ts";

/** A sign, but for the one of a fraction; what a wheel that turns means. */
const onlySpoken = /^(?:(?![/⁄])[^\p{L}\p{N}]{1,2}|loading ?(?:…|\.{3})?)$/iu;

/** True for words for screen readers that only say what is seen beside them, and for a sign that only they get. */
export function isSpokenTwin(element: Element): boolean {
  if (!isForScreenReaders(element)) return isCutTwin(element) || isBareNumber(element);
  if (isForOtherState(element)) return true;
  const words = textOf(element, 12).trim();
  if (onlySpoken.test(words)) return !(words === "+" && isBetweenDigits(element));
  const shown = [besides(element, "next"), besides(element, "prev")].filter(isShownOnly);
  return shown.length > 0 && !shown.some((part) => saysMore(element, part));
}

/** True between the whole part of a mixed fraction and the rest of it: without its plus, `1+1⁄2` is another number. */
const isBetweenDigits = (element: Element): boolean => {
  const [before, behind] = [besides(element, "prev"), besides(element, "next")];
  return before !== null && behind !== null && /\d$/.test(textOf(before, 12)) && /^\d/.test(textOf(behind, 2));
};

/**
 * True for words in the label of a choice that style sheets give only to the choices that can't be made: a shop writes
 * “sold out” beside every size.
 */
function isForOtherState({ parent, attribs }: Element): boolean {
  if (parent === null || !isTag(parent) || parent.name !== "label") return false;
  const choice = shownFrom(parent.prev, "prev");
  if (choice === null || !isTag(choice) || choice.name !== "input" || choice.attribs["type"] !== "radio") return false;
  if (choice.attribs["disabled"] !== undefined || /disabled|sold|unavail/.test(choice.attribs["class"] ?? ""))
    return false;
  return /unavailable/.test(attribs["class"] ?? "") || isInProductForm(parent);
}

const isInProductForm = ({ parent }: Element): boolean =>
  parent !== null && isTag(parent) && /(?:^|\s)product-form__input(?:\s|$)/.test(parent.attribs["class"] ?? "");

/** True for words that are cut short for the eye, behind all of them for screen readers. */
function isCutTwin(element: Element): boolean {
  if (element.attribs["aria-hidden"] !== "true" || element.prev === null) return false;
  const before = besides(element, "prev");
  if (before === null || !isTag(before) || !isForScreenReaders(before)) return false;
  const shown = textOf(element, longestCut).trim();
  return (
    isCut(shown) &&
    textOf(before, longestCut)
      .trim()
      .startsWith(shown.replace(/\s*(?:…|\.{3})$/, ""))
  );
}

/** True for a number that is seen beside the words for screen readers which also say what it counts: `23`, “23 gold badges”. */
function isBareNumber(element: Element): boolean {
  if (element.attribs["aria-hidden"] !== "true") return false;
  const next = besides(element, "next");
  return next !== null && isTag(next) && isForScreenReaders(next) && saysMore(next, element);
}

function saysMore(words: Element, shown: ChildNode): boolean {
  const number = textOf(shown, 12).trim();
  return /^\d[\d.,]*$/.test(number) && textOf(words, 40).trim().startsWith(`${number} `);
}

const longestCut = 2_000;
const isCut = (words: string): boolean => /\p{L}\s*(?:…|\.{3})$/u.test(words);

/** The element or text on one side of a part of a line; at the end of an element around it, that one's neighbour. */
function besides(element: Element, side: "next" | "prev"): ChildNode | null {
  const { parent } = element;
  const own = shownFrom(element[side], side);
  if (own !== null || parent === null || !isTag(parent) || isBlock(parent)) return own;
  return shownFrom(parent[side], side);
}

function shownFrom(start: ChildNode | null, side: "next" | "prev"): ChildNode | null {
  let node = start;
  while (node !== null && !isTag(node) && !hasText(node)) node = node[side];
  return node;
}

/** True for words that are seen and not read out. */
const isShownOnly = (node: ChildNode | null): node is Element =>
  node !== null &&
  isTag(node) &&
  node.attribs["aria-hidden"] === "true" &&
  /[\p{L}\p{N}]/u.test(textOf(node, 100)) &&
  !isCut(textOf(node, longestCut).trim());
