import { isTag, type AnyNode } from "domhandler";
import { existsOne } from "domutils";
import type { Block, Region } from "../blocks/flat-page.ts";
import { buyButtons } from "../model/declared-type.ts";
import { readNames, type KnownNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import { framesOnly } from "./frames.ts";

/** The part of a product's page with its name, what it costs, and the button that buys it. */
export interface BuyBox {
  /** The smallest region that holds the name and the button. */
  readonly region: Region;
  readonly button: Region;
}

/**
 * The buy box around the name of a product, with the first button behind the name, or the last one before it: some shops write
 * the column with the button first. Undefined without a button.
 */
export function buyBoxOf({ page }: Profile, title: number): BuyBox | undefined {
  const buttons = buyButtons(page);
  const button = buttons.find(({ end }) => end > title + 1) ?? buttons.at(-1);
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
  profile: Profile,
  { title, box: { region: around, button } }: { readonly title: number; readonly box: BuyBox },
  kept: boolean[],
): void {
  const { page, cues } = profile;
  const isFrame = framesOnly(profile, kept);
  const first = Math.max(around.first, title - factLine.blocks);
  for (const block of page.blocks.slice(first, Math.min(around.end, button.end + factLine.blocks))) {
    const { index, measures, region } = block;
    if (measures.tokens === 0 || measures.tokens > factLine.tokens || isFrame(region)) continue;
    if (isFactLine(block, cues.names)) kept[index] = true;
  }
}

/** True for a line that holds what is named so, or is named so itself or by a box of little else. A box of links is a menu. */
const isFactLine = ({ region, nodes, measures }: Block, known: KnownNames): boolean =>
  existsOne((element) => isNamed(element, known), [...nodes]) ||
  (measures.linkTokens <= measures.tokens / 2 &&
    [region, region.parent].some(
      (box) => box !== undefined && box.end - box.first <= largestBox && isNamed(box.element, known),
    ));

/** A box around a line and its label has at most this many blocks. */
const largestBox = 3;

function isNamed(node: AnyNode, known: KnownNames): boolean {
  if (!isTag(node)) return false;
  const { class: classes = "", id = "", itemprop = "" } = node.attribs;
  const words = readNames(`${classes} ${id} ${itemprop}`, known);
  // Where it can be fetched is no stock.
  return !words.includes("pickup") && words.some((word) => ofFactLines.has(word));
}
