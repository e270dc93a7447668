/**
 * Contract suites for adapters and surfaces, to be called inside a `describe` of vitest.
 * @module
 */
export {
  testHttpSurface,
  type HttpSurfaceSuite,
  type MountedSurface,
  type SurfaceOptions,
} from "./suites/http-surface.ts";
export { plainCaptureRequest as captureRequest } from "@garner/core";
export { testPageSource, type PageSourceSuite } from "./suites/page-source.ts";
export { scriptedEngine } from "./scripted-engine.ts";
export type { Examined, Setup } from "./suites/examined.ts";
export { testApiKeys, type ApiKeysSuite } from "./suites/api-keys.ts";
export { testBlobStore, type BlobStoreSuite } from "./suites/blob-store.ts";
export { testDeliveryLog, type DeliveryLogSuite } from "./suites/delivery-log.ts";
export { testJobStore, type JobStoreSuite } from "./suites/job-store.ts";
export { testLedger, type LedgerSuite } from "./suites/ledger.ts";
export { testLimiter, type LimiterSuite } from "./suites/limiter.ts";
export { testQueue, type QueueSuite } from "./suites/queue.ts";
export { testSearchProvider, type SearchProviderSuite, type SearchService } from "./suites/search-provider.ts";
export { testScrapeStore, type ScrapeStoreSuite } from "./suites/scrape-store.ts";
export { testPageIndex, type PageIndexSuite } from "./suites/page-index.ts";
