import { STATUS_CODES } from "node:http";
import type { Job, Settlement } from "../ports/job-store.ts";
import type { Resources } from "../resources.ts";
import { ScrapeResult } from "../schema/result.ts";
import { crawlDenialCode } from "./follow.ts";

/**
 * How a crawl ends: `completed`, or `failed` with the reason if its start URL could not be taken, or was an error page
 * that led nowhere.
 */
export async function finishCrawl(job: Job, { jobs }: Resources): Promise<Omit<Settlement, "at">> {
  if (job.completed > 1) return { state: "completed" };
  const failed = (code: string, message: string) => ({ state: "failed", error: { code, message } }) as const;
  const first = (await jobs.events(job.id, { after: 1, limit: 1 }))[0];
  if (first?.type === "page" && first.error !== undefined && first.error.code !== crawlDenialCode) {
    return failed(first.error.code, `The start URL could not be taken: ${first.error.message}`);
  }
  const status = ScrapeResult.safeParse(first?.document).data?.metadata.statusCode;
  if (job.completed === 1 && status !== undefined && status >= 400) {
    return failed(
      "SCRAPE_SITE_ERROR",
      `The start URL answered ${status} ${STATUS_CODES[status] ?? ""} and led to no other page.`,
    );
  }
  if (job.completed === 0 && first === undefined) {
    const { decisions } = await jobs.decisions(job.id, { after: 0, limit: 1, reason: "robots" });
    const detail = decisions[0]?.detail;
    if (detail !== undefined) return failed("URL_BLOCKED", `The start URL may not be taken: ${detail}`);
  }
  return { state: "completed" };
}
