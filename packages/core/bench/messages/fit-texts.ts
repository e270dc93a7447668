import {
  scoresOf,
  textClasses,
  type TextClass,
  type TextModel,
} from "../../src/page/verdict/classifier/text-classifier.ts";
import { featureBits, featuresOf } from "../../src/page/verdict/classifier/text-features.ts";

/** A text whose class is known. */
export interface LabelledText {
  readonly kind: TextClass;
  readonly text: string;
  /** How much it counts beside others. */
  readonly weight: number;
}

const passes = 6;
const rate = 0.3;
const biasRate = 0.02;
const shrink = 1e-5;
/** A feature of fewer labelled messages is chance. */
const leastTexts = 2;
/** A weight's smallest difference; with smaller ones nothing is told better. */
const step = 0.45;
const mostSteps = 127;

/** Fits a multinomial logistic regression by AdaGrad (Duchi, Hazan, Singer 2011). Deterministic. */
export function fitTexts(texts: readonly LabelledText[]): TextModel {
  const width = textClasses.length;
  const weights = new Float32Array(2 ** featureBits * width);
  const gradients = new Float32Array(weights.length).fill(1e-3);
  const bias = new Float64Array(width);
  const samples = texts.map(({ kind, text, weight }) => ({
    kind: textClasses.indexOf(kind),
    weight,
    features: featuresOf(text),
  }));
  const random = generator(7);
  for (let pass = 0; pass < passes; pass += 1)
    for (const { kind, weight, features } of shuffled(samples, random)) {
      const chances = softmax(scoresOf(features, { bias, weights, scale: 1 }));
      const share = 1 / Math.sqrt(Math.max(1, features.size));
      for (let index = 0; index < width; index += 1) {
        const error = ((chances[index] ?? 0) - (index === kind ? 1 : 0)) * weight;
        bias[index] = (bias[index] ?? 0) - biasRate * error;
        if (Math.abs(error) < 1e-4) continue;
        for (const feature of features) {
          const at = feature * width + index;
          const gradient = error * share + shrink * (weights[at] ?? 0);
          const sum = (gradients[at] ?? 0) + gradient * gradient;
          gradients[at] = sum;
          weights[at] = (weights[at] ?? 0) - (rate * gradient) / Math.sqrt(sum);
        }
      }
    }
  forgetRare(samples, weights);
  return quantised({ bias, weights, scale: 1 });
}

interface Sample {
  readonly weight: number;
  readonly features: ReadonlySet<number>;
}

function forgetRare(samples: readonly Sample[], weights: Float32Array): void {
  const count = new Int32Array(2 ** featureBits);
  for (const { features, weight } of samples)
    if (weight === 1) for (const feature of features) count[feature] = (count[feature] ?? 0) + 1;
  count.forEach((texts, feature) => {
    if (texts < leastTexts) weights.fill(0, feature * textClasses.length, (feature + 1) * textClasses.length);
  });
}

/**
 * Weights as small whole numbers, which pack well. What all classes have in common decides nothing, so each feature's
 * weights are counted from the one in their middle, and most become zero.
 */
function quantised({ bias, weights }: TextModel): TextModel {
  const width = textClasses.length;
  const small = new Int8Array(weights.length);
  for (let row = 0; row < small.length; row += width) {
    const ofFeature = Array.from({ length: width }, (_, index) => weights[row + index] ?? 0);
    const middle = ofFeature.toSorted((one, other) => one - other)[width >> 1] ?? 0;
    for (const [index, weight] of ofFeature.entries()) {
      const steps = Math.round((weight - middle) / step);
      small[row + index] = Math.max(-mostSteps, Math.min(mostSteps, steps));
    }
  }
  return { bias: Array.from(bias, (value) => Number(value.toFixed(3))), scale: step, weights: small };
}

function softmax(scores: Float64Array): Float64Array {
  const top = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - top));
  const sum = parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => part / sum);
}

/** Numbers from 0 to 1, the same for the same seed (Park and Miller 1988). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
