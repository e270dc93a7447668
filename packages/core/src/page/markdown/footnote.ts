import { isTag, isText, type Element, type ParentNode, type Text } from "domhandler";
import { firstText } from "../../markup/elements.ts";
import { attribute, elementChildren, findDescendant, hasText, isBlock, textOf } from "./element.ts";

/** The footnotes of a page. */
export interface Footnotes {
  /** Label by referring link, or by the raised brackets around it. */
  readonly references: ReadonlyMap<Element, string>;
  /** Label by the element that holds the text. */
  readonly definitions: ReadonlyMap<Element, string>;
  /** Notes that stand in the text at their reference, in order: label and text by the element around both. */
  readonly inline: ReadonlyMap<Element, InlineNote>;
  /** Additions of the renderer: links back to the text, the hidden heading of the notes. */
  readonly machinery: ReadonlySet<Element>;
  /** Texts that notes begin with, without the numbers of the notes in them. */
  readonly unnumbered: ReadonlyMap<Text, string>;
}

/** A note that is written into the text, to be shown at its margin or foot. */
export interface InlineNote {
  readonly label: string;
  readonly content: Element;
}

/** The sign and number that a note shows beside the text, as LaTeXML repeats them in it. */
const noteMarkClass = /(?:^|\s)(?:ltx_(?:note_mark|tag_note)|sidenote-number)(?:\s|$)/;

/** Classes of notes in the text: LaTeXML, Tufte CSS. */
const inlineNoteClass = /(?:^|\s)(?:sidenote|marginnote|ltx_role_(?:foot|end)note)(?:\s|$)/;
/** Classes of notes that plugins of WordPress show once one points at the number before them. */
const pluginNote = /(?:^|\s)(?:modern-footnotes-footnote__note|footnote_tooltip)(?:\s|$)/;

/** True for a note in the text, as LaTeXML, Tufte CSS and printers of web pages write it. */
export const isInlineNote = (element: Element): boolean => {
  const classes = element.attribs["class"];
  if (classes === undefined || element.name !== "span") return false;
  if (inlineNoteClass.test(classes)) return true;
  if (pluginNote.test(classes)) return hasText(element);
  return /(?:^|\s)footnote(?:\s|$)/.test(classes) && isNoteText(element);
};

/** True for words, and no link to them: printers of web pages set a note so (CSS GCPM 3, `float: footnote`). */
const isNoteText = (element: Element): boolean =>
  /\S\s+\S/.test(textOf(element, 80).trim()) &&
  findDescendant(element, ({ name, attribs }) => name === "a" && attribs["href"]?.startsWith("#") === true) ===
    undefined;

const endnotesClass = /(?:^|\s)(?:footnotes?|endnotes?)(?:[\s_-]|$)/i;
const noteNumber = /^\[?[\p{L}\p{N}*†‡§]{1,4}[\])]?\.?$/u;
/** Addresses of references, as Word and Google Docs (notes and comments) and LibreOffice name them. */
const backlinkTarget = /^#(?:_(?:ftn|edn)ref\d|_msoanchor_\d|ftnt_ref\d|cmnt_ref\d|sd(?:foot|end)note\d+anc)/;
/** Classes of links back, and of what is around one (CKEditor). */
const backlinkClass =
  /(?:^|\s)(?:(?:footnote|fn)-?back-?(?:ref|link)?|reversefootnote|footnote-number|footnum|fn_bot|easy-footnote-to-top)(?:\s|$)/;
/** An arrow back and, where a note is referred to several times, the number of the reference. */
const backlinkText = /^\s*(?:[↩↵⏎⤴][\uFE0E\uFE0F]?\s*)+\d{0,3}\s*$/u;

/** The start of the search for footnotes: links of the page into itself and notes in the text, each in order. */
export interface NoteSigns {
  readonly fragmentLinks: readonly Element[];
  readonly inlineNotes: readonly Element[];
}

/**
 * Pairs links that look like note numbers with the notes they lead to. Only an obvious footnote counts: the note
 * stands in a section of notes, or leads back with an arrow. Numbered citations without either stay links.
 */
export function findFootnotes(root: ParentNode, { fragmentLinks, inlineNotes }: NoteSigns): Footnotes {
  const references = new Map<Element, string>();
  const definitions = new Map<Element, string>();
  const machinery = new Set<Element>();
  const inline = new Map<Element, InlineNote>();
  const unnumbered = new Map<Text, string>();
  const noteLinks = fragmentLinks.filter(isNoteLink);
  const notes =
    noteLinks.length === 0 ? new Map<string, Element>() : elementsById(root, new Set(noteLinks.map(fragment)));
  const numbers = new Set<Element>();
  for (const link of noteLinks) {
    // The number of a note leads back to its reference, which is no note.
    if (numbers.has(link)) continue;
    const target = notes.get(fragment(link));
    const note = noteAround(target, link);
    const holder = target === undefined ? undefined : (holderOfAnchor(target) ?? target);
    if (note === undefined) continue;
    if (!(isNote(note) || areMutual(target, link) || leadsBack(holder?.name === "dt" ? holder : note, link))) continue;
    if (holder !== target || target?.name === "dt") machinery.add(holder ?? note);
    if (target !== undefined) numbers.add(target);
    const label = definitions.get(note) ?? String(definitions.size + 1);
    references.set(bracketsAround(link), label);
    definitions.set(note, label);
    const text = firstText(note);
    const rest = text === undefined ? undefined : withoutNumber(text.data, numberOf(link));
    if (text !== undefined && rest !== undefined) unnumbered.set(text, rest);
  }
  for (const note of definitions.keys()) {
    const number = leadingNumber(note);
    if (number !== undefined) machinery.add(number);
    collectMachinery(note, machinery);
  }
  for (const note of inlineNotes) {
    const content = findDescendant(note, ({ attribs }) => attribs["class"] === "ltx_note_content") ?? note;
    inline.set(note, { label: String(definitions.size + inline.size + 1), content });
    for (const child of elementChildren(content))
      if (noteMarkClass.test(attribute(child, "class"))) machinery.add(child);
    const toggle = toggleOf(note);
    if (toggle === undefined) continue;
    machinery.add(toggle);
    const [first] = content.children.filter((child) => isTag(child) || hasText(child));
    if (first !== undefined && isTag(first) && first.name === "sup" && textOf(first, 12) === textOf(toggle, 12))
      machinery.add(first);
  }
  return { references, definitions, inline, machinery, unnumbered };
}

/** The text behind the number of a note and its sign; undefined for a text that does not begin so. */
function withoutNumber(text: string, number: string): string | undefined {
  const [begins = "", found] = /^\s*\[?([\p{L}\p{N}*†‡§]{1,4})[.:)\]]+\s+/u.exec(text) ?? [];
  return found === number ? text.slice(begins.length) : undefined;
}

/** The label that opens a note at the margin on a small screen; it shows the note's number, or a sign (Tufte CSS, Org). */
function toggleOf(note: Element): Element | undefined {
  for (let { prev } = note; prev !== null; prev = prev.prev) {
    if (isText(prev) && prev.data.trim() !== "") return undefined;
    if (!isTag(prev) || prev.name === "input") continue;
    if (pluginNote.test(attribute(note, "class"))) return noteNumber.test(textOf(prev, 12).trim()) ? prev : undefined;
    const isToggle =
      /(?:^|\s)margin-toggle(?:\s|$)/.test(attribute(prev, "class")) || noteNumber.test(textOf(prev, 12));
    return prev.name === "label" && isToggle ? prev : undefined;
  }
  return undefined;
}

function fragment(link: Element): string {
  return attribute(link, "href").slice(1);
}

function isNoteLink(link: Element): boolean {
  const { parent } = link;
  const raised =
    (parent !== null && isTag(parent) && parent.name === "sup") ||
    elementChildren(link).some(({ name }) => name === "sup");
  const declared =
    attribute(link, "role") === "doc-noteref" ||
    attribute(link, "epub:type") === "noteref" ||
    link.attribs["data-footnote-ref"] !== undefined ||
    /(?:^|\s)(?:footnote-?(?:ref|anchor)|fnanchor)/.test(attribute(link, "class")) ||
    /^#_(?:ftn|edn|msocom_)\d/.test(attribute(link, "href"));
  // GOV.UK names the number: “[footnote 1]”.
  if (attribute(link, "rel") === "footnote" && /^\[\p{Ll}+ \d{1,3}\]$/u.test(textOf(link, 20).trim())) return true;
  return (raised || declared) && noteNumber.test(textOf(link, 12).trim());
}

function elementsById(
  parent: ParentNode,
  ids: ReadonlySet<string>,
  found = new Map<string, Element>(),
): Map<string, Element> {
  for (const child of parent.children) {
    if (!isTag(child)) continue;
    const id = child.attribs["id"] ?? (child.name === "a" ? child.attribs["name"] : undefined);
    if (id !== undefined && ids.has(id)) found.set(id, child);
    elementsById(child, ids, found);
  }
  return found;
}

/** Some pages lead to the number in front of the note, itself a link back, a term or in one, or a mark there. */
function noteAround(target: Element | undefined, link: Element): Element | undefined {
  if (target !== undefined && areMutual(target, link)) return blockAround(target);
  const holder = target === undefined ? undefined : holderOfAnchor(target);
  const term = holder ?? target;
  if (term?.name === "dt") return nextElement(term);
  const isMark = target !== undefined && isEmptyMark(target);
  if (target === undefined || !(holder !== undefined || isMark || (target.name === "a" && isBacklink(target))))
    return target;
  const { parent } = holder ?? target;
  const around = parent !== null && isTag(parent) && parent.name === "sup" ? parent.parent : parent;
  return around !== null && isTag(around) ? around : undefined;
}

/** True for the number of a note that leads back to the number that led to it, and is the place that one led to (TeX4ht). */
const areMutual = (target: Element | undefined, link: Element): boolean =>
  target !== undefined &&
  target.name === "a" &&
  link.attribs["id"] !== undefined &&
  attribute(target, "href") === `#${link.attribs["id"]}` &&
  numberOf(target) === numberOf(link);

/** The block whose line begins with a mark. */
function blockAround(mark: Element): Element | undefined {
  for (let { parent } = mark; parent !== null && isTag(parent); parent = parent.parent)
    if (isBlock(parent)) return parent;
  return undefined;
}

/** True for an element that is only there to be led to. */
const isEmptyMark = ({ name, attribs, children }: Element): boolean =>
  children.length === 0 && (name === "span" || (name === "a" && attribs["href"] === undefined));

/** The term (LaTeX2HTML) or the mark (TeX4ht) that an anchor without an address stands in. */
function holderOfAnchor({ name, attribs, parent }: Element): Element | undefined {
  if (name !== "a" || attribs["href"] !== undefined || parent === null || !isTag(parent)) return undefined;
  return parent.name === "dt" || attribute(parent, "class") === "footnote-mark" ? parent : undefined;
}

/** True if a note, or its term, has a link back to the reference that says the same number. */
const leadsBack = (note: Element, link: Element): boolean => {
  const place = link.attribs["id"] ?? link.attribs["name"];
  return (
    place !== undefined &&
    elementChildren(note).some((part) => attribute(part, "href") === `#${place}` && numberOf(part) === numberOf(link))
  );
};

const numberOf = (part: Element): string => textOf(part, 12).replace(/[^\p{L}\p{N}*†‡§]/gu, "");

function nextElement({ next }: Element): Element | undefined {
  for (let node = next; node !== null; node = node.next) if (isTag(node)) return node;
  return undefined;
}

function isNote(element: Element): boolean {
  if (!/^(?:li|div|p|dd|aside|section)$/.test(element.name)) return false;
  return elementChildren(element).some(hasBacklink) || standsAmongNotes(element);
}

function standsAmongNotes(element: Element): boolean {
  let around: ParentNode | null = element;
  for (let level = 0; level < 4 && around !== null && isTag(around); level += 1) {
    const declared =
      /^doc-(?:endnotes|footnote)$/.test(attribute(around, "role")) ||
      /^(?:foot|end|rear)notes?$/.test(attribute(around, "epub:type")) ||
      around.attribs["data-footnotes"] !== undefined;
    if (declared || endnotesClass.test(attribute(around, "class"))) return true;
    around = around.parent;
  }
  return false;
}

function hasBacklink(element: Element): boolean {
  return isBacklink(element) || elementChildren(element).some(hasBacklink);
}

function isBacklink(element: Element): boolean {
  if (element.name !== "a" || !attribute(element, "href").startsWith("#")) return false;
  const declared =
    attribute(element, "role") === "doc-backlink" ||
    element.attribs["data-footnote-backref"] !== undefined ||
    backlinkTarget.test(attribute(element, "href")) ||
    backlinkClass.test(attribute(element, "class"));
  return declared || backlinkText.test(textOf(element, 20));
}

/** The superscript around a reference that adds nothing but brackets, or the reference. */
function bracketsAround(link: Element): Element {
  const { parent } = link;
  if (parent === null || !isTag(parent) || parent.name !== "sup") return link;
  return elementChildren(parent).length === 1 && /^\s*\[[^[\]]+\]\s*$/.test(textOf(parent, 20)) ? parent : link;
}

/** The number that a note begins with, when it is a link back or called its label. */
function leadingNumber(note: Element): Element | undefined {
  const first = note.children.find((child) => (isTag(child) ? !isEmptyMark(child) : hasText(child)));
  if (first === undefined || !isTag(first)) return undefined;
  if (first.name === "sup" && /(?:^|[\s-])label(?:\s|$)/.test(attribute(first, "class"))) return first;
  if (first.name === "a" && attribute(first, "href").startsWith("#"))
    return noteNumber.test(textOf(first, 12).trim()) ? first : undefined;
  const inside = leadingNumber(first);
  return inside !== undefined && noteNumber.test(textOf(first, 12).trim()) ? first : inside;
}

/** True for what LaTeX2HTML leaves at the end of a note. */
const isPlaceholder = (part: Element): boolean => part.name === "pre" && textOf(part, 8).trim() === ".";

/** True for the number of a note that leads back, and for another sign that its class says to do so. */
const isAroundBacklink = (part: Element): boolean =>
  (noteNumber.test(textOf(part, 12).trim()) && hasBacklink(part)) ||
  (part.name === "span" && backlinkClass.test(attribute(part, "class")));

function collectMachinery(note: Element, machinery: Set<Element>): void {
  for (const child of elementChildren(note)) {
    if (isPlaceholder(child) || isBacklink(child) || isAroundBacklink(child)) machinery.add(child);
    else collectMachinery(child, machinery);
  }
  const section = note.parent?.parent;
  if (section === undefined || section === null || !isTag(section) || section.attribs["data-footnotes"] === undefined)
    return;
  for (const child of elementChildren(section)) if (/^h[1-6]$/.test(child.name)) machinery.add(child);
}
