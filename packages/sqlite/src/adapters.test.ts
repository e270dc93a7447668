import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@garner/core";
import { testDeliveryLog, testJobStore, testLedger, testLimiter, testPageIndex, testQueue } from "@garner/testkit";
import { afterAll, beforeAll, describe } from "vitest";
import { sqlite, type SqliteStores } from "./index.ts";

let folder: string;
let count = 0;
const opened: SqliteStores[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-sqlite-"));
});
afterAll(async () => {
  for (const stores of opened) await stores[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function stores(options: { readonly clock?: Clock } = {}): SqliteStores {
  const fresh = sqlite({ file: join(folder, `${(count += 1)}.sqlite`), ...options });
  opened.push(fresh);
  return fresh;
}

describe("the job store in SQLite", () => testJobStore({ setup: () => stores().jobs }));
describe("the queue in SQLite", () => testQueue({ setup: (options) => stores(options).queue }));
describe("the ledger in SQLite", () => testLedger({ setup: () => stores().ledger }));
describe("the limiter in SQLite", () => testLimiter({ setup: () => stores().limiter }));
describe("the delivery log in SQLite", () => testDeliveryLog({ setup: () => stores().deliveries }));
describe("the page index in SQLite", () => testPageIndex({ setup: (options) => stores(options).pageIndex }));
