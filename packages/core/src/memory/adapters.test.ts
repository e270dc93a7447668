import { testDeliveryLog, testJobStore, testLedger, testLimiter, testQueue, testScrapeStore } from "@garner/testkit";
import { describe } from "vitest";
import { memoryDeliveryLog } from "./delivery-log.ts";
import { memoryJobStore } from "./job-store.ts";
import { memoryLedger } from "./ledger.ts";
import { memoryLimiter } from "./limiter.ts";
import { memoryQueue } from "./queue.ts";
import { memoryScrapeStore } from "./scrape-store.ts";

describe("the job store in memory", () => testJobStore({ setup: memoryJobStore }));
describe("the queue in memory", () => testQueue({ setup: memoryQueue }));
describe("the ledger in memory", () => testLedger({ setup: memoryLedger }));
describe("the scrape store in memory", () => testScrapeStore({ setup: memoryScrapeStore }));
describe("the limiter in memory", () => testLimiter({ setup: memoryLimiter }));
describe("the delivery log in memory", () => testDeliveryLog({ setup: memoryDeliveryLog }));
