import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  EngineError,
  makeFolder,
  messageOfThrown,
  redactUrls,
  type ApiKeyStore,
  type EngineConfig,
  type JobReader,
} from "@garner/core";
import type { Logger } from "pino";
import { blobsOf } from "./bucket.ts";
import type { Environment } from "./environment.ts";
import { loadOptional, loadRedis } from "./optional-packages.ts";
import { redisOptionsOf, type EnvironmentOfRedis } from "./redis-options.ts";

/** The stores of a server. */
export interface Stores extends AsyncDisposable {
  /** For `createEngine`. */
  readonly config: NonNullable<EngineConfig["stores"]>;
  /** API keys that several servers share; absent where nobody shares them. */
  readonly apiKeys?: ApiKeyStore | undefined;
  /** Makes the pages of the queue, for who knows the key; they answer requests for others with undefined. */
  queuesPage(key: string): Promise<(request: Request) => Promise<Response | undefined>>;
  /** The place of the data, and the facts found there. */
  fact(): Promise<string>;
}

/** Opens Redis, or the database in the data folder. Rejects with an error that names the variable. */
export function openStores(environment: Environment, logger: Pick<Logger, "warn">): Promise<Stores> {
  const onError = (thrown: unknown) => logger.warn({ type: "queue-error", error: String(thrown) });
  const { REDIS_URL: url } = environment;
  if (url !== undefined) return openRedis({ ...environment, REDIS_URL: url }, { logger, onError });
  return openFolder(environment, onError);
}

type OnError = (thrown: unknown) => void;

/** New files in the folder are their owner's alone. */
async function openFolder(environment: Environment, onError: OnError): Promise<Stores> {
  const folder = environment.DATA_DIR ?? ".garner";
  try {
    await makeFolder(resolve(folder), 0o700);
  } catch (cause) {
    throw new Error(`DATA_DIR: ${folder} can't be made: ${messageOfThrown(cause)}.`, { cause });
  }
  const { sqlite } = await import("@garner/sqlite");
  const blobs = await blobsOf(environment);
  try {
    const file = join(folder, "garner.sqlite");
    const bytesBefore = statSync(file, { throwIfNoEntry: false })?.size;
    const stores = sqlite({ file, onError });
    return {
      config: { ...stores, blobs },
      queuesPage: async (key) => (await loadAdmin()).queuesPage({ key, queue: stores.queueView }),
      async fact() {
        if (bytesBefore === undefined) return `${folder} (new)`;
        return `${folder} (${(bytesBefore / 1e6).toFixed(1)} MB, ${await unfinished(stores)})`;
      },
      [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
    };
  } catch (cause) {
    throw new Error(`DATA_DIR: ${messageOfThrown(cause)}`, { cause });
  }
}

/** The time to wait for a Redis that is started at the same time. */
const patienceMs = 15_000;

interface RedisSurroundings {
  readonly logger: Pick<Logger, "warn">;
  readonly onError: OnError;
}

async function openRedis(environment: EnvironmentOfRedis, { logger, onError }: RedisSurroundings): Promise<Stores> {
  const { redis } = await loadRedis("REDIS_URL");
  const blobs = await blobsOf(environment);
  const stores = redis({ ...(await redisOptionsOf(environment)), onError });
  const givesUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      const { version, warnings } = await stores.check();
      const found = await unfinished(stores);
      for (const warning of warnings) logger.warn({ variable: "REDIS_URL" }, warning);
      return {
        config: { ...stores, blobs },
        apiKeys: stores.apiKeys,
        queuesPage: async (key) =>
          (await loadAdmin()).queuesPage({ key, queue: [stores.bullQueue, stores.browserBullQueue] }),
        fact: async () => `Redis ${version} at ${redactUrls(environment.REDIS_URL)} (${found})`,
        [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
      };
    } catch (thrown) {
      if (performance.now() < givesUpAt && isAway(thrown)) {
        await sleep(200);
        continue;
      }
      await stores[Symbol.asyncDispose]();
      throw new Error(`REDIS_URL: ${messageOfThrown(thrown)}`, { cause: thrown });
    }
  }
}

const loadAdmin = () => loadOptional({ variable: "ADMIN_KEY", name: "@garner/admin" }, () => import("@garner/admin"));

/** A Redis that isn't there yet, and not one that refuses us. */
function isAway(thrown: unknown): boolean {
  return EngineError.is(thrown) && /can't be reached|is starting|does not answer in time/.test(thrown.message);
}

async function unfinished({ jobs }: { readonly jobs: JobReader }): Promise<string> {
  const { length } = await jobs.active();
  return `${length} unfinished ${length === 1 ? "job" : "jobs"}`;
}
