import { singleSpaced } from "../../../text/single-spaced.ts";
import { Text, type Document, type Element } from "domhandler";
import { forEachElement } from "../../../markup/elements.ts";

/** The page's signs about itself outside its visible text. */
export interface PageSigns {
  /** Words of `<title>` and `og:title`, lower case. */
  readonly titles: readonly string[];
  /** schema.org types in JSON-LD and microdata, and its property `softwareHelp`, lower case, without the address. */
  readonly types: ReadonlySet<string>;
  readonly openGraphType: string;
  readonly generator: string;
}

/** Collects {@link PageSigns} in one walk. Linear in the size of the page; broken JSON-LD is passed over. */
export function pageSigns(document: Document): PageSigns {
  const draft: Draft = { titles: [], types: new Set(), openGraphType: "", generator: "" };
  forEachElement(document, readSigns, draft);
  return draft;
}

/** The signs while they are collected. */
interface Draft {
  readonly titles: string[];
  readonly types: Set<string>;
  openGraphType: string;
  generator: string;
}

function readSigns(element: Element, draft: Draft): void {
  const { name, attribs } = element;
  if (name === "title" && draft.titles.length < 4) draft.titles.push(singleSpaced(ownText(element)).toLowerCase());
  else if (name === "meta") readMeta(element, draft);
  else if (name === "script" && attribs["type"] === "application/ld+json") {
    const source = ownText(element).slice(0, longestScript);
    for (const match of source.matchAll(declaredType)) draft.types.add(schemaName(match[1] ?? ""));
  }
  if (attribs["itemprop"] === "softwareHelp") draft.types.add("softwarehelp");
  const itemType = attribs["itemtype"];
  if (itemType !== undefined) draft.types.add(schemaName(itemType));
}

function readMeta({ attribs }: Element, draft: Draft): void {
  const key = (attribs["property"] ?? attribs["name"] ?? "").toLowerCase();
  const content = (attribs["content"] ?? "").toLowerCase();
  if (key === "og:type") draft.openGraphType = content;
  else if (key === "og:title" || key === "twitter:title") draft.titles.push(content);
  else if (key === "generator") draft.generator = content;
}

const declaredType = /"@type"\s*:\s*(?:\[\s*)?"([^"]+)"/g;
const longestScript = 200_000;
const schemaName = (type: string): string => type.slice(type.lastIndexOf("/") + 1).toLowerCase();
const ownText = (element: Element): string =>
  element.children.map((child) => (child instanceof Text ? child.data : "")).join("");
