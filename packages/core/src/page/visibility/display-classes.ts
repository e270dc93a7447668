import { Element, Text, type ChildNode } from "domhandler";
import { neighbour } from "../../markup/neighbour.ts";

/** The widths from which the utilities of Bootstrap and Tailwind hold, the narrowest first; a desk is wider than all of them. */
const widths = ["", "sm", "md", "lg", "xl"];
const display =
  /^(?:d-(?:(sm|md|lg|xl)-)?(none|block|flex|grid|contents|table|inline(?:-\w+)?)|(?:(sm|md|lg|xl):)?(hidden|block|flex|grid|contents|table|inline(?:-\w+)?))$/;
/** Other classes by which frameworks of style show something to narrow screens only. */
const narrowClass =
  /(?:^|\s)(?:visible-(?:xs|sm)(?:-\w+)?|hidden-lg(?:-up)?|show-for-small-only|hide-for-(?:medium|large)|uk-hidden@[sml]|is-hidden-(?:tablet|desktop)|elementor-hidden-desktop|mobile-only|only-mobile)(?:\s|$)/;
const mayBeNarrow = /none|hidden|visible|show-for|hide-for|mobile/;
/** Larger parts of a page are not compared with those beside them. */
const largestCopy = { nodes: 500, characters: 4_000 };

/** True if the classes of an element say that only screens narrower than a desk show it, which the linked style sheets do. */
export function isForNarrow({ attribs }: Element): boolean {
  const classes = attribs["class"];
  if (classes === undefined || !mayBeNarrow.test(classes)) return false;
  if (narrowClass.test(classes)) return !/(?:^|\s)visible-(?:md|lg)/.test(classes);
  const shown = shownFrom(classes);
  return shown[0] !== false && shown.findLast((state) => state !== undefined) === false;
}

/** The states from each of the {@link widths} on, as far as classes say them. */
function shownFrom(classes: string): readonly (boolean | undefined)[] {
  const shown: (boolean | undefined)[] = [];
  for (const name of classes.split(/\s+/)) {
    const [, width, value, otherWidth, otherValue] = display.exec(name) ?? [];
    const said = value ?? otherValue;
    if (said !== undefined) shown[widths.indexOf(width ?? otherWidth ?? "")] = !/^(?:none|hidden)$/.test(said);
  }
  return shown;
}

const inLine: ReadonlySet<string> = new Set(["a", "b", "em", "i", "label", "small", "span", "strong"]);
const longestLabel = 30;

/** True for a label that its class puts away: a forum writes “pinned” and “locked” on every topic, for a script to show. */
export function isLabelPutAway(element: Element): boolean {
  const classes = element.attribs["class"];
  if (classes === undefined || !inLine.has(element.name) || !/(?:^|\s)(?:hidden|d-none)(?:\s|$)/.test(classes))
    return false;
  return !shownSometimes.test(classes) && (lettersOf(element, longestLabel) ?? "") !== "";
}

/** A class for a width or a state in which an element is shown. */
const shownSometimes = /[:-]!?(?:block|contents|flex|grid|inline|table)(?:[\s-]|$)/;

/** True if the element before or behind one says the same. */
export function hasTwinBeside(element: Element): boolean {
  const own = lettersOf(element);
  if (own === undefined || own === "") return false;
  return (["prev", "next"] as const).some((side) => {
    const beside = neighbour(element[side], side);
    return beside !== undefined && !isForNarrow(beside) && lettersOf(beside) === own;
  });
}

/** The text in an element without white space; undefined if it is longer, or in more nodes, than a {@link largestCopy copy}. */
function lettersOf(element: Element, most = largestCopy.characters): string | undefined {
  const open: ChildNode[] = [element];
  let letters = "";
  let seen = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ((seen += 1) > largestCopy.nodes || letters.length > most) return undefined;
    if (node instanceof Text) letters += node.data.replace(/\s+/g, "");
    else if (node instanceof Element) {
      if (node.children.length > largestCopy.nodes) return undefined;
      open.push(...node.children.toReversed());
    }
  }
  return letters.length > most ? undefined : letters;
}
