import { ConcurrencyReport, ExtractStatus, JobPaused, QueueReport } from "@garner/core";
import {
  active,
  cancelled,
  decisions,
  deliveries,
  errors,
  extractStarted,
  flat,
  planned,
  replayed,
  started,
  status,
} from "../wire/job-envelopes.ts";
import { creditsLeft, creditsUsed, tokensLeft, tokensUsed } from "../wire/usage-envelopes.ts";
import { route } from "./route.ts";

const crawl = "/v2/crawl";
const batch = "/v2/batch/scrape";
const extract = "/v2/extract";

/** The routes of jobs, webhooks and credits. Paths with a fixed name come before those with an id in its place. */
export const jobRoutes = {
  startCrawl: route("startCrawl", { method: "POST", path: crawl, envelope: started(crawl) }),
  activeCrawls: route("activeCrawls", { method: "GET", path: `${crawl}/active`, envelope: active }),
  crawlErrors: route("crawlErrors", { method: "GET", path: `${crawl}/{id}/errors`, envelope: errors }),
  explainCrawl: route("explainCrawl", { method: "GET", path: `${crawl}/{id}/decisions`, envelope: decisions }),
  pauseCrawl: route("pauseCrawl", { method: "POST", path: `${crawl}/{id}/pause`, envelope: flat(JobPaused) }),
  resumeCrawl: route("resumeCrawl", { method: "POST", path: `${crawl}/{id}/resume`, envelope: flat(JobPaused) }),
  startBatchScrape: route("startBatchScrape", { method: "POST", path: batch, envelope: started(batch) }),
  batchScrapeErrors: route("batchScrapeErrors", {
    method: "GET",
    path: `${batch}/{id}/errors`,
    envelope: errors,
  }),
  pauseBatchScrape: route("pauseBatchScrape", {
    method: "POST",
    path: `${batch}/{id}/pause`,
    envelope: flat(JobPaused),
  }),
  resumeBatchScrape: route("resumeBatchScrape", {
    method: "POST",
    path: `${batch}/{id}/resume`,
    envelope: flat(JobPaused),
  }),
  getBatchScrape: route("getBatchScrape", { method: "GET", path: `${batch}/{id}`, envelope: status(batch) }),
  cancelBatchScrape: route("cancelBatchScrape", {
    method: "DELETE",
    path: `${batch}/{id}`,
    envelope: cancelled,
  }),
  startExtract: route("startExtract", { method: "POST", path: extract, envelope: extractStarted }),
  getExtract: route("getExtract", { method: "GET", path: `${extract}/{id}`, envelope: flat(ExtractStatus) }),
  cancelExtract: route("cancelExtract", { method: "DELETE", path: `${extract}/{id}`, envelope: cancelled }),
  planCrawl: route("planCrawl", { method: "POST", path: `${crawl}/params-preview`, envelope: planned }),
  listDeliveries: route("listDeliveries", {
    method: "GET",
    path: "/v2/webhooks/deliveries",
    envelope: deliveries,
  }),
  replayDelivery: route("replayDelivery", {
    method: "POST",
    path: "/v2/webhooks/deliveries/{id}/replay",
    envelope: replayed,
  }),
  creditBalance: route("creditBalance", {
    method: "GET",
    path: "/v2/team/credit-usage",
    envelope: creditsLeft,
  }),
  creditUsage: route("creditUsage", {
    method: "GET",
    path: "/v2/team/credit-usage/historical",
    envelope: creditsUsed,
  }),
  concurrency: route("concurrency", {
    method: "GET",
    path: "/v2/concurrency-check",
    envelope: flat(ConcurrencyReport),
  }),
  queueStatus: route("queueStatus", { method: "GET", path: "/v2/team/queue-status", envelope: flat(QueueReport) }),
  getCrawl: route("getCrawl", { method: "GET", path: `${crawl}/{id}`, envelope: status(crawl) }),
  cancelCrawl: route("cancelCrawl", { method: "DELETE", path: `${crawl}/{id}`, envelope: cancelled }),
};

/** Second names, and the same in tokens. They come before {@link jobRoutes}, which have an id in their place. */
export const moreJobRoutes = {
  ongoingCrawls: route("activeCrawls", { method: "GET", path: `${crawl}/ongoing`, envelope: active }),
  tokenBalance: route("creditBalance", { method: "GET", path: "/v2/team/token-usage", envelope: tokensLeft }),
  tokenUsage: route("creditUsage", { method: "GET", path: "/v2/team/token-usage/historical", envelope: tokensUsed }),
};
