import { Element, Text, type ChildNode } from "domhandler";
import { neighbour } from "../../markup/neighbour.ts";

/** A picture for one of the colour schemes that a page has. */
interface ThemedPicture {
  readonly theme: "light" | "dark";
  readonly description: string;
}

/** Boxes between a picture and its twin: a link, a `picture`, a frame. */
const maxFrames = 3;

/**
 * The picture for dark screens that stands beside its twin for light ones, with the boxes that hold nothing else; undefined
 * for other pictures. Its class says so (`hidden dark:block`, `only-dark`) or its address (`#gh-dark-mode-only`).
 */
export function darkTwin(picture: Element): Element | undefined {
  let unit = picture;
  for (let frames = 0; frames <= maxFrames; frames += 1) {
    const own = themedPicture(unit);
    if (own?.theme === "dark" && [unit.prev, unit.next].some((beside) => isTwin(own, beside, unit))) return unit;
    const { parent } = unit;
    if (!(parent instanceof Element) || !isLast(unit.prev, "prev") || !isLast(unit.next, "next")) return undefined;
    unit = parent;
  }
  return undefined;
}

function isTwin(own: ThemedPicture, beside: ChildNode | null, unit: Element): boolean {
  const twin = neighbour(beside, beside === unit.prev ? "prev" : "next");
  const other = twin === undefined ? undefined : themedPicture(twin);
  return other?.theme === "light" && other.description === own.description;
}

/** The picture that is all an element holds, and the theme of either. */
function themedPicture(element: Element): ThemedPicture | undefined {
  let theme: ThemedPicture["theme"] | undefined;
  let held: Element | undefined = element;
  for (let frames = 0; held !== undefined && frames <= maxFrames; frames += 1) {
    theme ??= themeOf(held);
    if (held.name === "img")
      return theme === undefined ? undefined : { theme, description: withoutTheme(held.attribs["alt"] ?? "") };
    held = onlyChild(held);
  }
  return undefined;
}

/** True for what shows nothing by itself: white space, comments, the sources of a picture. */
const showsNothing = (node: ChildNode): boolean =>
  node instanceof Text ? node.data.trim() === "" : !(node instanceof Element) || node.name === "source";

/** True if nothing on one side of an element is seen. */
function isLast(start: ChildNode | null, side: "prev" | "next"): boolean {
  let node = start;
  while (node !== null && showsNothing(node)) node = node[side];
  return node === null;
}

/** The element that is all an element shows. */
function onlyChild({ children }: Element): Element | undefined {
  const first = children.find((child) => !showsNothing(child));
  return first instanceof Element && isLast(first.next, "next") ? first : undefined;
}

const withoutTheme = (description: string): string =>
  description
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^(?:dark|light|mode|theme|version)$/.test(word))
    .join(" ");

function themeOf({ name, attribs }: Element): ThemedPicture["theme"] | undefined {
  const classes = attribs["class"] ?? "";
  const place = name === "img" ? (/#[\w-]*$/.exec(attribs["src"] ?? "")?.[0] ?? "") : "";
  if (!mayBeThemed.test(classes) && !mayBeThemed.test(place)) return undefined;
  return [...classes.split(/\s+/), place].map(themeIn).find((theme) => theme !== undefined);
}

const mayBeThemed = /dark|light/i;

/** Of utilities that change the looks of an element in a theme, only those that show or hide it. */
const showing = /^(?:dark|light):(?!(?:sl-)?(?:block|contents|flex|grid|hidden|inline(?:-block|-flex)?)$)/;
const otherLooks = /^(?:bg|border|btn|navbar|shadow|text)-/;

function themeIn(name: string): ThemedPicture["theme"] | undefined {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const isDark = words.includes("dark");
  if (isDark === words.includes("light") || showing.test(name) || otherLooks.test(name)) return undefined;
  const hides = words.some((word) => /^(?:hid(?:e|den)|none|no|not)$/.test(word));
  return isDark === hides ? "light" : "dark";
}
