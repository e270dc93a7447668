import { isTag, isText, Text, type ChildNode, type Element } from "domhandler";
import { appendChild } from "domutils";
import { elementsNamed, forEachElement, hasClass } from "../markup/elements.ts";
import { adoptFoldingJson } from "./program-components.ts";
import { adoptFormula } from "./program-formulas.ts";

/** Listings that programs set in a box, with a break at the end of each line (TeX4ht, XWiki, Steam, GeSHi). */
export function adoptVerbatim(element: Element, classes: string): void {
  if (element.name !== "div") return;
  for (const child of element.children) {
    if (!isTag(child) || !isNumberedByGeshi(child)) continue;
    child.name = "pre";
    child.attribs = { class: classes, ...child.attribs };
  }
  const isListing =
    hasClass(classes, "verbatim") ||
    (/^(?:bb_)?code$/.test(classes) && element.children.some((child) => isTag(child) && child.name === "br")) ||
    (!/^de[12]$/.test(classes) && element.children.some(isTokenOfGeshi));
  if (!isListing) return;
  if (!element.children.every((child) => isText(child) || (isTag(child) && /^(?:a|br|span)$/.test(child.name)))) return;
  element.name = "pre";
  for (const child of element.children) joinLines(child);
}

/** Takes the ends of lines out of a text, which only the source of the page has. Linear: no run of spaces is read twice. */
function joinLines(node: ChildNode): void {
  if (isText(node)) node.data = node.data.replace(/(?<![ \t\r])[ \t\r]*\n[ \t\r]*/g, "");
}

/** True for a list of the lines of code, as GeSHi numbers them. */
function isNumberedByGeshi({ name, children }: Element): boolean {
  const lines = name === "ol" ? children.filter(isTag) : [];
  return lines.length > 0 && lines.every((line) => /^de[12]$/.test(line.children.find(isTag)?.attribs["class"] ?? ""));
}

/** True for a keyword, a string or a sign of code, as GeSHi names them. */
const isTokenOfGeshi = (node: ChildNode): boolean =>
  isTag(node) && node.name === "span" && /^(?:br|co|kw|nu|st|sy)\d$/.test(node.attribs["class"] ?? "");

/**
 * Listings of editors: a `code` of lines (Atlassian), a list of lines (SyntaxHighlighter 1), one that folds (Redoc), and one
 * that a script has drawn beside its source (Enlighter); and the cents of a price, which Elementor raises.
 */
export function adoptListings(element: Element, classes: string, gone: Set<ChildNode>): void {
  const { parent } = element;
  const isOfAtlassian = parent !== null && isTag(parent) && parent.attribs["data-ds--code--code-block"] !== undefined;
  if (element.name === "code" && isOfAtlassian) element.name = "pre";
  else if (element.name === "ol" && /(?:^|\s)dp-\w+(?:\s|$)/.test(classes)) element.name = "pre";
  else if (hasClass(classes, "ltx_lstlisting")) adoptNumberedLines(element, classes, gone);
  else if (hasClass(classes, "latex-rendered")) adoptFormula(element);
  else if (hasClass(classes, "redoc-json")) adoptFoldingJson(element);
  else if (hasClass(classes, "enlighter-code") && isBeside(element, "enlighter-raw")) gone.add(element);
  else if (hasClass(classes, "elementor-price-table__after-price")) element.name = "span";
  else if (hasClass(classes, "elementor-price-table__fractional-part")) element.name = "sup";
  else if (hasClass(classes, "elementor-price-table__period")) element.name = "div";
}

/** Lines of code, each in a box with its number, below a link to all of them (LaTeXML); only parts of their own hold spaces. */
function adoptNumberedLines(listing: Element, classes: string, gone: Set<ChildNode>): void {
  if (elementsNamed(listing, ["math", "table", "pre"]).length > 0) return;
  forEachElement(listing, (part) => {
    const kind = part.attribs["class"] ?? "";
    if (hasClass(kind, "ltx_tag_listingline") || hasClass(kind, "ltx_listing_data")) gone.add(part);
    for (const child of part.children) joinLines(child);
    if (hasClass(kind, "ltx_listingline")) appendChild(part, new Text("\n"));
    if (hasClass(kind, "ltx_lstlisting")) delete part.attribs["class"];
  });
  for (const child of listing.children) joinLines(child);
  const language = /(?:^|\s)ltx_lst_language_(\S+)/.exec(classes)?.[1] ?? "";
  listing.name = "pre";
  if (language !== "") listing.attribs["class"] = `language-${language.toLowerCase()}`;
}

const isBeside = ({ parent }: Element, kind: string): boolean =>
  parent !== null && parent.children.some((other) => isTag(other) && hasClass(other.attribs["class"] ?? "", kind));
