import { Comment, Element, Text, type ChildNode } from "domhandler";

/** The first element from a node on, backwards or forwards, if no text is between. */
export function neighbour(start: ChildNode | null, side: "prev" | "next"): Element | undefined {
  let node = start;
  while (node instanceof Comment || (node instanceof Text && node.data.trim() === "")) node = node[side];
  return node instanceof Element ? node : undefined;
}
