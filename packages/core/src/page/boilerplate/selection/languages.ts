import { isTag, type AnyNode } from "domhandler";
import { runningSum, within } from "../blocks/sums.ts";
import type { Profile } from "../signals/profile.ts";

/** Least links of a choice of languages, their least share of its links, and most words for each. */
const choice = { links: 3, share: 0.8, tokensPerLink: 6 };

/** Drops what leads to the page in other languages: short links, nearly all of which say theirs (HTML §4.6.6, `hreflang`). */
export function dropLanguages({ page, sums }: Profile, kept: boolean[]): void {
  const inLanguages = runningSum(page.blocks, ({ nodes }) =>
    nodes.reduce((sum, node) => sum + countLanguages(node), 0),
  );
  if (within(inLanguages, page.root) < choice.links) return;
  const links = runningSum(page.blocks, ({ measures }) => measures.links);
  for (const region of page.regions) {
    const count = within(inLanguages, region);
    if (count < choice.links || count < choice.share * within(links, region)) continue;
    if (within(sums.headings, region) === 0 && within(sums.tokens, region) <= choice.tokensPerLink * count)
      kept.fill(false, region.first, region.end);
  }
}

function countLanguages(node: AnyNode): number {
  if (!isTag(node)) return 0;
  const own = node.name === "a" && node.attribs["hreflang"] !== undefined ? 1 : 0;
  return node.children.reduce((sum, child) => sum + countLanguages(child), own);
}
