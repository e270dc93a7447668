/**
 * Log-odds. Every product of two numbers has a weight: the same words mean something else
 * beside more text or more links. The first number is 1, so each number counts by itself as well.
 */
export const weigh = (features: readonly number[], weights: readonly number[]): number =>
  productsOf(features).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

export const productsOf = (features: readonly number[]): readonly number[] =>
  features.flatMap((one, at) => features.slice(at).map((other) => one * other));

/** One odd sentence decides nothing. */
export const mostEvidence = 4;

/** Evidence within what a sentence may have. */
export const bounded = (evidence: number): number => Math.max(-mostEvidence, Math.min(mostEvidence, evidence));

/** The place of the first of the largest values; 0 where there is none. */
export const placeOfMost = (values: readonly number[]): number =>
  values.reduce((best, value, at) => (value > (values[best] ?? -Infinity) ? at : best), 0);
