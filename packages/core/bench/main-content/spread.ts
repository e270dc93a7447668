import type { Scores } from "./score.ts";

/** The mean of a score over several fits, and its standard deviation. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** What cross-validation by site gave, for the pages of the quality pack and for all that are labelled. */
export interface CrossValidation {
  readonly pages: number;
  readonly folds: number;
  readonly seeds: number;
  readonly pack: Readonly<Record<string, Spread>>;
  readonly all: Readonly<Record<string, Spread>>;
}

/** Means and deviations by the name of the score; those of page types under their own names. */
export function spreadOf(scores: readonly Scores[]): Readonly<Record<string, Spread>> {
  const rows = scores.map(({ types, ...others }): Readonly<Record<string, number>> => ({ ...others, ...types }));
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => {
      const values = rows.map((row) => row[name] ?? 0);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
      return [name, { mean, deviation: Math.sqrt(variance) }];
    }),
  );
}
