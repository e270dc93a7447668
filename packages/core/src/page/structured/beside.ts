import { Element, isText, type ChildNode, type Document, type ParentNode } from "domhandler";
import { forEachElement } from "../../markup/elements.ts";
import { singleSpaced } from "../../text/single-spaced.ts";
import { wordsOf } from "../../text/words.ts";
import { relatedHeading } from "../boilerplate/selection/wordings.ts";
import { isAround } from "../surroundings.ts";

/**
 * The elements that hold something else than what a page is about: its header, footer and sidebars, what it recommends, and
 * comments. They are known by their tags, roles, names and headings. None of them holds the first heading of the page.
 * Pure.
 */
export function elementsBeside(document: Document): ReadonlySet<Element> {
  const headings: Element[] = [];
  const beside = new Set<Element>();
  forEachElement(document, (element) => {
    if (/^h[1-6]$/.test(element.name)) headings.push(element);
    else if (isAround(element) || isNamedBeside(element)) beside.add(element);
  });
  for (const heading of headings)
    if (relatedHeading.test(textOf(heading))) for (const element of underHeading(heading)) beside.add(element);
  const title = headings.find((heading) => heading.name === "h1" && textOf(heading) !== "");
  for (let element: ParentNode | null = title ?? null; element !== null; element = element.parent)
    if (element instanceof Element) beside.delete(element);
  return beside;
}

const longestHeading = 200;
/** Elements and texts of a heading that are looked at; headings within headings would be read again and again. */
const maxPieces = 100;

/** The text that a heading begins with. */
export function textOf(heading: Element): string {
  const open: ChildNode[] = heading.children.toReversed();
  let text = "";
  for (let pieces = 0; pieces < maxPieces && text.length < longestHeading; pieces += 1) {
    const next = open.pop();
    if (next === undefined) break;
    if (isText(next)) text += next.data.slice(0, longestHeading);
    else if (next instanceof Element) open.push(...next.children.slice(0, maxPieces).toReversed());
  }
  return singleSpaced(text).slice(0, longestHeading);
}

const longestNames = 100;
const namesBeside: ReadonlySet<string> = new Set(
  "related recommended recommendation recirc similar suggested upsell outbrain taboola comment commentlist disqus respond reply sidebar".split(
    " ",
  ),
);
/** Their names often say what else is on the page: `has-sidebar`. */
const wholes: ReadonlySet<string> = new Set(["html", "body", "main"]);

function isNamedBeside({ name, attribs }: Element): boolean {
  const { id = "", class: classes = "" } = attribs;
  if ((id === "" && classes === "") || wholes.has(name)) return false;
  return wordsOf(`${id} ${classes}`.slice(0, longestNames)).some((word) => namesBeside.has(word));
}

/** The part that a heading is about: the element around it, or what follows it where that holds more. */
function underHeading(heading: Element): readonly Element[] {
  const { parent } = heading;
  if (parent instanceof Element && /^(?:section|aside|div)$/.test(parent.name) && startsWith(parent, heading))
    return [parent];
  const under: Element[] = [];
  for (let next = heading.next; next !== null; next = next.next) {
    if (!(next instanceof Element)) continue;
    if (/^h[1-6]$/.test(next.name) && next.name <= heading.name) break;
    under.push(next);
  }
  return under;
}

const startsWith = (parent: Element, heading: Element): boolean =>
  parent.children.find((child) => child instanceof Element) === heading;
