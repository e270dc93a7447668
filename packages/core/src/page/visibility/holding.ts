import { Element, Text, type ParentNode } from "domhandler";

/** An element's amount of text and rough number of paragraphs. */
export interface Holding {
  readonly characters: number;
  readonly blocks: number;
}

/** Counts nothing twice, so that asking about elements inside of each other stays linear. */
export function holdingOf(parent: ParentNode, known: Map<ParentNode, Holding>): Holding {
  const before = known.get(parent);
  if (before !== undefined) return before;
  let characters = 0;
  let blocks = 0;
  for (const child of parent.children) {
    if (child instanceof Text) characters += child.data.trim().length;
    else if (child instanceof Element && child.name !== "script" && child.name !== "style") {
      const inside = holdingOf(child, known);
      characters += inside.characters;
      blocks += inside.blocks + (paragraphTags.has(child.name) ? 1 : 0);
    }
  }
  const holding = { characters, blocks };
  known.set(parent, holding);
  return holding;
}

const paragraphTags: ReadonlySet<string> = new Set([
  "p",
  "li",
  "div",
  "td",
  "dd",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
]);
