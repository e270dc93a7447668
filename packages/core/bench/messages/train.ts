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
import { mayBeDoubted, mayStandInTheWay, readObstacle } from "../../src/page/verdict/obstacle.ts";
import { findGist, isAgreed } from "../../src/page/verdict/gist.ts";
import { judgeByRules } from "../../src/page/verdict/verdict.ts";
import { mayHaveNotice, readNotice } from "../../src/page/verdict/notice.ts";
import { mayStandIn, readStandIn } from "../../src/page/verdict/stand-in.ts";
import { weigh } from "../../src/page/verdict/weigh.ts";
import { documentationExamples, packExamples } from "../verdict/examples.ts";
import { isMessage, readPages, readTexts, realPages, writtenPages, type LabelledPage } from "./examples.ts";
import { fitReader, oddsOf, type Reader, type RichText } from "./fit-reader.ts";
import { fitTexts } from "./fit-texts.ts";
import { cutAbove, fitWeights, type WeightSample } from "./fit-weights.ts";
import { framedPages } from "./framed-pages.ts";
import { plainPages } from "./plain-pages.ts";
import { richPages, surroundingsOf } from "./rich-pages.ts";
import { fitTeasers, isTeaser } from "./teaser-pages.ts";
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
/** Most good pages that the weights accuse: of the written ones, nearly all of which were written to be accused, and of plain ones. */
const mostAccused = { written: 0.035, plain: 0.005 };
/** A verdict asks for a chance of 94 %, whatever else these allow: with less, a product that is described but no longer made is gone. */
const leastLogOdds = 2.75;
/** Most good pages that get a doubt: of the written, the real and the plain ones. */
const mostDoubted = { written: 0.13, real: 0.0035, plain: 0.03 };

/** Every so many texts stand in rich surroundings: more teach no more. */
const everyText = 3;
const noticeReader: Reader = {
  mayRead: ({ page }) => mayHaveNotice(page),
  read: readNotice,
  weightOf: { written: 4, real: 3, plain: 4, rich: 1 },
  mostDoubted: { written: 0.03, real: 0.004, plain: 0.03, rich: 0.03 },
  mostAccused: { written: 0.003, real: 0, plain: 0, rich: 0.002 },
};
const standInReader: Reader = {
  mayRead: mayStandIn,
  read: readStandIn,
  weightOf: { written: 10, real: 6, plain: 6, rich: 0.3 },
  mostDoubted: { written: 0.055, real: 0.0045, plain: 0.03, rich: 0.08 },
  mostAccused: { written: 0.006, real: 0, plain: 0.005, rich: 0.006 },
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
const weights = fitWeights(samples);
const cuts = { verdict: verdictCut(), doubt: doubtCut() };
const model = fitWithout(undefined);
const readers = {
  readerOfPage: (at: number) => fits[at % folds] ?? model,
  readerOfText: (at: number) => fits[foldOfText(at)] ?? model,
};
const teaser = fitTeasers({ written, real, texts, ...readers });
const lessons = { written, real, plain, texts, rich: richTexts(), ...readers };
const notice = fitReader(noticeReader, lessons);
const standIn = fitReader(standInReader, lessons);
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

if (!flags.check) write(model, weights);

function verdictCut(): number {
  const good = ofWritten.filter((page) => !page.isMessage && page.mayBeOne).map(({ features }) => features);
  const ofTiny = ofPlain.filter((page) => page.mayBeOne).map(({ features }) => features);
  return Math.max(
    leastLogOdds,
    cutAbove(weights, good, good.length * mostAccused.written),
    cutAbove(weights, ofTiny, plain.length * mostAccused.plain),
  );
}

function doubtCut(): number {
  const goodOf = (pages: typeof ofWritten) =>
    pages.filter((page) => !page.isMessage && page.mayBeDoubted).map(({ features }) => features);
  const good = written.filter(({ kind }) => !isMessage(kind)).length;
  return Math.max(
    cutAbove(weights, goodOf(ofWritten), good * mostDoubted.written),
    cutAbove(weights, goodOf(ofReal), real.length * mostDoubted.real),
    cutAbove(weights, goodOf(ofPlain), plain.length * mostDoubted.plain),
  );
}

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
  const { page } = facts;
  const gates = { mayBeOne: mayStandInTheWay(page), mayBeDoubted: mayBeDoubted(page) };
  return [{ features, isMessage: isMessage(kind), ...gates, weight }];
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
  const reading = mayBeDoubted(facts.page) ? readObstacle(facts, by) : undefined;
  const logOdds = reading === undefined ? -Infinity : weigh(reading.features, weights);
  const gist = findGist(facts);
  const isGist = gist !== undefined && isAgreed(gist, reading && { kind: reading.kind, logOdds });
  const byRules = isGist || judgeByRules(facts) !== undefined;
  const ofNotice = oddsOf(noticeReader, facts, { by, weights: notice.weights });
  const ofStandIn = oddsOf(standInReader, facts, { by, weights: standIn.weights });
  const isObstacle = mayStandInTheWay(facts.page) && logOdds > cuts.verdict;
  const isTold = byRules || isObstacle || ofNotice > notice.cuts.verdict || ofStandIn > standIn.cuts.verdict;
  const mayBe =
    logOdds > cuts.doubt ||
    ofNotice > notice.cuts.doubt ||
    ofStandIn > standIn.cuts.doubt ||
    isTeaser(facts.page, by, teaser);
  return { kind, byRules, isTold, isDoubted: !isTold && mayBe };
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

function write({ bias, scale, weights: rows }: TextModel, page: readonly number[]): void {
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
  const write = (name: string, of: readonly number[], constants: string): void =>
    writeFileSync(
      new URL(`${name}-weights.generated.ts`, source),
      `${head}export const ${camelCase(name)}Weights: readonly number[] = [\n${linesOf(of)}];\n\n${constants}\n`,
    );
  const writeCuts = (name: string, of: readonly number[], { verdict, doubt }: typeof cuts): void =>
    write(
      name,
      of,
      `/** Log-odds from which on a page gets a verdict, or a doubt. */\nexport const ${camelCase(name)}Cuts = { verdict: ${Number(verdict.toFixed(3))}, doubt: ${Number(doubt.toFixed(3))} };`,
    );
  writeCuts("obstacle", page, cuts);
  writeCuts("notice", notice.weights, notice.cuts);
  writeCuts("stand-in", standIn.weights, standIn.cuts);
  write(
    "teaser",
    teaser.weights,
    `/** Log-odds from which on a page gets a doubt. */\nexport const teaserCut = ${teaser.cut.toFixed(3)};`,
  );
  say(`wrote ${Math.round(packed.length / 1024)} KB`);
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Numbers as the formatter lays them out: as many in a line as fit. */
function linesOf(numbers: readonly number[]): string {
  const lines: string[] = [];
  for (const number of numbers) {
    const word = `${Number(number.toFixed(3))},`;
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= 120) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`  ${word}`);
  }
  return `${lines.join("\n")}\n`;
}
