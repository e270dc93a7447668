import { isTag, isText, type Element, type ParentNode } from "domhandler";
import { textContent } from "domutils";
import { applicationRoot, isContainer, isMain, placeName } from "../../application-root.ts";
import { isAround } from "../../surroundings.ts";
import { normalise } from "../../verdict/normalise.ts";
import { loadingWording } from "../../verdict/wording.ts";
import type { Block, FlatPage, Region } from "../blocks/flat-page.ts";
import { headingLevel } from "../blocks/sums.ts";
import { ignoredTags } from "../blocks/tags.ts";
import type { Profile } from "../signals/profile.ts";

/** Most words outside of the frame for nothing to stand there: a link to skip to the content, a trail, an offer at the top. */
const maxOwnTokens = 12;

/**
 * The name of the place where the content of a page would stand, such as `#root`, if it is empty and nothing but the
 * frame of the site has words or pictures: its header, menus, asides, dialogs and footer. Undefined on other pages. Linear in
 * the size of the page.
 */
export function emptyPlaceIn({ page }: Profile): string | undefined {
  const framed = regionsIn(page, isFrame);
  const central = regionsIn(page, isMain);
  let ownTokens = 0;
  for (const block of page.blocks) {
    const { region, measures } = block;
    if (framed.has(region)) continue;
    ownTokens += measures.tokens;
    if (measures.media > 0 || ownTokens > maxOwnTokens || headingLevel(region) > 0) return undefined;
    // However short: a price, a telephone number.
    if ((central.size === 0 || central.has(region)) && isRead(block)) return undefined;
  }
  const places: Place[] = [];
  findPlaces(page.root.element, places);
  const place =
    places.find(({ element }) => isRoot(element)) ??
    places.find(({ element }) => isMain(element)) ??
    places.find(({ isNamed }) => isNamed) ??
    places[0];
  return place?.name;
}

/** The regions that fit, and those inside them. */
function regionsIn(page: FlatPage, fits: (element: Element) => boolean): ReadonlySet<Region> {
  const found = new Set<Region>();
  for (const region of page.regions)
    if (fits(region.element) || (region.parent !== undefined && found.has(region.parent))) found.add(region);
  return found;
}

/** True for a block with words outside of links and controls that say more than that something is loading. */
const isRead = ({ nodes, measures }: Block): boolean =>
  measures.tokens > measures.linkTokens + measures.controlTokens &&
  nodes.some((node) => saysSomething(textContent(node)));

const dialogRoles: ReadonlySet<string> = new Set(["dialog", "alertdialog"]);

const isFrame = (element: Element): boolean =>
  isAround(element) || element.name === "dialog" || dialogRoles.has(element.attribs["role"] ?? "");

interface Place {
  readonly element: Element;
  /** Its identifier or the like; a class if it has none. */
  readonly name: string;
  readonly isNamed: boolean;
}

/** The findings below an element. */
interface Blankness {
  /** Nothing below can be read or filled in. */
  readonly isBlank: boolean;
  /** The number of elements below. */
  readonly elements: number;
  readonly hasNamedPlaces: boolean;
}

/**
 * Collects the smallest blank places outside of the frame. Recursion is safe: the parser caps the depth of the tree.
 */
function findPlaces({ children }: ParentNode, places: Place[]): Blankness {
  let isBlank = true;
  let elements = 0;
  let hasNamedPlaces = false;
  for (const child of children) {
    if (isText(child)) isBlank &&= !saysSomething(child.data);
    if (!isTag(child)) continue;
    const known = places.length;
    const below = isFrame(child) || isField(child) ? filled : findUnlessUnseen(child, places);
    const place = below.isBlank && !below.hasNamedPlaces ? placeAt(child, below) : undefined;
    const isKept = place !== undefined && (place.isNamed || places.length === known);
    if (isKept) places.push(place);
    hasNamedPlaces ||= below.hasNamedPlaces || (isKept && place.isNamed);
    isBlank &&= below.isBlank;
    elements += below.elements + 1;
  }
  return { isBlank, elements, hasNamedPlaces };
}

const filled: Blankness = { isBlank: false, elements: 0, hasNamedPlaces: false };
const unseen: Blankness = { isBlank: true, elements: 0, hasNamedPlaces: false };
const findUnlessUnseen = (element: Element, places: Place[]): Blankness =>
  ignoredTags.has(element.name) ? unseen : findPlaces(element, places);
const saysSomething = (text: string): boolean => readable.test(text) && !loadingWording.test(normalise(text));
const readable = /[\p{L}\p{N}]/u;
const fieldTags: ReadonlySet<string> = new Set(["input", "select", "textarea", "object", "embed"]);
const isField = ({ name, attribs }: Element): boolean => fieldTags.has(name) && attribs["type"] !== "hidden";
const isRoot = (element: Element): boolean => applicationRoot(element) !== undefined;

/** From this many blank elements on, a box was drawn to be filled. */
const leastBoxes = 3;

/** A blank element that scripts would fill: one with a name, a title without words, a box of boxes. */
function placeAt(element: Element, { elements }: Blankness): Place | undefined {
  const name = placeName(element);
  if (name !== undefined) return { element, name, isNamed: true };
  // Many a site shows its name in a heading that is a link with a picture from its style sheet.
  if (element.name === "h1" && elements === 0) return { element, name: "<h1>", isNamed: false };
  const [first = ""] = (element.attribs["class"] ?? "").trim().split(/\s+/);
  const isBox = isContainer(element) && elements >= leastBoxes && first !== "";
  return isBox ? { element, name: `.${first}`, isNamed: false } : undefined;
}
