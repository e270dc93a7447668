import type { Document } from "domhandler";
import type { Steps } from "../../collections/steps.ts";
import { blockChances, meanChance } from "./model/chances.ts";
import { flatten, type Region } from "./blocks/flat-page.ts";
import type { BoilerplateOutcome, Candidate } from "./outcome.ts";
import { pageSigns } from "./blocks/page-signs.ts";
import { profilePage, type Profile } from "./signals/profile.ts";
import { within } from "./blocks/sums.ts";
import { pathOf, prune } from "./prune.ts";
import { controlsIn, insertsIn } from "./selection/inserts.ts";
import { selectBlocks, type Selection } from "./selection/selection.ts";

export type { BoilerplateOutcome, Candidate, PageType, Removal } from "./outcome.ts";

/**
 * Prunes the DOM in place to the main content under `<body>`: a run of text is kept or dropped as a whole, so no
 * sentence loses a word, and everything only where the place of the content is empty. The outcome names the element that holds the
 * content; with `explain` also the candidates that were weighed, and everything removed, with reasons. Linear in the
 * size of the page. Method and figures: docs/decisions/0004-main-content.md.
 */
export function* removeBoilerplate(
  document: Document,
  context: { readonly url: string; readonly explain?: boolean },
): Steps<BoilerplateOutcome> {
  const page = flatten(document);
  if (page === undefined) return nothing;
  yield;
  const profile = profilePage(page, { signs: pageSigns(document), url: context.url });
  yield;
  const chances = blockChances(profile);
  yield;
  const selection = selectBlocks(profile, chances);
  yield;
  const { home, kept, recovered, type, leftOut, emptyPlace } = selection;
  const explain = context.explain === true;
  const chosen = page.blocks.filter(({ index }) => kept[index] === true);
  const winner = home === undefined ? undefined : { path: pathOf(home), score: rounded(meanChance(chosen, chances)) };
  const candidates = explain ? weighCandidates(profile, chances, selection) : [];
  const inserts =
    type === "documentation" ? insertsIn(page.blocks, kept) : type === "forum" ? controlsIn(profile, kept) : [];
  const pruning = prune({ page, kept, inserts }, explain ? (first) => reasonFor(profile, chances, first) : undefined);
  return { pageType: type, winner, recovered, leftOut, emptyPlace, candidates, ...pruning };
}

const nothing: BoilerplateOutcome = {
  pageType: "unknown",
  winner: undefined,
  keptCharacters: 0,
  removedCharacters: 0,
  recovered: false,
  leftOut: undefined,
  emptyPlace: undefined,
  candidates: [],
  removed: [],
};

/** Agreement of each nominated region with the decisions: expected F1 if it were taken whole. */
function weighCandidates(profile: Profile, chances: Float64Array, { home }: Selection): readonly Candidate[] {
  const { page, sums, nominations, lists } = profile;
  const likely = new Float64Array(page.blocks.length + 1);
  for (const { index, measures } of page.blocks) {
    likely[index + 1] = (likely[index] ?? 0) + (chances[index] ?? 0) * measures.tokens;
  }
  const nominated: readonly (readonly [string, Region | undefined])[] = [
    ["decisions", home],
    ["semantic", nominations.semantic],
    ["density", nominations.density],
    ["records", lists.best?.region],
    ["everything", page.root],
  ];
  return nominated
    .flatMap(([nominatedBy, region]): Candidate[] => {
      if (region === undefined) return [];
      const size = within(sums.tokens, region) + within(likely, page.root);
      return [{ path: pathOf(region), nominatedBy, score: rounded((2 * within(likely, region)) / Math.max(1, size)) }];
    })
    .sort((one, other) => other.score - one.score);
}

/** The main point against a block, in plain words. */
function reasonFor({ page, traits, repeats }: Profile, chances: Float64Array, index: number): string {
  const block = page.blocks[index];
  if (block === undefined) return "nothing in it is main content";
  const { region, measures } = block;
  const chance = `chance ${rounded(chances[index] ?? 0)}`;
  const names = (
    [
      "navigation",
      "footer",
      "sidebar",
      "related",
      "share",
      "newsletter",
      "advert",
      "consent",
      "breadcrumb",
      "pager",
    ] as const
  ).filter((concept) => (traits.concept(concept)[region.index] ?? 0) > 0);
  const tags = (["nav", "footer", "aside", "header", "form"] as const).filter(
    (tag) => (traits.tag(tag)[region.index] ?? 0) > 0,
  );
  if ((repeats.share[index] ?? 0) > 0.8) return `repeats text that is kept elsewhere (${chance})`;
  if (tags.length > 0) return `inside <${tags.join(">, <")}> (${chance})`;
  if (names.length > 0) return `named as ${names.join(", ")} (${chance})`;
  if (measures.tokens === 0) return "an image outside the content";
  return measures.linkTokens > measures.tokens / 2 ? `mostly links (${chance})` : `unlike the main content (${chance})`;
}

const rounded = (score: number): number => Math.round(score * 100) / 100;
