import { Element, isTag, isText, Text, type AnyNode, type ParentNode } from "domhandler";
import { isPlaced, isUnpainted } from "../../markup/drawing.ts";
import { collapse, isBlock, isInvisible } from "./element.ts";
import { endLead, endParagraph, phraseOf, type Flow } from "./flow.ts";
import { addInline } from "./inline.ts";

/** A drawing with fewer labels of words is a logo or an icon. */
const fewestLabels = 3;

/** Writes the words in a diagram, each label on a line of its own. */
export function writeDrawing(drawing: Element, flow: Flow): void {
  if (flow.wrappers.length > 0) return;
  const labels = labelsIn(drawing);
  if (labels.filter((label) => /\p{L}{2}/u.test(label)).length < fewestLabels) return;
  endLead(flow);
  endParagraph(flow);
  for (const [index, label] of labels.entries()) {
    if (index > 0) addInline(new Element("br", {}), phraseOf(flow), flow.context);
    addInline(new Text(label), phraseOf(flow), flow.context);
  }
  endParagraph(flow);
}

/** The labels in page order, but for signs; words that stand several times are given once. */
function labelsIn(drawing: Element): readonly string[] {
  const labels: string[] = [];
  const known = new Set<string>();
  const collect = (parent: ParentNode): void => {
    for (const part of parent.children) {
      if (!isTag(part) || isUnpainted(part.name)) continue;
      if (part.name !== "text" && part.name !== "foreignObject") collect(part);
      else {
        const label = collapse(wordsIn(part)).trim();
        if (!/[\p{L}\p{N}]/u.test(label) || known.has(label)) continue;
        if (/\p{L}/u.test(label)) known.add(label);
        labels.push(label);
      }
    }
  };
  collect(drawing);
  return labels;
}

/** The text of a label; its lines are parts with places of their own. */
function wordsIn(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node) || isUnpainted(node.name) || isInvisible(node)) return "";
  const words = node.children.map(wordsIn).join("");
  return isPlaced(node) || node.name === "br" || isBlock(node) ? ` ${words} ` : words;
}
