import { isTag, isText, type Element, type ParentNode } from "domhandler";
import { applicationRoot, isContainer } from "../../application-root.ts";
import { isAround } from "../../surroundings.ts";
import type { Region } from "../blocks/flat-page.ts";
import type { Profile } from "../signals/profile.ts";

/** Most words outside of the frame for nothing to stand there: a link to skip to the content, a trail, a title. */
const maxOwnTokens = 12;

/**
 * The name of the place where the content of a page would stand, such as `#root`, if it is empty and nothing but the
 * frame of the site has words or pictures: its header, menus, asides, dialogs and footer. Undefined on other pages. Linear in
 * the size of the page.
 */
export function emptyPlaceIn({ page }: Profile): string | undefined {
  const framed = new Set<Region>();
  for (const region of page.regions)
    if (isFrame(region.element) || (region.parent !== undefined && framed.has(region.parent))) framed.add(region);
  let ownTokens = 0;
  for (const { region, measures } of page.blocks) {
    if (framed.has(region)) continue;
    ownTokens += measures.tokens;
    if (measures.media > 0 || ownTokens > maxOwnTokens) return undefined;
  }
  const places = emptyPlacesBelow(page.root.element);
  const place = places.find(isRoot) ?? places.find(isMain) ?? places[0];
  return place && nameOf(place);
}

const dialogRoles: ReadonlySet<string> = new Set(["dialog", "alertdialog"]);

const isFrame = (element: Element): boolean =>
  isAround(element) || element.name === "dialog" || dialogRoles.has(element.attribs["role"] ?? "");

/** Empty elements outside of the frame that scripts find by a name. Recursion is safe: the parser caps the depth of the tree. */
const emptyPlacesBelow = (parent: ParentNode): readonly Element[] =>
  parent.children.flatMap((child) => {
    if (!isTag(child) || isFrame(child)) return [];
    return isContainer(child) && isEmpty(child) && nameOf(child) !== undefined ? [child] : emptyPlacesBelow(child);
  });

const isRoot = (element: Element): boolean => applicationRoot(element) !== undefined;
const isMain = ({ name, attribs }: Element): boolean => name === "main" || attribs["role"] === "main";

function nameOf(element: Element): string | undefined {
  const { id = "" } = element.attribs;
  if (id !== "") return `#${id}`;
  return isMain(element) || element.name.includes("-") ? `<${element.name}>` : applicationRoot(element);
}

/** True without text and without anything that could have some. */
const isEmpty = ({ children }: Element): boolean =>
  children.every((child) => !isTag(child) && (!isText(child) || child.data.trim() === ""));
