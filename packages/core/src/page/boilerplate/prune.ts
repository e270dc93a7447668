import type { ChildNode } from "domhandler";
import { removeNodes } from "../remove-nodes.ts";
import type { FlatPage, Region } from "./blocks/flat-page.ts";
import type { Removal } from "./outcome.ts";

/** Result of the pruning. */
export interface Pruning {
  readonly keptCharacters: number;
  readonly removedCharacters: number;
  readonly removed: readonly Removal[];
}

/**
 * Takes the blocks that are not kept, regions left without any, and chrome inside of kept ones out of the DOM. `reason` is asked once per thing
 * removed, and only when `explain` is set. Every child list is rewritten at most once, so the cost is linear.
 */
export function prune(
  {
    page,
    kept,
    inserts,
  }: { readonly page: FlatPage; readonly kept: readonly boolean[]; readonly inserts: readonly ChildNode[] },
  explain: ((first: number) => string) | undefined,
): Pruning {
  const keptBefore = new Int32Array(page.blocks.length + 1);
  let [keptCharacters, removedCharacters] = [0, 0];
  for (const { index, measures } of page.blocks) {
    keptBefore[index + 1] = (keptBefore[index] ?? 0) + (kept[index] === true ? 1 : 0);
    if (kept[index] === true) keptCharacters += measures.characters;
    else removedCharacters += measures.characters;
  }
  const holdsKept = ({ first, end }: Region): boolean => (keptBefore[end] ?? 0) > (keptBefore[first] ?? 0);
  const gone = new Set(inserts);
  const removed: Removal[] = [];
  const remove = (nodes: readonly ChildNode[], region: Region, span: { first: number; end: number }): void => {
    for (const node of nodes) gone.add(node);
    if (explain === undefined) return;
    let characters = 0;
    for (let index = span.first; index < span.end; index += 1)
      characters += page.blocks[index]?.measures.characters ?? 0;
    if (characters > 0) removed.push({ path: pathOf(region), reason: explain(span.first), characters });
  };

  const standsInKept = wordlessReader(page, kept);
  const stays = (region: Region): boolean => {
    if (region.parent === undefined || holdsKept(region)) return true;
    if (region.first !== region.end || !holdsKept(region.parent)) return false;
    return rowParts.has(region.element.name) || standsInKept(region.parent, region.first);
  };
  for (const region of page.regions) {
    const isOutermost = region.parent === undefined || holdsKept(region.parent);
    if (isOutermost && !stays(region)) remove([region.element], region, region);
  }
  page.blocks.forEach(({ nodes, region }, index) => {
    if (kept[index] !== true && (holdsKept(region) || region.parent === undefined)) {
      remove(nodes, region, { first: index, end: index + 1 });
    }
  });
  for (const { nodes, region, at } of page.wordless) {
    if (holdsKept(region) && !standsInKept(region, at)) for (const node of nodes) gone.add(node);
  }
  removeNodes(gone);
  return { keptCharacters, removedCharacters, removed };
}

/** Without one of these, the cells after it would move to other columns or rows. */
const rowParts: ReadonlySet<string> = new Set(["td", "th", "tr", "caption", "col", "colgroup"]);

/** Returns a test: true if the words before and after a place in a region, as far as there are any, are kept. */
function wordlessReader(
  { blocks }: FlatPage,
  kept: readonly boolean[],
): (region: { readonly first: number; readonly end: number }, at: number) => boolean {
  const before = new Int32Array(blocks.length + 1).fill(-1);
  const after = new Int32Array(blocks.length + 1).fill(blocks.length);
  const hasWords = (index: number): boolean => (blocks[index]?.measures.tokens ?? 0) > 0;
  for (let at = 1; at <= blocks.length; at += 1) before[at] = hasWords(at - 1) ? at - 1 : (before[at - 1] ?? -1);
  for (let at = blocks.length - 1; at >= 0; at -= 1) after[at] = hasWords(at) ? at : (after[at + 1] ?? blocks.length);
  return ({ first, end }, at) => {
    const [previous, next] = [before[at] ?? -1, after[at] ?? blocks.length];
    return (previous < first || kept[previous] === true) && (next >= end || kept[next] === true);
  };
}

const longestPath = 4;

/** A short CSS-like path to a region: its innermost few elements, with id or first class. */
export function pathOf(region: Region): string {
  const steps: string[] = [];
  for (
    let holder: Region | undefined = region;
    holder !== undefined && steps.length < longestPath;
    holder = holder.parent
  ) {
    const { name, attribs } = holder.element;
    const [className] = (attribs["class"] ?? "").split(/\s+/).filter((token) => token !== "");
    const mark = attribs["id"] ? `#${attribs["id"]}` : className === undefined ? "" : `.${className}`;
    steps.unshift(name + mark);
  }
  return steps.join(" > ");
}
