/**
 * Trains the model that tells the type of a page and writes it into the source, after judging it by cross-validation.
 *
 *     node --conditions=source packages/core/bench/main-content/train-types.ts --pack FOLDER [--pack FOLDER] [--check]
 *
 * Data sets whose pages name no type, and pages of fragments, are passed over. Deterministic. See README.md.
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describePage, pageTypeNames } from "../../src/page/boilerplate/columns/page-type.ts";
import { flatten } from "../../src/page/boilerplate/flat-page.ts";
import { modelFrom } from "../../src/page/boilerplate/model.ts";
import { learnedTypes } from "../../src/page/boilerplate/page-type.ts";
import { pageSigns } from "../../src/page/boilerplate/page-signs.ts";
import { profilePage } from "../../src/page/boilerplate/profile.ts";
import { revealNoscript } from "../../src/page/clean.ts";
import { indexElements } from "../../src/page/element-index.ts";
import { parse } from "../../src/markup/parse.ts";
import { removeInvisible } from "../../src/page/visibility.ts";
import { boost, type BoostOptions } from "./boost.ts";
import { foldOf } from "./dataset.ts";
import { readHtml, readTruths } from "./pages.ts";
import { modelSource, tableOf } from "./tables.ts";

const { values: flags } = parseArgs({
  options: {
    pack: { type: "string", multiple: true, default: ["../shared/quality"] },
    check: { type: "boolean", default: false },
  },
});
const folds = 4;
const options: BoostOptions = {
  trees: 40,
  depth: 3,
  rate: 0.12,
  rowShare: 0.7,
  columnShare: 0.3,
  lambda: 4,
  minWeight: 2,
  seed: 1,
};
const typed = ["wcxb", "mh", "aeb", "docs"] as const;

interface Row {
  readonly type: string;
  readonly fold: number;
  readonly numbers: Float32Array;
}

const rows = flags.pack.flatMap((pack) =>
  typed
    .filter((dataSet) => existsSync(`${pack}/${dataSet}`))
    .flatMap((dataSet) =>
      readTruths(pack, dataSet).flatMap((page): Row[] => {
        const document = parse(readHtml(pack, page));
        const elements = indexElements(document);
        revealNoscript(document, elements);
        removeInvisible(document, elements);
        const flat = flatten(document);
        if (flat === undefined) return [];
        const profile = profilePage(flat, { signs: pageSigns(document), url: page.url });
        return [{ type: page.type ?? "article", fold: foldOf(page, folds), numbers: describePage(profile) }];
      }),
    ),
);
/** Types are as frequent on the web as nobody knows: each counts the same. */
const counts = new Map<string, number>();
for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
process.stderr.write(`${rows.length} pages: ${JSON.stringify(Object.fromEntries(counts))}\n`);

const answers = new Map<Row, string>();
for (let fold = 0; fold < folds; fold += 1) {
  const models = tablesFor(rows.filter((row) => row.fold !== fold)).map((table) => modelFrom(table, pageTypeNames));
  for (const row of rows.filter((each) => each.fold === fold)) {
    const chances = models.map((model) => model.chances(row.numbers)[0] ?? 0);
    answers.set(row, learnedTypes[chances.indexOf(Math.max(...chances))] ?? "");
  }
}
for (const type of learnedTypes) {
  const own = rows.filter((row) => row.type === type);
  const said = learnedTypes.map((other) => `${other} ${own.filter((row) => answers.get(row) === other).length}`);
  process.stdout.write(`${type}: ${own.length}, told as ${said.filter((each) => !each.endsWith(" 0")).join(", ")}\n`);
}
const right = learnedTypes.map((type) => {
  const own = rows.filter((row) => row.type === type);
  return own.filter((row) => answers.get(row) === type).length / Math.max(1, own.length);
});
process.stdout.write(`mean of types: ${(right.reduce((sum, share) => sum + share, 0) / right.length).toFixed(3)}\n`);

if (!flags.check) {
  const source = tablesFor(rows).map(
    (table, index) => `  ${learnedTypes[index] ?? ""}: ${modelSource(table, "pageTypeNames")},\n`,
  );
  writeFileSync(
    new URL("../../src/page/boilerplate/page-type-model.ts", import.meta.url),
    `import { pageTypeNames } from "./columns/page-type.ts";
import { modelFrom, type Model } from "./model.ts";

// Written by bench/main-content/train-types.ts. See docs/decisions/0004-main-content.md.
/** How likely a page is of each type, learned on labelled pages. */
export const pageTypeModels: Readonly<Record<string, Model>> = {
${source.join("")}};
`,
  );
}

function tablesFor(chosen: readonly Row[]): ReturnType<typeof tableOf>[] {
  const width = pageTypeNames.length;
  const matrix = new Float32Array(chosen.length * width);
  chosen.forEach(({ numbers }, row) => matrix.set(numbers, row * width));
  const known = new Map<string, number>();
  for (const { type } of chosen) known.set(type, (known.get(type) ?? 0) + 1);
  const weights = Float32Array.from(chosen, ({ type }) => chosen.length / (known.size * (known.get(type) ?? 1)));
  return learnedTypes.map((type) => {
    const labels = Float32Array.from(chosen, (row) => Number(row.type === type));
    return tableOf(boost({ rows: chosen.length, width, matrix, labels, weights }, options), pageTypeNames);
  });
}
