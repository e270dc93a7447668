import type { PureWork } from "../../../concurrency/pure-work.ts";
import { compareVersions, type Comparison, type NoiseProfile } from "./noise.ts";
import { diffTexts, type TextDiff } from "./unified-diff.ts";

// Long texts are compared where pages are read.

const module = import.meta.url;
const tooMuch = { code: "UNSUPPORTED_CONTENT", message: "The page is too long for its changes to be told." } as const;

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
