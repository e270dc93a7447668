import { mayIgnoreRobots } from "../fetch/politeness/host-rules.ts";
import type { Job } from "../ports/job-store.ts";
import type { ParsedCrawlRequest } from "../schema/crawl.ts";
import type { CrawlPlan } from "../schema/plan-crawl.ts";
import type { CompilePatterns } from "../url/pattern.ts";
import { productToken } from "../url/robots.ts";
import type { Scope } from "../url/scope.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";

/** The part of its request that a crawl remembers. */
export type CrawlSettings = Pick<
  ParsedCrawlRequest,
  | "url"
  | "includePaths"
  | "excludePaths"
  | "maxDiscoveryDepth"
  | "limit"
  | "crawlEntireDomain"
  | "allowSubdomains"
  | "allowExternalLinks"
  | "ignoreRobotsTxt"
  | "robotsUserAgent"
  | "sitemap"
  | "deduplicateSimilarURLs"
  | "ignoreQueryParameters"
  | "excludeErrorPages"
  | "regexOnFullURL"
  | "delay"
> & {
  /** The settings that a model made of the request's `prompt`. */
  readonly promptGeneratedOptions?: CrawlPlan | undefined;
  /** The limit that was asked for, where the team's credits are for fewer pages. */
  readonly unpaidLimit?: number | undefined;
};

/** The settings that a crawl was started with. Pure. */
export function crawlSettings(job: Job): CrawlSettings {
  // Parsed when the job was started, and kept as JSON since.
  return job.input as CrawlSettings;
}

/** The user agent whose robots.txt group a crawl obeys; undefined if it ignores robots.txt and may. Pure. */
export function crawlRobotsAgent(job: Job, { policy, politeness }: CrawlVisitDependencies): string | undefined {
  const { ignoreRobotsTxt, robotsUserAgent } = crawlSettings(job);
  if (mayIgnoreRobots(ignoreRobotsTxt, politeness)) return undefined;
  return productToken(robotsUserAgent ?? policy.userAgent);
}

/** The crawl's own `delay`. Pure. */
export function crawlDelayMs(job: Job): number | undefined {
  const { delay } = crawlSettings(job);
  return delay === undefined ? undefined : delay * 1000;
}

/** The scope of a crawl that is anchored at `base`. */
export function crawlScope(settings: CrawlSettings, base: URL, compilePatterns: CompilePatterns): Scope {
  const { includePaths, excludePaths, regexOnFullURL, crawlEntireDomain, allowSubdomains, allowExternalLinks } =
    settings;
  return {
    base,
    includePaths: compilePatterns(includePaths),
    excludePaths: compilePatterns(excludePaths),
    regexOnFullURL,
    crawlEntireDomain,
    allowSubdomains,
    allowExternalLinks,
  };
}
