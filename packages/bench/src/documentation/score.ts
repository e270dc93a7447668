import { transformPage } from "../quality-engine.ts";
import { readSite, type SitePage } from "./fetch.ts";
import { kinds, markPage, readRemains, type Kind } from "./mark.ts";
import type { Site } from "./site.ts";

/** The share of a site's content that is kept, and the share of chrome in it. */
export interface SiteScore {
  readonly site: Site;
  readonly pages: number;
  readonly kept: ReadonlyMap<Kind | "word", Share>;
  /** Words that are chrome among those kept. */
  readonly chrome: Share;
}

/** A count out of a total. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** The outcome for one page. */
export interface PageScore extends Omit<SiteScore, "site" | "pages"> {
  readonly page: SitePage;
  /** The lost text, for reading. */
  readonly lost: readonly string[];
  readonly chromeText: string;
}

/** Least words of content for a page to be scored. */
const fewestWords = 30;

/** Scores up to so many pages of a site; undefined when its package can't be had. */
export async function scoreSite(
  site: Site,
  pages: number,
  note: (page: PageScore) => void = () => {},
): Promise<SiteScore | undefined> {
  const read = readSite(site, pages);
  if (read === undefined) return undefined;
  const scores: PageScore[] = [];
  for (const page of read) {
    const score = await scorePage(page);
    if (score === undefined) continue;
    note(score);
    scores.push(score);
  }
  return { site, pages: scores.length, ...total(scores) };
}

/** Adds up scores. */
export function total(scores: readonly Pick<SiteScore, "kept" | "chrome">[]): Pick<SiteScore, "kept" | "chrome"> {
  const kept = new Map<Kind | "word", Share>();
  for (const score of scores) for (const [kind, share] of score.kept) kept.set(kind, sum(kept.get(kind), share));
  return { kept, chrome: scores.reduce<Share>((all, { chrome }) => sum(all, chrome), { part: 0, whole: 0 }) };
}

const sum = (one: Share | undefined, other: Share): Share => ({
  part: (one?.part ?? 0) + other.part,
  whole: (one?.whole ?? 0) + other.whole,
});

async function scorePage(page: SitePage): Promise<PageScore | undefined> {
  const marked = markPage(page);
  if (marked.words.content < fewestWords) return undefined;
  const url = new URL(page.path, "https://example.org/").href;
  const { html = "" } = await transformPage(new TextEncoder().encode(marked.html), url, { outputs: ["html"] });
  const remains = readRemains(html);
  const kept = new Map<Kind | "word", Share>(kinds.map((kind) => [kind, { part: 0, whole: 0 }]));
  const lost: string[] = [];
  marked.things.forEach(({ kind, characters }, number) => {
    const left = remains.characters.get(number);
    const isKept = left !== undefined && left.length >= characters.length * 0.95;
    kept.set(kind, sum(kept.get(kind), { part: Number(isKept), whole: 1 }));
    if (!isKept) lost.push(`${kind}: ${characters.slice(0, 80)}${left === undefined ? "" : " (in part)"}`);
  });
  const { content, chrome, open } = remains.words;
  kept.set("word", { part: content, whole: marked.words.content });
  return { page, kept, chrome: { part: chrome, whole: content + chrome + open }, lost, chromeText: remains.chrome };
}
