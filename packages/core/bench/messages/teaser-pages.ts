import type { PageSurvey } from "../../src/page/verdict/page-survey.ts";
import { endingOf, mayBeTeaser, readEnding, type Ending } from "../../src/page/verdict/teaser.ts";
import { isMessage, type LabelledPage, type Lessons } from "./examples.ts";
import { generator, type LabelledText } from "./fit-texts.ts";
import { fitWeights } from "./fit-weights.ts";
import { sentencesIn } from "./framed-pages.ts";

const shareOf = { brokenOff: 0.35, fields: 0.15, left: 0.3 };

const weightOf = { written: 6, real: 3, framed: 0.3 };

/** Some real text with one of the labelled texts at its end. */
interface TeaserPage {
  readonly page: PageSurvey;
  readonly ending: Ending;
  readonly isTeaser: boolean;
  /** Place of the text among all. */
  readonly at: number;
}

const isWall = (kind: string): boolean => kind === "paywall" || kind === "login-wall";

/**
 * Real texts with a text at their end: a demand to pay or to sign in is the end of a teaser, anything else is not. Both stand
 * among the sentences at the ends of real pages, so that only what is said tells them apart.
 */
function teaserPages(texts: readonly LabelledText[], real: readonly LabelledPage[]): readonly TeaserPage[] {
  const random = generator(11);
  const frames = real.map(({ facts }) => facts.page).filter(({ sentences }) => sentences.length > 12);
  return texts.flatMap(({ kind, text }, at) => {
    const frame = frames[Math.floor(random() * frames.length)];
    const isTeaser = isWall(kind);
    if (frame === undefined || (!isTeaser && isMessage(kind) && kind !== "consent-wall")) return [];
    const start = Math.floor(random() * (frame.sentences.length - 6));
    const before = frame.sentences.slice(start, start + 3 + Math.floor(random() * 8));
    const last = before.at(-1) ?? "";
    const isBrokenOff = random() < (isTeaser ? shareOf.brokenOff : shareOf.brokenOff / 3);
    const teaser = isBrokenOff ? [...before.slice(0, -1), last.slice(0, 20 + last.length / 2)] : before;
    const asides = frame.ending.filter(({ length }) => length < 90);
    const after = asides.slice(asides.length - Math.floor(random() * 5));
    const said = sentencesIn(text);
    const isLeft = random() < shareOf.left;
    const ending = {
      before: isLeft ? teaser : [...teaser, ...said],
      controls: "",
      after: isLeft ? [...said, ...after] : after,
    };
    return [
      {
        isTeaser,
        at,
        ending,
        page: {
          ...frame,
          proseCharacters: 400 + Math.floor(random() * 4000),
          ownLinks: Math.floor(random() * 25),
          fields: random() < shareOf.fields ? 1 : 0,
          passwordFields: 0,
          messageFields: 0,
        },
      },
    ];
  });
}

/** Fits the weights of `teaser.ts`. */
export function fitTeasers({ written, real, texts, readerOfPage, readerOfText }: Lessons): readonly number[] {
  const samplesOf = (pages: readonly LabelledPage[], from: number, weight: number) =>
    pages.flatMap(({ kind, facts }, at) => {
      if (!mayBeTeaser(facts.page) || (isMessage(kind) && !isWall(kind))) return [];
      const { features } = readEnding(endingOf(facts), facts.page, readerOfPage(from + at));
      return [{ features, isMessage: isMessage(kind), weight }];
    });
  const framed = teaserPages(texts, real).map(({ page, ending, isTeaser, at }) => ({
    features: readEnding(ending, page, readerOfText(at)).features,
    isMessage: isTeaser,
    weight: weightOf.framed,
  }));
  return fitWeights([
    ...samplesOf(written, 0, weightOf.written),
    ...samplesOf(real, written.length, weightOf.real),
    ...framed,
  ]);
}
