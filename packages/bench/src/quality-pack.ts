import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const workspace = fileURLToPath(new URL("../../../", import.meta.url));
const copyOfScorers = fileURLToPath(new URL("../.quality/", import.meta.url));

/** Where the quality pack lies: beside the repository, or where GARNER_QUALITY_PACK says. Undefined when it is absent. */
export function findQualityPack(): string | undefined {
  const path = process.env["GARNER_QUALITY_PACK"] ?? `${workspace}../shared/quality`;
  return existsSync(`${path}/score.mjs`) ? path : undefined;
}

/** Said where there is no pack. */
export const noQualityPack = "No quality pack beside the repository; set GARNER_QUALITY_PACK to its folder.";

/** {@link findQualityPack} for what can do nothing without it: throws if it is absent. */
export function needQualityPack(): string {
  const pack = findQualityPack();
  if (pack === undefined) throw new Error(noQualityPack);
  return pack;
}

/** One page of the pack. */
export interface PackPage {
  readonly dataSet: string;
  readonly id: string;
  readonly url: string;
  readonly html: string;
}

/** All pages of the pack, or the first `limit` of every data set. */
export function readPages(pack: string, limit = Number.POSITIVE_INFINITY): readonly PackPage[] {
  return readdirSync(pack)
    .filter((name) => existsSync(`${pack}/${name}/truth.jsonl.gz`))
    .flatMap((dataSet) =>
      readRows(`${pack}/${dataSet}/truth.jsonl.gz`)
        .slice(0, limit)
        .map(({ id, url }) => ({
          dataSet,
          id,
          url: url === "" || url === undefined ? "https://example.com/" : url,
          html: gunzipSync(readFileSync(`${pack}/${dataSet}/html/${id}.html.gz`)).toString("utf8"),
        })),
    );
}

function readRows(file: string): readonly { readonly id: string; readonly url?: string }[] {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Runs one of the pack's scorers on an engine module and returns what it printed, parsed. */
export async function runScorer(
  pack: string,
  scorer: "score.mjs" | "fidelity/fidelity.mjs",
  engine: URL,
): Promise<unknown> {
  // A copy inside this package, so that the scorers find micromark among this package's dependencies.
  rmSync(copyOfScorers, { recursive: true, force: true });
  mkdirSync(copyOfScorers, { recursive: true });
  cpSync(`${pack}/score.mjs`, `${copyOfScorers}score.mjs`);
  cpSync(`${pack}/fidelity`, `${copyOfScorers}fidelity`, { recursive: true });
  const packOfScorer = scorer === "score.mjs" ? pack : `${pack}/md`;
  const args = ["--conditions=source", `${copyOfScorers}${scorer}`, "--pack", packOfScorer];
  const child = spawn(process.execPath, [...args, "--module", fileURLToPath(engine), "--brief"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = await text(child.stdout);
  return JSON.parse(printed.slice(printed.indexOf("{")));
}
