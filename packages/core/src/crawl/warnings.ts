import type { Job } from "../ports/job-store.ts";
import { crawlSettings, type CrawlSettings } from "./settings.ts";

/**
 * Warnings for the caller of an ended crawl (contract §2.10): pages and sitemaps that it left out without being asked to,
 * and reasons why it may have found no page but its start. Pure.
 */
export function crawlWarnings(job: Job): readonly string[] {
  const { url, crawlEntireDomain, limit, sitemap, maxDiscoveryDepth } = crawlSettings(job);
  const { trap = 0, robots = 0, sitemap: unread = 0 } = job.leftOut;
  const isAlone = job.state === "completed" && job.completed + job.failed <= 1 && limit > 1 && maxDiscoveryDepth !== 0;
  const listsNothing = isAlone && sitemap === "only";
  const anchor = job.base ?? url;
  const isDeep = new URL(anchor).pathname !== "/" && !crawlEntireDomain;
  return [
    robots > 0 ? `${pages(robots)} left out because of robots.txt.` : "",
    trap > 0
      ? `${pages(trap)} left out as a crawler trap: their addresses seem to go on forever and lead to nothing new (\`decisions\` lists them; a sitemap that lists such pages has them taken).`
      : "",
    unread > 0
      ? `${unread === 1 ? "1 sitemap" : `${unread} sitemaps`} of the site could not be read to the end (\`decisions\` lists them).`
      : "",
    job.completed >= limit ? creditsWarning(crawlSettings(job)) : "",
    listsNothing
      ? "The site's sitemaps list no other page that the crawl took; with `sitemap: include`, links are followed, too."
      : "",
    isAlone ? patternWarning(crawlSettings(job)) : "",
    isAlone && isDeep && !listsNothing
      ? `No other page was found below ${anchor}; with crawlEntireDomain, links to siblings and parents are followed, too.`
      : "",
  ];
}

/** Says that a crawl takes fewer pages than were asked for; empty when it may take them all. Pure. */
export function creditsWarning({ limit, unpaidLimit }: CrawlSettings): string {
  if (unpaidLimit === undefined) return "";
  return `The crawl takes ${limit} of ${unpaidLimit} pages at most: there were no more credits when it started.`;
}

function patternWarning({ includePaths, excludePaths, regexOnFullURL }: CrawlSettings): string {
  const given = [
    ...(includePaths.length > 0 ? ["`includePaths`"] : []),
    ...(excludePaths.length > 0 ? ["`excludePaths`"] : []),
  ];
  if (given.length === 0) return "";
  const subject = "; the path of an address is held against them, without host and query (see `regexOnFullURL`)";
  return `No other page was found that ${given.join(" and ")} let in${regexOnFullURL ? "" : subject}.`;
}

function pages(count: number): string {
  return count === 1 ? "1 page was" : `${count} pages were`;
}
