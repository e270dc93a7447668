import { nominate, type Nominations } from "./candidates.ts";
import type { CueWeights } from "./cue-table.ts";
import { readCues, type Cues } from "./cues.ts";
import { blockText, type FlatPage } from "../blocks/flat-page.ts";
import type { PageSigns } from "../blocks/page-signs.ts";
import { findRecordLists, type RecordLists } from "./record-lists.ts";
import { readRepeats, type Repeats } from "../blocks/repeats.ts";
import { shortBlock, sumUp, type Sums } from "../blocks/sums.ts";
import { readTraits, type Traits } from "./traits.ts";

/**
 * Pages up to this many tokens are small. The model knows few, so that titles and headings stay there whatever it
 * says; of the text of a long news page, most people call neither its content.
 */
export const smallPage = 600;

/** Everything worked out once per page, before any block is judged. */
export interface Profile {
  readonly page: FlatPage;
  readonly signs: PageSigns;
  readonly url: string;
  readonly sums: Sums;
  /** Tokens on the page, at least 1. */
  readonly total: number;
  /** Text of each block; empty for blocks longer than {@link shortBlock} tokens. */
  readonly texts: readonly string[];
  readonly cues: Cues;
  readonly traits: Traits;
  readonly repeats: Repeats;
  readonly lists: RecordLists;
  readonly nominations: Nominations;
}

/** Works out the profile of a page. Linear in its size. */
export function profilePage(
  page: FlatPage,
  about: { readonly signs: PageSigns; readonly url: string },
  weights?: CueWeights,
): Profile {
  const { blocks } = page;
  const { signs, url } = about;
  const sums = sumUp(blocks);
  const total = Math.max(1, sums.tokens[blocks.length] ?? 0);
  const texts: string[] = [];
  for (const block of blocks) texts.push(block.measures.tokens <= shortBlock ? blockText(block) : "");
  const cues = readCues(page, texts, weights);
  const traits = readTraits(page, sums, cues);
  return {
    page,
    signs,
    url,
    sums,
    total,
    texts,
    cues,
    traits,
    repeats: readRepeats(page, texts, traits.signature),
    lists: findRecordLists(page, sums, traits),
    nominations: nominate(page, sums, cues),
  };
}
