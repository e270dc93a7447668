import type { TextModel } from "../../src/page/verdict/classifier/text-classifier.ts";
import type { MessageCuts } from "../../src/page/verdict/doubt.ts";
import type { VerdictFacts } from "../../src/page/verdict/facts.ts";
import type { messageCuts } from "../../src/page/verdict/message-weights.generated.ts";
import { featuresOfReadings, messageReaders, readingsOf, type ReaderName } from "../../src/page/verdict/messages.ts";
import { judgeByRules } from "../../src/page/verdict/verdict.ts";
import { isMessage, type LabelledPage, type Lessons } from "./examples.ts";
import { cutAbove, fitWeights, type WeightSample } from "./fit-weights.ts";

/** A number for each set of pages: written, real and plain ones, and texts in the place of real pages' content. */
type OfSets = Readonly<Record<"written" | "real" | "plain" | "rich", number>>;

const setNames = ["written", "real", "plain", "rich"] as const;

/** What readers learn from besides: plain pages, and texts among what stands around real pages. */
export interface ReaderLessons extends Lessons {
  readonly plain: readonly LabelledPage[];
  readonly rich: readonly RichText[];
}

/** A text as a whole page, and its place among all texts. */
export interface RichText {
  readonly page: LabelledPage;
  readonly at: number;
}

/** A page of a set, and the classifier that has not seen it. */
interface Lesson extends LabelledPage {
  readonly by: TextModel;
}

function lessonsOf({
  written,
  real,
  plain,
  rich,
  readerOfPage,
  readerOfText,
}: ReaderLessons): Readonly<Record<keyof OfSets, readonly Lesson[]>> {
  const pagesFrom = (from: number, pages: readonly LabelledPage[]) =>
    pages.map((page, at) => ({ ...page, by: readerOfPage(from + at) }));
  return {
    written: pagesFrom(0, written),
    real: pagesFrom(written.length, real),
    plain: pagesFrom(written.length + real.length, plain),
    rich: rich.map(({ page, at }) => ({ ...page, by: readerOfText(at) })),
  };
}

/** Fits the weights of one reader; `weightOf` says how much a page of each set counts. */
export function fitReader(name: ReaderName, lessons: ReaderLessons, weightOf: OfSets): readonly number[] {
  const { mayRead, read } = messageReaders[name];
  const pages = lessonsOf(lessons);
  return fitWeights(
    setNames.flatMap((set) =>
      pages[set].flatMap(({ kind, facts, by }): readonly WeightSample[] =>
        mayRead(facts)
          ? [{ features: read(facts, by).features, isMessage: isMessage(kind), weight: weightOf[set] }]
          : [],
      ),
    ),
  );
}

/** How pages of each set count, and the shares of their good ones that may be accused, or get a doubt. */
export interface Strictness {
  readonly weightOf: OfSets;
  /** How much a page counts whose main content is not known, beside the same page with it. */
  readonly shareOfUnknown: number;
  readonly mostAccused: Omit<OfSets, "rich">;
  readonly mostDoubted: Omit<OfSets, "rich">;
  /** Log-odds that are asked for at least, whatever the shares allow. */
  readonly least: typeof messageCuts;
}

/** Fits the weights of what all readers find together, and where verdicts and doubts begin. */
export function fitTogether(
  lessons: ReaderLessons,
  weights: Readonly<Record<ReaderName, readonly number[]>>,
  { weightOf, shareOfUnknown, mostAccused, mostDoubted, least }: Strictness,
): { readonly together: readonly number[]; readonly cuts: typeof messageCuts } {
  const pages = lessonsOf(lessons);
  const sampleOf = ({ kind, facts, by }: Lesson, weight: number): readonly WeightSample[] => {
    const readings = judgeByRules(facts) === undefined ? readingsOf(facts, by, weights) : [];
    return readings.length === 0
      ? []
      : [{ features: featuresOfReadings(readings, facts), isMessage: isMessage(kind), weight }];
  };
  const samplesOf = (share: number, change: (facts: VerdictFacts) => VerdictFacts) => {
    const of = (set: keyof OfSets) =>
      pages[set].flatMap((page) => sampleOf({ ...page, facts: change(page.facts) }, weightOf[set] * share));
    return { written: of("written"), real: of("real"), plain: of("plain"), rich: of("rich") };
  };
  const known = samplesOf(1, (facts) => facts);
  const unknown = samplesOf(shareOfUnknown, (facts) => ({ ...facts, content: undefined }));
  const together = fitWeights([...Object.values(known), ...Object.values(unknown)].flat());
  const cutFor = (samples: typeof known, most: Omit<OfSets, "rich">): number =>
    Math.max(
      ...(["written", "real", "plain"] as const).map((set) => {
        const innocent = samples[set].filter((sample) => !sample.isMessage).map(({ features }) => features);
        const good = pages[set].filter(({ kind }) => !isMessage(kind)).length;
        return cutAbove(together, innocent, good * most[set]);
      }),
    );
  const cutsOf = (samples: typeof known, { verdict, doubt }: MessageCuts): MessageCuts => ({
    verdict: Math.max(verdict, cutFor(samples, mostAccused)),
    doubt: Math.max(doubt, cutFor(samples, mostDoubted)),
  });
  return { together, cuts: { known: cutsOf(known, least.known), unknown: cutsOf(unknown, least.unknown) } };
}
