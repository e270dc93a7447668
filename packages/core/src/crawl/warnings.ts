import type { Job } from "../ports/job-store.ts";
import { crawlSettings } from "./settings.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";

/**
 * What the caller of a crawl that has ended should know about its result (contract §2.10): robots.txt kept it from pages,
 * or it found nothing below a start URL that is not the site's root.
 */
export async function crawlWarnings(job: Job, { jobs }: CrawlVisitDependencies): Promise<readonly string[]> {
  const { url, crawlEntireDomain, limit } = crawlSettings(job);
  const { decisions } = await jobs.decisions(job.id, { after: 0, limit: 1, reason: "robots" });
  const isDeep = new URL(url).pathname !== "/" && !crawlEntireDomain;
  return [
    decisions.length > 0 ? "Some pages were left out because robots.txt forbids them." : "",
    job.state === "completed" && job.completed <= 1 && limit > 1 && isDeep
      ? `No other page was found below ${url}; with crawlEntireDomain, links to siblings and parents are followed, too.`
      : "",
  ];
}
