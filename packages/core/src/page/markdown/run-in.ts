import { isTag, isText, type ChildNode, type Element } from "domhandler";
import { attribute, textOf } from "./element.ts";

/** True for bold words before or behind a sentence without a space between: `**Is it so?**Yes, it is`. */
export function isRunIn(before: ChildNode, node: ChildNode): boolean {
  const strong = boldIn(before) ?? (isText(before) ? boldIn(node) : undefined);
  if (strong === undefined) return isSlantedRunIn(before, node);
  const isFirst = strong !== boldIn(node);
  const words = textOf(strong, longestRunIn);
  const [left, right] = isFirst ? [words, textOf(node, longestRunIn)] : [textOf(before), words];
  if (isFirst && attribute(strong, "class") !== "" && /^\p{Lu}\p{Ll}[\p{L} ]+:$/u.test(left)) return true;
  if (words.length > longestRunIn || !/^\p{Lu}(?:\p{Ll}|\s)/u.test(right.slice(0, 4))) return false;
  const end = left.slice(-4);
  if (isFirst && /(?:^\p{Lu}{1,3}[.:]|\p{N}[.:])$/u.test(left.trim())) return true;
  if (!isText(before) && !isText(node)) return /[\p{Ll})][.!?:]$/u.test(end);
  return /[\p{Ll})][.!?:]$/u.test(end) || (isFirst && /[\p{Ll}\p{N}]$/u.test(end) && /\S\s+\S/.test(words));
}

/** A bold element, or the one that is all of another. */
function boldIn(node: ChildNode): Element | undefined {
  if (!isTag(node)) return undefined;
  if (/^(?:b|strong)$/.test(node.name)) return node;
  const [only, ...others] = node.children;
  return node.name === "span" && only !== undefined && others.length === 0 ? boldIn(only) : undefined;
}

/** True for a slanted word before a sentence: `*Proof.* It is clear`. */
const isSlantedRunIn = (before: ChildNode, node: ChildNode): boolean =>
  isTag(before) &&
  /^(?:em|i)$/.test(before.name) &&
  isText(node) &&
  /^\p{Lu}[\p{L} ]*\p{Ll}{3}[.:]$/u.test(textOf(before, longestRunIn)) &&
  /^\p{Lu}(?:\p{Ll}|\s)/u.test(node.data);

const longestRunIn = 200;
