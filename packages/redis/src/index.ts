/**
 * Jobs, results of scrapes, queue, credits, rate limits, webhook deliveries, API keys, cache and the page index in Redis,
 * shared by several machines. @module
 */
import {
  checkOptions,
  option,
  systemClock,
  type ApiKeyStore,
  type Clock,
  type DeliveryLog,
  type JobReader,
  type JobStore,
  type Ledger,
  type Limiter,
  type PageIndex,
  type Queue,
  type ScrapeStore,
  type StoreCopy,
} from "@garner/core";
import type { Queue as BullQueue } from "bullmq";
import type { Keyv } from "keyv";
import { apiKeyStore } from "./api-keys.ts";
import { cache } from "./cache.ts";
import { checkRedis, type RedisFacts } from "./check-redis.ts";
import { clientFactory } from "./client-factory.ts";
import { connect, type RedisAddress, type RedisTls } from "./connection.ts";
import { deliveryLog } from "./delivery-log.ts";
import { jobIndex } from "./jobs/job-index.ts";
import { jobReader } from "./jobs/job-reader.ts";
import { redisJobRows } from "./jobs/job-rows.ts";
import { jobStore } from "./jobs/job-store.ts";
import type { LargeDocuments } from "./large-documents.ts";
import { ledger } from "./ledger.ts";
import { limiter } from "./limiter.ts";
import { pageIndex } from "./page-index/page-index.ts";
import { queue } from "./queue.ts";
import { rareReports } from "./rare-reports.ts";
import { scrapeStore } from "./scrape-store.ts";
import { sharedTime } from "./shared-time.ts";
import { takeOver, type TakenOver } from "./take-over.ts";

export { folderDocuments, type LargeDocuments } from "./large-documents.ts";
export type { TakenOver } from "./take-over.ts";
export type { RedisFacts } from "./check-redis.ts";
export type { RedisAddress, RedisTls } from "./connection.ts";

/** Options of {@link redis}. */
export interface RedisOptions {
  /** `redis://`, or `rediss://` behind TLS, or `unix://` of a socket; a list of nodes is a cluster. */
  readonly url: RedisAddress;
  /** For a Redis behind TLS whose certificate no usual authority has signed, or that asks for one of its clients. */
  readonly tls?: RedisTls | undefined;
  /** The beginning of all keys; `garner` when not given. Engines with different prefixes know nothing of each other. */
  readonly prefix?: string | undefined;
  /** The place for large documents of jobs, such as `folderDocuments(…)`; all stay in Redis when not given. */
  readonly largeDocuments?: LargeDocuments | undefined;
  /** The lease of a task: after so long without a sign of life, another process gets it; 10 seconds when not given. */
  readonly leaseMs?: number | undefined;
  /** The longest a command may take; then the store counts as unavailable. 5 seconds when not given. */
  readonly commandTimeoutMs?: number | undefined;
  /** The most pages in the index of a team; 20,000 when not given. Those scraped longest ago go first. */
  readonly maxIndexedPages?: number | undefined;
  /** The time a page stays in the index without being scraped again; half a year when not given. */
  readonly indexTtlMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /**
   * Called when the queue could not reach Redis, before it tries again; the same failure once a minute at most. A process
   * warning when not given.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The data that engines share: `createEngine({ stores: redis({ url }) })`. Disposing closes the connections. */
export interface RedisStores extends AsyncDisposable {
  readonly jobs: JobStore & JobReader;
  readonly scrapes: ScrapeStore;
  readonly queue: Queue;
  readonly ledger: Ledger;
  readonly limiter: Limiter;
  readonly deliveries: DeliveryLog;
  readonly pageIndex: PageIndex;
  readonly apiKeys: ApiKeyStore;
  /** Captures, each for as long as the engine says, a month at most. */
  readonly cache: Keyv;
  /** The queue as BullMQ knows it, for the page of `@garner/admin`. */
  readonly bullQueue: BullQueue;
  /** The same of its part for tasks that need a browser. */
  readonly browserBullQueue: BullQueue;
  /**
   * Takes over the data of another store, such as `copy()` of `@garner/sqlite`, while nobody works on either. It may be
   * interrupted and done again: data that is here already stays as it is.
   */
  takeOver(copy: StoreCopy): Promise<TakenOver>;
  /** Asks Redis for its facts. Throws STORE_UNAVAILABLE if it can't be reached, or is older than version 7. */
  check(): Promise<RedisFacts>;
}

/** The interval of comparing this machine's clock with that of Redis. */
const measureEveryMs = 30_000;

/**
 * Connects to Redis 7 or Valkey. Dispose the engine first. Every use of an unreachable server fails. Throws BAD_REQUEST for
 * options that are missing, do not exist or are of the wrong type.
 */
export function redis(options: RedisOptions): RedisStores {
  checkOptions<RedisOptions>("redis", options, {
    url: option.filledText.or(option.texts.min(1)),
    tls: option.object.optional(),
    prefix: option.filledText.optional(),
    largeDocuments: option.object.optional(),
    leaseMs: option.amountAboveZero.optional(),
    commandTimeoutMs: option.amountAboveZero.optional(),
    maxIndexedPages: option.amount.optional(),
    indexTtlMs: option.amount.optional(),
    clock: option.clock.optional(),
    onError: option.callback.optional(),
  });
  const { url, tls, largeDocuments, prefix = "garner", leaseMs = 10_000, commandTimeoutMs = 5000 } = options;
  const { maxIndexedPages = 20_000, indexTtlMs = 183 * 24 * 60 * 60 * 1000 } = options;
  const { clock = systemClock, onError = warn } = options;
  const connection = connect({ url, tls, prefix, commandTimeoutMs, largeDocuments });
  const clients = clientFactory({ url, tls }, connection.client);
  const rows = redisJobRows(connection, { sleep: (ms) => clock.sleep(ms), random: Math.random });
  const shelf = { connection, rows, index: jobIndex(connection) };
  const tasks = queue({ connection, clients, leaseMs, onError: rareReports(onError, clock) });
  const time = sharedTime(connection, clock);
  const stopping = new AbortController();
  void keepMeasuring(time, clock, stopping.signal);
  const deliveries = deliveryLog(connection);
  const scrapes = scrapeStore(connection);
  const index = pageIndex(connection, { clock, maxPages: maxIndexedPages, pageTtlMs: indexTtlMs });
  return {
    jobs: { ...jobStore(shelf), ...jobReader(shelf, () => clock.now()) },
    scrapes,
    queue: tasks,
    ledger: ledger(connection),
    limiter: limiter(connection, time),
    deliveries,
    pageIndex: index,
    apiKeys: apiKeyStore(connection),
    cache: cache(connection),
    bullQueue: tasks.bull,
    browserBullQueue: tasks.browserBull,
    takeOver: (copy) =>
      takeOver(copy, { ...shelf, deliveries, pageIndex: index, queue: tasks, scrapes, now: () => clock.now() }),
    check: () => checkRedis(connection),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await tasks[Symbol.asyncDispose]();
      await clients[Symbol.asyncDispose]();
      await connection.close();
    },
  };
}

async function keepMeasuring(
  time: { readonly measure: () => Promise<void> },
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await time.measure().catch(() => undefined); // the users of Redis report that it is away
    const { promise, resolve } = Promise.withResolvers<void>();
    const either = AbortSignal.any([signal, clock.deadline(measureEveryMs)]);
    either.addEventListener("abort", () => resolve(), { once: true });
    if (!either.aborted) await promise; // a signal that fired while it measured fires no more
  }
}

function warn(error: unknown): void {
  const isCaused = error instanceof Error && error.cause instanceof Error;
  process.emitWarning(isCaused ? `${error.message} (${String(error.cause)})` : String(error), "GarnerWarning");
}
