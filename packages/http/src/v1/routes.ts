import { EngineError, operations } from "@garner/core";
import { route, type Invocable, type Route } from "../routes/route.ts";
import {
  active,
  cancelled,
  creditsLeft,
  creditsUsed,
  errors,
  extractStarted,
  flat,
  started,
  status,
  tokensLeft,
  tokensUsed,
} from "../wire/job-envelopes.ts";
import { mapped, page, scraped, searched, withOlderNames } from "./envelopes.ts";
import { v1MapRequest, v1SearchRequest } from "./find.ts";
import { v1BatchRequest, v1CrawlRequest, v1ExtractRequest } from "./jobs.ts";
import { v1ScrapeRequest } from "./scrape.ts";

const crawl = "/v1/crawl";
const batch = "/v1/batch/scrape";
const extract = "/v1/extract";
const team = "/v1/team";

/** The older version of the contract: the same operations by other names. What has a fixed name comes before what has an id. */
export const v1Routes: readonly Route[] = [
  route(operations.scrape, {
    method: "POST",
    path: "/v1/scrape",
    translation: v1ScrapeRequest,
    envelope: scraped,
  }),
  route(operations.map, { method: "POST", path: "/v1/map", translation: v1MapRequest, envelope: mapped }),
  route(operations.search, { method: "POST", path: "/v1/search", translation: v1SearchRequest, envelope: searched }),
  route(operations.startCrawl, {
    method: "POST",
    path: crawl,
    translation: v1CrawlRequest,
    envelope: started(crawl),
  }),
  route(operations.activeCrawls, { method: "GET", path: `${crawl}/active`, envelope: active }),
  route(operations.activeCrawls, { method: "GET", path: `${crawl}/ongoing`, envelope: active }),
  // Clients of this version ask here for a batch that they wait for, too.
  route(either(operations.getCrawl, operations.getBatchScrape), {
    method: "GET",
    path: `${crawl}/{id}`,
    envelope: status(crawl, page),
  }),
  route(operations.cancelCrawl, { method: "DELETE", path: `${crawl}/{id}`, envelope: cancelled }),
  ...errorsOf(operations.crawlErrors, crawl),
  route(operations.startBatchScrape, {
    method: "POST",
    path: batch,
    translation: v1BatchRequest,
    envelope: started(batch),
  }),
  route(operations.getBatchScrape, { method: "GET", path: `${batch}/{id}`, envelope: status(batch, page) }),
  route(operations.cancelBatchScrape, { method: "DELETE", path: `${batch}/{id}`, envelope: cancelled }),
  ...errorsOf(operations.batchScrapeErrors, batch),
  route(operations.startExtract, {
    method: "POST",
    path: extract,
    translation: v1ExtractRequest,
    envelope: extractStarted,
  }),
  route(operations.getExtract, { method: "GET", path: `${extract}/{id}`, envelope: flat }),
  route(operations.creditBalance, {
    method: "GET",
    path: `${team}/credit-usage`,
    envelope: withOlderNames(creditsLeft),
  }),
  route(operations.creditBalance, { method: "GET", path: `${team}/token-usage`, envelope: withOlderNames(tokensLeft) }),
  route(operations.creditUsage, { method: "GET", path: `${team}/credit-usage/historical`, envelope: creditsUsed }),
  route(operations.creditUsage, { method: "GET", path: `${team}/token-usage/historical`, envelope: tokensUsed }),
  route(operations.queueStatus, { method: "GET", path: `${team}/queue-status`, envelope: flat }),
  route(operations.concurrency, { method: "GET", path: "/v1/concurrency-check", envelope: flat }),
];

/** The errors of a job. The client of this version asks for them with DELETE. */
function errorsOf(operation: typeof operations.crawlErrors, path: `/${string}`): readonly Route[] {
  return (["GET", "DELETE"] as const).map((method) =>
    route(operation, { method, path: `${path}/{id}/errors`, envelope: errors }),
  );
}

/** The first operation, and for a job that it does not know, the second. */
function either<Result>(first: Invocable<Result>, second: Invocable<Result>): Invocable<Result> {
  return {
    input: first.input,
    invoke: async (engine, input, call) => {
      try {
        return await first.invoke(engine, input, call);
      } catch (thrown) {
        if (!EngineError.is(thrown, "JOB_NOT_FOUND")) throw thrown;
        return await second.invoke(engine, input, call);
      }
    },
  };
}
