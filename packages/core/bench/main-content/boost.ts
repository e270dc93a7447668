/** A tree ensemble under training or in use: every tree is complete, of the same depth, in heap order. */
export interface Ensemble {
  readonly depth: number;
  readonly bias: number;
  /** Per inner node: which column is compared. */
  readonly columns: number[];
  /** Per inner node: go right when the value is greater. */
  readonly thresholds: number[];
  /** Per leaf: what is added to the log-odds. */
  readonly leaves: number[];
}

export interface Samples {
  readonly rows: number;
  readonly width: number;
  /** Row-major. */
  readonly matrix: Float32Array;
  /** Between 0 and 1; a share is a soft label. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

export interface BoostOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  readonly rowShare: number;
  readonly columnShare: number;
  readonly lambda: number;
  readonly minWeight: number;
  readonly seed: number;
}

const binCount = 48;

/** Cut points per column: quantiles of the values seen. */
function cutPoints(samples: Samples): Float32Array[] {
  const step = Math.max(1, Math.floor(samples.rows / 40_000));
  return Array.from({ length: samples.width }, (_, column) => {
    const seen: number[] = [];
    for (let row = 0; row < samples.rows; row += step) seen.push(samples.matrix[row * samples.width + column] ?? 0);
    const values = Float32Array.from(seen).sort();
    const cuts: number[] = [];
    for (let bin = 1; bin < binCount; bin += 1) {
      const value = values[Math.floor((bin * values.length) / binCount)] ?? 0;
      if (cuts.at(-1) !== value && value !== values.at(-1)) cuts.push(value);
    }
    const distinct = [...new Set(values)];
    return Float32Array.from(distinct.length <= binCount ? distinct.slice(0, -1) : cuts);
  });
}

function binOf(cuts: Float32Array, value: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > (cuts[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Gradient boosting of logistic loss over histograms (Friedman 2001; Chen and Guestrin 2016 for the leaf values). */
export function boost(samples: Samples, options: BoostOptions): Ensemble {
  const { rows, width, labels, weights } = samples;
  const cuts = cutPoints(samples);
  const bins = cuts.map((cut, column) => {
    const binned = new Uint8Array(rows);
    for (let row = 0; row < rows; row += 1) binned[row] = binOf(cut, samples.matrix[row * width + column] ?? 0);
    return binned;
  });
  const random = randomFrom(options.seed);
  let [positive, total] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    positive += (labels[row] ?? 0) * (weights[row] ?? 0);
    total += weights[row] ?? 0;
  }
  const bias = Math.log(positive / (total - positive));
  const score = new Float64Array(rows).fill(bias);
  const gradient = new Float64Array(rows);
  const hessian = new Float64Array(rows);
  const node = new Uint16Array(rows);
  const inner = 2 ** options.depth - 1;
  const ensemble: Ensemble = { depth: options.depth, bias, columns: [], thresholds: [], leaves: [] };

  for (let tree = 0; tree < options.trees; tree += 1) {
    const sampled: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      const chance = 1 / (1 + Math.exp(-(score[row] ?? 0)));
      const weight = weights[row] ?? 0;
      gradient[row] = weight * (chance - (labels[row] ?? 0));
      hessian[row] = weight * Math.max(1e-4, chance * (1 - chance));
      node[row] = 0;
      if (weight > 0 && random() < options.rowShare) sampled.push(row);
    }
    const columns = Array.from({ length: width }, (_, column) => column).filter(() => random() < options.columnShare);
    const treeColumns = new Array<number>(inner).fill(0);
    const treeThresholds = new Array<number>(inner).fill(Infinity);
    const treeBins = new Array<number>(inner).fill(255);
    let members: (readonly number[] | Int32Array)[] = [Int32Array.from(sampled)];
    const sums = (list: readonly number[] | Int32Array): [number, number] => {
      let [g, h] = [0, 0];
      for (const row of list) {
        g += gradient[row] ?? 0;
        h += hessian[row] ?? 0;
      }
      return [g, h];
    };
    for (let level = 0; level < options.depth; level += 1) {
      const next: (readonly number[] | Int32Array)[] = [];
      for (let place = 0; place < members.length; place += 1) {
        const list = members[place] ?? [];
        const at = 2 ** level - 1 + place;
        const split = list.length < 20 ? undefined : bestSplit({ list, columns, bins, cuts, gradient, hessian, options }, sums(list));
        if (split === undefined) {
          next.push(list, []);
          continue;
        }
        treeColumns[at] = split.column;
        treeThresholds[at] = cuts[split.column]?.[split.bin] ?? 0;
        treeBins[at] = split.bin;
        const binned = bins[split.column] ?? new Uint8Array(0);
        const left: number[] = [];
        const right: number[] = [];
        for (const row of list) ((binned[row] ?? 0) > split.bin ? right : left).push(row);
        next.push(Int32Array.from(left), Int32Array.from(right));
      }
      members = next;
    }
    const leaves = members.map((list) => {
      const [g, h] = sums(list);
      return h > 0 ? (-options.rate * g) / (h + options.lambda) : 0;
    });
    ensemble.columns.push(...treeColumns);
    ensemble.thresholds.push(...treeThresholds);
    ensemble.leaves.push(...leaves);
    for (let row = 0; row < rows; row += 1) {
      let at = 0;
      for (let level = 0; level < options.depth; level += 1) {
        const binned = bins[treeColumns[at] ?? 0];
        at = 2 * at + ((binned?.[row] ?? 0) > (treeBins[at] ?? 255) ? 2 : 1);
      }
      score[row] = (score[row] ?? 0) + (leaves[at - inner] ?? 0);
    }
  }
  return ensemble;
}

interface SplitSearch {
  readonly list: readonly number[] | Int32Array;
  readonly columns: readonly number[];
  readonly bins: readonly Uint8Array[];
  readonly cuts: readonly Float32Array[];
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly options: BoostOptions;
}

const histogramG = new Float64Array(256);
const histogramH = new Float64Array(256);

function bestSplit(search: SplitSearch, [g, h]: readonly [number, number]): { column: number; bin: number } | undefined {
  const { list, columns, bins, cuts, gradient, hessian, options } = search;
  const value = (gradients: number, hessians: number): number => (gradients * gradients) / (hessians + options.lambda);
  let best: { column: number; bin: number } | undefined;
  let bestGain = 1e-6;
  const whole = value(g, h);
  for (const column of columns) {
    const binned = bins[column];
    const size = cuts[column]?.length ?? 0;
    if (binned === undefined || size === 0) continue;
    histogramG.fill(0, 0, size + 1);
    histogramH.fill(0, 0, size + 1);
    for (let place = 0; place < list.length; place += 1) {
      const row = list[place] as number;
      const bin = binned[row] as number;
      histogramG[bin] = (histogramG[bin] as number) + (gradient[row] as number);
      histogramH[bin] = (histogramH[bin] as number) + (hessian[row] as number);
    }
    let [leftG, leftH] = [0, 0];
    for (let bin = 0; bin < size; bin += 1) {
      leftG += histogramG[bin] ?? 0;
      leftH += histogramH[bin] ?? 0;
      if (leftH < options.minWeight || h - leftH < options.minWeight) continue;
      const gain = value(leftG, leftH) + value(g - leftG, h - leftH) - whole;
      if (gain > bestGain) {
        bestGain = gain;
        best = { column, bin };
      }
    }
  }
  return best;
}

/** Log-odds of one row. */
export function predict(ensemble: Ensemble, matrix: Float32Array, offset: number): number {
  const inner = 2 ** ensemble.depth - 1;
  const leaves = inner + 1;
  const trees = ensemble.leaves.length / leaves;
  let sum = ensemble.bias;
  for (let tree = 0; tree < trees; tree += 1) {
    let at = 0;
    while (at < inner) {
      const place = tree * inner + at;
      at = 2 * at + ((matrix[offset + (ensemble.columns[place] ?? 0)] ?? 0) > (ensemble.thresholds[place] ?? 0) ? 2 : 1);
    }
    sum += ensemble.leaves[tree * leaves + at - inner] ?? 0;
  }
  return sum;
}
