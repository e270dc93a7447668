import { productsOf, weigh } from "../../src/page/verdict/weigh.ts";

/** A page's numbers, and the truth about it. */
export interface WeightSample {
  readonly features: readonly number[];
  readonly isMessage: boolean;
  /** How much it counts beside others. */
  readonly weight: number;
}

const steps = 12;
/** How strongly weights are held near zero. */
const shrink = 20;

/** Fits a logistic regression over products of two numbers, by Newton's method. */
export function fitWeights(samples: readonly WeightSample[]): readonly number[] {
  const rows = samples.map(({ features, isMessage, weight }) => ({
    terms: Float64Array.from(productsOf(features)),
    truth: isMessage ? 1 : 0,
    weight,
  }));
  const width = rows[0]?.terms.length ?? 0;
  let weights = new Float64Array(width);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((value, index) => (index === 0 ? 0 : shrink * value));
    const curve = Array.from({ length: width }, (_, index) => {
      const row = new Float64Array(width);
      row[index] = index === 0 ? 1e-6 : shrink;
      return row;
    });
    for (const { terms, truth, weight } of rows) {
      const chance = 1 / (1 + Math.exp(-dot(terms, weights)));
      addScaled(slope, terms, (chance - truth) * weight);
      const bend = chance * (1 - chance) * weight;
      for (let index = 0; index < width; index += 1)
        addScaled(curve[index] ?? slope, terms, bend * (terms[index] ?? 0));
    }
    const change = solve(curve, slope);
    weights = weights.map((value, index) => value - (change[index] ?? 0));
  }
  return Array.from(weights);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function addScaled(sum: Float64Array, values: Float64Array, scale: number): void {
  if (scale === 0) return;
  for (let index = 0; index < sum.length; index += 1) sum[index] = (sum[index] ?? 0) + scale * (values[index] ?? 0);
}

/** Solves a system of linear equations whose matrix is positive definite, by Gaussian elimination; changes both. */
function solve(matrix: readonly Float64Array[], values: Float64Array): Float64Array {
  for (const [at, pivot] of matrix.entries()) {
    const divisor = pivot[at] ?? 1;
    for (const [below, row] of matrix.entries()) {
      if (below <= at) continue;
      const share = (row[at] ?? 0) / divisor;
      addScaled(row, pivot, -share);
      values[below] = (values[below] ?? 0) - share * (values[at] ?? 0);
    }
  }
  const solution = new Float64Array(values.length);
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const row = matrix[at] ?? solution;
    solution[at] = ((values[at] ?? 0) - dot(row, solution)) / (row[at] ?? 1);
  }
  return solution;
}

/** The log-odds that no more than so many of the good pages surpass. */
export const cutAbove = (weights: readonly number[], good: readonly (readonly number[])[], most: number): number =>
  good.map((features) => weigh(features, weights)).sort((one, other) => other - one)[Math.floor(most)] ?? 0;
