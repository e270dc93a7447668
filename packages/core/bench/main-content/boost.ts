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

/** Rows as bins, so that a histogram is built by walking rows that lie side by side in memory. */
interface Binned {
  readonly cuts: readonly Float32Array[];
  readonly bins: Uint8Array;
}

function binAll(samples: Samples): Binned {
  const { rows, width, matrix } = samples;
  const cuts = cutPoints(samples);
  const bins = new Uint8Array(rows * width);
  cuts.forEach((cut, column) => {
    for (let at = column; at < rows * width; at += width) bins[at] = binOf(cut, matrix[at] ?? 0);
  });
  return { cuts, bins };
}

/** Gradient boosting of logistic loss over histograms (Friedman 2001; Chen and Guestrin 2016 for the leaf values). */
export function boost(samples: Samples, options: BoostOptions): Ensemble {
  const { rows, width, labels, weights } = samples;
  const binned = binAll(samples);
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
  const inner = 2 ** options.depth - 1;
  const ensemble: Ensemble = { depth: options.depth, bias, columns: [], thresholds: [], leaves: [] };

  for (let tree = 0; tree < options.trees; tree += 1) {
    const sampled: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      const chance = 1 / (1 + Math.exp(-(score[row] ?? 0)));
      const weight = weights[row] ?? 0;
      gradient[row] = weight * (chance - (labels[row] ?? 0));
      hessian[row] = weight * Math.max(1e-4, chance * (1 - chance));
      if (random() < options.rowShare) sampled.push(row);
    }
    const columns = Array.from({ length: width }, (_, column) => column).filter(() => random() < options.columnShare);
    const growing: Growing = { binned, width, columns, gradient, hessian, options };
    const treeBins = new Array<number>(inner).fill(255);
    const treeColumns = new Array<number>(inner).fill(0);
    let level: Node[] = [nodeOf(growing, Int32Array.from(sampled))];
    for (let depth = 0; depth < options.depth; depth += 1) {
      level = level.flatMap((node, place) => {
        const split = bestSplit(growing, node);
        if (split === undefined) return [{ ...node, histogram: undefined }, nodeOf(growing, new Int32Array(0))];
        treeColumns[2 ** depth - 1 + place] = split.column;
        treeBins[2 ** depth - 1 + place] = split.bin;
        return divide(growing, node, split, depth + 1 < options.depth);
      });
    }
    const leaves = level.map(({ g, h }) => (h > 0 ? (-options.rate * g) / (h + options.lambda) : 0));
    ensemble.columns.push(...treeColumns);
    ensemble.thresholds.push(
      ...treeBins.map((bin, place) => (bin === 255 ? Infinity : (binned.cuts[treeColumns[place] ?? 0]?.[bin] ?? 0))),
    );
    ensemble.leaves.push(...leaves);
    for (let row = 0; row < rows; row += 1) {
      let at = 0;
      while (at < inner) {
        at = 2 * at + ((binned.bins[row * width + (treeColumns[at] ?? 0)] ?? 0) > (treeBins[at] ?? 255) ? 2 : 1);
      }
      score[row] = (score[row] ?? 0) + (leaves[at - inner] ?? 0);
    }
  }
  return ensemble;
}

interface Growing {
  readonly binned: Binned;
  readonly width: number;
  readonly columns: readonly number[];
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly options: BoostOptions;
}

interface Node {
  readonly list: Int32Array;
  readonly g: number;
  readonly h: number;
  /** Per sampled column and bin: sum of gradients, sum of hessians. */
  readonly histogram: Float64Array | undefined;
}

const slots = 64;

function nodeOf(growing: Growing, list: Int32Array, known?: Float64Array): Node {
  const { gradient, hessian } = growing;
  let [g, h] = [0, 0];
  for (const row of list) {
    g += gradient[row] ?? 0;
    h += hessian[row] ?? 0;
  }
  return { list, g, h, histogram: known ?? histogramOf(growing, list) };
}

function histogramOf({ binned, width, columns, gradient, hessian }: Growing, list: Int32Array): Float64Array {
  const histogram = new Float64Array(columns.length * slots * 2);
  const chosen = Int32Array.from(columns);
  const { bins } = binned;
  for (const row of list) {
    const g = gradient[row] as number;
    const h = hessian[row] as number;
    const from = row * width;
    for (let place = 0; place < chosen.length; place += 1) {
      const slot = (place * slots + (bins[from + (chosen[place] as number)] as number)) * 2;
      histogram[slot] = (histogram[slot] as number) + g;
      histogram[slot + 1] = (histogram[slot + 1] as number) + h;
    }
  }
  return histogram;
}

interface Split {
  readonly column: number;
  readonly bin: number;
}

function bestSplit({ binned, columns, options }: Growing, { list, g, h, histogram }: Node): Split | undefined {
  if (list.length < 20 || histogram === undefined) return undefined;
  const value = (gradients: number, hessians: number): number => (gradients * gradients) / (hessians + options.lambda);
  let best: Split | undefined;
  let bestGain = value(g, h) + 1e-6;
  columns.forEach((column, place) => {
    let [leftG, leftH] = [0, 0];
    const size = binned.cuts[column]?.length ?? 0;
    for (let bin = 0; bin < size; bin += 1) {
      leftG += histogram[(place * slots + bin) * 2] as number;
      leftH += histogram[(place * slots + bin) * 2 + 1] as number;
      if (leftH < options.minWeight || h - leftH < options.minWeight) continue;
      const gain = value(leftG, leftH) + value(g - leftG, h - leftH);
      if (gain > bestGain) {
        bestGain = gain;
        best = { column, bin };
      }
    }
  });
  return best;
}

/** The two children of a node; the larger one's histogram is what the smaller one's leaves of the parent's. */
function divide(growing: Growing, node: Node, split: Split, further: boolean): Node[] {
  const [left, right] = partition(growing.binned.bins, node.list, { ...split, width: growing.width });
  if (!further) return [left, right].map((list) => nodeOf(growing, list, new Float64Array(0)));
  const [small, large] = left.length < right.length ? [left, right] : [right, left];
  const smallNode = nodeOf(growing, small);
  const rest = Float64Array.from(node.histogram ?? [], (sum, slot) => sum - (smallNode.histogram?.[slot] ?? 0));
  const largeNode = nodeOf(growing, large, rest);
  return small === left ? [smallNode, largeNode] : [largeNode, smallNode];
}

/** The rows up to the bin of the split, and those beyond it. One loop: `filter` calls a function for each row. */
function partition(
  bins: Uint8Array,
  list: Int32Array,
  { column, bin, width }: Split & { readonly width: number },
): [left: Int32Array, right: Int32Array] {
  const left = new Int32Array(list.length);
  const right = new Int32Array(list.length);
  let lefts = 0;
  let rights = 0;
  for (let place = 0; place < list.length; place += 1) {
    const row = list[place] as number;
    if ((bins[row * width + column] as number) > bin) {
      right[rights] = row;
      rights += 1;
    } else {
      left[lefts] = row;
      lefts += 1;
    }
  }
  return [left.slice(0, lefts), right.slice(0, rights)];
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
      at =
        2 * at + ((matrix[offset + (ensemble.columns[place] ?? 0)] ?? 0) > (ensemble.thresholds[place] ?? 0) ? 2 : 1);
    }
    sum += ensemble.leaves[tree * leaves + at - inner] ?? 0;
  }
  return sum;
}
