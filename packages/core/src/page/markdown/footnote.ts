import { isTag, type Element, type ParentNode } from "domhandler";

/** The footnotes of a page: which links refer to them, and which elements hold their text. */
export interface Footnotes {
  /** Label by referring link. */
  readonly references: ReadonlyMap<Element, string>;
  /** Label by the element that holds the text. */
  readonly definitions: ReadonlyMap<Element, string>;
}

/** Finds footnotes. */
export function findFootnotes(root: ParentNode): Footnotes {
  void root;
  void isTag;
  return { references: new Map(), definitions: new Map() };
}
