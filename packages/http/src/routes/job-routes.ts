import { operations } from "@garner/core";
import {
  active,
  cancelled,
  creditsLeft,
  creditsUsed,
  decisions,
  deliveries,
  errors,
  extractStarted,
  flat,
  planned,
  replayed,
  started,
  status,
  tokensLeft,
  tokensUsed,
} from "../wire/job-envelopes.ts";
import { route } from "./route.ts";

const crawl = "/v2/crawl";
const batch = "/v2/batch/scrape";
const extract = "/v2/extract";

/** The routes of jobs, webhooks and credits. What has a fixed name comes before what has an id in its place. */
export const jobRoutes = {
  startCrawl: route(operations.startCrawl, { method: "POST", path: crawl, envelope: started(crawl) }),
  activeCrawls: route(operations.activeCrawls, { method: "GET", path: `${crawl}/active`, envelope: active }),
  crawlErrors: route(operations.crawlErrors, { method: "GET", path: `${crawl}/{id}/errors`, envelope: errors }),
  explainCrawl: route(operations.explainCrawl, { method: "GET", path: `${crawl}/{id}/decisions`, envelope: decisions }),
  pauseCrawl: route(operations.pauseCrawl, { method: "POST", path: `${crawl}/{id}/pause`, envelope: flat }),
  resumeCrawl: route(operations.resumeCrawl, { method: "POST", path: `${crawl}/{id}/resume`, envelope: flat }),
  startBatchScrape: route(operations.startBatchScrape, { method: "POST", path: batch, envelope: started(batch) }),
  batchScrapeErrors: route(operations.batchScrapeErrors, {
    method: "GET",
    path: `${batch}/{id}/errors`,
    envelope: errors,
  }),
  pauseBatchScrape: route(operations.pauseBatchScrape, { method: "POST", path: `${batch}/{id}/pause`, envelope: flat }),
  resumeBatchScrape: route(operations.resumeBatchScrape, {
    method: "POST",
    path: `${batch}/{id}/resume`,
    envelope: flat,
  }),
  getBatchScrape: route(operations.getBatchScrape, { method: "GET", path: `${batch}/{id}`, envelope: status(batch) }),
  cancelBatchScrape: route(operations.cancelBatchScrape, {
    method: "DELETE",
    path: `${batch}/{id}`,
    envelope: cancelled,
  }),
  startExtract: route(operations.startExtract, { method: "POST", path: extract, envelope: extractStarted }),
  getExtract: route(operations.getExtract, { method: "GET", path: `${extract}/{id}`, envelope: flat }),
  cancelExtract: route(operations.cancelExtract, { method: "DELETE", path: `${extract}/{id}`, envelope: cancelled }),
  planCrawl: route(operations.planCrawl, { method: "POST", path: `${crawl}/params-preview`, envelope: planned }),
  listDeliveries: route(operations.listDeliveries, {
    method: "GET",
    path: "/v2/webhooks/deliveries",
    envelope: deliveries,
  }),
  replayDelivery: route(operations.replayDelivery, {
    method: "POST",
    path: "/v2/webhooks/deliveries/{id}/replay",
    envelope: replayed,
  }),
  creditBalance: route(operations.creditBalance, {
    method: "GET",
    path: "/v2/team/credit-usage",
    envelope: creditsLeft,
  }),
  creditUsage: route(operations.creditUsage, {
    method: "GET",
    path: "/v2/team/credit-usage/historical",
    envelope: creditsUsed,
  }),
  concurrency: route(operations.concurrency, { method: "GET", path: "/v2/concurrency-check", envelope: flat }),
  queueStatus: route(operations.queueStatus, { method: "GET", path: "/v2/team/queue-status", envelope: flat }),
  getCrawl: route(operations.getCrawl, { method: "GET", path: `${crawl}/{id}`, envelope: status(crawl) }),
  cancelCrawl: route(operations.cancelCrawl, { method: "DELETE", path: `${crawl}/{id}`, envelope: cancelled }),
};

/** Second names, and the same in tokens. They come before {@link jobRoutes}, which have an id in their place. */
export const moreJobRoutes = [
  route(operations.activeCrawls, { method: "GET", path: `${crawl}/ongoing`, envelope: active }),
  route(operations.creditBalance, { method: "GET", path: "/v2/team/token-usage", envelope: tokensLeft }),
  route(operations.creditUsage, { method: "GET", path: "/v2/team/token-usage/historical", envelope: tokensUsed }),
];
