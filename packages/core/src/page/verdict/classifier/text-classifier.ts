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
}

/** Multinomial logistic regression over the text's features. */
export const readText = (text: string, model: TextModel): TextReading => readFeatures(featuresOf(text), model);

/** Reads several texts that were turned into features as one. */
export const readTogether = (texts: readonly (readonly number[])[], model: TextModel): TextReading =>
  readFeatures([...new Set(texts.flat())], model);

/** Reads a text that was turned into features. */
export function readFeatures(features: readonly number[], model: TextModel): TextReading {
  const scores = scoresOf(features, model);
  let best = 1;
  for (let index = 2; index < scores.length; index += 1) if ((scores[index] ?? 0) > (scores[best] ?? 0)) best = index;
  const top = scores[best] ?? 0;
  let others = 0;
  for (let index = 1; index < scores.length; index += 1) others += Math.exp((scores[index] ?? 0) - top);
  return { message: top + Math.log(others) - (scores[0] ?? 0), kind: textClasses[best] as MessageClass };
}

/** One score for each class; their softmax is the chance. */
export function scoresOf(features: readonly number[], { bias, weights, scale }: TextModel): Float64Array {
  const scores = Float64Array.from(bias);
  const share = scale / Math.sqrt(Math.max(1, features.length));
  const width = textClasses.length;
  for (const feature of features)
    for (let index = 0; index < width; index += 1)
      scores[index] = (scores[index] ?? 0) + (weights[feature * width + index] ?? 0) * share;
  return scores;
}

/** The model that was trained on the texts of `bench/messages`; unpacked once, by the first page that needs it. */
export const trainedModel: () => TextModel = (() => {
  let unpacked: TextModel | undefined;
  return () => (unpacked ??= unpack(textWeights));
})();

function unpack({ bias, scale, packed }: typeof textWeights): TextModel {
  return { bias, scale, weights: rowsOf(unpackWeights(packed, 2 ** featureBits * textClasses.length)) };
}

/** The weights lie class by class, which packs better. */
function rowsOf(columns: Int8Array): Int8Array {
  const width = textClasses.length;
  const height = 2 ** featureBits;
  const rows = new Int8Array(columns.length);
  for (let index = 0; index < width; index += 1)
    for (let feature = 0; feature < height; feature += 1)
      rows[feature * width + index] = columns[index * height + feature] ?? 0;
  return rows;
}
