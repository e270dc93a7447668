import type { Document, Element } from "domhandler";
import { childOf, childrenOf, descendantsOf, localName } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { relationsOf, targetOf, type Relations } from "./package.ts";

/** The mark that paragraphs of a level have unless they say otherwise; undefined where nothing says it. */
export type Bullets = (level: number) => "none" | "bullet" | "number" | undefined;

/** The marks of a shape's levels: its own, else those of its place on the layout, else of the master (ECMA-376 part 1, §19.3.1.36). */
export type ReadBullets = (shape: Element) => Bullets;

/** Reads the marks of the shapes of one slide. */
export function slideBullets(archive: Archive, slide: Relations): ReadBullets {
  const layoutPart = targetOf(slide, "slideLayout");
  const layout = archive.xml(layoutPart ?? "");
  const master = archive.xml(targetOf(relationsOf(archive, layoutPart ?? ""), "slideMaster") ?? "");
  const ofBodies = descendantsOf(master, "p:bodyStyle")[0];
  return (shape) => {
    const place = descendantsOf(shape, "p:ph")[0];
    const styles = [listStyle(shape)];
    if (place !== undefined && isBody(place))
      styles.push(
        listStyle(placeIn(layout, (other) => isSame(other, place))),
        listStyle(placeIn(master, isBody)),
        ofBodies,
      );
    return (level) =>
      styles.map((style) => markOf(childOf(style, `a:lvl${level + 1}pPr`))).find((mark) => mark !== undefined);
  };
}

const listStyle = (shape: Element | undefined): Element | undefined =>
  childOf(childOf(shape, "p:txBody"), "a:lstStyle");

const placeIn = (file: Document | undefined, isWanted: (place: Element) => boolean): Element | undefined =>
  descendantsOf(file, "p:sp").find((shape) => descendantsOf(shape, "p:ph").some(isWanted));

const isBody = ({ attribs }: Element): boolean => /^(?:body|obj)$/.test(attribs["type"] ?? "obj");

/** Places have numbers; one without any is the only one of its kind. */
const isSame = (one: Element, other: Element): boolean =>
  (one.attribs["idx"] ?? "0") === (other.attribs["idx"] ?? "0") && isBody(one);

/** The mark that properties of a paragraph or level name. */
export function markOf(properties: Element | undefined): ReturnType<Bullets> {
  const names = childrenOf(properties).map(localName);
  if (names.includes("buAutoNum")) return "number";
  if (names.includes("buChar") || names.includes("buBlip")) return "bullet";
  return names.includes("buNone") ? "none" : undefined;
}
