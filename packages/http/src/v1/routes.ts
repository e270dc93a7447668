import { ConcurrencyReport, ExtractStatus, QueueReport } from "@garner/core";
import { route, type Route } from "../routes/route.ts";
import { active, cancelled, errors, extractStarted, flat, started, status } from "../wire/job-envelopes.ts";
import { creditsLeft, creditsUsed, tokensLeft, tokensUsed } from "../wire/usage-envelopes.ts";
import { mapped, olderBalance, olderPage, scraped, searched } from "./envelopes.ts";
import { v1MapRequest, v1SearchRequest } from "./find.ts";
import { v1BatchRequest, v1CrawlRequest, v1ExtractRequest } from "./jobs.ts";
import { v1ScrapeRequest } from "./scrape.ts";

const crawl = "/v1/crawl";
const batch = "/v1/batch/scrape";
const extract = "/v1/extract";
const team = "/v1/team";

/**
 * The older version of the contract: the same operations by other names. Paths with a fixed name come before those with
 * an id in its place.
 */
export const v1Routes = {
  v1Scrape: route("scrape", { method: "POST", path: "/v1/scrape", translation: v1ScrapeRequest, envelope: scraped }),
  v1Map: route("map", { method: "POST", path: "/v1/map", translation: v1MapRequest, envelope: mapped }),
  v1Search: route("search", { method: "POST", path: "/v1/search", translation: v1SearchRequest, envelope: searched }),
  v1StartCrawl: route("startCrawl", {
    method: "POST",
    path: crawl,
    translation: v1CrawlRequest,
    envelope: started(crawl),
  }),
  v1ActiveCrawls: route("activeCrawls", { method: "GET", path: `${crawl}/active`, envelope: active }),
  v1OngoingCrawls: route("activeCrawls", { method: "GET", path: `${crawl}/ongoing`, envelope: active }),
  // Clients of this version ask here for a batch that they wait for, too.
  v1GetCrawl: route("getCrawl", {
    method: "GET",
    path: `${crawl}/{id}`,
    orElse: "getBatchScrape",
    envelope: status(crawl, olderPage),
  }),
  v1CancelCrawl: route("cancelCrawl", { method: "DELETE", path: `${crawl}/{id}`, envelope: cancelled }),
  v1CrawlErrors: route("crawlErrors", { method: "GET", path: `${crawl}/{id}/errors`, envelope: errors }),
  // The client of this version asks for errors with DELETE.
  v1CrawlErrorsByDelete: route("crawlErrors", { method: "DELETE", path: `${crawl}/{id}/errors`, envelope: errors }),
  v1StartBatchScrape: route("startBatchScrape", {
    method: "POST",
    path: batch,
    translation: v1BatchRequest,
    envelope: started(batch),
  }),
  v1GetBatchScrape: route("getBatchScrape", {
    method: "GET",
    path: `${batch}/{id}`,
    envelope: status(batch, olderPage),
  }),
  v1CancelBatchScrape: route("cancelBatchScrape", { method: "DELETE", path: `${batch}/{id}`, envelope: cancelled }),
  v1BatchScrapeErrors: route("batchScrapeErrors", { method: "GET", path: `${batch}/{id}/errors`, envelope: errors }),
  v1BatchScrapeErrorsByDelete: route("batchScrapeErrors", {
    method: "DELETE",
    path: `${batch}/{id}/errors`,
    envelope: errors,
  }),
  v1StartExtract: route("startExtract", {
    method: "POST",
    path: extract,
    translation: v1ExtractRequest,
    envelope: extractStarted,
  }),
  v1GetExtract: route("getExtract", { method: "GET", path: `${extract}/{id}`, envelope: flat(ExtractStatus) }),
  v1CreditBalance: route("creditBalance", {
    method: "GET",
    path: `${team}/credit-usage`,
    envelope: olderBalance("credits", creditsLeft),
  }),
  v1TokenBalance: route("creditBalance", {
    method: "GET",
    path: `${team}/token-usage`,
    envelope: olderBalance("tokens", tokensLeft),
  }),
  v1CreditUsage: route("creditUsage", {
    method: "GET",
    path: `${team}/credit-usage/historical`,
    envelope: creditsUsed,
  }),
  v1TokenUsage: route("creditUsage", { method: "GET", path: `${team}/token-usage/historical`, envelope: tokensUsed }),
  v1QueueStatus: route("queueStatus", { method: "GET", path: `${team}/queue-status`, envelope: flat(QueueReport) }),
  v1Concurrency: route("concurrency", {
    method: "GET",
    path: "/v1/concurrency-check",
    envelope: flat(ConcurrencyReport),
  }),
} satisfies Readonly<Record<string, Route>>;
