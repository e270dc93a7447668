/**
 * The log-odds of a logistic regression. Every product of two numbers has a weight, because the same words mean
 * something else beside more text or more links. The first number is 1, so each number also counts by itself.
 */
export const weigh = (features: readonly number[], weights: readonly number[]): number =>
  productsOf(features).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

export const productsOf = (features: readonly number[]): readonly number[] =>
  features.flatMap((one, at) => features.slice(at).map((other) => one * other));

/** The most evidence that one sentence can give: an odd one decides nothing. */
export const mostEvidence = 4;

/** Evidence cut down to {@link mostEvidence}. */
export const bounded = (evidence: number): number => Math.max(-mostEvidence, Math.min(mostEvidence, evidence));

/** The place of the first of the largest values; 0 where there is none. */
export const placeOfMost = (values: readonly number[]): number =>
  values.reduce((best, value, at) => (value > (values[best] ?? -Infinity) ? at : best), 0);
