import { isTag, isText, type AnyNode, type Element, type ParentNode } from "domhandler";

/** Elements that never show text: machinery, controls without prose, and media handled by their own rules. */
const invisible = new Set(
  `script style noscript template head title meta link base svg canvas param track source col colgroup
   select option optgroup textarea datalist progress noembed noframes dialog object rp amp-ad amp-sticky-ad amp-social-share`.split(
    /\s+/,
  ),
);

/** Elements that start a new block (HTML Standard §15.3, "display: block" and friends), plus embedded players. */
const blocks = new Set(
  `address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form
   h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot
   th thead tr ul xmp frameset frame iframe video audio embed amp-iframe amp-video amp-audio amp-youtube lite-youtube oembed`.split(
    /\s+/,
  ),
);

/** The value of an attribute, or the empty string. */
export function attribute(element: Element, name: string): string {
  return element.attribs[name] ?? "";
}

/** True if the element and everything in it is left out of the Markdown. An open `<dialog>` is visible. */
export function isInvisible(element: Element): boolean {
  if (element.name === "dialog") return element.attribs["open"] === undefined;
  if (invisible.has(element.name)) return true;
  const classes = element.attribs["class"];
  if (element.name !== "mat-icon" && (classes === undefined || !toolClass.test(classes))) return false;
  return isIcon(element) || isWikiTool(element) || isCopyPopup(element) || isUnseenTool(element, classes ?? "");
}

/** A part of every class that an icon or a tool may have: most elements have none, and are asked often. */
const toolClass =
  /material-|mat-icon|google-symbols|mw-e|copy-|copied|clipboard|-measure|speechify-|click-advice|toolbar/;

/**
 * True for the text by which an editor measures its font (CodeMirror), for how to enlarge a picture (Medium) or open a
 * source (RDoc), and for the links over a listing (SyntaxHighlighter).
 */
const isUnseenTool = ({ parent }: Element, classes: string): boolean =>
  /(?:^|\s)(?:CodeMirror-measure|speechify-ignore|method-click-advice)(?:\s|$)/.test(classes) ||
  (classes === "toolbar" &&
    parent !== null &&
    isTag(parent) &&
    /^syntaxhighlighter\b/.test(attribute(parent, "class")));

/** Icon fonts that draw a picture in place of a name. */
const iconFont = /(?:^|\s)(?:material-(?:icons|symbols)(?:-[a-z]+)?|mat-icon|google-symbols)(?:\s|$)/;

/** True if the text of the element is the name of an icon, as a font with ligatures draws it. */
function isIcon({ attribs, name, children }: Element): boolean {
  if (name !== "mat-icon" && (attribs["class"] === undefined || !iconFont.test(attribs["class"]))) return false;
  return children.every((child) => isText(child) && /^\w*$/.test(child.data.trim()));
}

/** True for what MediaWiki writes beside the text: links that open an editor, elements that it marks as empty. */
const isWikiTool = ({ attribs }: Element): boolean =>
  attribs["class"] !== undefined && /(?:^|\s)mw-(?:editsection|empty-elt)(?:\s|$)/.test(attribs["class"]);

/** True for what pops up once something has been copied. */
const isCopyPopup = ({ attribs, children }: Element): boolean =>
  attribs["class"] !== undefined &&
  /copy-|copied|clipboard/.test(attribs["class"]) &&
  children.length <= 6 &&
  copied.test(
    children
      .map((part) => wordsIn(part) + (isTag(part) ? part.children.map(wordsIn).join("") : ""))
      .join("")
      .trim(),
  );

const copied = /^(?:\p{Lu}\p{Ll}+ )?copied(?: to (?:the )?clipboard)?[!.]?$/iu;
const wordsIn = (node: AnyNode): string => (isText(node) ? node.data.slice(0, 60) : "");

/** True if the element starts a new block by its name. */
export function isBlock(element: Element): boolean {
  return blocks.has(element.name) || element.name === "dialog" || (element.name === "cite" && isSource(element));
}

const unseenClass =
  /(?:^|\s)(?:sr-only|screen-?reader-(?:text|only)|(?:[a-z0-9]{1,8}-)?visually-?hidden|hidden-visually|v-visible-sr|a-offscreen)(?:\s|$)/i;

/** True if style sheets take an element out of sight and leave it to screen readers: it stands at no place in the line. */
export const isForScreenReaders = ({ attribs }: Element): boolean =>
  attribs["class"] !== undefined && unseenClass.test(attribs["class"]);

const blockStyle = /(?:^|;)\s*display\s*:\s*(?:block|list-item)\b/i;

/** True if an inline element of text stands on lines of its own by its style. */
export function isShownAsBlock({ name, attribs }: Element): boolean {
  return (
    attribs["style"] !== undefined && /^(?:span|small|b|strong|i|em)$/.test(name) && blockStyle.test(attribs["style"])
  );
}

/** True if a `cite` names the source of the quotation around it, beside its text (phpBB, WordPress). */
function isSource({ parent, prev }: Element): boolean {
  const around = parent !== null && isTag(parent) && parent.name === "div" ? parent.parent : parent;
  // Behind a dash or the name of its author, it is a part of the line.
  if (prev !== null && isText(prev) && /[—–,-]\s*$/.test(prev.data)) return false;
  return around !== null && isTag(around) && around.name === "blockquote";
}

/** Nothing but emoji. */
export const pictograph = /^(?:\p{Extended_Pictographic}|\uFE0F)+$/u;

/** True if the element is a heading, by its name or its role (WAI-ARIA 1.2 §5.3.12). */
export function isHeading(element: Element): boolean {
  return /^h[1-6]$/.test(element.name) || (element.attribs["role"] === "heading" && element.name !== "a");
}

/** The level of a heading, from 1 to 6 (WAI-ARIA 1.2 §6.6.1). */
export function headingLevel(element: Element): number {
  const level = Number(element.name.slice(1)) || Number(attribute(element, "aria-level")) || 2;
  return Math.min(Math.max(Math.trunc(level), 1), 6);
}

const listNames: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);

/** True if the element is a list by its name. */
export const isList = ({ name }: Element): boolean => listNames.has(name);

/** The element children of a node, in order. */
export function elementChildren(parent: ParentNode): Element[] {
  return parent.children.filter(isTag);
}

/** The visible text under a node, whitespace untouched; once it is longer than `limit`, the rest is left out. */
export function textOf(node: AnyNode, limit = Infinity): string {
  if (isText(node)) return node.data;
  if (!("children" in node) || (isTag(node) && isInvisible(node))) return "";
  let text = "";
  for (const child of node.children) {
    text += textOf(child, limit - text.length);
    if (text.length > limit) break;
  }
  return text;
}

/** True if any visible text lies under a node. Stops at the first. */
export function hasText(node: AnyNode): boolean {
  if (isText(node)) return node.data.trim() !== "";
  if (!("children" in node) || (isTag(node) && isInvisible(node))) return false;
  return node.children.some(hasText);
}

/** True if visible text lies under a node outside of buttons. */
export function hasOwnText(node: AnyNode): boolean {
  if (isText(node)) return node.data.trim() !== "";
  return isTag(node) && node.name !== "button" && !isInvisible(node) && node.children.some(hasOwnText);
}

/** The first descendant element, in document order, that satisfies `test`. */
export function findDescendant(parent: ParentNode, test: (element: Element) => boolean): Element | undefined {
  for (const child of parent.children) {
    if (!isTag(child)) continue;
    if (test(child)) return child;
    const found = findDescendant(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** HTML whitespace and no-break spaces become one space: Markdown has no way to keep them, and readers don't want to. */
export function collapse(text: string): string {
  return /[\t\n\r\f\u00A0]|  /.test(text) ? text.replace(/[ \t\n\r\f\u00A0]+/g, " ") : text;
}
