import { isTag, isText, Text, type AnyNode, type Element } from "domhandler";
import { elementChildren, isInvisible } from "../element.ts";

const none: ReadonlySet<Element> = new Set();

/**
 * The line numbers of a listing that nothing but their place tells: each line is an element that holds a number and beside
 * it a block with the code, and the numbers count up. (Numbers among inline elements may be the code itself.)
 */
export function lineNumbersIn(listing: Element): ReadonlySet<Element> {
  const first = firstText(listing);
  if (first === undefined || !lineNumber.test(first.data)) return none;
  const inline = numbersOpeningLines(listing);
  if (inline.size > 0) return inline;
  const line = lineAround(first, listing);
  const container = line?.parent;
  if (container === null || container === undefined || !isTag(container)) return none;
  const numbers = visibleChildren(container).map(numberOf);
  const start = Number(first.data);
  const counts = numbers.every((number, index) => number !== undefined && Number(textIn(number)) === start + index);
  return counts && numbers.length > 1 ? new Set(numbers.filter((number) => number !== undefined)) : none;
}

/**
 * The elements of a style that nothing else has which open each line of text with its number (an editor of blogs); none if a
 * line has no such element, or no code. A highlighter gives all numbers of a program one style.
 */
function numbersOpeningLines(listing: Element): ReadonlySet<Element> {
  const [only, ...others] = visibleChildren(listing);
  const code = only?.name === "code" && others.length === 0 ? only : listing;
  const numbers = new Set<Element>();
  let [opensLine, style, holdsCode] = [true, "", false];
  let last: Element | undefined;
  for (const node of code.children) {
    if (isText(node)) {
      const [first = "", ...lines] = node.data.split("\n");
      if ((opensLine && first.trim() !== "") || lines.some((line) => line.trim() !== "")) return none;
      opensLine ||= lines.length > 0;
      holdsCode ||= first.trim() !== "";
    } else if (isTag(node) && opensLine) {
      const own = node.attribs["style"] ?? "";
      if (numbers.size === 0) style = own;
      const isNext = last === undefined || Number(textIn(node)) === Number(textIn(last)) + 1;
      if (own === "" || own !== style || !lineNumber.test(textIn(node)) || !isNext) return none;
      numbers.add(node);
      [last, opensLine] = [node, false];
    } else if (isTag(node)) {
      if (node.attribs["style"] === style || textIn(node).includes("\n")) return none;
      holdsCode = true;
    }
  }
  return numbers.size > 1 && holdsCode ? numbers : none;
}

/** The nearest element around a number with something else beside it. */
function lineAround(number: Text, listing: Element): Element | undefined {
  for (let holder = number.parent; holder !== null && isTag(holder) && holder !== listing; holder = holder.parent) {
    if (visibleChildren(holder).length > 1) return holder;
  }
  return undefined;
}

/** The number at the start of a line of code, when a block follows it. */
function numberOf(line: Element): Element | undefined {
  const [number, code, ...more] = visibleChildren(line);
  if (number === undefined || code === undefined || more.length > 0 || !blocks.has(code.name)) return undefined;
  return lineNumber.test(textIn(number)) ? number : undefined;
}

const lineNumber = /^\s*\d{1,6}\s*$/;
const blocks = new Set(["div", "p", "td", "pre"]);

function visibleChildren(element: Element): readonly Element[] {
  return elementChildren(element).filter((child) => !isInvisible(child));
}

function firstText(node: AnyNode): Text | undefined {
  if (isText(node)) return node.data.trim() === "" ? undefined : node;
  if (!isTag(node) || isInvisible(node)) return undefined;
  for (const child of node.children) {
    const text = firstText(child);
    if (text !== undefined) return text;
  }
  return undefined;
}

function textIn(element: Element): string {
  const [only] = element.children;
  return element.children.length === 1 && only instanceof Text ? only.data : "";
}
