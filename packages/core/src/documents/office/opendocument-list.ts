import type { Element } from "domhandler";
import type { ListItem } from "../html/nested-list.ts";

/** The items of a list so far, and its style. */
export interface OpenList {
  readonly style: string;
  readonly items: ListItem[];
}

/** Adds a list to those before it: one that goes on behind another list has that one in its last item. */
export function addList(lists: OpenList[], list: Element, items: readonly ListItem[]): void {
  const style = list.attribs["text:style-name"] ?? "";
  const [last, before] = [lists.at(-1), lists.at(-2)];
  if (last === undefined || !goesOn(list, items)) lists.push({ style, items: [...items] });
  else if (before === undefined || last.style === style || before.style !== style) last.items.push(...items);
  else {
    before.items.push(...last.items.map((item) => ({ ...item, depth: item.depth + 1 })), ...items);
    lists.pop();
  }
}

/** Some programs write every change of level as a separate list, which continues the one before it. */
const goesOn = (list: Element, items: readonly ListItem[]): boolean =>
  continuesNumbers(list) || (items[0]?.depth ?? 0) > 0;

/** True for a list that says that it goes on with the numbers of another. */
export const continuesNumbers = ({ attribs }: Element): boolean =>
  attribs["text:continue-numbering"] === "true" || attribs["text:continue-list"] !== undefined;
