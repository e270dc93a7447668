/** A boosted ensemble of small decision trees as written in the source. */
export interface ModelTable {
  /** Log-odds before any tree has spoken. */
  readonly bias: number;
  /** Tests from the root of a tree to a leaf, at least two. */
  readonly depth: number;
  /** Names of the features that the trees ask for, separated by white space. */
  readonly columns: string;
  /**
   * Trees, separated by line breaks or semicolons: the inner nodes, level by level, as `column>threshold` (a number into
   * `columns`; `-` always goes left), then `|`, then what each leaf adds to the log-odds.
   */
  readonly trees: string;
}

/** An ensemble ready for use. */
export interface Model {
  /** Each block's chance to be main content, from 0 to 1. Takes numbers by column, as `describeBlocks` gives them. */
  readonly chances: (features: Float32Array) => Float64Array;
}

/** Reads an ensemble that asks for features by these names. */
export function modelFrom({ bias, depth, columns, trees }: ModelTable, names: readonly string[]): Model {
  const columnPlaces = columns
    .trim()
    .split(/\s+/)
    .map((name) => names.indexOf(name));
  const lines = trees.split(/[\n;]/).filter((line) => line.trim() !== "");
  const inner = 2 ** depth - 1;
  const tests = new Int32Array(lines.length * inner);
  const thresholds = new Float64Array(lines.length * inner);
  const leaves = new Float64Array(lines.length * (inner + 1));
  lines.forEach((line, tree) => {
    const [nodes = "", values = ""] = line.split("|");
    nodes
      .trim()
      .split(" ")
      .forEach((node, place) => {
        const [column = "0", threshold] = node === "-" ? [] : node.split(">");
        tests[tree * inner + place] = columnPlaces[Number(column)] ?? 0;
        thresholds[tree * inner + place] = threshold === undefined ? Infinity : Number(threshold);
      });
    leaves.set(values.trim().split(" ").map(Number), tree * (inner + 1));
  });
  return {
    chances: (features) => {
      const rows = features.length / names.length;
      const odds = new Float64Array(rows).fill(bias);
      const places = new Int32Array(rows);
      for (let tree = 0; tree < lines.length; tree += 1) {
        const root = tree * inner;
        // Rows go level by level, so that none waits for another, and the processor need not guess where one turns.
        begin(places, features, { tests, thresholds, root });
        for (let level = 2; level < depth; level += 1) descend(places, features, { tests, thresholds, root });
        addLeaves(odds, places, { leaves, firstLeaf: root + tree - inner });
      }
      return toChances(odds);
    },
  };
}

interface Tests {
  /** The column that each inner node of each tree tests, and its threshold. */
  readonly tests: Int32Array;
  readonly thresholds: Float64Array;
  /** The first node of the tree. */
  readonly root: number;
}

// Separate functions: V8 discards the compiled code of a nested loop each time it leaves it.

/** Takes every row from the root two levels down: of three tests, none has to be looked up for each row. */
function begin(places: Int32Array, features: Float32Array, { tests, thresholds, root }: Tests): void {
  const rows = places.length;
  const first = (tests[root] ?? 0) * rows;
  const left = (tests[root + 1] ?? 0) * rows;
  const right = (tests[root + 2] ?? 0) * rows;
  const threshold = thresholds[root] ?? 0;
  const leftThreshold = thresholds[root + 1] ?? 0;
  const rightThreshold = thresholds[root + 2] ?? 0;
  for (let row = 0; row < rows; row += 1) {
    const turn = Number((features[first + row] ?? 0) > threshold);
    const onLeft = Number((features[left + row] ?? 0) > leftThreshold);
    const onRight = Number((features[right + row] ?? 0) > rightThreshold);
    places[row] = 3 + 2 * turn + onLeft + turn * (onRight - onLeft);
  }
}

/** Takes every row one level down. */
function descend(places: Int32Array, features: Float32Array, { tests, thresholds, root }: Tests): void {
  const rows = places.length;
  for (let row = 0; row < rows; row += 1) {
    const place = places[row] ?? 0;
    const value = features[(tests[root + place] ?? 0) * rows + row] ?? 0;
    places[row] = 2 * place + 1 + Number(value > (thresholds[root + place] ?? 0));
  }
}

interface Leaves {
  readonly leaves: Float64Array;
  readonly firstLeaf: number;
}

function addLeaves(odds: Float64Array, places: Int32Array, { leaves, firstLeaf }: Leaves): void {
  for (let row = 0; row < places.length; row += 1) {
    odds[row] = (odds[row] ?? 0) + (leaves[firstLeaf + (places[row] ?? 0)] ?? 0);
  }
}

/** Turns log-odds into chances, in place. */
function toChances(odds: Float64Array): Float64Array {
  for (let row = 0; row < odds.length; row += 1) odds[row] = 1 / (1 + Math.exp(-(odds[row] ?? 0)));
  return odds;
}
