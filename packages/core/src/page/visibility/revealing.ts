import { Element, type Document, type ParentNode } from "domhandler";
import { isMain } from "../application-root.ts";
import { isOfConsentTool } from "../consent.ts";
import { holdingOf, type Holding } from "./holding.ts";
import { neighbour } from "../../markup/neighbour.ts";

/** True if a click or a script brings an element out of sight into view. */
export type Revealing = (element: Element) => boolean;

/** Authors' names for elements that open on a click or scroll into view. */
const widgetWords: ReadonlySet<string> = new Set(
  (
    "tab tabs tabpanel pane panel accordion collapse collapsible collapsed expand expandable expander toggle toggled faq " +
    "disclosure details readmore more truncated spoiler slide slides slider carousel swiper step answer"
  ).split(" "),
);
const widgetRoles: ReadonlySet<string> = new Set(["tabpanel", "region", "group", "row", "rowgroup", "listitem"]);

/** A page that waits for its script: this much text, in this many paragraphs or so, and this share of all there is. */
const waiting = { characters: 1_500, blocks: 6, share: 0.2 };

/** Authors' names for what lies over a page, and for what leads away from it: neither is ever the page. */
const windowWords: ReadonlySet<string> = new Set("modal dialog popup overlay lightbox signin".split(" "));
const menuWords: ReadonlySet<string> = new Set("menu nav navbar".split(" "));

/**
 * Returns the test. An element is revealable when something on the page opens it (`aria-controls`, `href="#id"`,
 * `data-target`), when it is named or marked as a tab, slide or accordion panel, or when it holds a good part of the
 * page's text, as in a page that is streamed, and `repeats` says that this text isn't shown elsewhere. What a consent tool
 * asks is not. Facts about the whole page are looked up once.
 */
export function revealing(document: Document, repeats: (element: Element) => boolean): Revealing {
  let controlled: ReadonlySet<string> | undefined;
  const holdings = new Map<ParentNode, Holding>();
  const fadesIn = isOfWebflow(document);
  return (element) => {
    const { attribs } = element;
    if (isOfConsentTool(element)) return false;
    if (isMain(element)) return true; // nobody hides that for good
    if (attribs["id"] !== undefined && (controlled ??= controlledIds(document)).has(attribs["id"])) return true;
    if (widgetRoles.has(attribs["role"] ?? "")) return true;
    const named = `${attribs["class"] ?? ""} ${attribs["id"] ?? ""}`.toLowerCase().split(/[^a-z]+/);
    if (named.some((word) => widgetWords.has(word))) return true;
    if (isInWidget(element) || isFoldedUnder(element) || animated(element)) return true;
    if (fadesIn && onlyFaded.test(attribs["style"] ?? "")) return true;
    // The buttons before a window are often those of another one.
    const isOver = isWindow(element) || named.some((word) => windowWords.has(word));
    if (!isOver && followsButton(element)) return true;
    const held = holdingOf(element, holdings);
    if (held.characters < waiting.characters || held.blocks < waiting.blocks) return false;
    if (held.characters < waiting.share * holdingOf(document, holdings).characters) return false;
    return !isOver && !isMenu(element) && !named.some((word) => menuWords.has(word)) && !repeats(element);
  };
}

/** True for a dialog, and for a list of links, by its name or its role. */
const isWindow = ({ name, attribs }: Element): boolean =>
  name === "dialog" || /^(?:alert)?dialog$/.test(attribs["role"] ?? "");
const isMenu = ({ name, attribs }: Element): boolean =>
  name === "nav" || /^(?:navigation|menu)$/.test(attribs["role"] ?? "");

/** True for what an element that a script defines is made of, such as `<docs-tabs>`. */
const isInWidget = ({ parent }: Element): boolean =>
  parent instanceof Element &&
  parent.name.includes("-") &&
  parent.name.split("-").some((word) => widgetWords.has(word));

/** True for what a box that says to be folded holds below its title (Obsidian). */
const isFoldedUnder = ({ parent, prev }: Element): boolean =>
  parent instanceof Element &&
  /(?:^|\s)(?:is-)?collapsed(?:\s|$)/.test(parent.attribs["class"] ?? "") &&
  neighbour(prev, "prev") !== undefined;

const controllers = [
  "aria-controls",
  "data-target",
  "data-bs-target",
  "data-toggle-target",
  "popovertarget",
  "commandfor",
];

function controlledIds(document: Document): ReadonlySet<string> {
  const ids = new Set<string>();
  collectControlled(document, ids);
  return ids;
}

function collectControlled(parent: ParentNode, ids: Set<string>): void {
  for (const child of parent.children) {
    if (!(child instanceof Element) || child.name === "script" || child.name === "style") continue;
    const { attribs } = child;
    for (const name of controllers) {
      const value = attribs[name];
      if (value !== undefined) addIds(value, ids);
    }
    const href = attribs["href"];
    if (href?.startsWith("#") === true) addIds(href, ids);
    collectControlled(child, ids);
  }
}

function addIds(value: string, ids: Set<string>): void {
  for (const id of value.split(/\s+/)) ids.add(id.replace(/^#/, ""));
}

/** True if the element right before looks clickable. */
function followsButton(element: Element): boolean {
  const before = neighbour(element.prev, "prev");
  if (before === undefined) return false;
  const isButton = ({ name, attribs }: Element): boolean =>
    name === "button" || name === "summary" || attribs["role"] === "button" || attribs["aria-expanded"] !== undefined;
  return isButton(before) || before.children.some((child) => child instanceof Element && isButton(child));
}

/** True for a page of Webflow: its script fades in what has nothing but no opacity, and only some of that says so. */
const isOfWebflow = ({ children }: Document): boolean =>
  children.some((child) => child instanceof Element && child.attribs["data-wf-page"] !== undefined);
const onlyFaded = /^\s*opacity\s*:\s*0\s*;?\s*$/;

/** Attributes of elements that animation libraries fade in. */
const animationAttributes = [
  "data-w-id",
  "data-aos",
  "data-animation",
  "data-animate",
  "data-scroll",
  "data-framer-appear-id",
];
const animationWords: ReadonlySet<string> = new Set("wow aos animate animated reveal fadein".split(" "));
const animationClass = /(?:^|\s)(?:fade-in|elementor-invisible)(?:\s|$)/;

const animated = ({ attribs }: Element): boolean =>
  animationAttributes.some((attribute) => attribs[attribute] !== undefined) ||
  animationClass.test(attribs["class"] ?? "") ||
  (attribs["class"] ?? "").split(/[^a-z]+/).some((word) => animationWords.has(word));
