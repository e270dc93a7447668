import { Element, Text, type Document } from "domhandler";

/** Says of an element out of sight whether a click or a script brings it into view. */
export type Revealing = (element: Element) => boolean;

/** Names that authors give to what opens on a click or scrolls into view. */
const widgetWords: ReadonlySet<string> = new Set(
  (
    "tab tabs tabpanel pane panel accordion collapse collapsible collapsed expand expandable expander toggle toggled faq " +
    "disclosure details readmore more truncated spoiler slide slides slider carousel swiper step answer"
  ).split(" "),
);
const widgetRoles: ReadonlySet<string> = new Set(["tabpanel", "region", "group", "row", "rowgroup", "listitem"]);

/** A page that waits for its script: this much text, in this many paragraphs or so, and this share of all there is. */
const waiting = { characters: 1_500, blocks: 6, share: 0.2 };

/**
 * Collects what on the page opens something else (`aria-controls`, `href="#id"`, `data-target`), once, and returns the
 * test. An element is revealable when it is so referred to, when it is named or marked as a tab, slide or accordion panel,
 * or when it holds a good part of the page's text, as in a page that is streamed or faded in by a script.
 */
export function revealing(document: Document): Revealing {
  const controlled = new Set<string>();
  const characters = new Map<Element, number>();
  const blocks = new Map<Element, number>();
  const visit = (element: Element): [number, number] => {
    for (const attribute of ["aria-controls", "data-target", "data-bs-target", "data-toggle-target", "href"]) {
      const value = element.attribs[attribute];
      if (value === undefined || (attribute === "href" && !value.startsWith("#"))) continue;
      for (const id of value.split(/\s+/)) controlled.add(id.replace(/^#/, ""));
    }
    let own = 0;
    let inside = 0;
    for (const child of element.children) {
      if (child instanceof Text) own += child.data.trim().length;
      else if (child instanceof Element && child.name !== "script" && child.name !== "style") {
        const [text, count] = visit(child);
        own += text;
        inside += count + (paragraphTags.has(child.name) ? 1 : 0);
      }
    }
    characters.set(element, own);
    blocks.set(element, inside);
    return [own, inside];
  };
  let total = 0;
  for (const child of document.children) if (child instanceof Element) total += visit(child)[0];

  return (element) => {
    const { attribs } = element;
    if (attribs["id"] !== undefined && controlled.has(attribs["id"])) return true;
    if (widgetRoles.has(attribs["role"] ?? "")) return true;
    const named = `${attribs["class"] ?? ""} ${attribs["id"] ?? ""}`.toLowerCase().split(/[^a-z]+/);
    if (named.some((word) => widgetWords.has(word))) return true;
    if (followsButton(element) || animated(element)) return true;
    const held = characters.get(element) ?? 0;
    return held >= waiting.characters && held >= waiting.share * total && (blocks.get(element) ?? 0) >= waiting.blocks;
  };
}

const paragraphTags: ReadonlySet<string> = new Set([
  "p",
  "li",
  "div",
  "td",
  "dd",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
]);

/** Whether what comes right before looks like the thing to click on. */
function followsButton(element: Element): boolean {
  let before = element.prev;
  while (before instanceof Text && before.data.trim() === "") before = before.prev;
  if (!(before instanceof Element)) return false;
  const isButton = ({ name, attribs }: Element): boolean =>
    name === "button" || name === "summary" || attribs["role"] === "button" || attribs["aria-expanded"] !== undefined;
  return isButton(before) || before.children.some((child) => child instanceof Element && isButton(child));
}

/** Attributes by which animation libraries find what they fade in. */
const animationAttributes = [
  "data-w-id",
  "data-aos",
  "data-animation",
  "data-animate",
  "data-scroll",
  "data-framer-appear-id",
];
const animationClasses: ReadonlySet<string> = new Set([
  "wow",
  "aos-init",
  "animate",
  "animated",
  "reveal",
  "fade-in",
  "fadein",
]);

const animated = ({ attribs }: Element): boolean =>
  animationAttributes.some((attribute) => attribs[attribute] !== undefined) ||
  (attribs["class"] ?? "").split(/\s+/).some((token) => animationClasses.has(token));
