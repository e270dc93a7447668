import { Element, isTag, isText, type AnyNode, type ParentNode } from "domhandler";
import { attribute, elementChildren, findDescendant, isHeading, textOf } from "./element.ts";

/**
 * Lists of a word processor or an editor, made of styled paragraphs (Word), of a flat list for every change of level
 * (Google Docs, Word Online, Slack) or of one flat list (Quill, Draft.js, tables of contents): what each becomes by its first element, and its other
 * elements.
 */
export interface WordLists {
  readonly lists: Map<Element, readonly Element[]>;
  readonly rest: Set<Element>;
}

interface Item {
  readonly content: Element["children"];
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: string;
  /** True for a task that is done, false for one that is not; undefined for other items. */
  readonly isDone?: boolean | undefined;
}

/** True if an element may be a part of a word processor's list. */
export function isWordListPart(element: Element): boolean {
  const { name, attribs } = element;
  if (listInBox(element) !== undefined) return true;
  if (name === "ul" || name === "ol")
    return attribs["class"]?.includes("lst-kix") === true || isOfEditor(element) || toldLevels(element) !== undefined;
  return attribs["style"]?.includes("mso-list") === true || isFilteredItem(element);
}

/** Finds the runs of list parts among the children of an element, and makes a list of each. */
export function findWordLists(parent: ParentNode, into: WordLists): void {
  let [parts, run]: [Element[], Item[]] = [[], []];
  const close = (): void => {
    const [first, ...rest] = parts;
    if (first !== undefined) {
      const base = run.reduce((lowest, { level }) => Math.min(lowest, level), Infinity);
      into.lists.set(first, listsOf(run, base));
      for (const part of rest) into.rest.add(part);
    }
    [parts, run] = [[], []];
  };
  for (const child of parent.children) {
    const items = isTag(child) ? itemsOf(child) : [];
    if (isTag(child) && items.length > 0) {
      const isWhole = toldLevels(child) !== undefined;
      if (isWhole || (items[0]?.level === 0 && listName(child) !== listName(parts[0]))) close();
      parts.push(child);
      run.push(...items);
      if (isWhole) close();
    } else if (isTag(child) || (isText(child) && child.data.trim() !== "")) close();
  }
  close();
}

/** Google Docs names a list and the level of a part of it in one class. */
const partClass = /(?:^|\s)lst-kix_(\S{1,80})-(\d)(?:\s|$)/;
const listName = (part: Element | undefined): string | undefined =>
  part === undefined ? undefined : partClass.exec(attribute(part, "class"))?.[1];

/** The list in a box of Word Online, which has one for every item. */
function listInBox({ attribs, children }: Element): Element | undefined {
  if (attribs["class"]?.includes("ListContainerWrapper") !== true) return undefined;
  return children.filter(isTag).find(({ name }) => name === "ul" || name === "ol");
}

function itemsOf(element: Element): readonly Item[] {
  const part = listInBox(element) ?? element;
  if (part.name !== "ul" && part.name !== "ol") return itemOf(part) ?? [];
  if (isOfEditor(part)) return elementChildren(part).map((item) => editorItem(item, part));
  const levels = toldLevels(part);
  if (levels !== undefined)
    return elementChildren(part).map((item, place) => ({ ...editorItem(item, part), level: levels[place] ?? 0 }));
  const level = partClass.exec(attribute(part, "class"))?.[2];
  if (level === undefined) return [];
  const list = { level: Number(level), isOrdered: part.name === "ol", start: attribute(part, "start") };
  return elementChildren(part).map((item) => ({ ...list, content: item.name === "li" ? item.children : [item] }));
}

const indentClass = /(?:^|\s)(?:ql-indent-|public-DraftStyleDefault-depth)(\d)(?:\s|$)/;

/** The level of an item as Word Online and Slack note it. */
const levelOf = (attribs: Element["attribs"]): string | undefined =>
  attribs["data-aria-level"] ?? attribs["data-stringify-indent"];

/**
 * True for an item of a flat list: of Quill and Draft.js, whose class has its level, and since version 2 of Quill an attribute
 * its kind, or of Word Online or Slack.
 */
const isEditorItem = ({ name, attribs }: Element): boolean =>
  name === "li" &&
  (attribs["data-list"] !== undefined || levelOf(attribs) !== undefined || indentClass.test(attribs["class"] ?? ""));

const isOfEditor = (list: Element): boolean => elementChildren(list).some(isEditorItem);

const levelClass = /(?:^|\s)(?:toc-?)?(?:level|lvl|indent|depth|h)[-_]?(\d)(?:\s|$)/i;
const indentStyle =
  /(?:^|[;\s])(?:margin|padding)-(?:left|inline-start):\s*(\d{1,3}(?:\.\d+)?)(?:px|pt|r?em)?\s*(?:;|$)/i;

/**
 * The levels of the items of a flat list, if each item tells its own by an attribute, its class or its indent: they begin with
 * the lowest, and none is deeper by two than the one before.
 */
function toldLevels(list: Element): readonly number[] | undefined {
  const items = elementChildren(list);
  if (items.length < 2 || items.some(({ name }) => name !== "li")) return undefined;
  for (const levelIn of [levelInAttribute, levelInClass, indentOf]) {
    const told = items.map(({ attribs }) => levelIn(attribs));
    if (told.includes(undefined)) continue;
    const steps = [...new Set(told)].sort((one, other) => Number(one) - Number(other));
    const levels = told.map((level) => steps.indexOf(level));
    const isDeepened = levels.every((level, place) => level <= (levels[place - 1] ?? -1) + 1);
    if (steps.length > 1 && isDeepened) return levels;
  }
  return undefined;
}

type LevelIn = (attribs: Element["attribs"]) => number | undefined;
const numberIn = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
const levelInAttribute: LevelIn = (attribs) => numberIn(/^\d$/.exec(attribs["aria-level"] ?? "")?.[0]);
const levelInClass: LevelIn = (attribs) => numberIn(levelClass.exec(attribs["class"] ?? "")?.[1]);
const indentOf: LevelIn = (attribs) => numberIn(indentStyle.exec(attribs["style"] ?? "")?.[1]);

function editorItem(item: Element, list: Element): Item {
  const kind = attribute(item, "data-list");
  return {
    content: item.children,
    level: Number(levelOf(item.attribs) ?? indentClass.exec(attribute(item, "class"))?.[1] ?? 0),
    isOrdered: kind === "" ? list.name === "ol" : kind === "ordered",
    start: item === elementChildren(list)[0] ? (list.attribs["start"] ?? "1") : "1",
    isDone: kind === "checked" || (kind === "unchecked" ? false : undefined),
  };
}

/** A paragraph of Word (`mso-list`). */
function itemOf(paragraph: Element): readonly Item[] | undefined {
  const style = attribute(paragraph, "style");
  if (isHeading(paragraph)) return undefined; // its number belongs to its text
  if (isFilteredItem(paragraph)) return filteredItem(paragraph);
  const level = /mso-list:[^;]{0,60}?\blevel(\d)/i.exec(style)?.[1];
  if (level === undefined) return undefined;
  const marker = textOf(markerOf(paragraph) ?? paragraph, 20);
  return [{ content: withoutMarker(paragraph.children), level: Number(level), ...numbering(marker) }];
}

function numbering(marker: string): Pick<Item, "isOrdered" | "start"> {
  const number = /^\(?(\d{1,9}|[a-z]{1,4})[.)]/i.exec(marker.trim())?.[1];
  return { isOrdered: number !== undefined, start: /^\d+$/.test(number ?? "") ? (number ?? "") : "1" };
}

/** True for a list paragraph of a page that Word saved as "filtered": its mark is text, with a gap in small type behind it. */
const isFilteredItem = (element: Element): boolean =>
  element.name === "p" &&
  /(?:^|\s)MsoListParagraph/.test(attribute(element, "class")) &&
  !attribute(element, "style").includes("mso-list") &&
  findDescendant(element, isGap) !== undefined;

const isGap = (element: Element): boolean =>
  element.name === "span" &&
  /^\s*font:\s*7(?:\.0)?pt/.test(attribute(element, "style")) &&
  /^[\s\u00A0]*$/.test(textOf(element, 60));

function filteredItem(paragraph: Element): readonly Item[] {
  const { before, after } = aroundGap(paragraph.children);
  return [
    { content: after, level: marginOf(paragraph), ...numbering(before.map((node) => textOf(node, 20)).join("")) },
  ];
}

interface AroundGap {
  readonly before: Element["children"];
  readonly after: Element["children"];
  readonly isFound: boolean;
}

/** The nodes on both sides of the gap between a mark and its text; elements around it stand on both. */
function aroundGap(nodes: readonly AnyNode[]): AroundGap {
  const [before, after]: [Element["children"], Element["children"]] = [[], []];
  let isFound = false;
  for (const node of nodes) {
    if (!isTag(node) && !isText(node)) continue;
    if (isFound || isText(node)) (isFound ? after : before).push(node);
    else if (isGap(node)) isFound = true;
    else {
      const inside = aroundGap(node.children);
      isFound = inside.isFound;
      before.push(isFound ? new Element(node.name, node.attribs, inside.before) : node);
      if (inside.after.length > 0) after.push(new Element(node.name, node.attribs, inside.after));
    }
  }
  return { before, after, isFound };
}

const inchesPer: Readonly<Record<string, number>> = { in: 1, cm: 0.39, mm: 0.039, pt: 1 / 72 };

/** The indent of a paragraph in tenths of an inch; Word's style for lists says half an inch. */
function marginOf(paragraph: Element): number {
  const [, value = "0.5", unit = "in"] =
    /margin-left:\s*(\d*\.?\d+)(in|cm|mm|pt)/.exec(attribute(paragraph, "style")) ?? [];
  return Math.round(Number(value) * (inchesPer[unit] ?? 1) * 10);
}

const isMarker = (element: Element): boolean => /mso-list:\s*ignore/i.test(attribute(element, "style"));

function markerOf(parent: Element): Element | undefined {
  for (const child of elementChildren(parent)) {
    const marker = isMarker(child) ? child : markerOf(child);
    if (marker !== undefined) return marker;
  }
  return undefined;
}

/** The lists of the items: one as long as their kind stays. */
function listsOf(items: readonly Item[], level: number): readonly Element[] {
  const lists: Element[] = [];
  for (let place = 0; place < items.length;) {
    const { list, next } = listOf(items, place, level);
    lists.push(list);
    place = next;
  }
  return lists;
}

/**
 * The list of the items from a place on, down to the next one of a lower level or of another kind. The tree of the page
 * stays as it is.
 */
function listOf(
  items: readonly Item[],
  from: number,
  level: number,
): { readonly list: Element; readonly next: number } {
  const first = items[from];
  const list = new Element(
    first?.isOrdered === true ? "ol" : "ul",
    first?.isOrdered === true ? { start: first.start } : {},
  );
  let place = from;
  let last: Element | undefined;
  while (place < items.length) {
    const item = items[place];
    if (item === undefined || item.level < level) break;
    if (item.level > level && last !== undefined) {
      const nested = listOf(items, place, item.level);
      last.children.push(nested.list);
      place = nested.next;
    } else if (last !== undefined && item.isOrdered !== first?.isOrdered) break;
    else {
      last = new Element("li", {});
      if (item.isDone !== undefined) last.children.push(checkBox(item.isDone));
      last.children.push(...item.content);
      list.children.push(last);
      place += 1;
    }
  }
  return { list, next: place };
}

const checkBox = (isDone: boolean): Element =>
  new Element("input", { type: "checkbox", ...(isDone ? { checked: "" } : {}) });

function withoutMarker(nodes: readonly AnyNode[]): Element["children"] {
  return nodes.flatMap((node): Element["children"] => {
    if (!isTag(node)) return isText(node) ? [node] : [];
    if (isMarker(node)) return [];
    if (markerOf(node) === undefined) return [node];
    const copy = new Element(node.name, node.attribs);
    copy.children.push(...withoutMarker(node.children));
    return [copy];
  });
}
