import type { TextModel } from "../../src/page/verdict/classifier/text-classifier.ts";
import type { VerdictFacts } from "../../src/page/verdict/facts.ts";
import type { MessageReading } from "../../src/page/verdict/doubt.ts";
import { weigh } from "../../src/page/verdict/weigh.ts";
import { isMessage, type LabelledPage, type Lessons } from "./examples.ts";
import { cutAbove, fitWeights, type WeightSample } from "./fit-weights.ts";

/** Sets of pages that a reader learns from: written, real and plain ones, and texts in the place of real pages' content. */
type OfSets = Readonly<Record<"written" | "real" | "plain" | "rich", number>>;

/** A verdict asks for at least this, whatever the shares below allow. */
const leastLogOdds = 3;

/** A reader of pages whose weights are fitted here. */
export interface Reader {
  readonly mayRead: (facts: VerdictFacts) => boolean;
  readonly read: (facts: VerdictFacts, model: TextModel) => MessageReading;
  /** How much a page of each set counts. */
  readonly weightOf: OfSets;
  /** Shares of each set's good pages that get a doubt at most, and that are accused. */
  readonly mostDoubted: OfSets;
  readonly mostAccused: OfSets;
}

/** What such readers learn from besides: plain pages, and texts among what stands around real pages. */
export interface ReaderLessons extends Lessons {
  readonly plain: readonly LabelledPage[];
  readonly rich: readonly RichText[];
}

/** A text as a whole page, and its place among all texts. */
export interface RichText {
  readonly page: LabelledPage;
  readonly at: number;
}

/** Weights of a reader, and the log-odds from which on a page gets a verdict or a doubt. */
export interface ReaderWeights {
  readonly weights: readonly number[];
  readonly cuts: { readonly verdict: number; readonly doubt: number };
}

/** Fits the weights of a reader, and where its verdicts and doubts begin. */
export function fitReader(
  { mayRead, read, weightOf, mostDoubted, mostAccused }: Reader,
  { written, real, plain, rich, readerOfPage, readerOfText }: ReaderLessons,
): ReaderWeights {
  const sampleOf = ({ kind, facts }: LabelledPage, model: TextModel, weight: number): readonly WeightSample[] =>
    mayRead(facts) ? [{ features: read(facts, model).features, isMessage: isMessage(kind), weight }] : [];
  const samplesOf = (pages: readonly LabelledPage[], from: number, weight: number) =>
    pages.flatMap((page, at) => sampleOf(page, readerOfPage(from + at), weight));
  const samples = {
    written: samplesOf(written, 0, weightOf.written),
    real: samplesOf(real, written.length, weightOf.real),
    plain: samplesOf(plain, written.length + real.length, weightOf.plain),
    rich: rich.flatMap(({ page, at }) => sampleOf(page, readerOfText(at), weightOf.rich)),
  };
  const weights = fitWeights(Object.values(samples).flat());
  const good = {
    written: written.filter(({ kind }) => !isMessage(kind)).length,
    real: real.length,
    plain: plain.length,
    rich: rich.filter(({ page }) => !isMessage(page.kind)).length,
  };
  const cutFor = (most: OfSets): number =>
    Math.max(
      ...(["written", "real", "plain", "rich"] as const).map((set) => {
        const innocent = samples[set].filter((sample) => !sample.isMessage).map(({ features }) => features);
        return cutAbove(weights, innocent, good[set] * most[set]);
      }),
    );
  return { weights, cuts: { verdict: Math.max(leastLogOdds, cutFor(mostAccused)), doubt: cutFor(mostDoubted) } };
}

/** Log-odds by a reader that a page stands in the way. */
export const oddsOf = (
  { mayRead, read }: Reader,
  facts: VerdictFacts,
  { by, weights }: { readonly by: TextModel; readonly weights: readonly number[] },
): number => (mayRead(facts) ? weigh(read(facts, by).features, weights) : -Infinity);
