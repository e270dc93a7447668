import type { TextModel } from "../../src/page/verdict/classifier/text-classifier.ts";
import type { VerdictFacts } from "../../src/page/verdict/facts.ts";
import { mayHaveNotice, readNotice } from "../../src/page/verdict/notice.ts";
import { weigh } from "../../src/page/verdict/weigh.ts";
import type { Example } from "../verdict/examples.ts";
import { isMessage, type LabelledPage, type Lessons } from "./examples.ts";
import { cutAbove, fitWeights, type WeightSample } from "./fit-weights.ts";
import { richPages, surroundingsOf } from "./rich-pages.ts";

const weightOf = { written: 4, real: 3, plain: 4, rich: 1 };
/** Every so many texts stand in rich surroundings: more teach no more. */
const everyText = 3;
/** Most good pages that get a doubt, and most that are accused: of the written, the real, the plain ones and those made of texts. */
const mostDoubted = { written: 0.03, real: 0.004, plain: 0.03, rich: 0.03 };
const mostAccused = { written: 0.003, real: 0, plain: 0, rich: 0.002 };
const leastLogOdds = 3;

/** Notices are told by plain pages, too, and by what stands around real ones. */
export interface NoticeLessons extends Lessons {
  readonly plain: readonly LabelledPage[];
  readonly around: readonly Example[];
}

export interface NoticeWeights {
  readonly weights: readonly number[];
  readonly cuts: { readonly verdict: number; readonly doubt: number };
}

/** Fits the weights of `notice.ts`. */
export function fitNotices({
  written,
  real,
  plain,
  texts,
  around,
  readerOfPage,
  readerOfText,
}: NoticeLessons): NoticeWeights {
  const sampleOf = ({ kind, facts }: LabelledPage, reader: TextModel, weight: number): readonly WeightSample[] =>
    mayHaveNotice(facts.page)
      ? [{ features: readNotice(facts, reader).features, isMessage: isMessage(kind), weight }]
      : [];
  const samplesOf = (pages: readonly LabelledPage[], from: number, weight: number) =>
    pages.flatMap((page, at) => sampleOf(page, readerOfPage(from + at), weight));
  const chosen = texts.map((text, at) => ({ text, at })).filter(({ at }) => at % everyText === 0);
  const rich = richPages(
    chosen.map(({ text }) => text),
    surroundingsOf(around),
  );
  const samples = {
    written: samplesOf(written, 0, weightOf.written),
    real: samplesOf(real, written.length, weightOf.real),
    plain: samplesOf(plain, written.length + real.length, weightOf.plain),
    rich: rich.flatMap((page, index) => sampleOf(page, readerOfText(chosen[index]?.at ?? 0), weightOf.rich)),
  };
  const weights = fitWeights(Object.values(samples).flat());
  const good = {
    written: written.filter(({ kind }) => !isMessage(kind)).length,
    real: real.length,
    plain: plain.length,
    rich: rich.filter(({ kind }) => !isMessage(kind)).length,
  };
  const cutFor = (most: typeof mostDoubted): number =>
    Math.max(
      ...(["written", "real", "plain", "rich"] as const).map((set) => {
        const innocent = samples[set].filter((sample) => !sample.isMessage).map(({ features }) => features);
        return cutAbove(weights, innocent, good[set] * most[set]);
      }),
    );
  return { weights, cuts: { verdict: Math.max(leastLogOdds, cutFor(mostAccused)), doubt: cutFor(mostDoubted) } };
}

/** Log-odds that a page has a notice. */
export const noticeOdds = (facts: VerdictFacts, by: TextModel, { weights }: NoticeWeights): number =>
  mayHaveNotice(facts.page) ? weigh(readNotice(facts, by).features, weights) : -Infinity;
