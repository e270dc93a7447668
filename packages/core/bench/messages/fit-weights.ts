import { weigh } from "../../src/page/verdict/obstacle.ts";

/** A page's numbers, and the truth about it. */
export interface WeightSample {
  readonly features: readonly number[];
  readonly isMessage: boolean;
}

const steps = 3000;
const rate = 4;
const shrink = 0.001;

/**
 * Fits a logistic regression by gradient descent; then lowers its first weight, which every page has, until no more
 * than a share of the good pages is accused.
 */
export function fitWeights(samples: readonly WeightSample[], mostAccused: number): readonly number[] {
  const width = samples[0]?.features.length ?? 0;
  let weights: readonly number[] = Array.from({ length: width }, () => 0);
  for (let step = 0; step < steps; step += 1) {
    const gradient = new Float64Array(width);
    for (const { features, isMessage } of samples) {
      const error = 1 / (1 + Math.exp(-weigh(features, weights))) - (isMessage ? 1 : 0);
      for (let index = 0; index < width; index += 1)
        gradient[index] = (gradient[index] ?? 0) + error * (features[index] ?? 0);
    }
    weights = weights.map(
      (weight, index) =>
        weight - rate * ((gradient[index] ?? 0) / samples.length + (index === 0 ? 0 : shrink * weight)),
    );
  }
  const good = samples.filter(({ isMessage }) => !isMessage).map(({ features }) => weigh(features, weights));
  const cut = good.sort((one, other) => other - one)[Math.floor(good.length * mostAccused)] ?? 0;
  return weights.map((weight, index) => (index === 0 ? weight - cut : weight));
}
