import { unpackWeights } from "./packed-weights.ts";
import { featureBits } from "./text-features.ts";
import { textWeights } from "./text-weights.generated.ts";

/** Classes of text: content, or a message in place of the page, named by its verdict. */
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

/** Reads several texts that were turned into features as one. */
export function readTogether(texts: readonly ReadonlySet<number>[], model: TextModel): TextReading {
  const all = new Set<number>();
  for (const text of texts) for (const feature of text) all.add(feature);
  return readFeatures(all, model);
}

/** Reads a text that was turned into features: multinomial logistic regression over them. */
export const readFeatures = (features: ReadonlySet<number>, model: TextModel): TextReading =>
  readingOf(scoresOf(features, model));

/** Sentences in a passage. A message has only a few, between the text that every page of its site repeats. */
export const passageLength = 3;

/** Texts read one by one, and each together with the few after it. */
interface PassagesReading {
  readonly single: readonly TextReading[];
  readonly passages: readonly TextReading[];
}

/**
 * Reads every text alone and together with those after it, exactly as {@link readTogether} would, but looks each
 * feature up only once: a feature counts in every passage that does not hold it already.
 */
export function readPassages(texts: readonly ReadonlySet<number>[], length: number, model: TextModel): PassagesReading {
  const totals = totalsOf(texts, length, model);
  const single: TextReading[] = [];
  const passages: TextReading[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    single.push(readSpan(totals, { first: at, end: at + 1 }, model));
    passages.push(readSpan(totals, { first: at, end: Math.min(texts.length, at + length) }, model));
  }
  return { single, passages };
}

/** Sums over features: `length` rows for each text, one for each number of passages that a feature is new to. */
interface Totals {
  readonly length: number;
  /** Sums of weights, class by class. */
  readonly sums: Float64Array;
  /** Numbers of features. */
  readonly counts: Int32Array;
}

function totalsOf(texts: readonly ReadonlySet<number>[], length: number, model: TextModel): Totals {
  const sums = new Float64Array(texts.length * length * textClasses.length);
  const counts = new Int32Array(texts.length * length);
  for (let at = 0; at < texts.length; at += 1) {
    for (const feature of texts[at] ?? []) {
      let passages = 1;
      while (passages < length && texts[at - passages]?.has(feature) !== true) passages += 1;
      const row = at * length + passages - 1;
      counts[row] = (counts[row] ?? 0) + 1;
      addRow(sums, row * textClasses.length, { feature, model });
    }
  }
  return { length, sums, counts };
}

/** Reads some texts in a row as one. */
function readSpan(
  { length, sums, counts }: Totals,
  { first, end }: { readonly first: number; readonly end: number },
  model: TextModel,
): TextReading {
  const width = textClasses.length;
  const scores = new Float64Array(width);
  let features = 0;
  for (let at = first; at < end; at += 1) {
    for (let row = at * length + at - first; row < (at + 1) * length; row += 1) {
      features += counts[row] ?? 0;
      for (let index = 0; index < width; index += 1)
        scores[index] = (scores[index] ?? 0) + (sums[row * width + index] ?? 0);
    }
  }
  return readingOf(scaled(scores, features, model));
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
export function scoresOf(features: ReadonlySet<number>, model: TextModel): Float64Array {
  const sums = new Float64Array(textClasses.length);
  for (const feature of features) addRow(sums, 0, { feature, model });
  return scaled(sums, features.size, model);
}

/**
 * Adds a feature's weights to the sums from `place` on. Weights are whole numbers, so the order of adding makes no
 * difference.
 */
function addRow(
  sums: Float64Array,
  place: number,
  { feature, model: { weights } }: { readonly feature: number; readonly model: TextModel },
): void {
  const start = feature * textClasses.length;
  for (let index = 0; index < textClasses.length; index += 1)
    sums[place + index] = (sums[place + index] ?? 0) + (weights[start + index] ?? 0);
}

function scaled(sums: Float64Array, features: number, { bias, scale }: TextModel): Float64Array {
  const share = scale / Math.sqrt(Math.max(1, features));
  for (let index = 0; index < sums.length; index += 1) sums[index] = (bias[index] ?? 0) + (sums[index] ?? 0) * share;
  return sums;
}

/** The model that was trained on the texts of `bench/messages`; unpacked once, by the first page that needs it. */
export const trainedModel: () => TextModel = (() => {
  let unpacked: TextModel | undefined;
  return () => (unpacked ??= unpack(textWeights));
})();

/** The weights are packed class by class, which takes less room, and unpacked feature by feature, as they are read. */
function unpack({ bias, scale, packed }: typeof textWeights): TextModel {
  const width = textClasses.length;
  return { bias, scale, weights: unpackWeights(packed, 2 ** featureBits * width, width) };
}
