import type { PureWork } from "../../concurrency/pure-work.ts";
import { textRank } from "../../text/text-rank.ts";

/** See {@link textRank}. Long texts are weighed where pages are read. */
export const findTellingSentences: PureWork<{ readonly markdown: string; readonly count: number }, readonly string[]> =
  {
    module: import.meta.url,
    name: "findTellingSentences",
    tooMuch: {
      code: "UNSUPPORTED_CONTENT",
      message: "The page is too long for a summary without a language model.",
    },
    run: ({ markdown, count }) => textRank(markdown, count),
  };
