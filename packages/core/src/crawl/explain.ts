import type { Call } from "../ports/call.ts";
import { partOf } from "../jobs/visits/job-part.ts";
import { ownJob } from "../jobs/own-job.ts";
import { firstPart } from "../ports/job-store.ts";
import { ExplainCrawlRequest, type ActiveCrawls, type CrawlDecisions } from "../schema/job.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { crawlSettings } from "./settings.ts";
import type { CrawlDependencies } from "./dependencies.ts";

/** The reasons for which a crawl left out URLs that it saw. */
export async function explainCrawl(input: unknown, call: Call, resources: CrawlDependencies): Promise<CrawlDecisions> {
  const { id, ...from } = parseInput(ExplainCrawlRequest, input);
  const job = await ownJob({ id, kind: "crawl" }, call, resources);
  const { decisions, next } = await resources.jobs.decisions(job.id, from);
  return { decisions: decisions.map((decision) => ({ ...decision })), ...(next === undefined ? {} : { next }) };
}

/** The caller's crawls that are not finished, oldest first. */
export async function activeCrawls(call: Call, resources: CrawlDependencies): Promise<ActiveCrawls> {
  const { team } = call.principal;
  const jobs = (await resources.jobs.active(team)).filter((job) => job.kind === "crawl");
  return {
    crawls: jobs.map((job) => {
      const { url, promptGeneratedOptions: _, unpaidLimit: _asked, ...options } = crawlSettings(job);
      const { logins: _logins, namedAddresses: _named, ...scrapeOptions } = partOf(job, firstPart);
      return {
        id: job.id,
        teamId: job.team,
        url,
        createdAt: new Date(job.createdAt).toISOString(),
        options: { ...options, scrapeOptions },
      };
    }),
  };
}
