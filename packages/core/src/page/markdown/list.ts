import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { endParagraph, writeNodes, type Flow } from "./block.ts";
import { attribute, elementChildren, findDescendant, isBlock, textOf } from "./element.ts";
import { closeContainer, isStarted, openContainer, precedingList, rememberList, writeBlock } from "./writer.ts";

const listNames = new Set(["ul", "ol", "menu", "dir"]);

interface ListItem {
  readonly element: Element | undefined;
  readonly content: AnyNode[];
}

/** Writes a list, or a list item that stands outside of any list as a list of its own. */
export function writeList(list: Element, flow: Flow): void {
  if (list.name !== "li" && findDescendant(list, isItemOrList) === undefined) {
    writeNodes(list.children, flow);
    return;
  }
  const items = list.name === "li" ? [{ element: list, content: list.children }] : collectItems(list);
  const ordered = list.name === "ol";
  const last = precedingList(flow.writer);
  const marker = ordered ? (last === "." ? ")" : ".") : last === "-" ? "*" : "-";
  const loose = items.some(hasSeveralBlocks);
  let number = firstNumber(list, items.length);
  const step = list.attribs["reversed"] === undefined ? 1 : -1;
  let started = false;
  for (const entry of items) {
    const own = Number.parseInt(entry.element === undefined ? "" : attribute(entry.element, "value"), 10);
    if (ordered && own >= 0) number = own;
    const text = ordered ? `${Math.max(number, 0)}${marker} ` : `${marker} `;
    const joins = isStarted(flow.writer) && (!ordered || number === 1 || started);
    if (writeItem(entry, { text, tight: started ? !loose : joins && insideItem(list) }, flow)) {
      started = true;
      number += step;
    }
  }
  if (started) rememberList(flow.writer, marker);
}

function isItemOrList({ name }: Element): boolean {
  return name === "li" || listNames.has(name);
}

/** The items of a list. What stands between them, nested lists above all, belongs to the item before. */
function collectItems(list: Element): ListItem[] {
  const items: ListItem[] = [];
  for (const child of list.children) {
    if (isTag(child) && child.name === "li") items.push({ element: child, content: [...child.children] });
    else if (isTag(child) && !listNames.has(child.name) && elementChildren(child).some(({ name }) => name === "li")) {
      items.push(...collectItems(child));
    } else if (isTag(child) || (isText(child) && child.data.trim() !== "")) {
      const before = items.at(-1);
      if (before === undefined) items.push({ element: undefined, content: [child] });
      else before.content.push(child);
    }
  }
  return items;
}

function firstNumber(list: Element, count: number): number {
  const start = Number.parseInt(attribute(list, "start"), 10);
  if (start >= 0 && start < 1e9) return start;
  return list.attribs["reversed"] === undefined ? 1 : count;
}

function writeItem(
  entry: ListItem,
  { text, tight }: { readonly text: string; readonly tight: boolean },
  flow: Flow,
): boolean {
  const task = taskMarker(entry);
  openContainer(flow.writer, text + task, { indent: " ".repeat(text.length), tight });
  writeNodes(entry.content, flow);
  const isBare = entry.element?.children.every((child) => isText(child) && child.data.trim() === "") ?? false;
  if (isBare) writeBlock(flow.writer, "");
  return closeContainer(flow.writer);
}

/** `[x] ` or `[ ] ` for an item that starts with a check box (GFM §5.3). */
function taskMarker(entry: ListItem): string {
  if (entry.element === undefined) return "";
  const box = findDescendant(entry.element, ({ name, attribs }) => name === "input" && attribs["type"] === "checkbox");
  if (box === undefined || textBefore(entry.element, box) !== "") return "";
  return box.attribs["checked"] === undefined ? "[ ] " : "[x] ";
}

function textBefore(scope: Element, box: Element): string {
  for (let node: Element = box; node !== scope;) {
    for (let before = node.prev; before !== null; before = before.prev) if (textOf(before).trim() !== "") return "text";
    const { parent } = node;
    if (parent === null || !isTag(parent)) return "";
    if (listNames.has(parent.name)) return "nested";
    node = parent;
  }
  return "";
}

function insideItem(list: Element): boolean {
  const { parent } = list;
  return parent !== null && isTag(parent) && (parent.name === "li" || listNames.has(parent.name));
}

/** Whether the item holds several blocks apart from nested lists, so that blank lines inside part it anyway. */
function hasSeveralBlocks({ content }: ListItem): boolean {
  let blocks = 0;
  let inText = false;
  for (const node of content) {
    if (isTag(node) && isBlock(node)) {
      inText = false;
      if (!listNames.has(node.name)) blocks += 1;
    } else if (!inText && textOf(node).trim() !== "") {
      inText = true;
      blocks += 1;
    }
  }
  return blocks > 1;
}

void endParagraph;
