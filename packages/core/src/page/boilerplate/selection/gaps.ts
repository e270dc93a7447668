import type { Block, Region } from "../blocks/flat-page.ts";
import { isRunningText, type Sums } from "../blocks/sums.ts";
import { meanChance } from "../model/chances.ts";
import { isTextBox } from "../model/plain-rules.ts";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import type { Content } from "./alike.ts";
import { markedIn } from "./beside.ts";
import { isTableOfFacts } from "./structure.ts";

/** Elements whose text belongs to its surroundings, and most blocks of them between two kept ones. */
const inseparable: ReadonlySet<string> = new Set([
  "pre",
  "figcaption",
  "math",
  "td",
  "th",
  "dt",
  "dd",
  "caption",
  "blockquote",
  ..."h2 h3 h4 h5 h6".split(" "),
]);
const mostInseparable = 3;
/** Pages that tell something in paragraphs, and in no posts that quote each other. */
const told: ReadonlySet<PageType> = new Set(["article", "documentation", "service"]);
/** An insertion between two paragraphs: its most tokens, least mean chance, and largest share of links. */
const insertion = { tokens: 100, chance: 0.2, links: 0.3 };

/**
 * Keeps what stands between two kept blocks of one element: code, cells, headings; and between two paragraphs, figures with their
 * captions, boxes and cards, and tables of facts, however long and unlikely, unless a name or a place marks it as something
 * else. Linear in the size of the page.
 */
export function closeGaps(profile: Profile, content: Content, kept: boolean[]): void {
  const { blocks } = profile.page;
  const isInsertion = insertionsIn(profile, content);
  let above: Block | undefined;
  let paragraph: Block | undefined;
  for (const below of blocks.slice(content.home.first, content.home.end)) {
    if (kept[below.index] !== true) continue;
    const holder = below.region.parent;
    if (above !== undefined && above.region.parent === holder) {
      const gap = blocks.slice(above.index + 1, below.index);
      const isOne = gap.length <= mostInseparable && gap.every(({ region }) => isInseparable(region, holder));
      if (isOne) kept.fill(true, above.index + 1, below.index);
    }
    above = below;
    if (!isRunningText(below)) continue;
    if (paragraph !== undefined && paragraph.region.parent === holder) {
      const gap = blocks.slice(paragraph.index + 1, below.index).filter(({ index }) => kept[index] !== true);
      if (isInsertion(gap, holder)) for (const { index } of gap) kept[index] = true;
    }
    paragraph = below;
  }
}

const isInseparable = (region: Region, holder: Region | undefined): boolean =>
  inseparable.has((partOf(region, holder) ?? region).element.name);

/** The element directly in `holder` that a region is or stands in. */
function partOf(region: Region, holder: Region | undefined): Region | undefined {
  let part: Region | undefined = region;
  while (part !== undefined && part.parent !== holder) part = part.parent;
  return part;
}

/** Tells what belongs between the paragraphs of a page from what was put there for other ends. */
function insertionsIn(
  profile: Profile,
  content: Content,
): (gap: readonly Block[], holder: Region | undefined) => boolean {
  const { type, chances } = content;
  const isMarked = markedIn(profile, content);
  return (gap, holder) => {
    const size = gap.reduce((sum, { measures }) => sum + measures.tokens, 0);
    const linked = gap.reduce((sum, { measures }) => sum + measures.linkTokens, 0);
    if (type === "forum" || size === 0 || linked > insertion.links * size) return false;
    const parts = [...new Set(gap.map(({ region }) => partOf(region, holder) ?? region))];
    if (parts.every((part) => isFacts(part, profile.sums))) return !gap.some(isMarked);
    if (!told.has(type) || size > insertion.tokens) return false;
    // A box of the text is called an aside, too.
    if (parts.every(isTextBox)) return true;
    return meanChance(gap, chances) >= insertion.chance && !gap.some(isMarked);
  };
}

/** True for a table of facts, in boxes of its own or not. */
function isFacts(region: Region, sums: Sums): boolean {
  let inner: Region | undefined = region;
  while (inner !== undefined && inner.element.name !== "table")
    inner = inner.children.length === 1 ? inner.children[0] : undefined;
  return inner !== undefined && isTableOfFacts(inner, sums);
}
