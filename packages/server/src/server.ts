import { createEngine, httpSource, workerTransformer } from "@garner/core";
import { playwright } from "@garner/playwright";
import type { Logger } from "pino";
import type { Environment } from "./environment.ts";
import { modelOf } from "./model.ts";
import { searchProvidersOf } from "./search.ts";
import { startReport } from "./start-report.ts";
import { openStores, type Stores } from "./stores.ts";
import { serveEngine, type HttpServer, type HttpServerOptions } from "./http-server.ts";
import { serverLimits } from "./limits.ts";

/** A server that listens. */
export interface RunningServer {
  /** Where callers reach it. */
  readonly url: string;
  /** What it has and what it lacks, line by line. */
  readonly report: readonly string[];
  /** Stops listening, answers what is in flight, refuses new work, and lets go of everything. */
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
  const transformer = workerTransformer();
  const proxy = { basic: environment.PROXY_SERVER, stealth: environment.STEALTH_PROXY_SERVER };
  const browser = playwright({ proxy: { basic: proxy.basic } });
  // A browser of its own, started when a page first asks for it: looking ordinary takes the full one's memory.
  const stealth = playwright({ stealth: true, proxy });
  if (environment.WEBHOOK_SECRET === undefined) logger.warn("WEBHOOK_SECRET is not set: webhooks are not signed.");
  const model = await modelOf(environment);
  const search = searchProvidersOf(environment);
  let server: HttpServer | undefined;
  const engine = createEngine({
    stores: stores.config,
    network: { ownAddresses: () => server?.addresses ?? [], politeness: environment.POLITENESS, proxy },
    content: { transformer },
    models: { language: model },
    search,
    webhooks: { secret: environment.WEBHOOK_SECRET, signatureHeaders: environment.WEBHOOK_SIGNATURE_HEADERS },
    sources: [httpSource(), browser, stealth],
    policy: {
      allowPrivateNetworks: environment.ALLOW_PRIVATE_NETWORKS,
      sharesIndex: environment.SHARE_INDEX,
      showsQueryValues: environment.LOG_QUERY_VALUES,
    },
    runtime: {
      worksOnItsJobs: environment.WORK,
      onEvent: (event) => logger[event.type.endsWith("-error") ? "warn" : "debug"](event),
    },
  });
  const checkHealth = () => browser.checkHealth(AbortSignal.timeout(healthTimeoutMs));
  const beside = await pagesOf(environment, stores);
  const { url, close } = (server = await serveEngine(engine, { environment, logger, limits, checkHealth, beside }));
  // Also what a process before this one left undone.
  if (environment.WORK) engine.jobs.work({ concurrency: environment.WORK_CONCURRENCY });

  return {
    url,
    report: await startReport({ environment, stores, browser, model, search }),
    async stop() {
      await close();
      await engine[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
      await transformer[Symbol.asyncDispose]?.();
    },
  };
}

/** The pages for whoever runs the server; none without a key. */
async function pagesOf({ ADMIN_KEY: key }: Environment, { queue }: Stores): Promise<HttpServerOptions["beside"]> {
  if (key === undefined) return async () => undefined;
  const { queuesPage } = await import("@garner/admin");
  return queuesPage({ key, queue });
}
