/**
 * Trains the main-content model and writes its tables into the source, after judging the method by cross-validation.
 *
 *     node --conditions=source packages/core/bench/main-content/train.ts [--pack ../shared/quality] [--folds 4] [--check | --fit]
 *
 * With `--check` only the cross-validated scores are printed and nothing is written; with `--fit` the tables are written
 * without judging first. Deterministic: the same pack and sources give the same tables. See README.md.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { blockChances } from "../../src/page/boilerplate/chances.ts";
import type { CueWeights } from "../../src/page/boilerplate/cues.ts";
import { describeBlocks, featureNames } from "../../src/page/boilerplate/features.ts";
import { modelFrom, type ModelTable } from "../../src/page/boilerplate/model.ts";
import { profilePage, type Profile } from "../../src/page/boilerplate/profile.ts";
import { selectBlocks } from "../../src/page/boilerplate/selection.ts";
import { boost, type BoostOptions } from "./boost.ts";
import { readSamples, type Sample } from "./dataset.ts";
import { fitCues, readVocabulary } from "./fit-cues.ts";
import { score, type Scores } from "./score.ts";
import { modelSource, tableOf } from "./tables.ts";

const { values: flags } = parseArgs({
  options: {
    pack: { type: "string", default: "../shared/quality" },
    folds: { type: "string", default: "4" },
    check: { type: "boolean", default: false },
    fit: { type: "boolean", default: false },
  },
});
const folds = Number(flags.folds);
const options: BoostOptions = {
  trees: 320,
  depth: 4,
  rate: 0.06,
  rowShare: 0.6,
  columnShare: 0.15,
  lambda: 20,
  minWeight: 15,
  seed: 1,
};

const written = "// Written by bench/main-content/train.ts. See docs/decisions/0004-main-content.md.";

interface Described {
  readonly sample: Sample;
  readonly profile: Profile;
  readonly features: Float32Array;
}

const say = (line: string): void =>
  void process.stderr.write(`${Math.round(process.cpuUsage().user / 1e6)} s of CPU: ${line}\n`);

const samples = readSamples(flags.pack, folds);
say(`${samples.length} pages read`);
const vocabulary = readVocabulary(samples);
// The cues of a page come from a fit without its site, in training too: otherwise the trees would trust them too much.
const fits = Array.from({ length: folds }, (_, fold) => fitCues(samples, vocabulary, (sample) => sample.fold !== fold));
const described = samples.map((sample): Described => {
  const profile = profilePage(sample.flat, { signs: sample.signs, url: sample.page.url }, fits[sample.fold]);
  return { sample, profile, features: describeBlocks(profile, [...profile.page.blocks.keys()]) };
});
say(`${featureNames.length} features`);

if (!flags.fit) process.stdout.write(`${JSON.stringify(crossValidate(), round, 1)}\n`);
if (!flags.check) {
  const source = new URL("../../src/page/boilerplate/", import.meta.url);
  const tables = [
    ["cue-weights.ts", cueSource(fitCues(samples, vocabulary, () => true))],
    ["block-model.ts", blockModelSource(train(described))],
  ] as const;
  for (const [file, text] of tables) writeFileSync(new URL(file, source), text);
}

/** Scores on pages of sites that the trees and the cues have not seen. */
function crossValidate(): Scores {
  const kept: (readonly boolean[])[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const model = modelFrom(train(described.filter(({ sample }) => sample.fold !== fold)), featureNames);
    described.forEach(({ sample, profile }, index) => {
      if (sample.fold === fold) kept[index] = selectBlocks(profile, blockChances(profile, model)).kept;
    });
    say(`fold ${fold + 1} of ${folds} done`);
  }
  return score(samples, kept);
}

function train(chosen: readonly Described[]): ModelTable {
  const rows = chosen.reduce((sum, { sample }) => sum + sample.weights.filter((weight) => weight > 0).length, 0);
  const width = featureNames.length;
  const matrix = new Float32Array(rows * width);
  const labels = new Float32Array(rows);
  const weights = new Float32Array(rows);
  let row = 0;
  for (const { sample, features } of chosen) {
    sample.weights.forEach((weight, block) => {
      if (weight === 0) return;
      for (let column = 0; column < width; column += 1) {
        matrix[row * width + column] = features[column * sample.weights.length + block] ?? 0;
      }
      labels[row] = Math.max(0, sample.labels[block] ?? 0);
      weights[row] = weight;
      row += 1;
    });
  }
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / rows;
  const samples = { rows, width, matrix, labels, weights: weights.map((weight) => weight / mean) };
  return tableOf(boost(samples, options), featureNames);
}

function blockModelSource(table: ModelTable): string {
  return `import { featureNames } from "./features.ts";
import { modelFrom } from "./model.ts";

${written}
/** How likely a block is main content, learned on labelled pages. */
export const blockModel = ${modelSource(table, "featureNames")};
`;
}

function cueSource({ names, texts, textBias }: CueWeights): string {
  const table = (weights: ReadonlyMap<string, number>): string => {
    const entries = [...weights].sort((one, other) => other[1] - one[1]).map(([word, weight]) => `${word}:${weight}`);
    return entries.reduce((lines, entry, index) => `${lines}${index % 24 === 0 ? "\n" : " "}${entry}`, "");
  };
  return `import { cueWeightsFrom } from "./cue-table.ts";

${written}
/** What the words in names and in short texts say, in log-odds of being main content. */
export const trainedCues = cueWeightsFrom({
  textBias: ${textBias},
  names: \`${table(names)}
\`,
  texts: \`${table(texts)}
\`,
});
`;
}

function round(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(4)) : value;
}
