import type { ModelTable } from "../../src/page/boilerplate/model/model.ts";
import type { Ensemble } from "./boost.ts";

/** The ensemble as it stands in the source: only the columns that are asked for, numbers rounded. */
export function tableOf(ensemble: Ensemble, names: readonly string[]): ModelTable {
  const inner = 2 ** ensemble.depth - 1;
  const asked = ensemble.columns.filter((_, node) => ensemble.thresholds[node] !== Infinity);
  const used = [...new Set(asked)].sort((one, other) => one - other);
  const lines: string[] = [];
  for (let tree = 0; tree < ensemble.leaves.length / (inner + 1); tree += 1) {
    const nodes = ensemble.columns.slice(tree * inner, (tree + 1) * inner).map((column, place) => {
      const threshold = ensemble.thresholds[tree * inner + place] ?? Infinity;
      return threshold === Infinity ? "-" : `${used.indexOf(column)}>${Number(threshold.toPrecision(4))}`;
    });
    const leaves = ensemble.leaves.slice(tree * (inner + 1), (tree + 1) * (inner + 1));
    lines.push(`${nodes.join(" ")} | ${leaves.map((leaf) => Number(leaf.toFixed(3))).join(" ")}`);
  }
  return {
    bias: Number(ensemble.bias.toFixed(3)),
    depth: ensemble.depth,
    columns: used.map((column) => names[column] ?? "").join(" "),
    trees: lines
      .map((line, tree) => (tree % 2 === 0 ? line : `; ${line}\n`))
      .join(" ")
      .replaceAll("\n ", "\n"),
  };
}

/** The call that reads a table, as source. */
export function modelSource({ bias, depth, columns, trees }: ModelTable, names: string): string {
  return `modelFrom(
  {
    bias: ${bias},
    depth: ${depth},
    columns: \`
${columns.replaceAll(/((?:\S+ ){23}\S+) /g, "$1\n")}
\`,
    trees: \`
${trees}
\`,
  },
  ${names},
)`;
}
