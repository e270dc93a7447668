import { weigh } from "../../src/page/verdict/obstacle.ts";

/** A page's numbers, and the truth about it. */
export interface WeightSample {
  readonly features: readonly number[];
  readonly isMessage: boolean;
  /** How much it counts beside others. */
  readonly weight: number;
}

const steps = 3000;
const rate = 4;
const shrink = 0.001;

/** Fits a logistic regression by gradient descent. */
export function fitWeights(samples: readonly WeightSample[]): readonly number[] {
  const width = samples[0]?.features.length ?? 0;
  const all = samples.reduce((sum, { weight }) => sum + weight, 0);
  let weights: readonly number[] = Array.from({ length: width }, () => 0);
  for (let step = 0; step < steps; step += 1) {
    const gradient = new Float64Array(width);
    for (const { features, isMessage, weight } of samples) {
      const error = (1 / (1 + Math.exp(-weigh(features, weights))) - (isMessage ? 1 : 0)) * weight;
      for (let index = 0; index < width; index += 1)
        gradient[index] = (gradient[index] ?? 0) + error * (features[index] ?? 0);
    }
    weights = weights.map(
      (value, index) => value - rate * ((gradient[index] ?? 0) / all + (index === 0 ? 0 : shrink * value)),
    );
  }
  return weights;
}

/** Lowers the first weight, which every page has, until no more than a share of good pages is accused. */
export function accusingFew(
  weights: readonly number[],
  good: readonly (readonly number[])[],
  most: number,
): readonly number[] {
  const scores = good.map((features) => weigh(features, weights)).sort((one, other) => other - one);
  const cut = scores[Math.floor(scores.length * most)] ?? 0;
  return weights.map((weight, index) => (index === 0 ? weight - cut : weight));
}
