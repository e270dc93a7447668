import { Element, isTag, isText, Text, type ChildNode } from "domhandler";
import { appendChild, prepend, replaceElement } from "domutils";
import { hasClass } from "../markup/elements.ts";

/** Elements that scripts define (HTML §4.13), by what the last words of their names say that they are. */
const parts: readonly (readonly [name: RegExp, role: string])[] = [
  [/-tab-panel$/, "tabpanel"],
  [/-tab$/, "tab"],
  [/-(?:tab-group|tabs)$/, "tablist"],
];

/** The elements of Yuque's pages that HTML has by other names. */
const plainNames: ReadonlyMap<string, string> = new Map([
  ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "code"].map((name) => [`ne-${name}`, name] as const),
  ["ne-quote", "blockquote"],
  ["ne-uli", "li"],
  ["ne-tli", "li"],
  ["ne-hole", "div"],
]);

/** Names of elements that {@link adoptComponent} knows. */
export const componentNames =
  /-(?:tab|tab-panel|tab-group|tabs|details)$|^ne-(?:h[1-6]|p|code|quote|[out]li|[ou]li-i|text|hole)$/;

/**
 * Gives what HTML and ARIA have for it to tabs and parts that unfold, as libraries of components define them (Shoelace,
 * Fluent), and to the blocks of an editor (Yuque).
 */
export function adoptComponent(element: Element, gone: Set<ChildNode>): void {
  if (element.name.startsWith("ne-")) {
    adoptBlock(element, gone);
    return;
  }
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

/** Marks of a text of Yuque; the first one that it has is shown. */
const marks: readonly (readonly [attribute: string, name: string])[] = [
  ["ne-bold", "strong"],
  ["ne-italic", "em"],
  ["ne-strikethrough", "del"],
];

function adoptBlock(block: Element, gone: Set<ChildNode>): void {
  const { name, attribs } = block;
  if (name.endsWith("li-i")) gone.add(block);
  else if (name === "ne-oli") joinNumbered(block, gone);
  else block.name = plainNames.get(name) ?? marks.find(([mark]) => attribs[mark] === "true")?.[1] ?? "span";
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

/** Code and Markdown of slides in an element whose content no browser reads as HTML (reveal.js). */
export function adoptTemplate(template: Element): void {
  const { parent } = template;
  const [text] = template.children;
  if (!(parent instanceof Element) || text === undefined || !isText(text)) return;
  if (parent.name === "code") replaceElement(template, text);
  else if (parent.attribs["data-markdown"] !== undefined) {
    template.name = "pre";
    template.attribs = { class: "language-markdown" };
  }
}

const timeNames: ReadonlySet<string> = new Set(["relative-time", "time-ago", "local-time"]);

/** Gives a time whose words a script writes the date of its attribute (timeago). Other empty times are for machines. */
export function adoptTime(time: Element, classes: string): void {
  const { datetime, title } = time.attribs;
  const said = timeNames.has(time.name) ? datetime : hasClass(classes, "timeago") ? (datetime ?? title) : undefined;
  const date = /^\d{4}-\d\d-\d\d(?!\d)/.exec(said ?? "")?.[0];
  if (date !== undefined && isEmpty(time)) appendChild(time, new Text(date));
}

const isEmpty = ({ children }: Element): boolean =>
  children.every((child) => isBlank(child) && (!isTag(child) || isEmpty(child)));
