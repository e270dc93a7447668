import { availableParallelism } from "node:os";
import {
  createEngine,
  httpSource,
  workerTransformer,
  type Engine,
  type EngineConfig,
  type LanguageModel,
  type SearchProvider,
  type TextRecognizer,
} from "@garner/core";
import { playwright, type BrowserSource } from "@garner/playwright";
import type { Logger } from "pino";
import type { Environment } from "./environment.ts";
import { modelOf } from "./model.ts";
import { recognizerOf } from "./ocr.ts";
import { searchProvidersOf } from "./search.ts";

/** An engine as the environment describes it, and its parts. Disposing lets go of everything but the stores. */
export interface OpenedEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly browser: BrowserSource;
  readonly model: LanguageModel | undefined;
  readonly search: readonly SearchProvider[];
  readonly ocr: TextRecognizer | undefined;
}

/** The options of an engine besides its environment. */
export interface OpenEngineOptions extends Pick<EngineConfig, "stores" | "sources"> {
  readonly logger: Pick<Logger, "debug" | "warn">;
  /** False for an engine that leaves pages that need a browser to others; true when not given. */
  readonly hasBrowser?: boolean;
  readonly ownAddresses?: NonNullable<EngineConfig["network"]>["ownAddresses"];
}

/** Opens the engine that the environment describes; everything is in memory where no stores are given. */
export async function openEngine(
  environment: Environment,
  { logger, stores, sources = [httpSource()], hasBrowser = true, ownAddresses }: OpenEngineOptions,
): Promise<OpenedEngine> {
  const transformer = workerTransformer({ threads: threadsFor(availableParallelism()) });
  const proxy = { basic: environment.PROXY_SERVER, stealth: environment.STEALTH_PROXY_SERVER };
  const onWarning = warnOnce();
  const browser = playwright({ proxy: { basic: proxy.basic }, onWarning });
  // A browser of its own, started when a page first asks for it: looking ordinary takes the full one's memory.
  const stealth = playwright({ stealth: true, proxy, onWarning });
  const model = await modelOf(environment);
  const search = searchProvidersOf(environment);
  const ocr = await recognizerOf(environment);
  const engine = createEngine({
    stores,
    network: { ownAddresses, politeness: environment.POLITENESS, proxy },
    content: { transformer, ocr },
    models: { language: model },
    search,
    webhooks: { secret: environment.WEBHOOK_SECRET, signatureHeaders: environment.WEBHOOK_SIGNATURE_HEADERS },
    sources: hasBrowser ? [...sources, browser, stealth] : sources,
    policy: {
      allowPrivateNetworks: environment.ALLOW_PRIVATE_NETWORKS,
      sharesIndex: environment.SHARE_INDEX,
      maxConcurrency: environment.JOB_CONCURRENCY,
      maxTeamConcurrency: environment.TEAM_CONCURRENCY,
      showsQueryValues: environment.LOG_QUERY_VALUES,
    },
    runtime: {
      worksOnItsJobs: environment.WORK,
      onEvent: (event) => logger[event.type.endsWith("-error") ? "warn" : "debug"](event),
    },
  });
  return {
    ...{ engine, browser, model, search, ocr },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await transformer[Symbol.asyncDispose]?.();
      await ocr?.[Symbol.asyncDispose]();
    },
  };
}

/** Tells the operator what both browsers say, once. */
function warnOnce(): (warning: string) => void {
  const told = new Set<string>();
  return (warning) => {
    if (!told.has(warning)) process.emitWarning(warning, { type: "GarnerWarning", code: "GARNER_BROWSER" });
    told.add(warning);
  };
}

/**
 * One processor is for the event loop. Each further thread compiles everything anew and takes some 100 MB, so there are no
 * more than can run.
 */
const threadsFor = (processors: number): number => Math.max(1, processors - 1);
