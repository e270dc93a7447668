import { Element, isTag, isText, type AnyNode, type ChildNode, type Document, type ParentNode } from "domhandler";
import { existsOne, textContent } from "domutils";
import { adopt, forEachElement } from "../markup/elements.ts";
import { removeNodes } from "./remove-nodes.ts";

/** Classes of links that a style sheet lays over a card (Bootstrap, Tailwind and others). */
const overlayClass =
  /(?:^|[\s_-])(?:stretched-link|(?:card|link)[_-]{1,2}(?:overlay|cover)|overlay[_-]{1,2}link|inset-0)(?:\s|$)/;

/** A card is at most so many steps above its link, and has at most so many nodes and characters. */
const card = { steps: 3, nodes: 300, characters: 1000 };

/**
 * Puts links without content of their own, which lie over a card, around the words of the card that name them: those that
 * `aria-labelledby` points to, those of `aria-label`, its heading, or words in that label.
 */
export function adoptOverlayLinks(document: Document): void {
  const links: Element[] = [];
  forEachElement(document, (element) => {
    if (liesOver(element)) links.push(element);
  });
  const gone = new Set<ChildNode>();
  for (const link of links) {
    const name = nameOf(link);
    if (name === undefined) continue;
    const named = new Element("a", link.attribs);
    adopt(named, name.children);
    adopt(name, [named]);
    gone.add(link);
  }
  removeNodes(gone);
}

/** True for a link to somewhere with nothing in it, whose name is in an attribute or whose class says what it does. */
function liesOver({ name, attribs, children }: Element): boolean {
  const { href = "", class: classes = "" } = attribs;
  if (name !== "a" || href === "" || href.startsWith("#") || !children.every(isEmpty)) return false;
  return (attribs["aria-labelledby"] ?? attribs["aria-label"]) !== undefined || overlayClass.test(classes);
}

const isEmpty = (node: AnyNode): boolean => {
  if (isText(node)) return node.data.trim() === "";
  return !isTag(node) || (/^(?:span|div)$/.test(node.name) && node.children.every(isEmpty));
};

/**
 * The element of the card around a link that names it. Where the link does not point to it, what has another link or no words is
 * no card.
 */
function nameOf(link: Element): Element | undefined {
  let around = link.parent;
  for (let step = 0; step < card.steps && around !== null && isTag(around); step += 1, around = around.parent) {
    const parts = partsOf(around);
    if (parts === undefined) return undefined;
    const labelling = parts.find((part) => labels(part, link));
    if (labelling !== undefined) return labelling;
    if (parts.some((part) => part !== link && leads(part))) return undefined;
    const words = parts.filter((part) => !part.children.some(isTag) && saysSomething(part));
    if (words.length > 0) return nameAmong(parts, words, link.attribs["aria-label"] ?? "");
  }
  return undefined;
}

const leads = ({ name, attribs }: Element): boolean => name === "a" && attribs["href"] !== undefined;

const saysSomething = (part: Element): boolean => part.name !== "button" && /[\p{L}\p{N}]/u.test(textContent(part));

/** True for words that a link names itself by, which neither hold a link nor stand in one. */
function labels(part: Element, { attribs }: Element): boolean {
  const { id } = part.attribs;
  if (id === undefined || !(attribs["aria-labelledby"] ?? "").split(/\s+/).includes(id)) return false;
  for (let around: ParentNode | null = part; around !== null && isTag(around); around = around.parent)
    if (leads(around)) return false;
  return saysSomething(part) && !existsOne(leads, part.children);
}

function nameAmong(parts: readonly Element[], words: readonly Element[], label: string): Element | undefined {
  const heading = parts.find((part) => /^h[1-6]$/.test(part.name) && saysSomething(part));
  const isNamed = (part: Element): boolean => {
    const text = textContent(part).trim();
    return text.length >= shortestName && label.includes(text);
  };
  return words.find((part) => textContent(part).trim() === label.trim()) ?? heading ?? words.find(isNamed);
}

/** Shorter words in the label of a link do not name it. */
const shortestName = 4;

/** All elements in another, in document order; undefined when there is more than a card has. */
function partsOf(holder: Element): readonly Element[] | undefined {
  if (holder.children.length > card.nodes) return undefined;
  const parts: Element[] = [];
  let [nodes, characters] = [0, 0];
  const open: AnyNode[] = [...holder.children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes += 1;
    if (isText(node)) characters += node.data.trim().length;
    if (nodes + open.length > card.nodes || characters > card.characters) return undefined;
    if (!isTag(node)) continue;
    parts.push(node);
    open.push(...[...node.children].reverse());
  }
  return parts;
}
