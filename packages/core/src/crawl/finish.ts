import type { Job, Settlement } from "../ports/job-store.ts";
import { ScrapeResult } from "../schema/result.ts";
import { statusName } from "../scrape/status-name.ts";
import { startEntry } from "./address.ts";
import { crawlDenialCode } from "./follow.ts";
import { crawlSettings } from "./settings.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";

/**
 * The end of a crawl: `completed`, or `failed` with the reason if its start URL could not be taken, or was an error page
 * that led nowhere.
 */
export async function finishCrawl(job: Job, { jobs }: CrawlVisitDependencies): Promise<Omit<Settlement, "at">> {
  if (job.completed > 1) return { state: "completed" };
  const failed = (code: string, message: string) => ({ state: "failed", error: { code, message } }) as const;
  const settings = crawlSettings(job);
  const start = startEntry(new URL(settings.url), settings);
  const errors = await jobs.errors(job.id);
  // Not always the first one: after a crash, what sitemaps list may have been visited before.
  const error = errors.find(({ url }) => url === start.url)?.error;
  if (job.completed === 0 && error !== undefined && error.code !== crawlDenialCode) {
    return failed(error.code, `The start URL could not be taken: ${error.message}`);
  }
  const [page] = (await jobs.pages(job.id, { skip: 0, limit: 1 })).pages;
  const status = ScrapeResult.safeParse(page).data?.metadata.statusCode;
  if (job.completed === 1 && status !== undefined && status >= 400) {
    return failed("SCRAPE_SITE_ERROR", `The start URL answered ${statusName(status)} and led to no other page.`);
  }
  if (job.completed === 0 && errors.length === 0) {
    const { decisions } = await jobs.decisions(job.id, { after: 0, limit: 1, reason: "robots" });
    const detail = decisions[0]?.detail;
    if (detail !== undefined) return failed("URL_BLOCKED", `The start URL may not be taken: ${detail}`);
  }
  return { state: "completed" };
}
