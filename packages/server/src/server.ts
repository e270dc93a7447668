import type { Logger } from "pino";
import type { Environment } from "./environment.ts";
import { openEngine } from "./open-engine.ts";
import { startReport } from "./start-report.ts";
import { openStores, type Stores } from "./stores.ts";
import { serveEngine, type HttpServer, type HttpServerOptions } from "./http-server.ts";
import { serverLimits } from "./limits.ts";

/** A server that listens. */
export interface RunningServer {
  /** The address under which callers reach it. */
  readonly url: string;
  /** Its equipment and its gaps, line by line. */
  readonly report: readonly string[];
  /** Stops listening, answers open requests, refuses new work, and lets go of everything. */
  stop(): Promise<void>;
}

const healthTimeoutMs = 15_000;

/** Starts the server that the environment describes. Rejects when it cannot listen there. */
export async function startServer(
  environment: Environment,
  logger: Logger,
  limits = serverLimits,
): Promise<RunningServer> {
  const stores = await openStores(environment, logger);
  if (environment.WEBHOOK_SECRET === undefined) logger.warn("WEBHOOK_SECRET is not set: webhooks are not signed.");
  let server: HttpServer | undefined;
  const opened = await openEngine(environment, {
    logger,
    stores: stores.config,
    ownAddresses: () => server?.addresses ?? [],
  });
  const { engine, browser, model, search, ocr } = opened;
  const checkHealth = async () => {
    const signal = AbortSignal.timeout(healthTimeoutMs);
    await Promise.all([engine.usage.queue({ signal }), browser.checkHealth(signal)]);
  };
  const beside = await pagesOf(environment, stores);
  const { url, close } = (server = await serveEngine(engine, {
    ...{ environment, logger, limits, checkHealth, beside },
    apiKeys: stores.apiKeys,
  }));
  // This includes work that an earlier process left undone.
  if (environment.WORK) engine.jobs.work({ concurrency: environment.WORK_CONCURRENCY });

  return {
    url,
    report: await startReport({ environment, stores, browser, model, search, ocr }),
    async stop() {
      await close();
      await opened[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
    },
  };
}

/** The pages for the operator; none without a key. */
async function pagesOf({ ADMIN_KEY: key }: Environment, stores: Stores): Promise<HttpServerOptions["beside"]> {
  return key === undefined ? async () => undefined : await stores.queuesPage(key);
}
