import { Element, isTag, isText, Text, type ChildNode, type Document } from "domhandler";
import { appendChild, prepend, replaceElement } from "domutils";
import { forEachElement, hasClass } from "../markup/elements.ts";
import {
  adoptChords,
  adoptComponent,
  adoptItem,
  adoptStanza,
  adoptTabber,
  adoptTemplate,
  adoptTime,
  componentNames,
} from "./program-components.ts";
import { adoptFormulaOfXml } from "./program-formulas.ts";
import { adoptListings, adoptVerbatim } from "./program-listings.ts";
import { keepLines } from "./kept-lines.ts";
import { beginningOf, postAdoptions } from "./program-posts.ts";
import { tableAdoptions } from "./program-tables.ts";
import { removeNodes } from "./remove-nodes.ts";

/** Signs in the source of a page that one of the rules below may apply; pages without any are not walked. */
const signs =
  /<ac:|<\w+:math\b|<en-todo|data-ds--code|<oembed|<amp-(?:img|anim)|<\w+-(?:details|tab)[\s>]|<ne-|type=["']?text\/template|data-template|timeago|<(?:relative-time|time-ago|local-time)\b|class=["']?[^"'>]{0,300}(?:slide-duplicate|slick-cloned|__slide--clone|owl-item|tns-slide|bx-clone|redoc-json|latex-rendered|enlighter-code|price-table__|bbcode_|bbc_code|postcontent|score likes|display-counter|hideme|kg-audio|table-?row|(?<=["'\s=])bb_|prosemirror-flat|bbCode|codeoperation|waffle|checkbox-o|org-[uo]l|checklist|alt2|memname|memberdecls|headertitle|cdx-checklist|tc-row|summary-table|ant-table-header|el-table__header|_scrollHead|dt-scroll-head|k-grid-header|white-?space-pre|pre-wrap|pre-line|ltx_tag_(?:item|listing)|ltx_lstlisting|csl-left|signature-attributes|codebox|lightbox|hide-text|wp-block-verse|verseblock|onebox|portable-infobox|kg-toggle|blockcode|expand-con|mermaid|tabbertab|(?<=["'\s=])tabpanel|wds-tab|notion-|chatlog__|roam-block|(?<=["'\s=])(?:dp-|ls-block)|bn-block|stanza|poem|poetry|verse["' ]|strophe|line-?group|ltx_(?:equationgroup|contact)|(?<=["'\s=])(?:tr|chord|verbatim|Nm|lg|inline|code|de1|sy\d|kw\d)["' ])|data-(?:to-value|number-value|to|count|counter|end-value|purecounter-end|stop|target)=["']?\d|data-(?:node-type=["']?taskList|task-list-local)|style=["'][^"'>]{0,300}(?:white-space:\s*(?:pre|break)|display:\s*table-row)/;

/**
 * Gives what programs write in elements of their own the elements that HTML has for it: quotations and spoilers of forums,
 * macros and tasks of wikis, check boxes and players of editors. Their controls go, their text stays.
 */
export function adoptProgramMarkup(document: Document, html: string): void {
  if (!signs.test(html)) return;
  const gone = new Set<ChildNode>();
  const found: Element[] = [];
  const keeping = new Set<Element>();
  forEachElement(document, (element) => found.push(element));
  for (const element of found) {
    const classes = element.attribs["class"] ?? "";
    if (element.name.startsWith("ac:")) adoptMacro(element, gone);
    else if (element.name.endsWith(":math")) adoptFormulaOfXml(element);
    else if (element.name === "oembed") adoptPlayer(element);
    else if (/^amp-(?:img|anim)$/.test(element.name) && !element.children.some(isTag)) element.name = "img";
    else if (componentNames.test(element.name)) adoptComponent(element, gone);
    else if (element.name === "en-todo") adoptTodo(element);
    else if (element.attribs["type"] === "text/template" || element.attribs["data-template"] !== undefined)
      adoptTemplate(element);
    else if (isCounter(element)) countUp(element);
    else if (
      element.attribs["data-node-type"] === "taskList" ||
      element.attribs["data-task-list-local-id"] !== undefined
    )
      element.name = "ul";
    else if (element.attribs["data-task-local-id"] !== undefined && element.name === "div") element.name = "li";
    else if (classes !== "" || /display:\s*table-row/.test(element.attribs["style"] ?? ""))
      for (const adopt of adoptions) adopt(element, classes, gone);
    adoptTime(element, classes);
    keepLines(element, classes, keeping);
  }
  removeNodes(gone);
}

/** Attributes that hold the end of a number which counts up once it is seen (Elementor, PureCounter, countTo and others). */
const counterEnds = [
  "data-to-value",
  "data-purecounter-end",
  "data-end-value",
  "data-to",
  "data-count",
  "data-counter",
  "data-stop",
  "data-target",
];
const counterClass = /count|number|stat|odometer|percent-value/i;

/** True for a number that waits at nothing for a script. */
function isCounter(element: Element): boolean {
  const [only] = element.children;
  if (element.children.length > 1 || !counterClass.test(element.attribs["class"] ?? "")) return false;
  return (only === undefined || (isText(only) && /^\s*0?\s*$/.test(only.data))) && endOf(element) !== undefined;
}

const endOf = (counter: Element): string | undefined =>
  [...counterEnds.map((name) => counter.attribs[name]), valueOf(counter), endAround(counter)].find(
    (end) => end !== undefined && /^\d[\d.,]{0,15}$/.test(end),
  );

/** The end in an attribute that other elements have, too (Avada). */
const valueOf = ({ attribs }: Element): string | undefined =>
  /counter/i.test(attribs["class"] ?? "") ? attribs["data-value"] : undefined;

/** The end in an attribute of a box around the number and its sign (Divi). */
const endAround = ({ parent }: Element): string | undefined =>
  [parent, parent?.parent, parent?.parent?.parent]
    .map((box) => (box instanceof Element ? box.attribs["data-number-value"] : undefined))
    .find((end) => end !== undefined);

function countUp(counter: Element): void {
  const end = endOf(counter) ?? "";
  counter.children = [];
  appendChild(counter, new Text(end));
}

type Adoption = (element: Element, classes: string, gone: Set<ChildNode>) => void;

const adoptions: readonly Adoption[] = [
  ...postAdoptions,
  adoptVerbatim,
  adoptListings,
  adoptTags,
  ...tableAdoptions,
  adoptStanza,
  adoptItem,
  adoptTabber,
  adoptCheckBox,
  adoptInline,
  adoptChords,
];

/** A box that its class sets into the line, and the one paragraph in it (YARD). */
function adoptInline(element: Element, classes: string): void {
  if (element.name !== "div" || !hasClass(classes, "inline")) return;
  const [only, ...others] = element.children.filter(
    (child) => isTag(child) || (isText(child) && child.data.trim() !== ""),
  );
  if (only === undefined || !isTag(only) || others.length > 0 || only.name !== "p") return;
  element.name = "span";
  only.name = "span";
}

/**
 * Numbers of items, lines and references that stand in a box of their own before the text (LaTeXML, CSL), small words behind
 * the names of parameters (JSDoc), and verses.
 */
function adoptTags(element: Element, classes: string): void {
  if (hasClass(classes, "csl-left-margin") || hasClass(classes, "csl-right-inline")) element.name = "span";
  else if (hasClass(classes, "signature-attributes")) element.name = "sup";
  else if (hasClass(classes, "ltx_contact")) element.attribs["style"] = "display: block";
  else if (hasClass(classes, "ltx_tag_listingline")) appendChild(element, new Text(" "));
  else if (hasClass(classes, "ltx_tag_item") && !/^(?:\d+\.|\P{L})$/u.test(beginningOf(element).trim())) {
    const paragraph = element.next !== null && isTag(element.next) ? firstParagraph(element.next) : undefined;
    if (paragraph === undefined) return;
    appendChild(element, new Text(" "));
    const [first] = paragraph.children;
    if (first !== undefined) prepend(first, element);
  } else if (hasClass(classes, "wp-block-verse") || isVerseOfAsciiDoctor(element)) {
    element.name = "p";
    element.attribs["style"] = "white-space: pre-wrap";
  }
}

const isVerseOfAsciiDoctor = ({ name, parent }: Element): boolean =>
  name === "pre" && parent !== null && isTag(parent) && hasClass(parent.attribs["class"] ?? "", "verseblock");

function firstParagraph(element: Element): Element | undefined {
  if (element.name === "p") return element;
  const [first] = element.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ""));
  return first !== undefined && isTag(first) ? firstParagraph(first) : undefined;
}

/** Boxes that a page shows as ticked or not: those of items become boxes, others the sign for one. */
function adoptCheckBox(element: Element, classes: string, gone: Set<ChildNode>): void {
  const notion = /(?:^|\s)checkbox-(on|off)(?:\s|$)/.exec(classes)?.[1];
  if (notion !== undefined && closest(element, "td") !== undefined && closest(element, "li") === undefined)
    replaceElement(element, new Text(notion === "on" ? "☒" : "☐"));
  if (hasClass(classes, "cdx-checklist__item")) {
    element.name = "li";
    prependBox(element, hasClass(classes, "cdx-checklist__item--checked"));
  }
  if (/(?:^|\s)(?:org-[uo]l|checklist)(?:\s|$)/.test(classes))
    for (const item of element.children) if (isTag(item) && item.name === "li") adoptTask(item, gone);
}

function closest(element: Element, name: string): Element | undefined {
  for (let around = element.parent; around !== null && isTag(around); around = around.parent)
    if (around.name === name) return around;
  return undefined;
}

/** An item that begins with `[X]` as code (Org), or with a tick or a box (AsciiDoctor). */
function adoptTask(item: Element, gone: Set<ChildNode>): void {
  const [first] = item.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ""));
  if (first === undefined || !isTag(first)) return;
  const [inside] = first.children;
  const text = inside !== undefined && isText(inside) ? inside.data : "";
  if (first.name === "code" && /^\[[\sX-]\]$/.test(text)) {
    gone.add(first);
    prependBox(item, text === "[X]");
  } else if (
    first.name === "p" &&
    inside !== undefined &&
    isTag(inside) &&
    /fa-(?:check-)?square-o/.test(inside.attribs["class"] ?? "")
  ) {
    gone.add(inside);
    prependBox(item, hasClass(inside.attribs["class"] ?? "", "fa-check-square-o"));
  } else if (first.name === "p" && inside !== undefined && isText(inside) && /^[✓❏☐☑]\s/.test(text)) {
    inside.data = text.slice(2);
    prependBox(item, /^[✓☑]/.test(text));
  }
}

function prependBox(item: Element, isChecked: boolean): void {
  const box = new Element("input", { type: "checkbox", ...(isChecked ? { checked: "" } : {}) });
  const [first] = item.children;
  if (first === undefined) appendChild(item, box);
  else prepend(first, box);
}

/** A box of Evernote's notes: what follows it in its line is parsed into it. */
function adoptTodo(element: Element): void {
  const box = new Text(element.attribs["checked"] === "true" ? "☒ " : "☐ ");
  const [first] = element.children;
  element.name = "span";
  if (first === undefined) appendChild(element, box);
  else prepend(first, box);
}

function adoptPlayer(player: Element): void {
  const url = player.attribs["url"] ?? "";
  if (url === "") return;
  player.name = "a";
  player.attribs = { href: url };
  if (player.children.length === 0) appendChild(player, new Text(url));
}

/** Kinds of boxes in Confluence's storage format. */
const boxes = /^(?:info|note|tip|warning|panel)$/;

/** Elements of Confluence's storage format; the text of code macros is preserved by {@link revealCode}. */
function adoptMacro(element: Element, gone: Set<ChildNode>): void {
  const name = element.name.slice("ac:".length);
  const parameter = (key: string): string => {
    const found = element.children.find((child) => isTag(child) && child.attribs["ac:name"] === key);
    const [text] = found !== undefined && isTag(found) ? found.children : [];
    return text !== undefined && isText(text) ? text.data.trim() : "";
  };
  if (name === "parameter" || name === "task-id" || name === "task-uuid" || name === "emoticon") gone.add(element);
  else if (name === "task-list") element.name = "ul";
  else if (name === "task") {
    element.name = "li";
    const status = element.children.find((child) => isTag(child) && child.name === "ac:task-status");
    const [text] = status !== undefined && isTag(status) ? status.children : [];
    if (status !== undefined) gone.add(status);
    prependBox(element, text !== undefined && isText(text) && text.data.trim() === "complete");
  } else if (name === "task-body" || name === "rich-text-body" || name.startsWith("layout")) element.name = "div";
  else if (name === "plain-text-body") element.name = "pre";
  else if (name === "structured-macro" || name === "macro") {
    const kind = element.attribs["ac:name"] ?? "";
    const title = parameter("title");
    const language = parameter("language");
    element.name = kind === "expand" ? "details" : "div";
    element.attribs = boxes.test(kind)
      ? { class: `admonition ${kind === "panel" ? "note" : kind}` }
      : language === ""
        ? {}
        : { "data-language": language, class: "highlight" };
    if (title === "") return;
    const heading = new Element(kind === "expand" ? "summary" : "p", { class: "title" }, [new Text(title)]);
    const [first] = element.children;
    if (first !== undefined) prepend(first, heading);
  }
}

const bodyStart = "<ac:plain-text-body><![CDATA[";
const bodyEnd = "]]></ac:plain-text-body>";

/** Turns code macros in CDATA sections, which HTML reads as comments, into text. Linear. */
export function revealCode(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = html.indexOf(bodyStart); at !== -1; at = html.indexOf(bodyStart, from)) {
    const end = html.indexOf(bodyEnd, at);
    if (end === -1) break;
    const code = html
      .slice(at + bodyStart.length, end)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;");
    parts.push(html.slice(from, at), "<ac:plain-text-body>", code, "</ac:plain-text-body>");
    from = end + bodyEnd.length;
  }
  return parts.length === 0 ? html : parts.join("") + html.slice(from);
}
