import { scoreConsistency, type Consistency } from "../../../core/bench/same-template/consistency.ts";
import { templates, type TemplatePage } from "../../../core/bench/same-template/templates.ts";
import { readSite } from "../documentation/fetch.ts";
import { heldOutSites } from "../documentation/held-out-sites.ts";
import type { Site } from "../documentation/site.ts";
import { transformPage } from "../quality-engine.ts";

const pagesOfSite = 12;

/** Compares what becomes of the same region on pages of one template, as Markdown. */
export async function reportConsistency(): Promise<string> {
  const rows: string[] = [];
  for (const { name, pages } of templates) rows.push(row(name, pages.length, await scoreConsistency(pages, read)));
  const sites: { readonly pages: number; readonly score: Consistency }[] = [];
  for (const site of heldOutSites) {
    const pages = pagesOf(site);
    if (pages.length > 0) sites.push({ pages: pages.length, score: await scoreConsistency(pages, read) });
  }
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  rows.push(row(`${sites.length} sites of documentation`, pages, total(sites.map(({ score }) => score))));
  return [
    "## Pages of one template",
    "",
    "Regions (elements with their classes and roles) that stand on more than half of the pages of a template: how many are",
    "kept on all of these pages or dropped on all, and how many decisions differ from what most of the pages say.",
    "",
    "| template | pages | regions | decided alike | decisions | odd ones |",
    "|---|--:|--:|--:|--:|--:|",
    ...rows,
    "",
  ].join("\n");
}

const pagesOf = (site: Site): readonly TemplatePage[] =>
  (readSite(site, pagesOfSite) ?? []).map(({ path, html }) => ({
    url: new URL(path, "https://example.org/").href,
    html,
  }));

async function read(html: string, url: string): Promise<string> {
  const { html: left = "" } = await transformPage(new TextEncoder().encode(html), url, { outputs: ["html"] });
  return left;
}

function total(scores: readonly Consistency[]): Consistency {
  const sum = (count: (score: Consistency) => number): number => scores.reduce((all, score) => all + count(score), 0);
  return {
    regions: sum(({ regions }) => regions),
    alike: sum(({ alike }) => alike),
    decisions: sum(({ decisions }) => decisions),
    odd: sum(({ odd }) => odd),
    flips: scores.flatMap(({ flips }) => flips),
  };
}

function row(name: string, pages: number, { regions, alike, decisions, odd }: Consistency): string {
  const shares = [
    (alike / Math.max(1, regions)).toFixed(3),
    decisions,
    `${((100 * odd) / Math.max(1, decisions)).toFixed(2)} %`,
  ];
  return `| ${[name, pages, regions, ...shares].join(" | ")} |`;
}
