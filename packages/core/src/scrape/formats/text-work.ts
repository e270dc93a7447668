import type { PureWork } from "../../concurrency/pure-work.ts";
import { textRank } from "../../text/text-rank.ts";
import { compareVersions, type Comparison, type NoiseProfile } from "./change-tracking/noise.ts";
import { diffTexts, type TextDiff } from "./change-tracking/unified-diff.ts";

// Long texts are compared and weighed where pages are read.

const module = import.meta.url;
const tooMuch = {
  code: "UNSUPPORTED_CONTENT",
  message: "The page is too long for what was asked of its text: its changes, or a summary without a language model.",
} as const;

/** See {@link compareVersions}. */
export const compareTexts: PureWork<
  { readonly previous: string; readonly current: string; readonly noise: NoiseProfile },
  Comparison
> = {
  module,
  name: "compareTexts",
  tooMuch,
  run: ({ previous, current, noise }) => compareVersions(previous, current, noise),
};

/** See {@link diffTexts}. */
export const findChanges: PureWork<{ readonly previous: string; readonly current: string }, TextDiff> = {
  module,
  name: "findChanges",
  tooMuch,
  run: ({ previous, current }) => diffTexts(previous, current),
};

/** See {@link textRank}. */
export const findTellingSentences: PureWork<{ readonly markdown: string; readonly count: number }, readonly string[]> =
  {
    module,
    name: "findTellingSentences",
    tooMuch,
    run: ({ markdown, count }) => textRank(markdown, count),
  };
