import { Element, isTag, isText, Text, type AnyNode } from "domhandler";
import { neighbour } from "../../markup/neighbour.ts";
import { addLead, endLead, writeNodes, type Flow } from "./flow.ts";
import {
  attribute,
  elementChildren,
  findDescendant,
  hasText,
  isHeading,
  isInvisible,
  isList,
  textOf,
} from "./element.ts";
import { labelOf } from "./tabs.ts";
import { drawnBox, taskMark } from "./task.ts";
import { tickedItems } from "./icon-word.ts";
import type { Context } from "./context.ts";
import { carryLink, wideLinkTail } from "./wide-link.ts";
import {
  closeContainer,
  continuesItem,
  isStarted,
  openContainer,
  precedingList,
  rememberList,
  writeBlock,
} from "./writer.ts";

interface ListItem {
  readonly element: Element | undefined;
  readonly content: readonly AnyNode[];
  /** Nodes between this item and the next, in neither of them. */
  readonly trailing: AnyNode[];
  /** The tail of the link around the item, in the list. */
  readonly link: string | undefined;
}

/** Longer numbers are no list markers (CommonMark §5.2). */
const largestNumber = 999_999_999;

/** Writes a list, or a list item outside of any list as a list that the next one joins. */
export function writeList(list: Element, flow: Flow): void {
  const isStray = list.name === "li";
  const goesOn = continuesList(list);
  if (!isStray && (findDescendant(list, isItemOrList) === undefined || holdsOnlyAList(list))) {
    writeNodes(list.children, flow);
    return;
  }
  if (!isStray && elementChildren(list).some((item) => flow.context.tabs.labels.has(item))) {
    for (const panel of elementChildren(list)) writePanel(panel, flow);
    return;
  }
  const items = isStray
    ? [{ element: list, content: list.children, trailing: [], link: undefined }]
    : collectItems(list, { context: flow.context, link: undefined, known: new Map() });
  const marks = items.map(({ element }) => ownMark(element));
  const areMarked = list.name === "ol" && !marks.includes("");
  const ordered = (list.name === "ol" && !areMarked) || isNumberedByStyle(list);
  const last = precedingList(flow.writer);
  const joinsList = (isStray || goesOn) && last !== "" && ordered === (last === "." || last === ")");
  let marker = joinsList ? last : ordered ? (last === "." ? ")" : ".") : last === "-" ? "*" : "-";
  const step = list.attribs["reversed"] === undefined ? 1 : -1;
  let number = firstNumber(list, items.length);
  let before: number | undefined;
  const signs = areMarked ? marks : tickedItems(items.map(({ content }) => content));
  for (const [place, entry] of items.entries()) {
    if (entry.element !== undefined && flow.context.footnotes.definitions.has(entry.element)) {
      flow.writeNode(entry.element, flow);
      continue;
    }
    const own = Number.parseInt(entry.element === undefined ? "" : attribute(entry.element, "value"), 10);
    // A renderer counts on by itself, so another number needs another list.
    const jumps = ordered && own >= 0 && own !== number && before !== undefined;
    if (jumps) marker = marker === "." ? ")" : ".";
    if (ordered && own >= 0) number = own;
    const joins = continuesItem(flow.writer) && (!ordered || number === 1) && !isBare(entry);
    const tight = before === undefined ? joins || joinsList : before < 2 && !jumps;
    const text = ordered ? `${Math.min(Math.max(number, 0), largestNumber)}${marker} ` : `${marker} `;
    const blocks = writeItem(entry, { text, sign: signs[place] ?? "", tight, opensList: before === undefined }, flow);
    if (blocks === undefined) continue;
    before = blocks;
    number += step;
  }
  if (before !== undefined) rememberList(flow.writer, marker);
}

/** Writes an item of a list of panels, each shown under a label of its own (Skeleton), as what it is. */
function writePanel(panel: Element, flow: Flow): void {
  flow.wrappers.push({ mark: "strong" });
  writeNodes(labelOf(panel, flow.context.tabs), flow);
  flow.wrappers.pop();
  writeNodes(panel.children, flow);
}

/** Longer texts are cards or posts, and no items. */
const longestItem = 500;

/** The list that roles make of other elements (WAI-ARIA 1.2, `list`), if its items are lines of text; undefined for cards. */
export function ariaList(element: Element): Element | undefined {
  if (element.attribs["role"] !== "list" || element.name !== "div") return undefined;
  const items = elementChildren(element);
  const areItems =
    items.length > 1 &&
    items.every(
      (item) =>
        item.attribs["role"] === "listitem" &&
        textOf(item, longestItem).length <= longestItem &&
        findDescendant(item, isOfCard) === undefined,
    );
  return areItems
    ? new Element(
        "ul",
        {},
        items.map(({ children }) => new Element("li", {}, [...children])),
      )
    : undefined;
}

const isOfCard = (part: Element): boolean => isHeading(part) || /^(?:img|picture|video|table|figure)$/.test(part.name);

/** The mark of an item that programs set as a term (TeX4ht, Quarto, laws): the number, a letter, or a bullet. */
const termMark = /^(?:(\d{1,4})[.)]?|\(?[\p{L}\p{N}]{1,5}\)|[a-zA-Z]\.|[ivx]{1,4}\.|[•–*·-])$/u;

/** Writes terms and what is said of them as paragraphs or, where each term is the mark of an item, as a list. */
export function writeDescriptions(descriptions: Element, flow: Flow): void {
  const items = markedItems(descriptions, flow.context);
  if (items === undefined) {
    writeNodes(descriptions.children, flow);
    return;
  }
  const isOrdered = items.every(({ attribs }) => attribs["value"] !== undefined);
  writeList(new Element(isOrdered ? "ol" : "ul", {}, items), flow);
}

/** The items of a list whose marks are terms; undefined for other terms. */
function markedItems(descriptions: Element, { footnotes }: Context): Element[] | undefined {
  const items: Element[] = [];
  for (const part of elementChildren(descriptions)) {
    const mark = part.name === "dt" ? termMark.exec(textOf(part, 8).trim()) : undefined;
    if (mark === null || footnotes.definitions.has(part)) return undefined;
    if (mark !== undefined) {
      const [sign, number] = mark;
      const content = number === undefined && /[.)]$/.test(sign) ? [new Text(`${sign} `)] : [];
      items.push(new Element("li", number === undefined ? {} : { value: number }, content));
    } else if (part.name === "dd") items.at(-1)?.children.push(...part.children);
    else return undefined;
  }
  return items.length > 1 ? items : undefined;
}

/** True for a list around another and nothing else: it has no item that could hold it. */
function holdsOnlyAList({ children }: Element): boolean {
  const [only, ...others] = children.filter((child) => isTag(child) || hasText(child));
  return only !== undefined && others.length === 0 && isTag(only) && isList(only);
}

/**
 * True if a list is the next piece of the one before it: it starts at the next number or, as programs write that have a list
 * for every item (Notion, Etherpad), both are of one class and have one item.
 */
function continuesList(list: Element): boolean {
  const before = neighbour(list.prev, "prev");
  if (before?.name !== list.name || list.name === "li") return false;
  const [items, itemsBefore] = [elementChildren(list).length, elementChildren(before).length];
  if (list.name === "ol")
    return Number(list.attribs["start"]) === Number(before.attribs["start"] ?? 1) + itemsBefore && itemsBefore > 0;
  const classes = attribute(list, "class");
  return items === 1 && itemsBefore === 1 && classes !== "" && classes === attribute(before, "class");
}

function isItemOrList(element: Element): boolean {
  return element.name === "li" || isList(element);
}

interface ListAround {
  readonly context: Context;
  readonly link: string | undefined;
  /** First content of elements already searched, so that none is searched twice. */
  readonly known: Map<Element, FirstInside>;
}

type FirstInside = "item" | "list" | undefined;

/** True if an item or a list comes first inside of an element. */
function firstInside(element: Element, known: ListAround["known"]): FirstInside {
  if (known.has(element)) return known.get(element);
  let first: FirstInside;
  for (const child of element.children) {
    if (!isTag(child)) continue;
    first = child.name === "li" ? "item" : isList(child) ? "list" : firstInside(child, known);
    if (first !== undefined) break;
  }
  known.set(element, first);
  return first;
}

/** The items of a list. Content between them, mostly nested lists, belongs to the item before. */
function collectItems(
  list: Element,
  { context, link, known }: ListAround,
  items: ListItem[] = [],
): readonly ListItem[] {
  for (const child of list.children) {
    const last = items.at(-1);
    if (isTag(child) && isInvisible(child)) continue;
    if (isTag(child) && child.name === "li") {
      if (last !== undefined && !isBare(last) && holdsOnlyLists(child)) last.trailing.push(...child.children);
      else items.push({ element: child, content: child.children, trailing: [], link });
    } else if (isTag(child) && !isList(child) && firstInside(child, known) === "item") {
      const around = child.name === "a" ? wideLinkTail(child, context) : undefined;
      collectItems(child, { context, link: around ?? link, known }, items);
    } else if (isTag(child) || (isText(child) && child.data.trim() !== "")) {
      if (last === undefined) items.push({ element: undefined, content: [], trailing: [child], link });
      else last.trailing.push(child);
    }
  }
  return items;
}

/** True for an item without a bullet that only carries a list: some editors nest a list so. */
function holdsOnlyLists(item: Element): boolean {
  const { children } = item;
  const isUnmarked =
    /(?:^|;)\s*list-style(?:-type)?\s*:[^;]*\bnone\b/i.test(attribute(item, "style")) ||
    /nested-?list/i.test(attribute(item, "class"));
  if (!isUnmarked) return false;
  const shown = children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ""));
  return shown.length > 0 && shown.every((child) => isTag(child) && isList(child));
}

/** The mark that the style of an item writes out, such as `(a)` (CSS Lists and Counters 3, §3.4), or "". */
function ownMark(item: Element | undefined): string {
  const style = item === undefined ? "" : attribute(item, "style");
  const text = /(?:^|;)\s*list-style-type\s*:\s*"((?:[^"\\]|\\.){1,40})"/.exec(style)?.[1] ?? "";
  return text.replace(/\\(.)/g, "$1").trim();
}

/** True for a list whose items are numbered by their style (WP Recipe Maker). */
function isNumberedByStyle(list: Element): boolean {
  const items = elementChildren(list);
  return (
    list.name === "ul" &&
    items.length > 0 &&
    items.every(({ attribs }) => /list-style(?:-type)?:\s*decimal\b/.test(attribs["style"] ?? ""))
  );
}

function firstNumber(list: Element, count: number): number {
  const start = Number.parseInt(attribute(list, "start"), 10);
  if (start >= 0 && start <= largestNumber) return start;
  return list.attribs["reversed"] === undefined ? 1 : count;
}

/** Writes an item. Returns its number of blocks apart from nested lists; undefined when it shows nothing. */
function writeItem(
  entry: ListItem,
  {
    text,
    sign,
    tight,
    opensList,
  }: { readonly text: string; readonly sign: string; readonly tight: boolean; readonly opensList: boolean },
  flow: Flow,
): number | undefined {
  const keepsEmpty = isBare(entry) && isStarted(flow.writer);
  const marker = text + taskMark(entry.element, [...entry.content, ...entry.trailing]);
  openContainer(flow.writer, "item", { marker, indent: " ".repeat(text.length), tight, opensList });
  const content = sign === "" ? entry.content : entry.content.slice(Math.max(0, entry.content.findIndex(hasText)));
  if (sign !== "") addLead(sign, flow);
  const shown = { ...entry, content: withoutMark(content, text) };
  if (keepsEmpty && sign === "") writeBlock(flow.writer, "");
  else if (entry.link === undefined) writeContent(shown, flow);
  else
    carryLink({ tail: entry.link, content: [...shown.content, ...entry.trailing] }, flow, () => {
      writeContent(shown, flow);
    });
  if (sign !== "") endLead(flow);
  return closeContainer(flow.writer);
}

const mayBeMark = /^(?:span|div|h[2-6])$/;
const ownBullet = /^[•◦▪‣·∙○●■–—*-]$/u;

/** Content without the bullet or number that some programs write into the item beside the list's own, in an element. */
function withoutMark(content: readonly AnyNode[], marker: string): readonly AnyNode[] {
  const [first, ...others] = content.filter((node) => isTag(node) || (isText(node) && node.data.trim() !== ""));
  if (first === undefined || others.length === 0 || !isTag(first) || !mayBeMark.test(first.name)) return content;
  const mark = textOf(first, 12).trim();
  const number = marker.trim().slice(0, -1);
  const isApart =
    first.name !== "span" || first.attribs["aria-hidden"] === "true" || /step-?num/i.test(attribute(first, "class"));
  const isRepeated =
    ownBullet.test(mark) ||
    drawnBox(content) === first ||
    mark === `${number}.` ||
    mark === `${number})` ||
    (isApart && /^\d+$/.test(mark) && mark === number);
  return isRepeated ? content.filter((node) => node !== first) : content;
}

function writeContent({ content, trailing }: ListItem, flow: Flow): void {
  for (const nodes of [content, trailing]) writeNodes(nodes, flow);
}

/**
 * An item without even an element in it is meant to be empty; one with elements that show nothing is not meant at all, nor is
 * one that only a script or a style sheet finds by its class, where no number counts it.
 */
function isBare({ content, trailing, element }: ListItem): boolean {
  if (trailing.length > 0 || content.some((child) => !isText(child) || child.data.trim() !== "")) return false;
  const list = element?.parent;
  return element?.attribs["class"] === undefined || (list instanceof Element && list.name === "ol");
}
