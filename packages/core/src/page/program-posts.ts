import { Element, isTag, isText, type ChildNode } from "domhandler";
import { prepend } from "domutils";
import { firstText, forEachElement, hasClass } from "../markup/elements.ts";

/** Posts as forums and blogs write them: quotations, spoilers, cards, and the tools beside them. */
export const postAdoptions = [adoptVBulletin, adoptXenForo, adoptCards, dropTools] as const;

/** vBulletin 4 sets the whole post in a `blockquote`, and quotations in boxes; vBulletin 3 sets these in tables. */
function adoptVBulletin(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (element.name === "blockquote" && hasClass(classes, "postcontent")) element.name = "div";
  else if (hasClass(classes, "bbcode_quote")) element.name = "blockquote";
  else if (hasClass(classes, "bbcode_postedby")) {
    forEachElement(element, (inner) => {
      if (inner.name === "img") gone.add(inner);
    });
  } else if (
    element.name === "td" &&
    hasClass(classes, "alt2") &&
    /^\s*Originally Posted by/i.test(beginningOf(element))
  ) {
    let table: Element = element;
    while (table.name !== "table" && table.parent !== null && isTag(table.parent)) {
      table.name = "div";
      table = table.parent;
    }
    table.name = table.name === "table" ? "blockquote" : table.name;
  }
}

/** The first words of an element. */
export const beginningOf = (element: Element): string => firstText(element)?.data.slice(0, 100) ?? "";

function adoptXenForo(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (/(?:^|\s)bbCodeBlock-(?:expand|shrink)Link(?:\s|$)/.test(classes)) gone.add(element);
  else if (hasClass(classes, "bbCodeSpoiler")) element.name = "details";
  else if (hasClass(classes, "bbCodeSpoiler-button")) element.name = "summary";
}

/**
 * Parts that unfold (Ghost, Confluence), links in posts, above a box with what is behind them (Discourse), messages in lines
 * (Discord), and headings (Steam, Doxygen).
 */
function adoptCards(element: Element, classes: string): void {
  const level = /^bb_h([1-3])$/.exec(classes)?.[1];
  if (level !== undefined) element.name = `h${level}`;
  else if (classes === "title" && isInHeaderOfDoxygen(element)) element.name = "h1";
  else if (hasClass(classes, "chatlog__markdown-preserve")) element.attribs["style"] = "white-space: pre-wrap";
  if (hasClass(classes, "kg-toggle-card") || hasClass(classes, "expand-container")) element.name = "details";
  else if (hasClass(classes, "kg-toggle-heading") || hasClass(classes, "expand-control")) element.name = "summary";
  else if (element.name === "aside" && hasClass(classes, "onebox")) {
    const body = element.children.find((part) => isTag(part) && hasClass(part.attribs["class"] ?? "", "onebox-body"));
    const title =
      body instanceof Element ? body.children.find((part) => isTag(part) && /^h[34]$/.test(part.name)) : null;
    if (!(title instanceof Element)) return;
    title.name = "p";
    prepend(element, title);
  }
}

const isInHeaderOfDoxygen = ({ parent }: Element): boolean =>
  parent !== null && isTag(parent) && parent.attribs["class"] === "headertitle";

/** Counts that show once one has voted (Reddit), the words that unfold a text (rustdoc), the clock of a player (Ghost), and the copies of slides with which carousels go round (Swiper, Slick, Splide, Glide, Owl). */
const toolClass =
  /(?:^|\s)(?:score (?:dis)?likes|hideme|kg-audio-player|swiper-slide-duplicate|slick-cloned|(?:splide|glide)__slide--clone|owl-item(?: active)? cloned|tns-slide-cloned|bx-clone)(?:\s|$)/;

/**
 * Drops links beside code that select it (SMF, which sets code in the line; phpBB; Discuz, which sets it in a list), words for the author of a text (Substack),
 * what a picture says when it is pointed at (Discourse), and other {@link toolClass tools}.
 */
function dropTools(element: Element, classes: string, gone: Set<ChildNode>): void {
  if (hasClass(classes, "codeoperation") || (element.name === "label" && hasClass(classes, "hide-text")))
    gone.add(element);
  if (hasClass(classes, "codebox")) {
    for (const part of element.children.filter(isTag).flatMap(({ children }) => children))
      if (isTag(part) && part.name === "a" && part.attribs["href"] === "#") gone.add(part);
  }
  if (element.name === "code" && hasClass(classes, "bbc_code")) element.name = "pre";
  if (element.name === "div" && hasClass(classes, "blockcode")) {
    element.name = "pre";
    for (const part of element.children) if (isTag(part) && part.name === "em") gone.add(part);
  }
  if (element.name === "div" && hasClass(classes, "mermaid") && element.children.every(isText)) element.name = "pre";
  if (element.name === "a" && hasClass(classes, "lightbox"))
    for (const part of element.children)
      if (isTag(part) && part.name === "div" && hasClass(part.attribs["class"] ?? "", "meta")) gone.add(part);
  if (toolClass.test(classes)) gone.add(element);
}
