/** A boosted ensemble of small decision trees as written in the source. */
export interface ModelTable {
  /** Log-odds before any tree has spoken. */
  readonly bias: number;
  /** Tests from the root of a tree to a leaf. */
  readonly depth: number;
  /** Names of the features that the trees ask for, separated by white space. */
  readonly columns: string;
  /**
   * Trees, separated by line breaks or semicolons: the inner nodes, level by level, as `column>threshold` (a number into `columns`; `-` always goes
   * left), then `|`, then what each leaf adds to the log-odds.
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
      const chances = new Float64Array(rows).fill(bias);
      const places = new Int32Array(rows);
      for (let tree = 0; tree < lines.length; tree += 1) {
        const root = tree * inner;
        places.fill(0);
        // Level by level, as one row doesn't have to wait for another, nor the processor guess at where it turns.
        for (let level = 0; level < depth; level += 1) descend(places, features, { tests, thresholds, root });
        addLeaves(chances, places, { leaves, firstLeaf: root + tree - inner });
      }
      return chances.map((odds) => 1 / (1 + Math.exp(-odds)));
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

function addLeaves(chances: Float64Array, places: Int32Array, { leaves, firstLeaf }: Leaves): void {
  for (let row = 0; row < places.length; row += 1) {
    chances[row] = (chances[row] ?? 0) + (leaves[firstLeaf + (places[row] ?? 0)] ?? 0);
  }
}
