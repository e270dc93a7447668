import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@garner/core";
import {
  testDeliveryLog,
  testJobStore,
  testLedger,
  testLimiter,
  testPageIndex,
  testQueue,
  testScrapeStore,
  type Examined,
} from "@garner/testkit";
import { describe } from "vitest";
import { sqlite, type SqliteStores } from "./index.ts";

/** A file of its own, and how to open it again. */
function fresh<Name extends Exclude<keyof SqliteStores & string, "queueView" | "copy">>(name: Name) {
  return (
    options: { readonly clock?: Clock } = {},
  ): Examined<SqliteStores[Name], [options?: { readonly clock?: Clock }]> => {
    const folder = mkdtempSync(join(tmpdir(), "garner-sqlite-"));
    const opened: SqliteStores[] = [];
    const open = (more: { readonly clock?: Clock } = {}) => {
      const stores = sqlite({ file: join(folder, "garner.sqlite"), ...more });
      opened.push(stores);
      return stores[name];
    };
    return {
      store: open(options),
      another: open,
      async close() {
        for (const stores of opened) await stores[Symbol.asyncDispose]();
        rmSync(folder, { recursive: true });
      },
    };
  };
}

describe("the job store in SQLite", () => testJobStore({ setup: fresh("jobs") }));
describe("the queue in SQLite", () => testQueue({ setup: fresh("queue") }));
describe("the ledger in SQLite", () => testLedger({ setup: fresh("ledger") }));
describe("the scrape store in SQLite", () => testScrapeStore({ setup: fresh("scrapes") }));
describe("the limiter in SQLite", () => testLimiter({ setup: fresh("limiter") }));
describe("the delivery log in SQLite", () => testDeliveryLog({ setup: fresh("deliveries") }));
describe("the page index in SQLite", () => testPageIndex({ setup: fresh("pageIndex") }));
