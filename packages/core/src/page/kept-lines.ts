import { Element, isTag, isText, Text, type ChildNode } from "domhandler";
import { textContent } from "domutils";
import { adopt } from "../markup/elements.ts";

/**
 * Makes breaks of the line ends in an element that shows them, and in the parts of its lines. Asked of every element of a
 * page in order, it remembers in `keeping` which ones show theirs.
 */
export function keepLines(element: Element, classes: string, keeping: Set<Element>): void {
  if (!keepsLines(element, classes) && !isPartOfLine(element, keeping)) return;
  if (isAligned(element)) {
    element.name = "pre";
    return;
  }
  keeping.add(element);
  breakLines(element);
}

/** True for an element whose line ends are shown, by its own style or by a class of that name. */
const keepsLines = ({ name, attribs }: Element, classes: string): boolean =>
  !/^(?:pre|code|textarea|table|tr|body|html)$/.test(name) &&
  (/(?:^|;)\s*white-space:\s*(?:pre|break-spaces)/.test(attribs["style"] ?? "") ||
    /(?:^|[\s_-])(?:white-?space-(?:pre|break-spaces)|(?:text-|ws-)?pre-(?:wrap|line)(?:\s|$))/.test(classes));

/** A gap of so many spaces inside of a line sets what follows it below or above something. */
const gap = /\S {3,}\S/;

/** True for a block of text alone whose lines have gaps, such as chords over the words that they are played with. */
function isAligned(element: Element): boolean {
  if (!/^(?:div|p)$/.test(element.name) || !holdsOnlyText(element)) return false;
  const lines = textContent(element).split("\n");
  return lines.length > 2 && lines.filter((line) => gap.test(line)).length > 1;
}

const holdsOnlyText = ({ children }: Element): boolean =>
  children.every((child) => isText(child) || (isTag(child) && inLine.has(child.name) && holdsOnlyText(child)));

const inLine: ReadonlySet<string> = new Set(["a", "b", "em", "i", "s", "span", "strong", "u"]);

/** True for a part of a line in an element that keeps its lines. */
const isPartOfLine = ({ name, attribs, parent }: Element, keeping: ReadonlySet<Element>): boolean =>
  inLine.has(name) &&
  parent !== null &&
  isTag(parent) &&
  keeping.has(parent) &&
  !/white-space:\s*(?:normal|nowrap)/.test(attribs["style"] ?? "");

/** Turns line ends in the text of an element into breaks, except at the ends of a block. */
function breakLines(element: Element): void {
  const { children, name } = element;
  const [first, last] = inLine.has(name) ? [] : [children[0], children.at(-1)];
  const broken = children.flatMap((child): ChildNode[] => {
    if (!isText(child) || child.data.trim() === "") return [child];
    if (child === first) child.data = child.data.trimStart();
    if (child === last) child.data = child.data.trimEnd();
    const lines = child.data.split("\n");
    child.data = lines.at(-1) ?? "";
    return [...lines.slice(0, -1).flatMap((line) => [new Text(line), new Element("br", {})]), child];
  });
  if (broken.length > children.length) adopt(element, broken);
}
