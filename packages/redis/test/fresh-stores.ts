import { randomUUID } from "node:crypto";
import type { Clock } from "@garner/core";
import {
  testApiKeys,
  testDeliveryLog,
  testJobStore,
  testLedger,
  testLimiter,
  testPageIndex,
  testScrapeStore,
  type Examined,
} from "@garner/testkit";
import { describe } from "vitest";
import { openClient } from "../src/connection.ts";
import { redis, type RedisAddress, type RedisStores } from "../src/index.ts";

type StoreName = Exclude<keyof RedisStores & string, "check" | "bullQueue" | "browserBullQueue" | "takeOver">;

interface Options {
  readonly clock?: Clock;
}

/** Setups for the suites of the test kit: each store is on keys of its own, and can be opened again. */
export function freshStores(addressOf: () => RedisAddress) {
  /** Ends the leases of the dead now, as time would. */
  async function endLeases(prefix: string): Promise<void> {
    const client = openClient({ url: addressOf() }, { maxRetriesPerRequest: 1 });
    const locks = await client.keys(`{${prefix}}:tasks:*:lock`);
    if (locks.length > 0) await client.del(...locks);
    client.disconnect();
  }

  return <Name extends StoreName>(
    name: Name,
    // A busy machine may hold up renewing for half of it.
    leaseMs = 600,
  ) =>
    (options: Options = {}): Examined<RedisStores[Name], [options?: Options]> => {
      const prefix = `test-${randomUUID()}`;
      const opened: RedisStores[] = [];
      const another = (more: Options = {}) => {
        const stores = redis({ url: addressOf(), prefix, leaseMs, onError: () => {}, ...more });
        opened.push(stores);
        return stores[name];
      };
      return {
        store: another(options),
        another,
        async abandon() {
          for (const stores of opened.splice(0)) await stores[Symbol.asyncDispose](); // without connections, nothing is renewed
          await endLeases(prefix);
        },
        async close() {
          for (const stores of opened) await stores[Symbol.asyncDispose]();
        },
      };
    };
}

/** The suites of all stores but the queue, which needs time. */
export function testStores(fresh: ReturnType<typeof freshStores>): void {
  describe("the job store", () => testJobStore({ setup: fresh("jobs") }));
  describe("the ledger", () => testLedger({ setup: fresh("ledger") }));
  describe("the limiter", () => testLimiter({ setup: fresh("limiter") }));
  describe("the delivery log", () => testDeliveryLog({ setup: fresh("deliveries") }));
  describe("the API keys", () => testApiKeys({ setup: fresh("apiKeys") }));
  describe("the scrape store", () => testScrapeStore({ setup: fresh("scrapes") }));
  describe("the page index", () => testPageIndex({ setup: fresh("pageIndex") }));
}
