import type { VerdictFacts } from "./facts.ts";
import * as words from "./gist-words.ts";
import { either, gistNames, has, isLater, isQuestion, type Gist } from "./gists.ts";
import { consentChoice } from "./interstitial-wording.ts";
import { participation } from "./login-wall.ts";
import { sizeOf } from "./speech.ts";
import { calling, hostName } from "./trouble-words.ts";
import { accessWording, addressingWording } from "./wording.ts";

const maxCallLength = 25;
const isCall = (sentence: string): boolean => sentence.length <= maxCallLength && calling.test(sentence.trim());
const isSpoken = either(has(addressingWording), has(words.plea));

/** Prices, times, dates, telephone numbers and measures: pages with a subject of their own name them. */
const specific =
  /[€$£¥₽₩]\s?\d|\d\s?(?:[€$£¥₽₩]|zł|kr|euros?|元|円|원)|\d{1,2}[:.]\d{2}(?!\d)|\d\s?(?:am|pm|uhr|h|a\.m|p\.m|時|点|时|시)(?!\p{L})|\d{3,}[ -]\d{2,}|\d\s?(?:km|m|cm|mm|kg|g|ml|l|min|%|°c|mb|kb|mph)(?!\p{L})|\d{1,2}(?:\.|st|nd|rd|th|º)? (?:de )?\p{L}{3,}|\p{L}{3,} \d{1,2}(?:,|\b)|[月日年]/gu;
const number = /\p{N}+/gu;

/** Sentences that a page's features are counted over; headings stand among them. */
const share = (facts: VerdictFacts, test: (sentence: string) => boolean): number => sizeOf(facts.page, test);
const flag = (condition: boolean): number => (condition ? 1 : 0);
const scaled = (count: number, scale: number): number => Math.log1p(count) / scale;

/** Features of a page that hold for every gist. */
export interface PageFeatures {
  readonly shared: readonly number[];
  readonly facts: VerdictFacts;
}

export function pageFeatures(facts: VerdictFacts): PageFeatures {
  const { page } = facts;
  const said = page.sentences.join(" ");
  return {
    facts,
    shared: [
      scaled(page.proseCharacters, 6),
      scaled(page.sentences.length, 2),
      scaled([...said.matchAll(specific)].length, 1),
      scaled([...said.matchAll(number)].length, 1),
      share(facts, isSpoken),
      share(facts, isLater),
      share(facts, has(accessWording)),
      share(facts, isCall),
      share(facts, isQuestion),
      flag(page.headings.length > 0),
      flag(page.writings > 0),
      scaled(page.links, 3),
      scaled(page.controls.length, 6),
      flag(page.fields === 1),
      flag(page.fields > 1),
      flag(page.passwordFields > 0),
      flag(page.media > 0),
      flag(page.media > 2),
      flag(page.choices > 0),
      flag(participation.test(page.text)),
    ],
  };
}

/** A page's features for one gist, in the order of the model's weights. */
export function gistFeatures({ shared, facts }: PageFeatures, gist: Gist): readonly number[] {
  const { page } = facts;
  const core = share(facts, gist.core);
  const all = share(facts, either(gist.core, gist.frame, isCall));
  const heads = page.headings.filter((heading) => heading !== "");
  const isNamed = heads.some((head) => !gist.core(head) && !gist.frame(head) && !isCall(head) && !isSpoken(head));
  const own = [
    core,
    flag(core > 0),
    all,
    all * all,
    core * all,
    flag(isNamed),
    flag(isNamed) * core,
    flag(isNamed) * all,
    flag(isNamed && heads.some((head) => page.title.includes(head))),
    flag(heads.some(gist.core)),
    flag(gist.core(page.title)),
    flag(gist.frame(page.title)),
    flag(page.sentences[0] !== undefined && gist.core(page.sentences[0])),
  ];
  const at = (names: readonly string[], value: boolean): number => flag(value && names.includes(gist.name));
  const hasAnswer = page.controls.length <= 60 && words.answer.test(page.controls);
  const fitting = [
    at(["riddle"], page.fields === 1),
    at(["riddle"], page.fields === 0 && page.media > 0),
    at(["riddle"], page.fields === 0 && page.choices > 0),
    at(["riddle"], page.fields === 0 && page.media === 0 && page.choices === 0),
    at(["consent"], consentChoice.test(page.controls)),
    at(["consent"], page.controls === ""),
    at(["age"], hasAnswer),
    at(["age"], page.fields > 0),
    at(["age"], page.fields === 0 && page.controls === ""),
    at(["account"], page.passwordFields > 0),
    at(["account"], words.signing.test(page.controls)),
    at(["script"], page.scripts > 0),
    at(["work", "limit", "fault"], share(facts, isLater) > 0),
    at(
      ["domain"],
      [page.title, ...heads].some((head) => hostName.test(head)),
    ),
    at(["check"], share(facts, has(words.wait)) > 0),
    at(["place", "refusal", "limit", "fault", "check"], page.fields > 0),
  ];
  return [1, ...shared, ...own, ...fitting, ...gistNames.map((name) => flag(name === gist.name))];
}
