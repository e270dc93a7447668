import { isTag, isText, type AnyNode, type Element } from "domhandler";
import { attribute, isList, textOf } from "./element.ts";

/** `[x] ` or `[ ] ` for an item that is a task (GFM §5.3), "" for any other. */
export const taskMark = (item: Element | undefined, content: readonly AnyNode[]): string =>
  taskInList(item) ?? (taskMarker(content) || taskInClass(item));

/** The same for an item whose class says that it is a task, and done (Toast UI), where a style sheet draws the box. */
function taskInClass(item: Element | undefined): string {
  const classes = item?.attribs["class"] ?? "";
  if (!/(?:^|\s)task-list-item(?:\s|$)/.test(classes)) return "";
  return /(?:^|\s)(?:is-)?checked(?:\s|$)/.test(classes) ? "[x] " : "[ ] ";
}

/** The sign for a box that is the first of several nodes, an element of its own (Google Keep). */
export function drawnBox(content: readonly AnyNode[]): Element | undefined {
  const [first, ...others] = content.filter((node) => isTag(node) || (isText(node) && node.data.trim() !== ""));
  if (first === undefined || others.length === 0 || !isTag(first) || first.name !== "span") return undefined;
  return /^[☐☑☒]$/u.test(textOf(first, 4).trim()) ? first : undefined;
}

/** `[x] ` or `[ ] ` for an item that starts with a check box (GFM §5.3). */
function taskMarker(content: readonly AnyNode[]): string {
  const drawn = drawnBox(content);
  if (drawn !== undefined) return /[☑☒]/u.test(textOf(drawn)) ? "[x] " : "[ ] ";
  const box = leadingBox(content);
  if (box === undefined || box === "none") return "";
  const isChecked = box.attribs["checked"] !== undefined || box.attribs["aria-checked"] === "true";
  return isChecked || /(?:^|\s)checkbox-on(?:\s|$)/.test(attribute(box, "class")) ? "[x] " : "[ ] ";
}

/**
 * The same for an item that is a check box itself, and for one that its class (Confluence, TinyMCE), style (Evernote) or an attribute
 * (TipTap), also of its list (Quill 1), marks as done or not.
 */
function taskInList(item: Element | undefined): string | undefined {
  const list = item?.parent;
  const isOfTasks = list !== null && list !== undefined && isTag(list) ? list.attribs["data-checked"] : undefined;
  const isDone = item?.attribs["role"] === "checkbox" ? attribute(item, "aria-checked") : (markedAs(item) ?? isOfTasks);
  if (isDone !== undefined) return isDone === "true" ? "[x] " : "[ ] ";
  if (item === undefined || list === null || list === undefined || !isTag(list)) return undefined;
  if (!/(?:^|\s)(?:inline-task-list|tox-checklist)(?:\s|$)/.test(attribute(list, "class"))) return undefined;
  return /(?:^|\s)(?:tox-checklist--)?checked(?:\s|$)/.test(attribute(item, "class")) ? "[x] " : "[ ] ";
}

const markedAs = (item: Element | undefined): string | undefined =>
  item?.attribs["data-checked"] ?? /(?:^|;)\s*--en-checked:\s*(true|false)/.exec(item?.attribs["style"] ?? "")?.[1];

/** Classes of boxes that a style sheet folds what follows with. */
const foldingName = /(?:^|[\s_-])(?:accordion|collapse|expand(?:er)?|fold(?:er)?|toggle)(?:[\s_-]|$)/i;

/** A check box by its element, its role, or as Notion exports it. */
function isCheckBox(element: Element): boolean {
  if (element.name === "input")
    return attribute(element, "type") === "checkbox" && !foldingName.test(attribute(element, "class"));
  if (element.attribs["role"] === "checkbox") return true;
  return /(?:^|\s)checkbox-(?:on|off)(?:\s|$)/.test(attribute(element, "class"));
}

/** The check box that comes before anything visible; "none" when something else comes first. */
function leadingBox(nodes: readonly AnyNode[]): Element | "none" | undefined {
  for (const node of nodes) {
    if (isText(node) && node.data.trim() !== "") return "none";
    if (!isTag(node)) continue;
    if (isCheckBox(node)) return node;
    if (isList(node) || node.name === "img" || node.name === "table") return "none";
    const inside = leadingBox(node.children);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The sign of a box in a text that only shows if something is done; that of an item is its mark. */
export function tickOf({ attribs, parent }: Element): string {
  if (attribs["type"] !== "checkbox" || attribs["disabled"] === undefined) return "";
  let around = parent;
  for (let level = 0; level < maxBoxDepth && around !== null && isTag(around); level += 1) {
    if (around.name === "li") return "";
    around = around.parent;
  }
  return attribs["checked"] === undefined ? "☐" : "☒";
}

/** The mark of an item stands no deeper in it. */
const maxBoxDepth = 12;
