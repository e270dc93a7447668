import { Text, type Document, type Element } from "domhandler";
import { forEachElement } from "../../../markup/elements.ts";

/** The page's signs about itself outside its visible text. */
export interface PageSigns {
  /** Words of `<title>` and `og:title`, lower case. */
  readonly titles: readonly string[];
  /** schema.org types in JSON-LD and microdata, lower case, without the address. */
  readonly types: ReadonlySet<string>;
  readonly openGraphType: string;
  readonly generator: string;
}

/** Collects {@link PageSigns} in one walk. Linear in the size of the page; broken JSON-LD is passed over. */
export function pageSigns(document: Document): PageSigns {
  const titles: string[] = [];
  const types = new Set<string>();
  let openGraphType = "";
  let generator = "";
  forEachElement(document, (element) => {
    const { name, attribs } = element;
    if (name === "title" && titles.length < 4) titles.push(ownText(element).toLowerCase());
    else if (name === "meta") {
      const key = (attribs["property"] ?? attribs["name"] ?? "").toLowerCase();
      const content = (attribs["content"] ?? "").toLowerCase();
      if (key === "og:type") openGraphType = content;
      else if (key === "og:title" || key === "twitter:title") titles.push(content);
      else if (key === "generator") generator = content;
    } else if (name === "script" && attribs["type"] === "application/ld+json") {
      const source = ownText(element);
      for (const match of source.slice(0, longestScript).matchAll(/"@type"\s*:\s*(?:\[\s*)?"([^"]+)"/g)) {
        types.add(schemaName(match[1] ?? ""));
      }
    }
    const itemType = attribs["itemtype"];
    if (itemType !== undefined) types.add(schemaName(itemType));
  });
  return { titles, types, openGraphType, generator };
}

const longestScript = 200_000;
const schemaName = (type: string): string => type.slice(type.lastIndexOf("/") + 1).toLowerCase();
const ownText = (element: Element): string =>
  element.children.map((child) => (child instanceof Text ? child.data : "")).join("");
