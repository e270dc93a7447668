import { Element, Text, type Document, type ParentNode } from "domhandler";
import { forEachElement } from "../../markup/elements.ts";
import { holdingOf, type Holding } from "./holding.ts";
import { neighbour } from "../../markup/neighbour.ts";

/** Facts about how elements are hidden on a page. */
export interface Hiding {
  /** True if an element is hidden by itself. */
  readonly isHidden: (element: Element) => boolean;
  /** True if all that hides an element is that it is not painted. */
  readonly isOnlyUnpainted: (element: Element) => boolean;
  /** True if a style sheet hides an element, not its own style or attribute. */
  readonly isHiddenByRule: (element: Element) => boolean;
  /** True if the page shows the text of a hidden element elsewhere. */
  readonly repeats: (element: Element) => boolean;
}

/** A page that a script fades in: this much of its text is not painted, in this many paragraphs, and this share of all there is. */
const fading = { characters: 150, blocks: 2, share: 0.7 };
/** Pictures that the same style leaves unpainted: nobody hides a picture for good. */
const fadingPictures = 3;
/** A slide or a part that its siblings are like has this much text at least; menus and empty forms have less. */
const minPart = 100;
/** So many titles of one kind can be unfolded, are this long at most, and have this much below them that is no link. */
const folding = { count: 3, title: 200, text: 40 };

/**
 * Returns the test if a page shows a hidden element later, told by what it does elsewhere: it leaves most of its text, or
 * several pictures, unpainted in the same way, as pages that fade in do; it shows one of several siblings that are alike but
 * for one class, as slides and parts of an article are; or it hides what stands below each of several short texts of one kind,
 * as lists of questions do. Each fact is looked up once, in time linear in the size of the page.
 */
export function showingLater(document: Document, hiding: Hiding): (element: Element) => boolean {
  let fades: boolean | undefined;
  let pictureStyles: ReadonlyMap<string, number> | undefined;
  let folded: ReadonlyMap<string, number> | undefined;
  const shown = new Map<ParentNode, ReadonlySet<string>>();
  const isPart = (element: Element): boolean => {
    const { parent } = element;
    if (parent === null || !hiding.isHiddenByRule(element) || textLength(element, minPart) < minPart) return false;
    const kinds = shown.get(parent) ?? shownKinds(parent, hiding);
    shown.set(parent, kinds);
    return kindsOf(element).some((kind) => kinds.has(kind)) && !hiding.repeats(element);
  };
  return (element) => {
    if (hiding.isOnlyUnpainted(element)) {
      if ((fades ??= isToFadeIn(document, hiding))) return true;
      const style = element.attribs["style"];
      pictureStyles ??= stylesOfUnpaintedPictures(document, hiding);
      if (style !== undefined && (pictureStyles.get(style) ?? 0) >= fadingPictures) return true;
    }
    if (isPart(element)) return true;
    const title = titleOver(element);
    if (title === undefined) return false;
    folded ??= foldedKinds(document, hiding);
    return (folded.get(foldKind(title, element)) ?? 0) >= folding.count;
  };
}

function isToFadeIn(document: Document, hiding: Hiding): boolean {
  const known = new Map<ParentNode, Holding>();
  let [characters, blocks] = [0, 0];
  const sumUp = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!(child instanceof Element)) continue;
      if (!hiding.isOnlyUnpainted(child)) sumUp(child);
      else {
        const held = holdingOf(child, known);
        characters += held.characters;
        blocks += held.blocks;
      }
    }
  };
  sumUp(document);
  const all = holdingOf(document, known).characters;
  return characters >= fading.characters && blocks >= fading.blocks && characters >= fading.share * all;
}

function stylesOfUnpaintedPictures(document: Document, hiding: Hiding): ReadonlyMap<string, number> {
  const styles = new Map<string, number>();
  forEachElement(document, (element) => {
    const style = element.attribs["style"];
    if (element.name === "img" && style !== undefined && hiding.isOnlyUnpainted(element)) count(styles, style);
  });
  return styles;
}

const shownKinds = ({ children }: ParentNode, hiding: Hiding): ReadonlySet<string> =>
  new Set(children.flatMap((child) => (child instanceof Element && !hiding.isHidden(child) ? kindsOf(child) : [])));

const maxClasses = 12;

/** An element's name with all of its classes and with all but each one; none without classes, or with too many. */
function kindsOf({ name, attribs }: Element): readonly string[] {
  const classes = (attribs["class"] ?? "").split(/\s+/).filter((word) => word !== "");
  if (classes.length === 0 || classes.length > maxClasses) return [];
  const others = classes.length === 1 ? [] : classes.map((_, index) => classes.toSpliced(index, 1));
  return [classes, ...others].map((words) => `${name} ${words.toSorted().join(" ")}`);
}

/** How often each kind of hidden element stands below a kind of title. */
function foldedKinds(document: Document, hiding: Hiding): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  forEachElement(document, (element) => {
    const title = titleOver(element);
    if (title !== undefined && hiding.isHidden(element) && !hiding.isHidden(title))
      count(kinds, foldKind(title, element));
  });
  return kinds;
}

const foldKind = (title: Element, below: Element): string =>
  `${title.name}.${title.attribs["class"] ?? ""} ${below.name}.${below.attribs["class"] ?? ""}`;

const foldedTags: ReadonlySet<string> = new Set(["div", "section", "p", "dd"]);
const titleTags: ReadonlySet<string> = new Set(["div", "h2", "h3", "h4", "h5", "h6", "dt", "p"]);

/** The short text that an element stands below, if both are all that is in their box, or a heading is over it. */
function titleOver(element: Element): Element | undefined {
  if (!foldedTags.has(element.name)) return undefined;
  const title = neighbour(element.prev, "prev");
  if (title === undefined || !titleTags.has(title.name)) return undefined;
  const isHeading = title.name.startsWith("h") || title.name === "dt";
  const isPair = neighbour(title.prev, "prev") === undefined && neighbour(element.next, "next") === undefined;
  if (!isHeading && !isPair) return undefined;
  const characters = textLength(title, folding.title);
  if (characters === 0 || characters > folding.title) return undefined;
  return textLength(element, folding.text, "a") >= folding.text ? title : undefined;
}

/** The characters of text in an element, counted up to just beyond `most`, without elements of one name. */
function textLength(parent: ParentNode, most: number, without = "script"): number {
  let length = 0;
  for (const child of parent.children) {
    if (child instanceof Text) length += child.data.trim().length;
    else if (child instanceof Element && child.name !== without) length += textLength(child, most - length, without);
    if (length > most) break;
  }
  return length;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
