import { Element, Text, type ParentNode } from "domhandler";
import { isExhausted, recall, spend, type Matching } from "./matching.ts";

/** The text of a page, and where each element's begins and ends in it. */
interface PageText {
  readonly text: string;
  readonly spans: ReadonlyMap<Element, readonly [start: number, end: number]>;
}

/** A text that is looked for, in the page's case or without regard to it. */
export interface Wanted {
  /** In lower case when the case does not matter. */
  readonly text: string;
  readonly anyCase: boolean;
}

const asWritten = { anyCase: false };
const inLowerCase = { anyCase: true };

/** Looking through this many characters is one step. */
const charactersPerStep = 32;

/** True if an element's text has a text in it. The page is searched once; each element costs a look into a sorted list. */
export function containsText(element: Element, wanted: Wanted, matching: Matching): boolean {
  const form = wanted.anyCase ? inLowerCase : asWritten;
  const { text, spans } = recall(matching, form, () => readText(matching, form.anyCase));
  const places = recall(matching, wanted, () => placesOf(wanted.text, text, matching));
  const [start, end] = spans.get(element) ?? [0, 0];
  if (wanted.text === "") return true;
  const next = places[firstFrom(places, start)];
  return next !== undefined && next + wanted.text.length <= end;
}

function readText(matching: Matching, anyCase: boolean): PageText {
  const spans = new Map<Element, readonly [number, number]>();
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (child instanceof Text) add(anyCase ? child.data.toLowerCase() : child.data);
      else if (child instanceof Element) {
        const start = length;
        if (child.name === "br") add("\n");
        else visit(child);
        spans.set(child, [start, length]);
      }
    }
  };
  visit(matching.document);
  spend(matching, spans.size + length / charactersPerStep);
  return { text: parts.join(""), spans };
}

function placesOf(sought: string, text: string, matching: Matching): readonly number[] {
  const places: number[] = [];
  if (sought === "") return places;
  // At worst, a good part of what is looked for is compared at every place.
  spend(matching, (text.length / charactersPerStep) * (1 + sought.length / 16));
  if (isExhausted(matching)) return places;
  for (let at = text.indexOf(sought); at !== -1 && spend(matching, 1); at = text.indexOf(sought, at + 1))
    places.push(at);
  return places;
}

/** The index of the first number in a sorted list that is not below a bound. */
function firstFrom(sorted: readonly number[], bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
