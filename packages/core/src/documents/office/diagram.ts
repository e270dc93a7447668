import type { Document, Element } from "domhandler";
import { escapeHtml } from "../html/markup.ts";
import { nestedList, type ListItem } from "../html/nested-list.ts";
import { childOf, childrenOf, descendantsOf, rootOf, textOf } from "../../markup/xml-tree.ts";

/** Deeper shapes are written at this depth. */
const maxDepth = 20;

/** The words of a diagram (SmartArt; ECMA-376 part 1, §21.4) as a nested list; undefined when it has none. */
export function diagramHtml(file: Document | undefined): string | undefined {
  const model = file === undefined ? undefined : rootOf(file);
  const points = childrenOf(childOf(model, "dgm:ptLst"), "dgm:pt");
  const byId = new Map(points.map((point) => [point.attribs["modelId"] ?? "", point]));
  const inside = childrenInOrder(childrenOf(childOf(model, "dgm:cxnLst"), "dgm:cxn"));
  const items: ListItem[] = [];
  const kindOf = ({ attribs }: Element): string => attribs["type"] ?? "node";
  const roots = [
    ...points.filter((point) => kindOf(point) === "doc"),
    ...points.filter((point) => /^(?:node|asst)$/.test(kindOf(point))),
  ];
  const open = roots.map(({ attribs }) => ({ id: attribs["modelId"] ?? "", depth: 0 })).toReversed();
  const written = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, depth } = next;
    if (written.has(id)) continue;
    written.add(id);
    const html = wordsOf(byId.get(id));
    if (html !== "") items.push({ depth, ordered: false, html });
    const below = Math.min(maxDepth, html === "" ? depth : depth + 1);
    open.push(...(inside.get(id) ?? []).map((child) => ({ id: child, depth: below })).toReversed());
  }
  return items.length === 0 ? undefined : nestedList(items);
}

/** The points that belong to each point. */
function childrenInOrder(connections: readonly Element[]): ReadonlyMap<string, readonly string[]> {
  const parts = connections
    .filter(({ attribs }) => (attribs["type"] ?? "parOf") === "parOf")
    .map(({ attribs }) => ({
      from: attribs["srcId"] ?? "",
      to: attribs["destId"] ?? "",
      order: Number(attribs["srcOrd"] ?? 0),
    }))
    .toSorted((one, other) => one.order - other.order);
  const children = new Map<string, string[]>();
  for (const { from, to } of parts) {
    const known = children.get(from);
    if (known === undefined) children.set(from, [to]);
    else known.push(to);
  }
  return children;
}

const wordsOf = (point: Element | undefined): string =>
  descendantsOf(childOf(point, "dgm:t"), "a:p")
    .map((paragraph) => escapeHtml(descendantsOf(paragraph, "a:t").map(textOf).join("").trim()))
    .filter((words) => words !== "")
    .join("<br>");
