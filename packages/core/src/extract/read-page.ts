import { withDeadline } from "../concurrency/deadline.ts";
import { computeFor, type WorkingCall } from "../concurrency/pure-work.ts";
import { EngineError } from "../errors.ts";
import { tellUnexpected } from "../events.ts";
import type { Findings, TakenVisit } from "../jobs/findings.ts";
import { partOf } from "../jobs/visits/job-part.ts";
import { map } from "../map/map.ts";
import { rankLinks } from "../map/rank.ts";
import type { FrontierEntry, VisitOutcome } from "../ports/job-store.ts";
import type { Verdict } from "../schema/result.ts";
import { readJsonPart } from "../scrape/formats/json/read-json.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { withUserinfo } from "../url/userinfo.ts";
import type { ExtractVisitDependencies } from "./dependencies.ts";
import { globOfKey, readGlob, type UrlGlob } from "./glob.ts";
import { readPageData } from "./page-work.ts";
import { settingsOf, type ExtractSettings, type PageExtract } from "./settings.ts";

/** The price of reading fields, added to that of the page, as for the format json (requirements §8). */
const fieldCredits = 4;
const mapTimeMs = 90_000;

/**
 * Reads the wanted values from one page, and finds the pages that a `*` stands for. The page above a `*` need not
 * exist; any other page with an error status has failed.
 */
export async function readExtractPage(visit: TakenVisit, resources: ExtractVisitDependencies): Promise<Findings> {
  const settings = settingsOf(visit.job);
  const { metadata } = visit.page.outcome;
  const { creditsUsed = 1 } = metadata;
  const absence = absenceOf(visit);
  try {
    const discovered = await pagesOfGlob(visit, settings, resources);
    if (absence !== undefined) return { outcome: outcomeWithout(visit, absence), discovered, refused: [] };
    const extract = await readInTime(visit, settings, resources);
    const credits = creditsUsed + fieldCredits;
    const document: PageExtract = {
      metadata: { ...metadata, sourceURL: visit.entry.url, creditsUsed: credits },
      extract,
    };
    return { outcome: { kind: "page", document, credits }, discovered, refused: [] };
  } catch (thrown) {
    visit.signal.throwIfAborted();
    const error = EngineError.from(thrown);
    tellUnexpected(error, { id: visit.job.id, url: visit.entry.url }, resources.onEvent);
    const { code, message } = error;
    return { outcome: { kind: "failed", error: { code, message } }, discovered: [], refused: [] };
  }
}

/** Verdicts on pages that hold nothing of the requested one. Under other verdicts, a part of it may be there. */
const absences: ReadonlySet<Verdict> = new Set([
  "blocked",
  "soft-404",
  "maintenance",
  "error-page",
  "parked-domain",
] as const);

/** The reason why there is no page to read, as a verb phrase; undefined if there is one. */
function absenceOf({ page: { outcome, isUnread } }: TakenVisit): string | undefined {
  const { statusCode = 200, verdict = "ok", verdictReason = "" } = outcome.metadata;
  if (statusCode >= 400) return `answered with HTTP status ${statusCode}`;
  if (isUnread === true) return "is a PDF, which `scrapeOptions.parsers` does not name, so it has no text to read";
  return absences.has(verdict) ? `is not the page that was asked for, but ${verdict}: ${verdictReason}` : undefined;
}

function outcomeWithout({ entry: { key, url, depth } }: TakenVisit, detail: string): VisitOutcome {
  if (globOfKey(key) !== undefined) return { kind: "dropped", decision: { url, reason: "scope", detail, depth } };
  return { kind: "failed", error: { code: "SCRAPE_SITE_ERROR", message: `${url} ${detail}.` } };
}

/** Reads the values within the time that the caller gave a page; the model's own limit holds where none was given. */
async function readInTime(
  visit: TakenVisit,
  settings: ExtractSettings,
  resources: ExtractVisitDependencies,
): Promise<PageExtract["extract"]> {
  const { timeoutMs } = settings;
  if (timeoutMs === undefined) return await readFields(visit, settings, resources);
  const deadline = { clock: resources.clock, timeoutMs, signal: visit.signal, code: "SCRAPE_TIMEOUT" } as const;
  return await withDeadline(deadline, (signal) => readFields({ ...visit, signal }, settings, resources));
}

async function readFields(
  { job, entry, page, signal }: TakenVisit,
  settings: ExtractSettings,
  { model, compute }: ExtractVisitDependencies,
): Promise<PageExtract["extract"]> {
  const call = { model, compute, team: job.team, signal };
  const { markdown = "", rawHtml = "", metadata } = page.outcome;
  const structured = await computeFor(call, readPageData, { html: rawHtml, url: metadata.url ?? "" });
  const wish = { schema: settings.schema, prompt: settings.prompt, evidence: true };
  const reading = await readJsonPart({ markdown, structured }, wish, { ...call, option: "extract: schema" });
  const {
    warning,
    metadata: { verdict },
  } = page.outcome;
  const doubts = verdict === "ok" || warning === undefined ? [] : [`${entry.url}: ${warning}`];
  const doubtful = (reading.evidence ?? []).filter(({ verified }) => !verified);
  return {
    value: reading.value ?? null,
    unsupported: doubtful.map(({ path }) => path),
    tokens: reading.usage.inputTokens + reading.usage.outputTokens,
    warnings: [...reading.warnings, ...doubts],
  };
}

/** The pages that the entry's `*` stands for, pages about the prompt first; none for an entry without a `*`. */
async function pagesOfGlob(
  visit: TakenVisit,
  settings: ExtractSettings,
  resources: ExtractVisitDependencies,
): Promise<readonly FrontierEntry[]> {
  const { entry, job, signal } = visit;
  const pattern = globOfKey(entry.key);
  const glob = pattern === undefined ? undefined : readGlob(pattern);
  if (glob === undefined) return [];
  // Without a page above the `*`, the whole site is searched for pages below it.
  const isThere = absenceOf(visit) === undefined;
  const { logins } = partOf(job, entry.part);
  const request = {
    url: withUserinfo(isThere ? glob.base : new URL("/", glob.base).href, logins),
    ...(isThere ? {} : { includePaths: [pathPattern(glob)] }),
    sitemap: settings.ignoreSitemap ? "skip" : "include",
    includeSubdomains: settings.includeSubdomains,
    timeout: mapTimeMs,
  } as const;
  const call = { signal, principal: { team: job.team, apiKey: job.apiKey } };
  const { links } = await map(request, call, resources);
  const wanted = await choose(
    links.filter((link) => glob.matches(link.url) && !isBase(link.url, glob)),
    settings,
    { compute: resources.compute, team: job.team, signal },
  );
  return wanted.map(({ url }) => ({
    key: `page ${canonicalUrl(new URL(url), { deduplicateSimilarURLs: true })}`,
    url,
    depth: entry.depth + 1,
    lane: new URL(url).host,
    part: entry.part,
    foundOn: entry.url,
  }));
}

function pathPattern({ base }: UrlGlob): string {
  return `^${new URL(base).pathname.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)}`;
}

function isBase(url: string, glob: UrlGlob): boolean {
  return (
    canonicalUrl(new URL(url), { deduplicateSimilarURLs: true }) ===
    canonicalUrl(new URL(glob.base), { deduplicateSimilarURLs: true })
  );
}

/** Characters of a prompt that are looked for in links, as many as of a search. */
const maxRanked = 2000;

/** When there are more pages than may be read, those that the prompt names come first. */
async function choose<Link extends { readonly url: string }>(
  links: readonly Link[],
  { pagesPerGlob, prompt }: ExtractSettings,
  call: WorkingCall,
): Promise<readonly Link[]> {
  if (links.length <= pagesPerGlob || prompt === undefined) return links.slice(0, pagesPerGlob);
  const ranked = (await rankLinks(links, prompt.slice(0, maxRanked), call)) as readonly Link[];
  return [...new Set([...ranked, ...links])].slice(0, pagesPerGlob);
}
