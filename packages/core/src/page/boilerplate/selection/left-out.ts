import { blockText, type Region } from "../blocks/flat-page.ts";
import type { LeftOut } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import { isLong, keptSum, within } from "../blocks/sums.ts";

/** Less running text than this, or than this share of the kept text, is nothing to warn of. */
const substantial = { tokens: 80, share: 0.1 };
/** Longest quote of the first text left out. */
const longestQuote = 60;

/** Kinds of text inside of the content that nobody misses. */
const expected = [
  "comment",
  "related",
  "newsletter",
  "share",
  "advert",
  "author",
  "consent",
  "overlay",
  "login",
] as const;

/** The running text inside of the content that was left out without a mark that says why; undefined when it is little. */
export function leftOutOf(
  { page, traits }: Profile,
  home: Region | undefined,
  { kept, chrome }: { readonly kept: readonly boolean[]; readonly chrome: readonly boolean[] },
): LeftOut | undefined {
  if (home === undefined) return undefined;
  const marked = [...expected.map(traits.concept), traits.tag("aside"), traits.tag("footer"), traits.tag("nav")];
  let [words, first] = [0, -1];
  for (let index = home.first; index < home.end; index += 1) {
    const block = page.blocks[index];
    if (block === undefined || kept[index] === true || chrome[index] === true || !isLong(block)) continue;
    const { region } = block;
    if (traits.framed[region.index] === 1 || marked.some((nearest) => (nearest[region.index] ?? 0) > 0)) continue;
    words += block.measures.tokens;
    if (first < 0) first = index;
  }
  const keptTokens = within(keptSum(page.blocks, kept), page.root);
  const block = page.blocks[first];
  if (block === undefined || words < substantial.tokens || words < substantial.share * keptTokens) return undefined;
  const text = blockText(block);
  const quote = text.length <= longestQuote ? text : `${text.slice(0, longestQuote).trimEnd()}…`;
  return { words, quote };
}
