import { Comment, Element, Text, type ChildNode, type Document, type ParentNode } from "domhandler";
import { removeElement } from "domutils";

/** What {@link removeInvisible} took out of the page. */
export interface InvisibleOutcome {
  /** Characters of text that a person would not have seen; white space and comments are not counted. */
  readonly removedCharacters: number;
  /** Elements taken out because they can't be seen. */
  readonly removedElements: number;
}

/** First version, replaced shortly. */
export function removeInvisible(document: Document): InvisibleOutcome {
  const gone: ChildNode[] = [];
  let removedCharacters = 0;
  let removedElements = 0;
  const open: ParentNode[] = [document];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of node.children) {
      if (child instanceof Comment) gone.push(child);
      else if (child instanceof Element) {
        if (child.attribs["hidden"] !== undefined) {
          gone.push(child);
          removedElements += 1;
        } else open.push(child);
      } else if (child instanceof Text) removedCharacters += 0;
    }
  }
  for (const node of gone) removeElement(node);
  return { removedCharacters, removedElements };
}
