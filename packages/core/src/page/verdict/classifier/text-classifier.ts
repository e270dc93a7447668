import { unpackWeights } from "./packed-weights.ts";
import { featureBits, featuresOf } from "./text-features.ts";
import { textWeights } from "./text-weights.generated.ts";

/** What a text can be: content, or the message of a page that stands in the way, by the verdict on it. */
export const textClasses = [
  "content",
  "blocked",
  "soft-404",
  "paywall",
  "login-wall",
  "needs-javascript",
  "consent-wall",
  "maintenance",
  "parked-domain",
  "age-gate",
] as const;

export type TextClass = (typeof textClasses)[number];
export type MessageClass = Exclude<TextClass, "content">;

/** A linear classifier: weights by feature, then by class. */
export interface TextModel {
  readonly bias: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** One step of `weights`. */
  readonly scale: number;
}

/** Logarithms of chances. */
export interface TextReading {
  /** Chances that the text is a message rather than content, as log-odds. */
  readonly message: number;
  /** The likeliest class of message. */
  readonly kind: MessageClass;
  /** By class: logarithms of chances, up to a common summand. */
  readonly scores: Float64Array;
}

/** Multinomial logistic regression over the text's features. */
export const readText = (text: string, model: TextModel): TextReading => readFeatures(featuresOf(text), model);

/** Reads several texts that were turned into features as one. */
export const readTogether = (texts: readonly (readonly number[])[], model: TextModel): TextReading =>
  readFeatures([...new Set(texts.flat())], model);

/** Reads a text that was turned into features. */
export const readFeatures = (features: readonly number[], model: TextModel): TextReading =>
  readingOf(scoresOf(features, model));

/** A message's few sentences, which stand between what every page of its site says. */
export const passageLength = 3;

/**
 * Reads every text together with the few after it, as {@link readTogether} would. What neighbours share is summed once: from
 * one passage to the next, only the text that leaves and the one that comes are counted.
 */
export function readPassages(
  texts: readonly (readonly number[])[],
  length: number,
  model: TextModel,
): readonly TextReading[] {
  const counts = new Map<number, number>();
  const sums = new Float64Array(textClasses.length);
  const count = (features: readonly number[] | undefined, step: 1 | -1): void => {
    for (const feature of features ?? []) {
      const after = (counts.get(feature) ?? 0) + step;
      if (after === 0) counts.delete(feature);
      else counts.set(feature, after);
      if (after === (step === 1 ? 1 : 0)) addRow(sums, feature, model.weights, step);
    }
  };
  for (const text of texts.slice(0, length - 1)) count(text, 1);
  return texts.map((text, at) => {
    count(texts[at + length - 1], 1);
    const reading = readingOf(scaled(sums, counts.size, model));
    count(text, -1);
    return reading;
  });
}

function readingOf(scores: Float64Array): TextReading {
  let best = 1;
  for (let index = 2; index < scores.length; index += 1) if ((scores[index] ?? 0) > (scores[best] ?? 0)) best = index;
  const top = scores[best] ?? 0;
  let others = 0;
  for (let index = 1; index < scores.length; index += 1) others += Math.exp((scores[index] ?? 0) - top);
  return { message: top + Math.log(others) - (scores[0] ?? 0), kind: textClasses[best] as MessageClass, scores };
}

/** One score for each class; their softmax is the chance. */
export function scoresOf(features: readonly number[], model: TextModel): Float64Array {
  const sums = new Float64Array(textClasses.length);
  for (const feature of features) addRow(sums, feature, model.weights, 1);
  return scaled(sums, features.length, model);
}

/** Sums of a trained model's weights are whole numbers, so what is added can be taken away exactly. */
function addRow(sums: Float64Array, feature: number, weights: ArrayLike<number>, sign: 1 | -1): void {
  const start = feature * sums.length;
  for (let index = 0; index < sums.length; index += 1)
    sums[index] = (sums[index] ?? 0) + sign * (weights[start + index] ?? 0);
}

function scaled(sums: Float64Array, features: number, { bias, scale }: TextModel): Float64Array {
  const share = scale / Math.sqrt(Math.max(1, features));
  return sums.map((sum, index) => (bias[index] ?? 0) + sum * share);
}

/** The model that was trained on the texts of `bench/messages`; unpacked once, by the first page that needs it. */
export const trainedModel: () => TextModel = (() => {
  let unpacked: TextModel | undefined;
  return () => (unpacked ??= unpack(textWeights));
})();

/** The weights lie class by class, which packs better; a feature's are read together. */
function unpack({ bias, scale, packed }: typeof textWeights): TextModel {
  const width = textClasses.length;
  return { bias, scale, weights: unpackWeights(packed, 2 ** featureBits * width, width) };
}
