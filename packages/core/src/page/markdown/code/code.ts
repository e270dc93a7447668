import { isTag, isText, type AnyNode, type Element, type Text } from "domhandler";
import {
  attribute,
  elementChildren,
  findDescendant,
  hasText,
  isInvisible,
  isList,
  isShownAsBlock,
  textOf,
} from "../element.ts";
import { lineNumbersIn } from "./line-numbers.ts";

/** Class tokens by which highlighters mark one line of code. */
const lineClass =
  /(?:^|\s)(?:line|code-line|token-line|view-line|cm-line|CodeMirror-line|hljs-line|ec-line|gatsby-highlight-code-line)(?:\s|$)/;
const gutterClass = /lines?-?_?(?:num|no|nr)|pre-numbering|gutter|blob-num|crayon-num|(?:^|[\s_-])lnt?(?:[\s_-]|$)/i;
/** Numbers in a listing that lead to what a text below says on its lines (Quarto). */
const annotationClass = /(?:^|\s)code-annotation-anchor(?:\s|$)/;
/** Lines of code that some highlighters also call line numbers, because a style sheet numbers them. */
const codeLineClass = /(?:^|\s)(?:code|token|view|cm|ec)-line(?:\s|$)/;
const popupClass = /(?:^|\s)twoslash-(?:popup|floating)/;
const editorGutterClass = /(?:^|\s)(?:cm-gutters|ace_gutter|CodeMirror-gutters|margin-view-overlays)(?:\s|$)/;
const copyClass = /(?:^|[\s_-])(?:copy(?:-?(?:button|btn|code))?|clipboard|toolbar)(?:[\s_-]|$)/i;
/** Boxes for the name of the language and a copy button (Prism, Hexo). */
const toolbarClass = /(?:^|\s)(?:toolbar|highlight-tools)(?:\s|$)/;
const lineElements = new Set(["div", "p", "li", "tr"]);
/** Elements in which editors and documentation generators lay out lines of code without a `pre` around them. */
const editorClass = /(?:^|\s)(?:CodeMirror-code|ql-code-block-container|cm-content|view-lines|ace_text-layer)(?:\s|$)/;

interface Listing {
  text: string;
  /** The last part added to `text`; asking the long string for its end would flatten it each time. */
  lastPart: string;
  /** True if the next text starts a new line. */
  lineEnded: boolean;
  readonly numbers: ReadonlySet<Element>;
  /** Places in `text` at which a number or another sign beside the code is left out. */
  readonly gaps: number[];
  readonly labels: ReadonlySet<Element>;
  /** The `pre` whose every line is a `code` (WeChat). */
  readonly holder: Element | undefined;
  /** True if some lines are marked as added or removed: each begins with its sign. */
  readonly isComparison: boolean;
  /** True if only breaks end lines, as outside of `pre`: the line end that follows one in the source is none. */
  readonly hasBreaksOnly: boolean;
}

const noLabels: ReadonlySet<Element> = new Set();

/**
 * The code in an element, whitespace exact, without line numbers, copy buttons and the labels given; no-break spaces are
 * spaces.
 */
export function codeText(element: Element, labels: ReadonlySet<Element> = noLabels): string {
  const listing: Listing = {
    text: "",
    lastPart: "",
    lineEnded: false,
    numbers: lineNumbersIn(element),
    gaps: [],
    labels,
    holder: element.name === "pre" && holdsCodeOnly(element) ? element : undefined,
    isComparison: comparesLines(element),
    hasBreaksOnly:
      brokenLinesClass.test(attribute(element, "class")) ||
      (element.name === "code" && !/white-space:\s*(?:pre|break-spaces)/.test(attribute(element, "style"))),
  };
  for (const child of element.children) collectCode(child, listing);
  return withoutGaps(listing)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\u00A0", " ")
    .replace(/[\u200B\uFEFF]/g, "");
}

/** The code without the no-break space that parts every number from its line (Doxygen). */
function withoutGaps({ text, gaps }: Listing): string {
  if (gaps.length === 0 || !gaps.every((gap) => text.charAt(gap) === "\u00A0")) return text;
  return (
    gaps.map((gap, place) => text.slice(place === 0 ? 0 : (gaps[place - 1] ?? 0) + 1, gap)).join("") +
    text.slice((gaps.at(-1) ?? 0) + 1)
  );
}

/** The lines of code in an element, without blank ones at either end. */
export function codeLines(element: Element): string[] {
  return codeText(element).replace(/^\n+/, "").trimEnd().split("\n");
}

function collectCode(node: AnyNode, listing: Listing): void {
  if (isText(node)) {
    const follows = listing.hasBreaksOnly && node.prev !== null && isTag(node.prev) && node.prev.name === "br";
    if (listing.lineEnded && /^\r?\n$/.test(node.data) && isAloneInLine(node)) appendLineEnd(listing);
    appendCode(listing, follows ? node.data.replace(/^\r?\n/, "") : node.data);
  }
  if (!isTag(node) || isInvisible(node) || node.name === "button") return;
  if (listing.labels.has(node)) return;
  if (isDecoration(node) || listing.numbers.has(node)) {
    listing.gaps.push(listing.text.length + (listing.lineEnded ? 1 : 0));
    return;
  }
  // The sign of a line in a comparison, which a style sheet shows.
  appendCode(listing, node.attribs["data-code-marker"] ?? "");
  if (node.name === "br") {
    if (listing.lineEnded && isOnlyInLine(node)) appendLineEnd(listing);
    appendCode(listing, "\n");
    return;
  }
  const isOfHolder = listing.holder !== undefined && node.parent === listing.holder;
  const isPart = isBehindSign(node) || (listing.isComparison && isPartOfLine(node));
  const isLine = isOfHolder || (isLineOfCode(node) && !isPart);
  if (isLine) endLine(listing);
  if (listing.isComparison && isMarkedLine(node)) appendCode(listing, signOf(node));
  for (const child of node.children) collectCode(child, listing);
  if (isLine) endLine(listing);
}

/** True for a listing of several `code` elements of one class, with nothing between them. */
function holdsCodeOnly({ children }: Element): boolean {
  const [first] = children;
  return (
    first !== undefined &&
    isTag(first) &&
    children.length > 1 &&
    children.every((part) => isTag(part) && part.name === "code" && part.attribs["class"] === first.attribs["class"])
  );
}

/** Classes of lines in a comparison (Shiki; Expressive Code, by the elements of HTML for edits). */
const changedLine = /(?:^|\s)(?:diff (add|remove)|(ins|del))(?:\s|$)/;

/** True for a listing that shows by the classes of its lines what was added and removed. */
export const comparesLines = (listing: Element): boolean =>
  findDescendant(listing, (part) => isMarkedLine(part) && changedLine.test(attribute(part, "class"))) !== undefined;

function signOf(line: Element): string {
  const [, change, edit] = changedLine.exec(attribute(line, "class")) ?? [];
  if (change === undefined && edit === undefined) return " ";
  return change === "add" || edit === "ins" ? "+" : "-";
}

/** True if a line break is all that a line holds, or stands between two that are blocks: it is an empty line. */
function isOnlyInLine({ parent, prev, next }: Element): boolean {
  if (prev !== null && next !== null && isTag(prev) && isTag(next)) return prev.name === "div" && next.name === "div";
  if (prev !== null || next !== null || parent === null || !isTag(parent)) return false;
  return isLineOfCode(parent) || isAllOfCode(parent);
}

/** True for a text that is all that a line holds: a line end there is an empty line (Expressive Code). */
const isAloneInLine = ({ parent, prev, next }: Text): boolean =>
  prev === null && next === null && parent !== null && isTag(parent) && isLineOfCode(parent);

/** True for an element that is all of a `code`. */
const isAllOfCode = ({ parent, prev, next }: Element): boolean =>
  parent !== null && isTag(parent) && parent.name === "code" && prev === null && next === null;

/** True for the rest of a line behind its sign in a comparison (GitLab). */
function isBehindSign({ parent, prev, next }: Element): boolean {
  const isAllElse = prev !== null && isText(prev) && prev.prev === null && next === null;
  return isAllElse && parent !== null && isTag(parent) && parent.name === "td" && /^[ +-]$/.test(prev.data);
}

/** True for a box inside of a marked line, such as that of its code beside that of its number. */
const isPartOfLine = (element: Element): boolean =>
  !isMarkedLine(element) && element.parent !== null && isTag(element.parent) && isMarkedLine(element.parent);

function isLineOfCode(element: Element): boolean {
  return lineElements.has(element.name) || isMarkedLine(element) || isShownAsBlock(element);
}

/** Prism's `token line` is the rest of a line after its diff sign. */
function isMarkedLine(element: Element): boolean {
  const classes = element.attribs["class"] ?? "";
  return element.attribs["data-line"] !== undefined || (lineClass.test(classes) && !/\btoken line\b/.test(classes));
}

/** A box of code whose lines end with breaks (W3.CSS). */
const brokenLinesClass = /(?:^|\s)w3-code(?:\s|$)/;

/** True for a box that its style or class makes a listing, as Evernote marks one and editors of code (VS Code) copy theirs. */
function isStyledAsCode({ attribs }: Element): boolean {
  const { style } = attribs;
  if (brokenLinesClass.test(attribs["class"] ?? "")) return true;
  if (style === undefined) return false;
  if (style.includes("-en-codeblock:true")) return true;
  return /(?:^|;)\s*white-space:\s*pre\s*(?:;|$)/.test(style) && /font-family:[^;]*\bmonospace\b/.test(style);
}

/** True if an element other than `pre` is a listing: of an editor (CodeMirror, Monaco, Ace), of Evernote or of Doxygen. */
export function isEditor(element: Element): boolean {
  if (element.name === "div" && isStyledAsCode(element)) return true;
  const classes = element.attribs["class"];
  if (classes === undefined || element.name !== "div") return false;
  const isLine = (child: Element): boolean =>
    child.name === "div" && (classes !== "fragment" || isMarkedLine(child) || isFoldOrHint(child));
  return (editorClass.test(classes) || classes === "fragment") && elementChildren(element).every(isLine);
}

/** Lines that fold, and the hints that Doxygen shows over the names in a listing. */
const isFoldOrHint = (box: Element): boolean => /^(?:foldopen|ttc)$/.test(attribute(box, "class"));

/**
 * True if a text field shows lines to read: one that takes none, such as a record to cite or a licence, or an example to try
 * out. (Crayon has one with the code that it shows in a table.)
 */
export function isListingField({ name, attribs, children }: Element): boolean {
  if (name !== "textarea" || attribs["class"]?.includes("crayon-plain") === true) return false;
  if (attribs["readonly"] === undefined && attribs["spellcheck"] !== "false") return false;
  return children.some((text) => isText(text) && text.data.trim().includes("\n"));
}

/** True if an element is the column of line numbers and signs of an editor. */
export function isEditorGutter({ attribs }: Element): boolean {
  return attribs["class"] !== undefined && editorGutterClass.test(attribs["class"]);
}

/** True if an element beside a listing is its line numbers or the label that names its language. */
export function isLabel(element: Element): boolean {
  const classes = element.attribs["class"];
  if (classes === undefined || !/line-?(?:index|no|num)|lang|gutter|tool/i.test(classes)) return false;
  if (toolbarClass.test(classes)) return textOf(element, 40).length <= 40;
  if (isList(element) && !hasText(element)) return true;
  if (isGutter(element)) return textOf(element).trim() !== "";
  return (
    /(?:^|\s)(?:lang|language|language-name|code-lang)(?:\s|$)/.test(classes) &&
    /^\S{1,15}(?: \S{1,10}){0,2}$/.test(textOf(element, 40).trim())
  );
}

function endLine(listing: Listing): void {
  if (listing.lastPart !== "" && !listing.lastPart.endsWith("\n")) listing.lineEnded = true;
}

function appendLineEnd(listing: Listing): void {
  listing.text += "\n";
  listing.lineEnded = false;
}

function appendCode(listing: Listing, text: string): void {
  if (text === "") return;
  if (listing.lineEnded && !text.startsWith("\n")) appendLineEnd(listing);
  listing.lineEnded = false;
  listing.lastPart = text;
  listing.text += text;
}

/**
 * True if an element inside of code is a line number, a copy button, a line that is compiled but not shown (mdBook), or a
 * hint over a name (Doxygen).
 */
export function isDecoration(element: Element): boolean {
  const classes = attribute(element, "class");
  const unselectable = /user-select:\s*none/.test(attribute(element, "style"));
  if (popupClass.test(classes) || annotationClass.test(classes) || isHeaderOfListing(element)) return true;
  if (classes === "boring" || classes === "ttc") return true;
  if (copyClass.test(classes) && textOf(element).trim().length < 40) return true;
  return (unselectable || isNumbered(element)) && holdsOnlyNumbers(element);
}

/** True for the name of a listing that leads to it, as specifications set it into the code (ReSpec). */
function isHeaderOfListing({ attribs, children, parent }: Element): boolean {
  if (!/header$/i.test(attribs["class"] ?? "") || parent === null || !isTag(parent)) return false;
  const [link, ...others] = children;
  const id = attribute(parent, "id");
  return others.length === 0 && link !== undefined && isTag(link) && id !== "" && link.attribs["href"] === `#${id}`;
}

function isNumbered(element: Element): boolean {
  const classes = attribute(element, "class");
  if (codeLineClass.test(classes)) return false;
  return element.attribs["data-line-number"] !== undefined || gutterClass.test(classes);
}

function holdsOnlyNumbers(element: Element, maxCharacters = Infinity): boolean {
  const text = textOf(element, maxCharacters);
  return text.length <= maxCharacters && /^[\d\s.:|]*$/.test(text);
}

/** True if an element is a column of line numbers beside a listing, and no longer than that of the listing can be. */
export function isGutter(element: Element, maxCharacters = Infinity): boolean {
  if (!holdsOnlyNumbers(element, maxCharacters)) return false;
  return isNumbered(element) || findDescendant(element, isNumbered) !== undefined;
}

/** True if a `pre` is only the line numbers of the listing beside it. */
export function isNumberColumn(pre: Element): boolean {
  const { parent } = pre;
  const unheard = attribute(pre, "aria-hidden") === "true";
  const marked = unheard || isNumbered(pre) || (parent !== null && isTag(parent) && isNumbered(parent));
  return (marked && holdsOnlyNumbers(pre)) || isGutter(pre) || countsLinesBeside(pre);
}

/** True if a `pre` alone in a cell counts the lines of the one in the next cell (YARD). */
function countsLinesBeside(pre: Element): boolean {
  const { parent, children } = pre;
  if (
    parent === null ||
    !isTag(parent) ||
    parent.name !== "td" ||
    parent.children.some((part) => isTag(part) && part !== pre)
  )
    return false;
  const [only] = children;
  if (children.length !== 1 || only === undefined || !isText(only) || !/^\s*\d+(?:\s+\d+)*\s*$/.test(only.data))
    return false;
  const numbers = only.data.trim().split(/\s+/).map(Number);
  if (numbers.some((number, index) => number !== Number(numbers[0]) + index)) return false;
  for (let { next } = parent; next !== null; next = next.next)
    if (isTag(next)) return elementChildren(next).some(({ name }) => name === "pre");
  return false;
}

/** A fenced code block (CommonMark §4.5), without blank lines at its end; the fence is longer than any backticks inside. */
export function codeBlock(code: string, language: string): string {
  const lastLineEnd = code.indexOf("\n", code.trimEnd().length);
  const body = lastLineEnd === -1 ? code : code.slice(0, lastLineEnd);
  const fence = "`".repeat(Math.max(3, longestBackticks(body) + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

/** A code span (CommonMark §6.1). `code` has no line breaks. */
export function codeSpan(code: string): string {
  const fence = "`".repeat(spanFence(code));
  const padded = code.startsWith("`") || code.endsWith("`") || (code.startsWith(" ") && code.endsWith(" "));
  return padded ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}

function longestBackticks(code: string): number {
  let longest = 0;
  for (const run of code.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}

function spanFence(code: string): number {
  const lengths = new Set((code.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (lengths.has(length)) length += 1;
  return length;
}
