import { cueWords, leadingWords } from "../../src/page/boilerplate/signals/cue-words.ts";
import type { CueWeights } from "../../src/page/boilerplate/signals/cue-table.ts";
import { shortBlock } from "../../src/page/boilerplate/blocks/sums.ts";
import type { Sample } from "./dataset.ts";

/** The words of all samples, as numbers. */
export interface Vocabulary {
  readonly names: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, number>;
  /** Per sample and block: the words in the names of its ancestors, and in its own short text. */
  readonly nameSets: readonly (readonly (readonly number[])[])[];
  readonly textSets: readonly (readonly (readonly number[])[])[];
}

/** A word must occur on this many sites, so that no site is learned by heart. */
const fewestSites = { names: 10, texts: 14 };

/** Collects the words that occur on enough sites. */
export function readVocabulary(samples: readonly Sample[]): Vocabulary {
  const namesOf = samples.map(({ flat }) =>
    flat.regions.map(({ element, parent }) => (parent === undefined ? [] : cueWords(element))),
  );
  const textsOf = samples.map(({ flat, texts }) =>
    flat.blocks.map(({ measures }, index) =>
      measures.tokens > 0 && measures.tokens <= shortBlock ? [...leadingWords(texts[index] ?? "")] : [],
    ),
  );
  const names = frequent(samples, namesOf, fewestSites.names);
  const texts = frequent(samples, textsOf, fewestSites.texts);
  const numbers = (words: readonly string[], known: ReadonlyMap<string, number>): number[] =>
    words.flatMap((word) => known.get(word) ?? []);
  return {
    names,
    texts,
    nameSets: samples.map(({ flat }, sample) => {
      const sets: number[][] = [];
      for (const { index, parent } of flat.regions) {
        const own = numbers(namesOf[sample]?.[index] ?? [], names);
        sets[index] = [...new Set([...(sets[parent?.index ?? -1] ?? []), ...own])];
      }
      return flat.blocks.map(({ region }) => sets[region.index] ?? []);
    }),
    textSets: textsOf.map((blocks) => blocks.map((words) => numbers(words, texts))),
  };
}

function frequent(
  samples: readonly Sample[],
  words: readonly (readonly (readonly string[])[])[],
  fewest: number,
): Map<string, number> {
  const sites = new Map<string, Set<string>>();
  samples.forEach(({ page }, sample) => {
    for (const word of new Set((words[sample] ?? []).flat())) {
      const groups = sites.get(word) ?? new Set();
      sites.set(word, groups.add(page.group));
    }
  });
  const known = [...sites].filter(([, groups]) => groups.size >= fewest).map(([word]) => word);
  return new Map(known.sort().map((word, index) => [word, index]));
}

/** Learns how much each word says, on the samples chosen. */
export function fitCues(
  samples: readonly Sample[],
  vocabulary: Vocabulary,
  chosen: (sample: Sample) => boolean,
): CueWeights {
  const names = regress({ samples, sets: vocabulary.nameSets, size: vocabulary.names.size, chosen });
  const texts = regress({ samples, sets: vocabulary.textSets, size: vocabulary.texts.size, chosen });
  const named = (known: ReadonlyMap<string, number>, weights: Float64Array): Map<string, number> =>
    new Map(
      [...known]
        .map(([word, index]) => [word, Number((weights[index] ?? 0).toFixed(2))] as const)
        .filter(([, weight]) => Math.abs(weight) >= 0.1),
    );
  return {
    names: named(vocabulary.names, names.weights),
    texts: named(vocabulary.texts, texts.weights),
    textBias: Number(texts.bias.toFixed(2)),
  };
}

interface Regression {
  readonly samples: readonly Sample[];
  readonly sets: readonly (readonly (readonly number[])[])[];
  readonly size: number;
  readonly chosen: (sample: Sample) => boolean;
}

const epochs = 6;
const shrinkage = 0.01;

/** Logistic regression by stochastic gradient descent with per-weight rates (Duchi et al. 2011). */
function regress({ samples, sets, size, chosen }: Regression): { weights: Float64Array; bias: number } {
  const order: [number, number][] = [];
  let total = 0;
  samples.forEach((sample, index) => {
    if (!chosen(sample)) return;
    sample.labels.forEach((label, block) => {
      if (label < 0 || (sample.weights[block] ?? 0) === 0) return;
      order.push([index, block]);
      total += sample.weights[block] ?? 0;
    });
  });
  shuffle(order);
  const mean = total / order.length;
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-6);
  let bias = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const [index, block] of order) {
      const words = sets[index]?.[block] ?? [];
      let sum = bias;
      for (const word of words) sum += weights[word] ?? 0;
      const sample = samples[index];
      const error = 1 / (1 + Math.exp(-sum)) - (sample?.labels[block] ?? 0);
      const slope = error * Math.min(10, (sample?.weights[block] ?? 0) / mean);
      bias -= 0.01 * slope;
      for (const word of words) {
        const gradient = slope + shrinkage * (weights[word] ?? 0);
        squares[word] = (squares[word] ?? 0) + gradient * gradient;
        weights[word] = (weights[word] ?? 0) - (0.15 * gradient) / Math.sqrt((squares[word] ?? 0) + 1);
      }
    }
  }
  return { weights, bias };
}

function shuffle(order: [number, number][]): void {
  let state = 1;
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const other = state % (last + 1);
    const held = order[last];
    if (held !== undefined) [order[last], order[other]] = [order[other] ?? held, held];
  }
}
