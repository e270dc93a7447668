/**
 * Jobs, results of scrapes, queue, credits, rate limits, webhook deliveries, the cache and the page index in one SQLite file.
 * @module
 */
import {
  checkOptions,
  option,
  systemClock,
  type Clock,
  type DeliveryLog,
  type JobReader,
  type JobStore,
  type Ledger,
  type Limiter,
  type PageIndex,
  type Queue,
  type QueueView,
  type ScrapeStore,
  type StoreCopy,
} from "@garner/core";
import type { Keyv } from "keyv";
import { cache } from "./cache.ts";
import { openDatabase } from "./database/database.ts";
import { deliveryLog } from "./delivery-log.ts";
import { jobReader } from "./jobs/job-reader.ts";
import { jobStore } from "./jobs/job-store.ts";
import { ledger } from "./ledger.ts";
import { limiter } from "./limiter.ts";
import { pageIndex } from "./page-index.ts";
import { queue } from "./queue/queue.ts";
import { queueView } from "./queue/queue-view.ts";
import { scrapeStore } from "./scrape-store.ts";
import { storeCopy } from "./store-copy.ts";

export { checkDatabase, type CheckOptions } from "./database/check-database.ts";

/** Options of {@link sqlite}. */
export interface SqliteOptions {
  /** Path of the file; it is made if there is none. `:memory:` keeps nothing. */
  readonly file: string;
  /** The time to wait for another process that is writing; 10 seconds when not given. */
  readonly busyTimeoutMs?: number | undefined;
  /** The most pages in the index; 200,000 when not given. Those scraped longest ago go first. */
  readonly maxIndexedPages?: number | undefined;
  /** The time a page stays in the index without being scraped again; half a year when not given. */
  readonly indexTtlMs?: number | undefined;
  /** The most bytes of kept results of scrapes; 512 MB when not given. Those kept longest ago go first. */
  readonly maxScrapeBytes?: number | undefined;
  /** The most bytes of cached captures; 256 MB when not given. Those captured longest ago go first. */
  readonly maxCacheBytes?: number | undefined;
  readonly clock?: Clock | undefined;
  /**
   * Called when the queue can't read or write the file, before it tries again, and when a page could not be put into the
   * index or the cache; a process warning when not given.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** All data of an engine: `createEngine({ stores: sqlite({ file }) })`. Disposing closes the file. */
export interface SqliteStores extends AsyncDisposable {
  readonly jobs: JobStore & JobReader;
  readonly scrapes: ScrapeStore;
  readonly queue: Queue;
  readonly ledger: Ledger;
  readonly limiter: Limiter;
  readonly deliveries: DeliveryLog;
  readonly pageIndex: PageIndex;
  readonly cache: Keyv;
  /** Looks into the queue, for the page of `@garner/admin`. */
  readonly queueView: QueueView;
  /** The data that another store can take over, such as `@garner/redis`. Read it while nobody works on the file. */
  copy(): StoreCopy;
}

/**
 * Opens a file. Its tables are made and brought up to date by themselves, and several processes may use it at the same
 * time. Dispose the engine first. Throws like {@link checkDatabase}, which looks at the file before, and BAD_REQUEST without
 * the path of one, and for options that do not exist or are of the wrong type.
 */
export function sqlite(options: SqliteOptions): SqliteStores {
  checkOptions<SqliteOptions>("sqlite", options, {
    file: option.filledText,
    busyTimeoutMs: option.amount.optional(),
    maxIndexedPages: option.amount.optional(),
    indexTtlMs: option.amount.optional(),
    maxScrapeBytes: option.amount.optional(),
    maxCacheBytes: option.amount.optional(),
    clock: option.clock.optional(),
    onError: option.callback.optional(),
  });
  const { file, busyTimeoutMs = 10_000, maxIndexedPages = 200_000 } = options;
  const { maxScrapeBytes = 512 * megabyte, maxCacheBytes = 256 * megabyte } = options;
  const { indexTtlMs = 183 * 24 * 60 * 60 * 1000, clock = systemClock, onError = warn } = options;
  const database = openDatabase({ file, busyTimeoutMs });
  return {
    jobs: { ...jobStore(database), ...jobReader(database) },
    scrapes: scrapeStore(database, { maxBytes: maxScrapeBytes }),
    queue: queue(database, { clock, onError }),
    ledger: ledger(database),
    limiter: limiter(database),
    deliveries: deliveryLog(database),
    pageIndex: pageIndex(database, { clock, maxPages: maxIndexedPages, pageTtlMs: indexTtlMs, onError }),
    cache: cache(database, { clock, maxBytes: maxCacheBytes, onError }),
    queueView: queueView(database, clock),
    copy: () => storeCopy(database),
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
}

const megabyte = 1024 * 1024;

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
