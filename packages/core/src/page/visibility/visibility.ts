import { Comment, Element, Text, type Document, type ParentNode } from "domhandler";
import { removeNodes } from "../remove-nodes.ts";
import type { ElementIndex } from "../element-index.ts";
import { elementsNamed, forEachElement } from "../../markup/elements.ts";
import { styleRules, type RuledStyle, type StyleRules } from "./style-rules.ts";
import {
  isOnlyFaded,
  isOnlyUnpainted,
  isUnreadable,
  looksSame,
  paintsOnItself,
  parseColour,
  parseDeclarations,
  putsOutOfSight,
  white,
  type Colour,
  type Declarations,
} from "./inline-style.ts";
import { isClosedOverlay } from "../closed-overlay.ts";
import { showingLater } from "./shown-later.ts";
import { hasTwinBeside, isForNarrow, isLabelPutAway } from "./display-classes.ts";
import { repeatingShown } from "./repeated-text.ts";
import { revealing } from "./revealing.ts";
import { isStreamedSegment } from "./streamed-segments.ts";
import { darkTwin } from "./themed-pictures.ts";
import { hiddenWritingIn, withoutUnseen } from "./unseen-characters.ts";

/** Removals of {@link removeInvisible}. */
export interface InvisibleOutcome {
  /** Characters of text that a person would not have seen, white space and comments not counted. */
  readonly removedCharacters: number;
  /** Those of them that paint nothing anywhere, in runs long enough to be writing. */
  readonly hiddenWriting: number;
  /** Elements taken out because nothing in them can be seen. */
  readonly removedElements: number;
  /** The reason why text hidden by style sheets was kept, in plain words. */
  readonly problem?: string | undefined;
}

/**
 * Takes out content that a viewer of the page can't see: that is where instructions to language models hide. It may be
 * `hidden`, `display: none`, `visibility: hidden`, transparent, clipped, zero-sized or off-screen text, text in the colour of
 * its background, characters that paint nothing, or comments. Copies of a part for narrower screens go too, and the twins of
 * pictures that only dark screens show. Reads attributes, inline styles and the rules of `<style>` elements; does not lay the
 * page out.
 *
 * Text that is out of sight until a click or a script shows it (tabs, accordions, `<details>`, a page that fades in) belongs
 * to the page and stays: see {@link revealing}. Changes the document in place, in time linear in its size.
 */
export function removeInvisible(document: Document, elements: ElementIndex): InvisibleOutcome {
  const rules = styleRules(document, elements);
  const walk = newWalk(document, rules);
  const background = rules.hasStyleSheet ? undefined : white;
  visit(document, { seen: { background, colour: undefined, faint: false, unreadable: false }, blank: false }, walk);

  const { gone, comments, unreadable, hiddenWriting } = walk;
  let { removedCharacters } = walk;
  for (const text of unreadable) {
    removedCharacters += countCharacters(text);
    text.data = "";
  }
  for (const element of gone) removedCharacters += countCharacters(element);
  removeNodes(new Set([...comments, ...gone]));
  const { problem } = rules;
  return {
    removedCharacters,
    hiddenWriting,
    removedElements: gone.length,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The rules that a walk over the page asks, and its findings. */
interface Walk {
  readonly rules: StyleRules;
  /** The style of an element by its attributes, and the same with the rules for it. */
  readonly ownStyleOf: (element: Element) => Declarations | undefined;
  readonly styleOf: (element: Element) => Declarations | undefined;
  readonly holdsPainted: (element: Element) => boolean;
  /** True if a click or a script brings a hidden element into view. */
  readonly reveals: (element: Element) => boolean;
  /** True if an element is the copy for narrower screens of what the page shows. */
  readonly isCopy: (element: Element) => boolean;
  readonly gone: Element[];
  readonly comments: Comment[];
  readonly unreadable: Text[];
  removedCharacters: number;
  hiddenWriting: number;
}

function newWalk(document: Document, rules: StyleRules): Walk {
  let painted: ReadonlySet<ParentNode> | undefined;
  const ownStyleOf = styleReader();
  const holdsPainted = (element: Element): boolean => (painted ??= holdersOfPainted(document)).has(element);
  const styleOf = (element: Element): Declarations | undefined => {
    const ruled = rules.styles.get(element);
    return ruled === undefined ? ownStyleOf(element) : withRules(ruled, ownStyleOf(element));
  };
  const isHiddenItself = (element: Element): boolean => isHidden(element, styleOf(element), holdsPainted);
  const isFaded = (element: Element): boolean => isOnlyFaded(styleOf(element) ?? noStyle);
  // What is only faded may well come into sight, with all that it holds.
  const repeats = repeatingShown(
    document,
    (element) => (isHiddenItself(element) && !isFaded(element)) || isForNarrow(element),
  );
  const isRevealable = revealing(document, repeats);
  const isShownLater = showingLater(document, {
    isHidden: isHiddenItself,
    repeats,
    isOnlyUnpainted: isFaded,
    isHiddenByRule: (element) => isRuledOut(element, { ruled: rules.styles.get(element), inline: ownStyleOf(element) }),
  });
  return {
    rules,
    ownStyleOf,
    styleOf,
    holdsPainted,
    reveals: (element) => isRevealable(element) || isShownLater(element),
    isCopy: (element) => isForNarrow(element) && (hasTwinBeside(element) || repeats(element)),
    gone: [],
    comments: [],
    unreadable: [],
    removedCharacters: 0,
    hiddenWriting: 0,
  };
}

const noStyle: Declarations = new Map();

/** True if rules alone put an element out of sight, whose own style and attributes would show it. */
const isRuledOut = (
  { attribs }: Element,
  { ruled, inline }: { readonly ruled: RuledStyle | undefined; readonly inline: Declarations | undefined },
): boolean =>
  ruled !== undefined &&
  attribs["hidden"] === undefined &&
  !(inline !== undefined && putsOutOfSight(inline)) &&
  putsOutOfSight(withRules(ruled, inline));

/** The styles around the nodes of an element. */
interface Place {
  readonly seen: Surroundings;
  /** Rules leave text right in the element without size or colour. */
  readonly blank: boolean;
}

/** A function of the module, as V8 forgets the compiled code of functions that are made for each page. */
function visit(parent: ParentNode, place: Place, walk: Walk): void {
  for (const child of parent.children) {
    if (child instanceof Text) readText(child, place, walk);
    else if (child instanceof Comment) walk.comments.push(child);
    else if (child instanceof Element && child.name === "svg") visitDrawing(child, place, walk);
    else if (child instanceof Element && !machineTags.has(child.name)) visitElement(child, place, walk);
  }
}

/** The words in a drawing, which stand on shapes of any colour. One out of sight stays, as others may use parts of it. */
function visitDrawing(drawing: Element, { seen: { faint } }: Place, walk: Walk): void {
  const isOut = isHidden(drawing, walk.styleOf(drawing), walk.holdsPainted) && !walk.reveals(drawing);
  if (isOut) walk.gone.push(...elementsNamed(drawing, ["text", "foreignObject"]));
  else
    visit(
      drawing,
      { seen: { background: undefined, colour: undefined, faint, unreadable: faint }, blank: false },
      walk,
    );
}

function visitElement(element: Element, place: Place, walk: Walk): void {
  const inline = walk.ownStyleOf(element);
  const ruled = walk.rules.styles.get(element);
  const style = walk.styleOf(element);
  const hidden = isHidden(element, style, walk.holdsPainted);
  const twin = element.name === "img" ? darkTwin(element) : undefined;
  if (twin !== undefined) walk.gone.push(twin);
  else if ((hidden && !walk.reveals(element)) || walk.isCopy(element)) walk.gone.push(element);
  else {
    const around = element.name === "pre" && isOfDarkTheme(element, place.seen, walk) ? behindDark(place) : place;
    visit(element, placeIn(around, hidden ? painted(inline) : inline, ruled !== undefined && isBlank(style)), walk);
  }
}

/** The style of an element once something shows it: what is in it is painted, too. */
function painted(style: Declarations | undefined): Declarations | undefined {
  if (style?.has("visibility") !== true) return style;
  return new Map([...style].filter(([name]) => name !== "visibility"));
}

const behindDark = ({ seen, blank }: Place): Place => ({ seen: { ...seen, background: undefined }, blank });

/** The first elements under a node, those near its surface first. */
function elementsIn(parent: ParentNode, limit: number): readonly Element[] {
  const found = parent.children.filter((child) => child instanceof Element);
  for (let place = 0; place < found.length && found.length < limit; place += 1)
    found.push(...(found[place]?.children.filter((child) => child instanceof Element) ?? []));
  return found.slice(0, limit);
}

/** Parts of a listing that are asked for their colours. */
const maxTokens = 60;

/**
 * True for a listing whose tokens have colours of their own and one of them can be read: the dark behind the light ones comes
 * from elsewhere.
 */
function isOfDarkTheme(listing: Element, { background }: Surroundings, { ownStyleOf }: Walk): boolean {
  if (background === undefined) return false;
  const colours = new Set<string>();
  for (const token of elementsIn(listing, maxTokens)) colours.add(ownStyleOf(token)?.get("color") ?? "");
  colours.delete("");
  const readable = [...colours]
    .map(parseColour)
    .filter((colour) => colour !== undefined && !looksSame(background, colour));
  return colours.size > 1 && readable.length > 0;
}

function placeIn(place: Place, inline: Declarations | undefined, blank: boolean): Place {
  if (inline === undefined && blank === place.blank) return place;
  return { seen: inline === undefined ? place.seen : surroundings(inline, place.seen), blank };
}

function readText(text: Text, { seen, blank }: Place, walk: Walk): void {
  const visible = withoutUnseen(text.data);
  if (visible !== text.data) {
    walk.removedCharacters += [...text.data].length - [...visible].length;
    walk.hiddenWriting += hiddenWritingIn(text.data);
    text.data = visible;
  }
  if (seen.unreadable || blank) walk.unreadable.push(text);
}

/** Elements whose text is not for people, left to the steps that need or drop them. */
const machineTags: ReadonlySet<string> = new Set(["script", "style", "template", "head", "svg", "math"]);
const never: ReadonlySet<string> = new Set(["html", "body", "noscript"]);

/** The ancestors' styles for painting text, as far as inline styles tell. */
interface Surroundings {
  readonly background: Colour | undefined;
  readonly colour: Colour | undefined;
  /** Text has no size, no colour or is not painted. */
  readonly faint: boolean;
  /** Text can't be read: it is faint, or has the colour of what lies behind it. */
  readonly unreadable: boolean;
}

function surroundings(style: Declarations, outer: Surroundings): Surroundings {
  const background = backgroundOf(style, outer.background);
  const colour = style.has("color") ? parseColour(style.get("color")) : outer.colour;
  const painted = background !== undefined && colour !== undefined && looksSame(background, colour);
  const restored = style.has("font-size") || style.has("color") || style.get("visibility") === "visible";
  const faint = isUnreadable(style) || isOnlyUnpainted(style) || (outer.faint && !restored);
  return { background, colour, faint, unreadable: painted || faint };
}

/** The colour behind the text; undefined where a picture, a gradient or anything unknown lies there. */
function backgroundOf(style: Declarations, outer: Colour | undefined): Colour | undefined {
  if ((style.get("background-image") ?? "none") !== "none") return undefined;
  const declared = style.get("background-color") ?? style.get("background");
  if (declared === undefined || /^(?:transparent|none|inherit|unset)$/.test(declared)) return outer;
  return parseColour(declared);
}

/** Reads the inline styles of a page. The same ones repeat, so each is read once. */
function styleReader(): (element: Element) => Declarations | undefined {
  const known = new Map<string, Declarations>();
  return (element) => {
    const source = element.attribs["style"];
    if (source === undefined || source === "") return withHints(element, undefined);
    const style = known.get(source) ?? parseDeclarations(source);
    known.set(source, style);
    return withHints(element, style);
  };
}

const hintedTags: ReadonlySet<string> = new Set("body table thead tbody tfoot tr td th font".split(" "));

/**
 * An inline style with the colours of older HTML attributes (HTML §15.3, presentational hints), or with those that say how a
 * part of SVG is drawn.
 */
function withHints(element: Element, style: Declarations | undefined): Declarations | undefined {
  const { attribs, name } = element;
  if (drawnTags.has(name)) return asDrawn(element, style);
  if (!hintedTags.has(name)) return style;
  const { bgcolor, background } = attribs;
  const colour = name === "font" ? attribs["color"] : name === "body" ? attribs["text"] : undefined;
  if (bgcolor === undefined && background === undefined && colour === undefined) return style;
  const hints = new Map<string, string>();
  if (bgcolor !== undefined) hints.set("background-color", bgcolor.toLowerCase());
  if (background !== undefined) hints.set("background-image", background);
  if (colour !== undefined) hints.set("color", colour.toLowerCase());
  return new Map([...hints, ...(style ?? [])]);
}

/** Elements of SVG that hold words. */
const drawnTags: ReadonlySet<string> = new Set(["svg", "g", "switch", "text", "tspan", "textPath", "foreignObject"]);

/** Properties that SVG also has as attributes (SVG 2 §6.6). */
const drawnProperties = ["display", "visibility", "opacity", "font-size", "transform"];

/** An inline style with what the attributes of a part of a drawing say, where the ink of words is called their fill. */
function asDrawn({ attribs }: Element, style: Declarations | undefined): Declarations {
  const drawn = new Map<string, string>();
  const said = (name: string): string | undefined => style?.get(name) ?? attribs[name]?.trim().toLowerCase();
  for (const name of drawnProperties) {
    const value = said(name);
    if (value !== undefined) drawn.set(name, value);
  }
  const fill = Number.parseFloat(said("fill-opacity") ?? "1") === 0 ? "none" : said("fill");
  if (fill !== undefined) drawn.set("color", fill === "none" ? "transparent" : fill);
  if ([attribs["x"], attribs["y"]].some((place) => Math.abs(Number.parseFloat(place ?? "")) > farthest))
    drawn.set("display", "none");
  return new Map([...(style ?? []), ...drawn]);
}

/** Words further from the origin are on no drawing. */
const farthest = 5_000;

/** An inline style between the normal and the important declarations of rules (CSS Cascade 4 §6.1). */
function withRules({ normal, important }: RuledStyle, inline: Declarations | undefined): Declarations {
  return new Map([...normal, ...(inline ?? []), ...important]);
}

/** True if rules leave the text right in an element without size or colour; elements inside may have been given their own. */
const isBlank = (style: Declarations | undefined): boolean =>
  style !== undefined && (isUnreadable(style) || paintsOnItself(style));

function isHidden(
  element: Element,
  style: Declarations | undefined,
  holdsPainted: (element: Element) => boolean,
): boolean {
  const { attribs, name } = element;
  if (never.has(name)) return false;
  if (attribs["hidden"] !== undefined && attribs["hidden"] !== "until-found" && !isStreamedSegment(element))
    return true;
  if (isClosedOverlay(element) || isLabelPutAway(element)) return true;
  return style !== undefined && putsOutOfSight(style) && !(isOnlyUnpainted(style) && holdsPainted(element));
}

/** Holders of elements that are painted even where those around them are not (CSS Display 3 §4). */
function holdersOfPainted(document: Document): ReadonlySet<ParentNode> {
  const holders = new Set<ParentNode>();
  forEachElement(document, ({ attribs, parent }) => {
    if (!visiblyStyled.test(attribs["style"] ?? "")) return;
    for (let holder = parent; holder !== null && !holders.has(holder); holder = holder.parent) holders.add(holder);
  });
  return holders;
}

const visiblyStyled = /(?:^|;)\s*visibility\s*:\s*visible/i;

function countCharacters(node: Element | Text): number {
  if (node instanceof Text) return node.data.replace(/\s+/g, "").length;
  let count = 0;
  for (const child of node.children) {
    if (child instanceof Text || (child instanceof Element && !machineTags.has(child.name)))
      count += countCharacters(child);
  }
  return count;
}
