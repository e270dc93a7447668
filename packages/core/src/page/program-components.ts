import { Element, isTag, isText, Text, type ChildNode } from "domhandler";
import { appendChild, prepend } from "domutils";
import { hasClass } from "../markup/elements.ts";

/** Elements that scripts define (HTML §4.13), by what the last words of their names say that they are. */
const parts: readonly (readonly [name: RegExp, role: string])[] = [
  [/-tab-panel$/, "tabpanel"],
  [/-tab$/, "tab"],
  [/-(?:tab-group|tabs)$/, "tablist"],
];

/** Names of elements that {@link adoptComponent} knows. */
export const componentNames = /-(?:tab|tab-panel|tab-group|tabs|details)$/;

/** Gives tabs and parts that unfold, as libraries of components define them (Shoelace, Fluent), what HTML and ARIA have for it. */
export function adoptComponent(element: Element): void {
  const role = parts.find(([name]) => name.test(element.name))?.[1];
  if (role !== undefined) {
    element.attribs = { role, ...element.attribs };
    element.name = "div";
    return;
  }
  const { summary } = element.attribs;
  if (!element.name.endsWith("-details") || summary === undefined) return;
  element.name = "details";
  const title = new Element("summary", {}, [new Text(summary)]);
  const [first] = element.children;
  if (first === undefined) appendChild(element, title);
  else prepend(first, title);
}

const stanza = /(?:^|\s)(?:stanza|strophe|line-?group|lg)(?:\s|$)/;

const poem = /(?:^|\s)(?:poem|poetry|verse)(?:\s|$)/;

/** The lines of a stanza, where each is an element of its own (Project Gutenberg, TEI). */
export function adoptStanza(element: Element, classes: string): void {
  const isOfParts = poem.test(classes);
  if (!isOfParts && !stanza.test(classes)) return;
  const lines = element.children.filter(isTag);
  const areLines = lines.length > 1 && lines.every((line) => isNamedLine(line) || (!isOfParts && isLine(line)));
  if (!areLines || !element.children.every((child) => isTag(child) || isBlank(child))) return;
  element.name = "p";
  for (const line of lines) {
    line.name = "span";
    appendChild(line, new Element("br", {}));
  }
}

const isNamedLine = (line: Element): boolean =>
  line.name === "span" && /(?:^|\s)(?:l|line|verse)(?:\s|$)/.test(line.attribs["class"] ?? "") && isInLine(line);

const isBlank = (node: ChildNode): boolean => !isText(node) || node.data.trim() === "";

const inLine = /^(?:a|abbr|b|em|i|small|span|strong|sub|sup|u)$/;

/** True for a box that holds nothing but text. */
const isLine = ({ children, name }: Element): boolean =>
  /^(?:div|p)$/.test(name) && children.every((child) => !isTag(child) || isInLine(child));

const isInLine = ({ children, name }: Element): boolean =>
  inLine.test(name) && children.every((child) => !isTag(child) || isInLine(child));

const itemClass =
  /(?:^|\s)(?:notion-(bulleted|numbered)_list-block|notion-to_do-block|roam-block-container|ls-block|prosemirror-flat-list|bn-block-outer)(?:\s|$)/;

/** The items of a list that are boxes under each other, each with its mark in a box (Notion, Roam, Logseq, ProseMirror, BlockNote). */
export function adoptItem(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (/(?:^|\s)notion-list-item-box-left(?:\s|$)/.test(classes)) gone.add(element);
  if (element.name !== "div" || !itemClass.test(classes)) return;
  const kind = itemClass.exec(classes)?.[1] ?? element.attribs["data-list-kind"] ?? kindOfBlock(element);
  if (kind === undefined && hasClass(classes, "bn-block-outer")) return;
  if (kind === "numbered" || kind === "ordered") joinNumbered(element, gone);
  else element.name = "li";
}

/** Makes a box the next item of the list before it, or a list with one item. The box itself goes with all others at once. */
function joinNumbered(box: Element, gone: Set<ChildNode>): void {
  const { prev: list, next } = box;
  const item = new Element("li", box.attribs, box.children);
  for (const child of item.children) child.parent = item;
  box.children = [];
  if (list !== null && isTag(list) && list.attribs["data-items"] === "numbered") {
    appendChild(list, item);
    gone.add(box);
    list.next = next;
    if (next !== null) next.prev = list;
    return;
  }
  box.name = "ol";
  box.attribs = { "data-items": "numbered" };
  appendChild(box, item);
}

/** The kind of the items that a block of BlockNote is one of; undefined for other blocks. */
function kindOfBlock(outer: Element): string | undefined {
  const content = outer.children.find(isTag)?.children.find(isTag);
  return /^(bullet|check|numbered)ListItem$/.exec(content?.attribs["data-content-type"] ?? "")?.[1];
}

/** Classes of tabs to which only a script gives their roles (Fandom, AsciiDoctor). */
const tabRoles: readonly (readonly [kind: RegExp, role: string])[] = [
  [/(?:^|\s)(?:wds-tabs|tablist)(?:\s|$)/, "tablist"],
  [/(?:^|\s)wds-tabs__tab(?:\s|$)/, "tab"],
  [/(?:^|\s)(?:wds-tab__content|tabpanel)(?:\s|$)/, "tabpanel"],
];

/** Tabs that a script makes: of titles in attributes (Tabber), or of labels above the panels. */
export function adoptTabber(element: Element, classes: string): void {
  if (/(?:^|\s)tabbertab(?:\s|$)/.test(classes)) {
    const title = element.attribs["title"] ?? element.attribs["data-title"] ?? "";
    const [first] = element.children;
    if (title !== "" && first !== undefined)
      prepend(first, new Element("p", {}, [new Element("b", {}, [new Text(title)])]));
  } else {
    const role = tabRoles.find(([kind]) => kind.test(classes))?.[1];
    if (role !== undefined) element.attribs["role"] ??= role;
    else if (hasClass(classes, "tab") && element.name === "li" && isInTabList(element))
      element.attribs["role"] ??= "tab";
  }
}

/** True for an item of the list of labels, or of the list in it. */
const isInTabList = ({ parent }: Element): boolean =>
  [parent, parent?.parent].some(
    (around) => around instanceof Element && hasClass(around.attribs["class"] ?? "", "tablist"),
  );

/** Chords in boxes above the words that they are played with (ChordSheetJS): they go into the line, in brackets. */
export function adoptChords(element: Element, classes: string): void {
  if (element.name !== "div" || !hasClass(classes, "column")) return;
  const [chord, words, ...others] = element.children.filter(isTag);
  if (chord === undefined || words === undefined || others.length > 0) return;
  if (!hasClass(chord.attribs["class"] ?? "", "chord") || !hasClass(words.attribs["class"] ?? "", "lyrics")) return;
  for (const part of [element, chord, words]) part.name = "span";
  const [first] = chord.children;
  if (first === undefined || !isText(first) || first.data.trim() === "") return;
  first.data = `[${first.data.trim()}]`;
}

/** An object in JSON whose parts fold, set as lists (Redoc): it becomes a listing, each item on a line of its own. */
export function adoptFoldingJson(element: Element): void {
  const text = jsonIn(element, "").trim();
  if (text === "") return;
  element.name = "pre";
  element.attribs = { class: "language-json" };
  element.children = [];
  appendChild(element, new Text(text));
}

function jsonIn(node: ChildNode, indent: string): string {
  if (isText(node)) return node.data;
  if (!isTag(node) || node.name === "button") return "";
  if (node.name !== "ul") return node.children.map((child) => jsonIn(child, indent)).join("");
  const deeper = `${indent}  `;
  const lines = node.children.filter(isTag).map((item) => `\n${deeper}${jsonIn(item, deeper).trim()}`);
  return lines.length === 0 ? "" : `${lines.join("")}\n${indent}`;
}
