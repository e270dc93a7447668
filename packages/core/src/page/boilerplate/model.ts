import type { Features } from "./features.ts";

/** A boosted ensemble of small decision trees as it stands in the source. */
export interface ModelTable {
  /** Log-odds before any tree has spoken. */
  readonly bias: number;
  /** Tests from the root of a tree to a leaf. */
  readonly depth: number;
  /** Names of the features that the trees ask for. */
  readonly columns: readonly string[];
  /**
   * Trees, separated by line breaks or semicolons: the inner nodes, level by level, as `column>threshold` (a number into `columns`; `-` always goes
   * left), then `|`, then what each leaf adds to the log-odds.
   */
  readonly trees: string;
}

/** An ensemble ready for use. */
export interface Model {
  readonly wanted: ReadonlySet<string>;
  /** How likely it is that each block is main content, from 0 to 1. Features may stand in any order. */
  readonly chances: (features: Features) => Float64Array;
}

/** Reads an ensemble. */
export function modelFrom({ bias, depth, columns, trees }: ModelTable): Model {
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
        tests[tree * inner + place] = Number(column);
        thresholds[tree * inner + place] = threshold === undefined ? Infinity : Number(threshold);
      });
    leaves.set(values.trim().split(" ").map(Number), tree * (inner + 1));
  });
  return {
    wanted: new Set(columns),
    chances: ({ names, width, values }) => {
      const places = columns.map((name) => names.indexOf(name));
      const tested = tests.map((column) => places[column] ?? 0);
      const chances = new Float64Array(width === 0 ? 0 : values.length / width);
      chances.fill(bias);
      // Tree by tree: one stays in the processor's cache while all rows go through it.
      for (let tree = 0; tree < lines.length; tree += 1) {
        const root = tree * inner;
        const firstLeaf = tree * (inner + 1) - inner;
        for (let row = 0; row < chances.length; row += 1) {
          const start = row * width;
          let place = 0;
          while (place < inner) {
            const value = values[start + (tested[root + place] ?? 0)] ?? 0;
            place = 2 * place + (value > (thresholds[root + place] ?? 0) ? 2 : 1);
          }
          chances[row] = (chances[row] ?? 0) + (leaves[firstLeaf + place] ?? 0);
        }
      }
      for (let row = 0; row < chances.length; row += 1) chances[row] = 1 / (1 + Math.exp(-(chances[row] ?? 0)));
      return chances;
    },
  };
}
