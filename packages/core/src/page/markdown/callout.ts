import { isTag, Text, type AnyNode, type Element } from "domhandler";
import { attribute, elementChildren, findDescendant, hasText, isHeading, textOf } from "./element.ts";

/** A note set off from the text: its title, empty where the text itself begins with it, and its content. */
export interface Callout {
  readonly title: readonly AnyNode[];
  readonly content: readonly AnyNode[];
}

const kinds = "note notice tip hint info important warning caution danger attention error seealso success question";
const kindName = new Set(kinds.split(" "));

/**
 * Box classes of documentation generators (Sphinx, MkDocs, Docusaurus, VitePress, AsciiDoctor, GitHub, DocBook,
 * Confluence, Quarto, Starlight, GitBook, Notion, AWS, Outline, MDN, Rspress): one for all boxes beside one for the kind.
 */
const boxClass =
  /(?:^|\s)(?:admonition|admonitionblock|theme-admonition|custom-block|markdown-alert|(?:[a-z]{1,8}-)?callout|(?:usa-)?alert|hint|starlight-aside|confluence-information-macro|blockquote-tag|hint-container|awsdocs-note|notice-block|notecard)(?:\s|$)/;
const titleClass = /(?:^|[\s_-])(?:title|heading|caption|header)(?:[\s_]|$)|admonitionHeading|admonition-heading/;

/** A box of the text, if the element is one; undefined for everything else, boxes without words among them. */
export function calloutOf(element: Element): Callout | undefined {
  const classes = element.attribs["class"];
  if (element.attribs["data-node-type"] === "callout") return { title: [], content: element.children }; // Hashnode
  if (classes === undefined || !mayBeBox(element, classes)) return undefined;
  // A part that unfolds is a box only as a note: Docusaurus gives each one the looks of an alert.
  if (element.name === "details" && /(?:^|\s)alert(?:\s|$)/.test(classes)) return undefined;
  const kind = kindOf(classes) ?? declaredKind(element, classes);
  if (kind === undefined) return boxWithoutKind(element, classes);
  const graphic = graphicCallout(element);
  if (graphic !== undefined) return graphic;
  const body = bodyOf(element);
  const title = titleOf(body, kind);
  const isNamedInText = title === undefined && beginsWithKind(body);
  if (isKindOnly(element, classes) && !isNamedInText && !isTitleOfKind(title, kind)) return undefined;
  if (isNamedInText) return { title: [], content: body.children };
  const name =
    title === undefined
      ? ""
      : textOf(title, 200)
          .replace(/[\s¶]+/g, " ")
          .trim();
  // A style sheet gives the name of the kind its capitals.
  const isOwn = title !== undefined && name !== "" && name !== kind;
  return {
    title: isOwn
      ? (elementChildren(title).find(isHeading) ?? title).children
      : [new Text(kind.charAt(0).toUpperCase() + kind.slice(1))],
    content: body.children.filter((node) => node !== title),
  };
}

/** The title of a box: by its element or class, or a first paragraph that says no more than the kind. */
function titleOf(body: Element, kind: string): Element | undefined {
  const children = elementChildren(body);
  const [first] = children;
  const isKind = first?.name === "p" && textOf(first, 20).trim().toLowerCase() === kind;
  return isKind ? first : children.find(isTitle);
}

/** True for a box of which nothing but its class names its kind, which is no box everywhere: DocBook, DocFX, DocC, Google. */
const isKindOnly = ({ name, attribs }: Element, classes: string): boolean =>
  !boxClass.test(classes) &&
  !ditaNote.test(classes) &&
  attribs["data-panel-type"] === undefined &&
  attribs["role"] !== "note" &&
  !(name === "aside" && noteKinds.test(classes));
const noteKinds = /^(?:note|notice|tip|hint|important|warning|caution|danger|attention|success)$/i;

/** Names of kinds that sites give other boxes, too: the facts on a product, the questions of a quiz. */
const commonKinds: ReadonlySet<string> = new Set("info notice question success error attention".split(" "));

const isTitleOfKind = (title: Element | undefined, kind: string): boolean =>
  title !== undefined &&
  (isHeading(title) || title.name === "p") &&
  (!commonKinds.has(kind) || textOf(title, 20).trim().toLowerCase().startsWith(kind));

/** A box of a colour, or one that its author gave a title and no kind that is known. */
function boxWithoutKind(element: Element, classes: string): Callout | undefined {
  if (!/admonition|callout|alert/.test(classes)) return undefined;
  if (plainBox.test(classes)) return { title: [], content: element.children };
  const [title] = titledBox.test(classes) ? elementChildren(element) : [];
  const titleClasses = attribute(title ?? element, "class");
  const isOfBox = /alert/.test(classes)
    ? /(?:^|\s)alert-heading(?:\s|$)/.test(titleClasses)
    : element.name === "blockquote" && titleClass.test(titleClasses);
  if (title === undefined || !isTitle(title)) return undefined;
  if (!isOfBox && (isHeading(title) || /alert/.test(classes))) return undefined;
  return { title: title.children, content: element.children.filter((node) => node !== title) };
}

/** Sphinx, MkDocs, Obsidian, Bootstrap. */
const titledBox = /(?:^|\s)(?:admonition|callout|alert)(?:\s|$)/;
/** Ghost, Notion. */
const plainBox = /(?:^|\s)(?:kg-callout-card|block-color-\w+ callout)(?:\s|$)/;
const boxNames: ReadonlySet<string> = new Set(["div", "aside", "section", "blockquote", "details", "figure"]);

/** True for an element that may be a box; a paragraph is one if it is called so (BookStack, Zendesk). */
const mayBeBox = ({ name }: Element, classes: string): boolean =>
  boxNames.has(name) || name.includes("-") || (name === "p" && /(?:^|\s)callout(?:\s|$)/.test(classes));

/** DocBook sets a box with a picture in a table: the picture beside two rows, the title in one, the text in the other. */
function graphicCallout(element: Element): Callout | undefined {
  const [table, ...others] = elementChildren(element);
  if (table?.name !== "table" || others.length > 0) return undefined;
  const rows = elementChildren(table).flatMap((part) => (part.name === "tr" ? [part] : elementChildren(part)));
  const [[picture, title, ...beside] = [], [content, ...more] = [], ...further] = rows.map(elementChildren);
  const isBox =
    picture?.attribs["rowspan"] === "2" &&
    title?.name === "th" &&
    content?.name === "td" &&
    [...beside, ...more, ...further].length === 0 &&
    textOf(picture, 10).trim() === "";
  return isBox ? { title: title.children, content: content.children } : undefined;
}

/** The kind that a class names, alone or as the last part of a name: `warning`, `alert-warning`, `markdown-alert-note`. */
function kindOf(classes: string): string | undefined {
  if (!boxClass.test(classes)) {
    const only = classes.toLowerCase();
    return kindName.has(only) ? only : undefined;
  }
  const tokens = classes.toLowerCase().split(/\s+/);
  const last = (names: readonly string[]): string | undefined =>
    names
      .flatMap((name) => name.split(/-+/).slice(-1))
      .map((name) => (name === "information" ? "info" : name))
      .find((name) => kindName.has(name));
  return last(tokens.filter((token) => !boxClass.test(token))) ?? last(tokens);
}

const ditaNote = /(?:^|\s)note_([a-z]+)(?:\s|$)/;

/**
 * The kind that a box declares beside its classes: in a part of one (DITA), in an attribute (Mintlify, Atlassian), or by the
 * name of its drawing.
 */
function declaredKind(element: Element, classes: string): string | undefined {
  const panel = attribute(element, "data-panel-type");
  if (kindName.has(panel)) return panel;
  const note = ditaNote.exec(classes)?.[1] ?? "";
  if (kindName.has(note)) return note;
  if (!titledBox.test(classes)) return undefined;
  const declared = attribute(element, "data-callout-type");
  if (/^[a-z]{2,12}$/.test(declared)) return declared;
  const [first] = elementChildren(element);
  const drawing =
    first === undefined || hasText(first) ? undefined : findDescendant(first, ({ name }) => name === "svg");
  const name = attribute(drawing ?? element, "aria-label").toLowerCase();
  return kindName.has(name) ? name : undefined;
}

/** True for a box whose text says, in an element of its own, what it is: “**Note:** Do this first”. */
function beginsWithKind(body: Element): boolean {
  const first = body.children.find(hasText);
  if (first === undefined || !isTag(first)) return false;
  if (first.name === "p" || first.name === "div") return beginsWithKind(first);
  const said = textOf(first, 40).replace(/[^\p{L}]/gu, "");
  return /^(?:strong|b|span)$/.test(first.name) && kindName.has(said.toLowerCase());
}

const isTitle = (element: Element): boolean =>
  isHeading(element) || element.name === "summary" || titleClass.test(attribute(element, "class"));

/** AsciiDoctor sets the icon and the text of a box in a table of one row; others have a box in the box. */
function bodyOf(element: Element): Element {
  const cell = findDescendant(
    element,
    ({ name, attribs }) => name === "td" && /(?:^|\s)content(?:\s|$)/.test(attribs["class"] ?? ""),
  );
  if (cell !== undefined && /admonitionblock/.test(attribute(element, "class"))) return cell;
  const only = elementChildren(element).filter(({ name }) => name !== "svg");
  const [body] = only;
  return only.length === 1 &&
    body !== undefined &&
    body.name === "div" &&
    element.children.every((node) => isTag(node) || !("data" in node) || node.data.trim() === "")
    ? body
    : element;
}
