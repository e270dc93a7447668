/**
 * Trains the classifier of texts and the weights of `obstacle.ts`, prints what they tell apart on pages that were kept
 * away from them, and writes both into the source.
 *
 *     node --conditions=source packages/core/bench/messages/train.ts [--check]
 *
 * With `--check` nothing is written. Deterministic, some minutes of CPU. Learns from `texts`, from pages of `seen` sets and
 * from the real pages of the quality pack, its `more` and half the documentation; pages of `held-out` sets are only looked at in the end.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packWeights } from "../../src/page/verdict/classifier/packed-weights.ts";
import { textClasses, type TextClass, type TextModel } from "../../src/page/verdict/classifier/text-classifier.ts";
import { featureBits } from "../../src/page/verdict/classifier/text-features.ts";
import type { MessageCuts } from "../../src/page/verdict/doubt.ts";
import { cutsFor, likelyMessage, type ReaderWeights } from "../../src/page/verdict/messages.ts";
import { readObstacle } from "../../src/page/verdict/obstacle.ts";
import { findGist, isAgreed } from "../../src/page/verdict/gist.ts";
import { judgeByRules } from "../../src/page/verdict/verdict.ts";
import { documentationExamples, packExamples } from "../verdict/examples.ts";
import { isMessage, readPages, readTexts, realPages, writtenPages, type LabelledPage } from "./examples.ts";
import { fitReader, fitTogether, type RichText, type Strictness } from "./fit-reader.ts";
import { fitTexts } from "./fit-texts.ts";
import { fitWeights, type WeightSample } from "./fit-weights.ts";
import { framedPages } from "./framed-pages.ts";
import { plainPages } from "./plain-pages.ts";
import { richPages, surroundingsOf } from "./rich-pages.ts";
import { fitTeasers } from "./teaser-pages.ts";
import { amongAsides, passageOf, textsOf } from "./training-texts.ts";

const { values: flags } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const pack =
  process.env["GARNER_QUALITY_PACK"] ?? fileURLToPath(new URL("../../../../../shared/quality", import.meta.url));
const documentation = `${process.env["HOME"] ?? ""}/.cache/garner/documentation`;
const folds = 3;
/** Texts that stand together are of one writer and one tone: a classifier that has not seen one has seen none of them. */
const textsTogether = 50;
/** Pages with more text than may stand in the way teach what much text means. */
const maxTaughtCharacters = 4000;
/** Pages that somebody wrote as such, and real ones, teach more about pages than texts in frames do. */
const weightOf = { written: 6, real: 3, framed: 1, plain: 6 };
/** Every so many texts stand in rich surroundings: more teach no more. */
const everyText = 3;
const weightOfNotice = { written: 4, real: 3, plain: 4, rich: 1 };
const weightOfStandIn = { written: 10, real: 6, plain: 6, rich: 0.3 };
/**
 * What all readers find together. Nearly all good pages that somebody wrote were written to be accused, and
 * plain ones are as small as pages get: of real ones far fewer may be.
 */
const strictness: Strictness = {
  weightOf: { written: 6, real: 6, plain: 6, rich: 0.6 },
  shareOfUnknown: 0.33,
  mostAccused: { written: 0.016, real: 0.002, plain: 0.014 },
  mostDoubted: { written: 0.075, real: 0.01, plain: 0.035 },
  // Where the main content is not known, less speaks for an innocent page among boxes and teasers.
  least: { known: { verdict: 1.85, doubt: 0.5 }, unknown: { verdict: 2.2, doubt: 1.7 } },
};

/** Every other site's documentation teaches what small pages about something say. */
const isTaught = (place: number): boolean => place % 2 === 1;
const documentationPages = (chosen: Parameters<typeof documentationExamples>[1]): readonly LabelledPage[] =>
  documentationExamples(documentation, chosen).map(({ facts }) => ({ kind: "content", facts }));

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const texts = readTexts();
const written = writtenPages("seen");
const real = [...realPages(pack), ...documentationPages({ every: 60, sites: isTaught })].filter(
  ({ facts }) => judgeByRules(facts) === undefined && findGist(facts) === undefined,
);
const plain = plainPages("seen");
const pages = [...written, ...real, ...plain];
say(`${texts.length} texts, ${written.length} written pages, ${real.length} real ones, ${plain.length} plain ones`);

// The weights learn from what a classifier says of texts and pages that it has not seen.
const fits = Array.from({ length: folds }, (_, fold) => fitWithout(fold));
const ofWritten = written.flatMap((page, index) => samplesOf(page, index, weightOf.written));
const ofReal = real.flatMap((page, at) => samplesOf(page, at + written.length, weightOf.real));
const ofPlain = plain.flatMap((page, at) => samplesOf(page, at + written.length + real.length, weightOf.plain));
const samples = [
  ...ofWritten,
  ...ofReal,
  ...ofPlain,
  ...framedPages(texts, { real }).flatMap((page, index) => samplesOf(page, foldOfText(index), weightOf.framed)),
  ...framedPassages(),
];
const model = fitWithout(undefined);
const readers = {
  readerOfPage: (at: number) => fits[at % folds] ?? model,
  readerOfText: (at: number) => fits[foldOfText(at)] ?? model,
};
const lessons = { written, real, plain, texts, rich: richTexts(), ...readers };
const ofReaders = {
  obstacle: fitWeights(samples),
  notice: fitReader("notice", lessons, weightOfNotice),
  standIn: fitReader("standIn", lessons, weightOfStandIn),
  teaser: fitTeasers(lessons),
};
const { together, cuts } = fitTogether(lessons, ofReaders, strictness);
const weights: ReaderWeights = { ...ofReaders, together };
report(
  "seen pages, out of fold",
  written.map((page, index) => outcomeOf(page, fits[index % folds] ?? model)),
);
report(
  "real pages, out of fold",
  real.map((page, at) => outcomeOf(page, fits[(at + written.length) % folds] ?? model)),
);
report(
  "held-out pages",
  writtenPages("held-out").map((page) => outcomeOf(page, model)),
);
report(
  "pages in rare tones",
  readPages("rare-tones").map((page) => outcomeOf(page, model)),
);
report(
  "plain pages",
  plainPages("held-out").map((page) => outcomeOf(page, model)),
);
report(
  "short pages of documentation, of sites that teach nothing",
  documentationPages({ every: 7, sites: (place) => !isTaught(place) }).map((page) => outcomeOf(page, model)),
);

if (!flags.check) write(model);

function richTexts(): readonly RichText[] {
  const chosen = texts.map((text, at) => ({ text, at })).filter(({ at }) => at % everyText === 0);
  const made = richPages(
    chosen.map(({ text }) => text),
    surroundingsOf(packExamples(pack)),
  );
  return made.map((page, index) => ({ page, at: chosen[index]?.at ?? 0 }));
}

function isReal(index: number): boolean {
  return index >= written.length && index < written.length + real.length;
}

function foldOfText(index: number): number {
  return Math.floor(index / textsTogether) % folds;
}

function fitWithout(fold: number | undefined): TextModel {
  const known = texts.filter((_, index) => foldOfText(index) !== fold);
  const passages = pages.flatMap((page, index) => (index % folds !== fold ? textsOf(page, index, !isReal(index)) : []));
  return fitTexts([...known, ...amongAsides(known, real), ...passages]);
}

/** What is known of a page or a text to the classifier that has not seen it. */
function samplesOf({ kind, facts }: LabelledPage, index: number, weight: number) {
  const unknowing = fits[index % folds];
  const { proseCharacters, sentences } = facts.page;
  if (unknowing === undefined || proseCharacters > maxTaughtCharacters || sentences.length === 0) return [];
  const { features } = readObstacle(facts, unknowing);
  return [{ features, isMessage: isMessage(kind), weight }];
}

/** Passages of real pages as small pages of their own: what content sounds like where there is little of it. */
function framedPassages(): readonly WeightSample[] {
  const passages = real.flatMap((page, at) => {
    const passage = passageOf(page, at);
    return passage === undefined ? [] : [{ passage, at: at + written.length }];
  });
  const framed = framedPages(
    passages.map(({ passage }) => passage),
    { real, messages: texts },
  );
  return framed.flatMap((page, index) => samplesOf(page, passages[index]?.at ?? 0, weightOf.framed));
}

interface Outcome {
  readonly kind: TextClass;
  readonly byRules: boolean;
  readonly isTold: boolean;
  readonly isDoubted: boolean;
}

function outcomeOf({ kind, facts }: LabelledPage, by: TextModel): Outcome {
  const likely = likelyMessage(facts, by, weights);
  const gist = findGist(facts);
  const { verdict, doubt } = cutsFor(facts, cuts);
  const byRules =
    judgeByRules(facts) !== undefined || (gist !== undefined && isAgreed(gist, likely, { verdict, doubt }));
  const logOdds = likely?.logOdds ?? -Infinity;
  const isTold = byRules || logOdds > verdict;
  return { kind, byRules, isTold, isDoubted: !isTold && logOdds > doubt };
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const bad = outcomes.filter(({ kind }) => isMessage(kind));
  const good = outcomes.filter(({ kind }) => !isMessage(kind));
  const silent = bad.filter(({ isTold, isDoubted }) => !isTold && !isDoubted);
  const withoutThis = bad.filter(({ byRules }) => !byRules).length;
  const accused = good.filter(({ isTold }) => isTold);
  const byRules = accused.filter((outcome) => outcome.byRules).length;
  const doubted = (pages: readonly Outcome[]) => pages.filter(({ isDoubted }) => isDoubted).length;
  say(
    `${name}: of ${bad.length} bad ones ${silent.length} silent, ${doubted(bad)} doubted (by rules alone ${withoutThis} silent); of ${good.length} good ones ${accused.length} accused, ${doubted(good)} doubted (by rules alone ${byRules} accused)`,
  );
  for (const kind of textClasses) {
    const all = bad.filter((outcome) => outcome.kind === kind).length;
    const missed = silent.filter((outcome) => outcome.kind === kind).length;
    if (missed > 0) say(`  ${kind}: ${missed} of ${all} silent`);
  }
}

function write({ bias, scale, weights: rows }: TextModel): void {
  const head = "// Generated by packages/core/bench/messages/train.ts: see docs/decisions/0022-messages.md.\n";
  const height = 2 ** featureBits;
  const columns = Int8Array.from(
    { length: height * textClasses.length },
    (_, at) => rows[(at % height) * textClasses.length + Math.floor(at / height)] ?? 0,
  );
  const packed = packWeights(columns);
  const source = new URL("../../src/page/verdict/", import.meta.url);
  writeFileSync(
    new URL("classifier/text-weights.generated.ts", source),
    `${head}/** Weights class by class, packed by {@link packWeights}. */\nexport const textWeights = {\n  bias: [${Array.from(bias).join(", ")}],\n  scale: ${scale},\n  packed:\n    "${packed}",\n};\n`,
  );
  const rowsOf = Object.entries(weights).map(([name, of]) => `  ${name}: [\n${linesOf(of)}  ],\n`);
  const cutsOf = ({ verdict, doubt }: MessageCuts) =>
    `{ verdict: ${Number(verdict.toFixed(3))}, doubt: ${Number(doubt.toFixed(3))} }`;
  writeFileSync(
    new URL("message-weights.generated.ts", source),
    `${head}export const readerWeights = {\n${rowsOf.join("")}};\n\n/** Log-odds from which on a page gets a verdict, or a doubt: with its main content known, and without. */\nexport const messageCuts = {\n  known: ${cutsOf(cuts.known)},\n  unknown: ${cutsOf(cuts.unknown)},\n};\n`,
  );
  say(`wrote ${Math.round(packed.length / 1024)} KB`);
}

/** Numbers as the formatter lays them out: as many in a line as fit. */
function linesOf(numbers: readonly number[]): string {
  const lines: string[] = [];
  for (const number of numbers) {
    const word = `${Number(number.toFixed(3))},`;
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= 120) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`    ${word}`);
  }
  return `${lines.join("\n")}\n`;
}
