import { Element, isTag, isText, type AnyNode, type ParentNode } from "domhandler";
import { attribute, elementChildren, isHeading, textOf } from "./element.ts";

/** Lists of a word processor, made of styled paragraphs: each by its first paragraph, and the other paragraphs. */
export interface WordLists {
  readonly lists: Map<Element, Element>;
  readonly rest: Set<Element>;
}

interface Item {
  readonly paragraph: Element;
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: string;
}

/** Finds the runs of list paragraphs among the children of an element (Word's `mso-list`), and makes a list of each. */
export function findWordLists(parent: ParentNode, into: WordLists): void {
  let run: Item[] = [];
  const close = (): void => {
    const [first, ...rest] = run;
    if (first !== undefined) {
      into.lists.set(first.paragraph, listOf(run, 0, first.level).list);
      for (const { paragraph } of rest) into.rest.add(paragraph);
    }
    run = [];
  };
  for (const child of parent.children) {
    const item = isTag(child) ? itemOf(child) : undefined;
    if (item !== undefined) run.push(item);
    else if (isTag(child) || (isText(child) && child.data.trim() !== "")) close();
  }
  close();
}

function itemOf(paragraph: Element): Item | undefined {
  const style = attribute(paragraph, "style");
  if (isHeading(paragraph)) return undefined; // its number belongs to its text
  const level = /mso-list:[^;]{0,60}?\blevel(\d)/i.exec(style)?.[1];
  if (level === undefined) return undefined;
  const marker = textOf(markerOf(paragraph) ?? paragraph, 20).trim();
  const number = /^\(?(\d{1,9}|[a-z]{1,4})[.)]/i.exec(marker)?.[1];
  return {
    paragraph,
    level: Number(level),
    isOrdered: number !== undefined,
    start: /^\d+$/.test(number ?? "") ? (number ?? "") : "1",
  };
}

const isMarker = (element: Element): boolean => /mso-list:\s*ignore/i.test(attribute(element, "style"));

function markerOf(parent: Element): Element | undefined {
  for (const child of elementChildren(parent)) {
    const marker = isMarker(child) ? child : markerOf(child);
    if (marker !== undefined) return marker;
  }
  return undefined;
}

/** The list of the items from a place on, down to the next one of a lower level. The tree of the page stays as it is. */
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
    } else {
      last = new Element("li", {});
      last.children.push(...withoutMarker(item.paragraph.children));
      list.children.push(last);
      place += 1;
    }
  }
  return { list, next: place };
}

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
