import { isTag, type AnyNode } from "domhandler";
import { existsOne } from "domutils";
import type { Block, Region } from "../blocks/flat-page.ts";
import { buyButtons } from "../model/declared-type.ts";
import { readNames, type KnownNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";

/** The part of a product's page with its name, what it costs, and the button that buys it. */
export interface BuyBox {
  /** The smallest region that holds the name and the button. */
  readonly region: Region;
  readonly button: Region;
}

/** The buy box around the name of a product, with the first button behind the name; undefined without a button. */
export function buyBoxOf({ page }: Profile, title: number): BuyBox | undefined {
  const button = buyButtons(page).find(({ end }) => end > title + 1);
  if (button === undefined) return undefined;
  let region = button;
  while (region.parent !== undefined && (region.first > title || region.end <= title)) region = region.parent;
  return { region, button };
}

/** Words in the names of lines that identify a product, or say if it is there. */
const ofFactLines: ReadonlySet<string> = new Set(
  "sku mpn gtin gtin8 gtin13 gtin14 ean upc isbn productid product-id ordernumber product-number product-code partnumber part-number item-number availability product-availability stock manufacturer product-manufacturer product-reference product-quantities".split(
    " ",
  ),
);

/** Such a line is at most this many tokens, and stands at most this many blocks before or behind the button. */
const factLine = { tokens: 16, blocks: 30 };

/** Keeps the number of the product and if it is to be had, as their names tell them, in the box that sells it. */
export function keepFactLines(
  { traits, cues, page }: Profile,
  { title, box: { region: around, button } }: { readonly title: number; readonly box: BuyBox },
  kept: boolean[],
): void {
  const first = Math.max(around.first, title - factLine.blocks);
  for (const block of page.blocks.slice(first, Math.min(around.end, button.end + factLine.blocks))) {
    const { index, measures, region } = block;
    if (measures.tokens === 0 || measures.tokens > factLine.tokens || measures.linkTokens > measures.tokens / 2)
      continue;
    if (traits.framed[region.index] !== 1 && isFactLine(block, cues.names)) kept[index] = true;
  }
}

/** True for a line that is named so, or is next to all of a box that is. */
const isFactLine = ({ region, nodes }: Block, known: KnownNames): boolean =>
  [region, region.parent].some(
    (box) => box !== undefined && box.end - box.first <= largestBox && isNamed(box.element, known),
  ) || existsOne((element) => isNamed(element, known), [...nodes]);

/** A box around a line and its label has at most this many blocks. */
const largestBox = 3;

function isNamed(node: AnyNode, known: KnownNames): boolean {
  if (!isTag(node)) return false;
  const { class: classes = "", id = "", itemprop = "" } = node.attribs;
  return readNames(`${classes} ${id} ${itemprop}`, known).some((word) => ofFactLines.has(word));
}
