import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reportDocumentation, sharesOfBoth, type SiteShares } from "./documentation/report.ts";
import { findQualityPack, runScorer } from "./quality-pack.ts";

/** A score of the pack: where to read it, the peers' best, and what we aim at. */
interface Measure {
  readonly name: string;
  readonly path: readonly string[];
  readonly bestPeer: number;
  readonly target: number;
  /** What cross-validation by site gives, where the engine was fitted on the pack (docs/decisions/0004-main-content.md). */
  readonly heldOut?: number;
}

const mainContent: readonly Measure[] = [
  { name: "aeb F1", path: ["datasets", "aeb", "f1"], bestPeer: 0.962, target: 0.968, heldOut: 0.964 },
  { name: "traf F1", path: ["datasets", "traf", "f1"], bestPeer: 0.922, target: 0.93, heldOut: 0.93 },
  { name: "wcxb macro F1", path: ["datasets", "wcxb", "type_macro_f1"], bestPeer: 0.721, target: 0.82, heldOut: 0.791 },
  { name: "mh F1", path: ["datasets", "mh", "f1"], bestPeer: 0.778, target: 0.82, heldOut: 0.839 },
  { name: "composite", path: ["composite"], bestPeer: 0.8453, target: 0.885, heldOut: 0.881 },
];

const element = (corpus: string, name: string) => ["corpora", corpus, "elements", name, "micro_f1"];
const fidelity: readonly Measure[] = [
  { name: "structure rd", path: ["corpora", "rd", "structure"], bestPeer: 0.94, target: 0.98 },
  { name: "structure frag", path: ["corpora", "frag", "structure"], bestPeer: 0.956, target: 0.97 },
  { name: "structure golden", path: ["corpora", "golden", "structure"], bestPeer: 0.828, target: 0.9 },
  { name: "code exact", path: element("frag", "code"), bestPeer: 0.92, target: 0.95 },
  { name: "code language", path: element("frag", "codeLang"), bestPeer: 0.63, target: 0.9 },
  { name: "table shape", path: element("frag", "tableShape"), bestPeer: 0.99, target: 0.99 },
  { name: "table cells", path: element("frag", "tableCells"), bestPeer: 1, target: 0.99 },
  { name: "nasty", path: ["corpora", "nasty", "pass_rate"], bestPeer: 0.7912, target: 0.95 },
  { name: "CommonMark examples", path: ["corpora", "cmspec", "pass_rate"], bestPeer: 0.9896, target: 0.99 },
];

/** A score may wobble with the machine's ICU or a dependency's patch; a real loss is larger than this. */
const tolerance = 0.005;

const baselineFile = fileURLToPath(new URL("../quality-baseline.json", import.meta.url));
const reportFile = fileURLToPath(new URL("../../../docs/quality.md", import.meta.url));

function read(report: unknown, path: readonly string[]): number {
  let value = report;
  for (const key of path) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === "number" ? value : Number.NaN;
}

function table(title: string, measures: readonly Measure[], scores: ReadonlyMap<string, number>): string {
  const rows = measures.map(({ name, bestPeer, target, heldOut }) => {
    const score = scores.get(name) ?? Number.NaN;
    const expected = heldOut ?? score;
    const figures = [score, expected, bestPeer, target].map((figure) => figure.toFixed(3));
    const reached = [score, expected].map((figure) => (figure >= target ? "yes" : "no"));
    return `| ${[name, ...figures, ...reached].join(" | ")} |`;
  });
  return [
    `## ${title}`,
    "",
    "| score | Garner | held out | best peer | target | reached | reached held out |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/**
 * Prints the scores beside the peers', writes `docs/quality.md`, and fails when a score fell below its baseline. With
 * `--accept`, the scores become the baseline.
 */
async function main(): Promise<number> {
  const pack = findQualityPack();
  if (pack === undefined) {
    console.log("No quality pack beside the repository; set GARNER_QUALITY_PACK to its folder.");
    return 0;
  }
  const engine = new URL("quality-engine.ts", import.meta.url);
  const contentReport = await runScorer(pack, "score.mjs", engine);
  const fidelityReport = await runScorer(pack, "fidelity/fidelity.mjs", engine);
  const scores = new Map<string, number>();
  for (const { name, path } of mainContent) scores.set(name, read(contentReport, path));
  for (const { name, path } of fidelity) scores.set(name, read(fidelityReport, path));
  const documentation = await reportDocumentation();
  const report = [
    "# Quality",
    "",
    "Written by `pnpm quality`: Garner's scores on the labelled pages of the quality pack, as Markdown output, beside the",
    "best of today's systems on the same pages. The weights of the main-content model were fitted on these pages; what to",
    "expect of other sites is the column _held out_, by cross-validation: see",
    "[decision 0004](decisions/0004-main-content.md). Nothing was fitted for the conversion to Markdown.",
    "",
    table("Main content", mainContent, scores),
    table("HTML to Markdown", fidelity, scores),
    documentation?.markdown ?? "None of the packages of the documentation set could be had.\n",
  ].join("\n");
  console.log(report);
  writeFileSync(reportFile, `${report.trimEnd()}\n`);
  const sites = documentation?.sites ?? {};
  if (process.argv.includes("--accept")) {
    const baseline: Baseline = { scores: Object.fromEntries(scores), documentation: sites };
    writeFileSync(baselineFile, `${JSON.stringify(baseline, undefined, 2)}\n`);
    return 0;
  }
  return compareWithBaseline(scores, sites);
}

/** What a run must not fall below. */
interface Baseline {
  readonly scores: Readonly<Record<string, number>>;
  readonly documentation: SiteShares;
}

function compareWithBaseline(scores: ReadonlyMap<string, number>, sites: SiteShares): number {
  const baseline: Baseline = JSON.parse(readFileSync(baselineFile, "utf8"));
  const pairs = Object.entries(baseline.scores).map(([name, before]) => ({ name, before, now: scores.get(name) ?? 0 }));
  for (const { name, one, other } of sharesOfBoth(baseline.documentation, sites))
    pairs.push({ name, before: one, now: other });
  const lost = pairs.filter(({ before, now }) => !(now >= before - tolerance));
  for (const { name, before, now } of lost) console.error(`${name} fell from ${before} to ${now}.`);
  return lost.length === 0 ? 0 : 1;
}

process.exitCode = await main();
