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
 * Takes the blocks that are not kept, regions left without any, and chrome inside of kept ones out of the body. `explain`
 * gives the reason for each thing removed, if it is set. Every child list is rewritten at most once, so the cost is linear.
 */
export function prune(
  {
    page,
    kept,
    inserts,
  }: { readonly page: FlatPage; readonly kept: readonly boolean[]; readonly inserts: readonly ChildNode[] },
  explain: ((first: number) => string) | undefined,
): Pruning {
  const { blocks } = page;
  const pruned = newPruned(page, kept);
  const gone = new Set(inserts);
  const removed: Removal[] = [];
  const note = (region: Region, { first, end }: Span): void => {
    if (explain === undefined) return;
    let characters = 0;
    for (let index = first; index < end; index += 1) characters += blocks[index]?.measures.characters ?? 0;
    if (characters > 0) removed.push({ path: pathOf(region), reason: explain(first), characters });
  };
  const remains = (region: Region): boolean => region === page.root || holdsKept(region, pruned);
  for (const region of page.regions) {
    const isOutermost = region.parent === undefined || remains(region.parent);
    if (!isOutermost || stays(region, pruned)) continue;
    gone.add(region.element);
    note(region, region);
  }
  let [keptCharacters, removedCharacters] = [0, 0];
  for (const { index, nodes, region, measures } of blocks) {
    if (kept[index] === true) {
      keptCharacters += measures.characters;
      continue;
    }
    removedCharacters += measures.characters;
    if (!remains(region)) continue;
    for (const node of nodes) gone.add(node);
    note(region, { first: index, end: index + 1 });
  }
  for (const { nodes, region, at } of page.wordless) {
    if (remains(region) && !standsInKept(region, at, pruned)) for (const node of nodes) gone.add(node);
  }
  removeNodes(gone);
  return { keptCharacters, removedCharacters, removed };
}

/** Blocks from `first` up to but without `end`. */
interface Span {
  readonly first: number;
  readonly end: number;
}

/** The kept blocks, by place among all blocks. The lists have one place more than there are blocks. */
interface Pruned {
  readonly kept: readonly boolean[];
  /** The number of kept blocks before a place. */
  readonly keptBefore: Int32Array;
  /** The nearest blocks with words before a place, or -1, and from it on, or the number of blocks. */
  readonly wordsBefore: Int32Array;
  readonly wordsAfter: Int32Array;
}

// These are functions of the module, because V8 forgets the compiled code of functions that are made for each page.

function newPruned({ blocks }: FlatPage, kept: readonly boolean[]): Pruned {
  const count = blocks.length;
  const keptBefore = new Int32Array(count + 1);
  const wordsBefore = new Int32Array(count + 1).fill(-1);
  const wordsAfter = new Int32Array(count + 1).fill(count);
  for (const { index, measures } of blocks) {
    keptBefore[index + 1] = (keptBefore[index] ?? 0) + (kept[index] === true ? 1 : 0);
    wordsBefore[index + 1] = measures.tokens > 0 ? index : (wordsBefore[index] ?? -1);
  }
  for (let index = count - 1; index >= 0; index -= 1)
    wordsAfter[index] = (blocks[index]?.measures.tokens ?? 0) > 0 ? index : (wordsAfter[index + 1] ?? count);
  return { kept, keptBefore, wordsBefore, wordsAfter };
}

const holdsKept = ({ first, end }: Span, { keptBefore }: Pruned): boolean =>
  (keptBefore[end] ?? 0) > (keptBefore[first] ?? 0);

function stays(region: Region, pruned: Pruned): boolean {
  if (region.parent === undefined || holdsKept(region, pruned)) return true;
  if (region.first !== region.end || !holdsKept(region.parent, pruned)) return false;
  return rowParts.has(region.element.name) || standsInKept(region.parent, region.first, pruned);
}

/** True if the words before and after a place in a region, as far as there are any, are kept. */
function standsInKept({ first, end }: Span, at: number, { kept, wordsBefore, wordsAfter }: Pruned): boolean {
  const [previous, next] = [wordsBefore[at] ?? -1, wordsAfter[at] ?? end];
  return (previous < first || kept[previous] === true) && (next >= end || kept[next] === true);
}

/** Cells and rows stay even if they are empty: otherwise those after them would move. */
const rowParts: ReadonlySet<string> = new Set(["td", "th", "tr", "caption", "col", "colgroup"]);

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
