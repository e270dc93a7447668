import { attribute, collapse, hasText, isForScreenReaders, isHeading, textOf } from "./element.ts";
import { escapeLabel } from "./phrases/escape.ts";
import { shownSource } from "../media.ts";
import type { Context } from "./context.ts";
import { Element, isTag, isText, type AnyNode } from "domhandler";
import { absoluteAddress } from "../../url/absolute.ts";

/** True if a browser would execute the reference. Browsers skip white space inside of a scheme (URL Standard §4.4). */
function isExecutable(reference: string): boolean {
  return /^[\s\u0000-\u001F]*(?:javascript|vbscript|data):/i.test(reference.slice(0, 200).replace(/[\t\n\r]/g, ""));
}

/** The address an anchor leads to, absolute where a base is known; undefined when it leads nowhere. */
export function linkTarget(anchor: Element, context: Context): string | undefined {
  const reference = anchor.attribs["href"]?.trim();
  if (reference === undefined || isExecutable(reference)) return undefined;
  if (reference === "") return Object.keys(anchor.attribs).length === 1 ? "" : undefined;
  return resolve(reference, context.baseUrl);
}

/** Resolves a reference against the page's address (RFC 3986 §5 as browsers do it); unparsable ones stay as written. */
export function resolve(reference: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return reference.replace(/[\t\n\r]/g, "");
  return absoluteAddress(reference, baseUrl) ?? reference.replace(/[\t\n\r]/g, "");
}

/** The destination and title between the parentheses of a link or image. */
export function linkTail(url: string, title = ""): string {
  return title === "" ? destination(url) : `${destination(url)} "${escapeTitle(title)}"`;
}

function destination(url: string): string {
  const safe = url.replace(/&(?=#?[A-Za-z\d]{1,31};)/g, "&amp;").replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\");
  if (/[\s<>]/.test(safe)) return `<${safe.replace(/[<>]/g, "\\$&")}>`;
  return hasBalancedParentheses(safe) ? safe : safe.replace(/[()]/g, "\\$&");
}

function hasBalancedParentheses(url: string): boolean {
  if (!/[()]/.test(url)) return true;
  let depth = 0;
  for (const character of url) {
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth < 0 || depth > 30) return false;
  }
  return depth === 0;
}

function escapeTitle(title: string): string {
  return title.replace(/&(?=#?[A-Za-z\d]{1,31};)/g, "&amp;").replace(/\\(?=[!-/:-@[-`{-~])|"/g, "\\$&");
}

/** The title of an image, unless it only repeats its text. (Those of links are tips for the mouse, and left out.) */
function usefulTitle(image: Element, alt: string): string {
  const title = collapse(image.attribs["title"] ?? "").trim();
  return title === alt ? "" : title;
}

/** An address that is its own text is written as an autolink (CommonMark §6.5); undefined for any other link. */
export function autolink(anchor: Element, url: string): string | undefined {
  if (!anchor.children.every(isPlain)) return undefined;
  const text = textOf(anchor, url.length + 100).trim();
  const named = text === url || `${text}/` === url || `mailto:${text}` === url;
  if (!named || !/^(?:https?:|mailto:[^\s<>\\@]+@)[^\s<>\\]*$/.test(url)) return undefined;
  if (text.startsWith("http")) return `<${text}>`;
  return /^[\w.+-]+@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*$/.test(text) ? `<${text}>` : undefined;
}

/** True for text, and for parts of it that are only set apart: some cut an address in two to hide the end (Mastodon). */
const isPlain = (node: AnyNode): boolean =>
  isText(node) || (isTag(node) && /^(?:span|wbr)$/.test(node.name) && node.children.every(isPlain));

const skipText = /^(?:skip|jump) (?:directly )?(?:to|over|past)\b|^skip (?:navigation|nav|links?|content)\b/i;

/** True if the link only helps keyboard users over the navigation ("Skip to content"). */
export function isSkipLink(anchor: Element): boolean {
  const reference = attribute(anchor, "href");
  return reference.includes("#") && skipText.test(collapse(textOf(anchor, 100)).trim());
}

/**
 * True if a link is the sign that leads to the element beside it: a heading, a term, a signature, a paragraph. Outside
 * of headings, `#` is one only where its class or its place among other text says so.
 */
export function isPermalink(anchor: Element, isInHeading: boolean): boolean {
  if (!attribute(anchor, "href").includes("#")) return false;
  if (leadsToHeadingBeside(anchor)) return true;
  const sign = textOf(anchor, 12).replace(/[\s\u200B-\u200D\uFEFF]+/g, "");
  if (sign === "" ? isInHeading : /^(?:[¶🔗∞⚓]|\u{F0C1})$/u.test(sign)) return true;
  if (!/^[#§◆]$/.test(sign)) return false;
  const { parent } = anchor;
  const holderClass = parent !== null && isTag(parent) ? attribute(parent, "class") : "";
  const isNamed = permalinkClass.test(attribute(anchor, "class")) || permalinkClass.test(holderClass);
  return isNamed || (isInHeading && sign !== "◆") || leadsToHolder(anchor);
}

/** True for a link to the element that it stands in. */
const leadsToHolder = ({ attribs, parent }: Element): boolean =>
  parent !== null && isTag(parent) && attribs["href"]?.endsWith(`#${parent.attribs["id"] ?? ""}`) === true;

/** True for a link that turns the slides of a carousel (Bootstrap). */
export const isSlideTurner = ({ attribs }: Element): boolean =>
  /^(?:prev|next)$/.test(attribs["data-slide"] ?? attribs["data-bs-slide"] ?? "");

/** True for the words of a heading or a term that are the link to it, or to the section that it opens (MDN, mdBook, mandoc). */
export function isSelfLink({ attribs, parent }: Element): boolean {
  const reference = attribs["href"];
  if (reference?.startsWith("#") !== true || parent === null || !isTag(parent)) return false;
  if (!isHeading(parent) && parent.name !== "dt") return false;
  const places = [parent, parent.parent];
  const leadsHere = places.some((place) => place instanceof Element && `#${place.attribs["id"]}` === reference);
  return leadsHere || selfClass.test(attribs["class"] ?? "");
}

const selfClass = /(?:^|\s)(?:permalink|self-?(?:link|ref)|section-name)(?:\s|$)/i;

/** True for a link without words that are seen to the heading before it (Starlight, GitHub). */
function leadsToHeadingBeside({ attribs, prev, children }: Element): boolean {
  let before = prev;
  while (before !== null && isText(before) && before.data.trim() === "") before = before.prev;
  if (before === null || !isTag(before) || !isHeading(before)) return false;
  if (attribs["href"]?.endsWith(`#${before.attribs["id"] ?? ""}`) !== true) return false;
  return children.every((part) => !hasText(part) || (isTag(part) && (isForScreenReaders(part) || !hasWords(part))));
}

const hasWords = (part: Element): boolean => /[\p{L}\p{N}]/u.test(textOf(part, 40));

const permalinkClass = /(?:^|[\s_-])(?:anchor|permalink|headerlink|selflink|hash-?link|mark)(?:[\s_-]|$)/i;

/** An image as Markdown, or "" when there is nothing to show. */
export function imageMarkdown(image: Element, context: Context): string {
  const source = shownSource(image);
  const alt = collapse(attribute(image, "alt"))
    .trim()
    .replace(/^(?:null|undefined|__wf_reserved_\w+)$/, "");
  if (
    isCopyTool(alt, image) ||
    source === "" ||
    source.startsWith("#") ||
    isExecutable(source.replace(/^data:image\//i, "")) ||
    isPixel(image) ||
    (alt === "" && isSpacer(source, image))
  )
    return "";
  if (!/^data:/i.test(source)) {
    return `![${escapeLabel(alt)}](${linkTail(resolve(source, context.baseUrl), usefulTitle(image, alt))})`;
  }
  if (alt === "" && isPlaceholder(source)) return "";
  if (!context.removeBase64Images) return `![${escapeLabel(alt)}](${linkTail(source)})`;
  return `![${escapeLabel(alt)}](<Base64-Image-Removed>)`;
}

/** True for the picture of a button to copy a listing. */
const isCopyTool = (alt: string, image: Element): boolean =>
  /^(?:copy\b.{0,60}\bto (?:the )?clipboard|复制代码|複製程式碼)$/i.test(alt === "" ? attribute(image, "title") : alt);

const emojiOnly = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F|\u20E3)+$/u;

/** The emoji that an image draws in the text. (The faces of a forum, `:roll:`, are pictures of its own.) */
export function emojiOf(image: Element): string | undefined {
  const alt = (image.attribs["data-emoji-fallback"] ?? attribute(image, "alt")).trim();
  return alt !== "" && alt.length <= 40 && emojiOnly.test(alt) ? alt : undefined;
}

const rating = /\d\s*(?:\/|\p{L}{1,4}(?: \p{L}{1,4})?)\s*\d|\d\s*(?:stars?|sterne|étoiles|estrellas|stelle)\b/iu;

/** The words of a drawing that no text says: `<span role="img" aria-label="4.5 out of 5 stars">`. */
export function drawnRating(element: Element): string {
  if (element.attribs["role"] !== "img" || element.name === "img" || element.name === "svg") return "";
  const label = attribute(element, "aria-label").trim();
  return label.length <= 60 && rating.test(label) && !hasText(element) ? label : "";
}

/** True if a data address is too small to be a picture: a placeholder of lazy loading. */
function isPlaceholder(source: string): boolean {
  return !/;base64,/i.test(source) || (/^data:image\/gif/i.test(source) && source.length < 200);
}

const isThin = (size: string): boolean => /^[01](?:px)?$/.test(size);

function isPixel(image: Element): boolean {
  return isThin(attribute(image, "width")) && isThin(attribute(image, "height"));
}

const spacerName = /(?:^|\/)(?:blank|clear|spacer|trans(?:p(?:arent)?)?|1x1)\.(?:gif|png)$/i;
const shortSpacerName = /(?:^|\/)(?:dot|p|pixel|s|x)\.gif$/i;

/** True for a picture that only takes up room, by the name of its file: the indents of old pages. */
const isSpacer = (source: string, image: Element): boolean =>
  spacerName.test(source) ||
  (shortSpacerName.test(source) && [attribute(image, "width"), attribute(image, "height")].some(isThin));
