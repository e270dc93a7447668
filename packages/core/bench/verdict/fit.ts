/**
 * Fits the weights of `gist-model.generated.ts` and prints what they make of pages that they never saw:
 * `node --conditions=source packages/core/bench/verdict/fit.ts`, with `--check` to print only.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gistFeatures, pageFeatures } from "../../src/page/verdict/gist-features.ts";
import { mayBe, mayBeGist } from "../../src/page/verdict/gist.ts";
import { gists } from "../../src/page/verdict/gists.ts";
import { judge } from "../../src/page/verdict/verdict.ts";
import type { Verdict } from "../../src/schema/result.ts";
import {
  documentationExamples,
  exampleOf,
  fixtureExamples,
  packExamples,
  writtenExamples,
  type Example,
} from "./examples.ts";

const pack =
  process.env["GARNER_QUALITY_PACK"] ?? fileURLToPath(new URL("../../../../../shared/quality", import.meta.url));
const documentation = `${process.env["HOME"] ?? ""}/.cache/garner/documentation`;
const modelFile = new URL("../../src/page/verdict/gist-model.generated.ts", import.meta.url);

/** What one gist sees on one page, and the weight of being right about it. */
interface Row {
  readonly features: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

function rowsOf({ verdict, facts }: Example, weight: number): readonly Row[] {
  if (!mayBeGist(facts)) return [];
  const page = pageFeatures(facts);
  const seen = gists.filter((gist) => mayBe(gist, facts) && (verdict === "ok" || gist.verdict === verdict));
  const share = verdict === "ok" ? weight : weight / seen.length;
  return seen.map((gist) => ({ features: gistFeatures(page, gist), isRight: verdict !== "ok", weight: share }));
}

const neutralHeadings = [
  "Nordwind",
  "Harbour & Sons",
  "Welcome",
  "Willkommen",
  "Bonjour",
  "Aviso",
  "Notice",
  "Portal",
  "今日",
  "Журнал",
  "Your visit",
  "Entrance",
  "Zugang",
  "Entrée",
  "Ingresso",
];
const menu =
  "<header><a href=/>Home</a><nav><a href=/1>Shop</a> <a href=/2>Stories</a> <a href=/3>About</a></nav></header>";
const footer = "<footer>© 2025 Blue Door <a href=/5>Imprint</a> <a href=/6>Privacy</a></footer>";

/** The same message with a site around it, and under a heading that says nothing; a good page without its heading. */
function variants({ html, verdict }: Example, index: number): readonly string[] {
  const heading = `<h1>${neutralHeadings[index % neutralHeadings.length] ?? ""}</h1>`;
  const bare = html.replace(/<h[12]>.*?<\/h[12]>/, verdict === "ok" ? "" : heading);
  const headed = bare === html && verdict !== "ok" ? html.replace("<body>", `<body>${heading}`) : bare;
  return [html, html.replace("<body>", `<body>${menu}`).replace("</body>", `${footer}</body>`), headed];
}

const told: readonly Verdict[] = [
  "ok",
  "blocked",
  "soft-404",
  "login-wall",
  "consent-wall",
  "age-gate",
  "maintenance",
  "parked-domain",
  "error-page",
];

function trainingRows(): readonly Row[] {
  const written = writtenExamples("seen").flatMap((page, index) =>
    variants(page, index).flatMap((html) =>
      rowsOf(exampleOf(page.verdict, page.kind, { html }), page.verdict === "ok" ? 2 : 1),
    ),
  );
  const real = [...fixtureExamples(told), ...packExamples(pack)].flatMap((page) =>
    rowsOf(page, page.verdict === "ok" ? 3 : 1),
  );
  return [
    ...written,
    ...real,
    ...documentationExamples(documentation, { every: 10 }).flatMap((page) => rowsOf(page, 0.1)),
  ];
}

const rounds = 3000;
const step = 0.03;
const ridge = 1;

/** Logistic regression with a ridge, by Adam on all rows at once: no randomness. */
function fit(rows: readonly Row[]): readonly number[] {
  const size = rows[0]?.features.length ?? 0;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= rounds; round += 1) {
    const slope = slopeOf(rows, weights);
    for (let index = 0; index < size; index += 1) {
      const change = (slope[index] ?? 0) + (index === 0 ? 0 : ridge * (weights[index] ?? 0));
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * change;
      square[index] = 0.999 * (square[index] ?? 0) + 0.001 * change * change;
      const scale = Math.sqrt((square[index] ?? 0) / (1 - 0.999 ** round)) + 1e-8;
      weights[index] = (weights[index] ?? 0) - (step * (mean[index] ?? 0)) / (1 - 0.9 ** round) / scale;
    }
  }
  return [...weights].map((weight) => Math.round(weight * 1000) / 1000);
}

function slopeOf(rows: readonly Row[], weights: Float64Array): Float64Array {
  const slope = new Float64Array(weights.length);
  for (const { features, isRight, weight } of rows) {
    const score = features.reduce((sum, feature, index) => sum + feature * (weights[index] ?? 0), 0);
    const error = (1 / (1 + Math.exp(-score)) - Number(isRight)) * weight;
    for (const [index, feature] of features.entries()) slope[index] = (slope[index] ?? 0) + error * feature;
  }
  return slope;
}

/** Silent bad pages and accused good ones of a set, by kind. */
function report(name: string, examples: readonly Example[]): void {
  const judged = examples.map(({ verdict, kind, facts }) => ({ verdict, kind, told: judge(facts).verdict }));
  const bad = judged.filter(({ verdict }) => verdict !== "ok");
  const good = judged.filter(({ verdict }) => verdict === "ok");
  const silent = bad.filter((page) => page.told === "ok");
  const accused = good.filter((page) => page.told !== "ok");
  console.log(
    `${name}: ${silent.length} of ${bad.length} bad pages silent, ${accused.length} of ${good.length} accused`,
  );
  const kinds = [...new Set([...silent, ...accused].map(({ kind }) => kind))];
  if (kinds.length > 0 && bad.length > 0) console.log(`  silent or accused: ${kinds.join(", ")}`);
}

if (!process.argv.includes("--check")) {
  const weights = fit(trainingRows());
  const head =
    "// Generated by packages/core/bench/verdict/fit.ts on written and real pages: see docs/guide/verdict.md.\n";
  writeFileSync(
    modelFile,
    `${head}/** In the order of \`gistFeatures\`. */\nexport const gistWeights: readonly number[] = [${weights.join(", ")}];\n`,
  );
  console.log("The weights are written; run with --check to see what they make of pages.");
} else {
  report("seen", writtenExamples("seen"));
  report("held out", writtenExamples("held-out"));
  report("labelled pages", packExamples(pack));
  report("documentation", documentationExamples(documentation, { every: 7 }));
}
