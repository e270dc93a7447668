import type { Keyv } from "keyv";
import type { EngineEvent } from "./events.ts";
import { EngineError } from "./errors.ts";
import { createEgressGuard, type AllowedNetworks, type EgressGuard } from "./fetch/guard.ts";
import { createGuardedFetch, type GuardedFetch } from "./fetch/guarded-fetch.ts";
import { createHostMemory, type HostMemory } from "./fetch/ladder.ts";
import { httpSource, type ProxyServers } from "./fetch/http-source.ts";
import { fillPoliteness, type Politeness, type PolitenessOptions } from "./fetch/politeness/host-rules.ts";
import type { ListeningAddress } from "./fetch/own-addresses.ts";
import { createRobotsCache, type RobotsCache } from "./fetch/politeness/robots-cache.ts";
import { createTurns, type Turns } from "./fetch/politeness/turns.ts";
import { createBell, type Bell } from "./jobs/bell.ts";
import { memoryDeliveryLog } from "./memory/delivery-log.ts";
import { memoryJobStore } from "./memory/job-store.ts";
import { memoryLedger } from "./memory/ledger.ts";
import { memoryLimiter } from "./memory/limiter.ts";
import { memoryQueue } from "./memory/queue.ts";
import { systemClock } from "./memory/system-clock.ts";
import { inProcessTransformer } from "./workers/in-process.ts";
import type { BlobStore } from "./ports/blob-store.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { Clock } from "./ports/clock.ts";
import type { DeliveryLog } from "./ports/delivery-log.ts";
import type { JobReader } from "./ports/job-reader.ts";
import type { JobStore } from "./ports/job-store.ts";
import type { Ledger } from "./ports/ledger.ts";
import type { Limiter } from "./ports/limiter.ts";
import type { MarkdownConverter } from "./ports/markdown-converter.ts";
import type { PageIndex } from "./ports/page-index.ts";
import type { MakeSource, PageSource, SiteFetch, SourceHost } from "./ports/page-source.ts";
import type { Queue } from "./ports/queue.ts";
import type { SearchProvider } from "./ports/search-provider.ts";
import { createSearchChain, type SearchChain } from "./search/chain.ts";
import { localIndexProvider } from "./search/local-index.ts";
import type { LanguageModel } from "./models/language-model.ts";
import { createModelAccess, type ModelAccess, type ModelLimits } from "./models/model-access.ts";
import { createInOrder, type InOrder } from "./scrape/formats/change-tracking/in-order.ts";
import { createSchemaCompiler, type SchemaCompiler } from "./scrape/formats/json/schema-compiler.ts";
import { memoryPageIndex } from "./page-index/memory-page-index.ts";
import { putOnce } from "./page-index/put-once.ts";
import { memoryCache } from "./memory/memory-cache.ts";
import { createCaptureCache, type CaptureCache } from "./scrape/cache.ts";
import type { Transformer } from "./page/transform.ts";
import { createPatternCompiler, type CompilePatterns } from "./url/pattern.ts";

/** Limits the operator sets once. A request can ask for less, never for more. */
export interface Policy {
  /** Sent with every request; robots.txt groups are matched against its first word. */
  readonly userAgent: string;
  /** Networks that may be reached besides the public internet: all, or CIDR ranges and host names. */
  readonly allowPrivateNetworks: AllowedNetworks;
  /** Largest page, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Most hops of one trip, redirects and meta refreshes together. */
  readonly maxRedirects: number;
  /** Longest `timeout` that a request may ask for. */
  readonly maxTimeoutMs: number;
  /** Most pages of one job that are taken at once. */
  readonly maxConcurrency: number;
  /** How long a job is kept once it has ended. */
  readonly jobTtlMs: number;
  /** How long a version of a page is kept for change tracking. */
  readonly snapshotTtlMs: number;
  /** Credits that a team has every month. */
  readonly planCredits: number;
  /**
   * Whether searches and maps find what any team has scraped, and not only the caller's own. What a site keeps from others
   * (`Cache-Control: private` …) is then not indexed at all.
   */
  readonly sharesIndex: boolean;
}

/** What a user passes. Everything is optional; the defaults run in memory, over plain HTTP, in this process. */
export interface EngineConfig {
  /**
   * Page sources from the cheapest to the most capable: plain HTTP, `browser` and `stealth` when not given. An entry is a
   * source, or a function that makes one of what the engine lends, such as `httpSource()`.
   */
  readonly sources?: readonly (PageSource | MakeSource)[] | undefined;
  /** A page source with a real browser, such as `playwright()` of `@garner/playwright`. */
  readonly browser?: PageSource | undefined;
  /** A page source that gets past bot detection; tried after the others when a page is blocked. */
  readonly stealth?: PageSource | undefined;
  /** Proxy servers of the plain HTTP source: `http:`, `https:` or `socks5:` URLs, with credentials if needed. */
  readonly proxy?: ProxyServers | undefined;
  /**
   * Where this process listens at the moment, such as `() => [server.address()]`: never a target, whatever
   * `policy.allowPrivateNetworks` opens, so that no page can use the server that scrapes it.
   */
  readonly ownAddresses?: (() => readonly ListeningAddress[]) | undefined;
  /** Where captures are cached: any Keyv store. `false` turns the cache off. */
  readonly cache?: Keyv | false | undefined;
  /** The language model for `json`, `summary` and `extract`: any model of the AI SDK, such as `openai("gpt-5-mini")`. */
  readonly model?: LanguageModel | undefined;
  /** Search providers of `@garner/search`, best first; without one, searches find only what was scraped before. */
  readonly search?: SearchProvider | readonly SearchProvider[] | undefined;
  /** How much the model is given at once, and what it costs. */
  readonly modelLimits?: ModelLimits | undefined;
  /** Where screenshots and PDFs go, so that results carry URLs; without it they carry data URIs. */
  readonly blobs?: BlobStore | undefined;
  /** Where scraped pages and their history are remembered, for each team apart; a bounded index in memory by default. */
  readonly pageIndex?: PageIndex | undefined;
  /** Readers of further media types; they win over the built-in ones. Not together with `transformer`, which has its own. */
  readonly parsers?: readonly BodyParser[] | undefined;
  /** Where captures become content: `inProcessTransformer()` (the default) or `workerTransformer()`. */
  readonly transformer?: Transformer | undefined;
  /** Makes Markdown instead of the built-in converter, such as `turndown()` of `@garner/turndown`. */
  readonly markdown?: MarkdownConverter | undefined;
  /** Where jobs live: crawls, batches and extractions. In this process by default; `sqlite()` of `@garner/sqlite` keeps them. */
  readonly jobs?: (JobStore & JobReader) | undefined;
  /** What delivers the tasks of jobs; in this process by default. */
  readonly queue?: Queue | undefined;
  /** Where charges are kept; in this process by default. */
  readonly ledger?: Ledger | undefined;
  /** What shares a host's request rate among jobs; in this process by default. */
  readonly limiter?: Limiter | undefined;
  /** Where webhook deliveries are recorded; in this process by default. */
  readonly deliveries?: DeliveryLog | undefined;
  /** Whether this engine works on the jobs that it starts, as it does by default; otherwise `work()` does, anywhere. */
  readonly worksOnItsJobs?: boolean | undefined;
  /** Signs webhooks. Without a secret they are not signed. */
  readonly webhookSecret?: string | undefined;
  /** The headers that carry a webhook's signature; `X-Service-Signature` when not given. */
  readonly webhookSignatureHeaders?: readonly string[] | undefined;
  /** How crawls treat the sites they visit. */
  readonly politeness?: PolitenessOptions | undefined;
  /** Limits the operator sets; those not given keep their defaults. */
  readonly policy?: Partial<Policy> | undefined;
  /** Told what happens inside, for logs and metrics. Must not throw. */
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** The door to time; the machine's clock by default. */
  readonly clock?: Clock | undefined;
  /** Makes ids of scrapes and jobs; UUIDs by default. */
  readonly newId?: (() => string) | undefined;
  /** A number in [0, 1), for jitter. */
  readonly random?: (() => number) | undefined;
}

/** The objects an engine works with, all present. */
export interface Resources extends AsyncDisposable {
  readonly policy: Policy;
  readonly guard: EgressGuard;
  /** For webhooks. */
  readonly fetch: GuardedFetch;
  /** For robots.txt and sitemaps. */
  readonly siteFetch: SiteFetch;
  /** From the cheapest to the most capable. */
  readonly sources: readonly PageSource[];
  readonly hosts: HostMemory;
  readonly cache: CaptureCache | undefined;
  readonly blobs: BlobStore | undefined;
  readonly pageIndex: PageIndex;
  /** Lets scrapes that compare the same page with its history wait for each other. */
  readonly histories: InOrder;
  readonly model: ModelAccess | undefined;
  readonly compileSchema: SchemaCompiler;
  readonly search: SearchChain;
  /** Whether searches reach the web, and not only what was scraped before. */
  readonly searchesWeb: boolean;
  /** What every searcher should know about how searches are answered. */
  readonly searchWarnings: readonly string[];
  readonly transformer: Transformer;
  readonly markdown: MarkdownConverter | undefined;
  readonly jobs: JobStore & JobReader;
  readonly queue: Queue;
  readonly ledger: Ledger;
  readonly deliveries: DeliveryLog;
  readonly politeness: Politeness;
  readonly turns: Turns;
  readonly robots: RobotsCache;
  readonly compilePatterns: CompilePatterns;
  /** Tells those who wait in this process about news of jobs. */
  readonly bell: Bell;
  readonly webhookSigning: { readonly secret: string; readonly headers: readonly string[] } | undefined;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly random: () => number;
  readonly onEvent: (event: EngineEvent) => void;
}

const defaultPolicy: Policy = {
  userAgent: "GarnerBot/0.1 (+https://www.npmjs.com/package/@garner/core)",
  allowPrivateNetworks: false,
  maxBodyBytes: 50 * 1024 * 1024,
  maxRedirects: 20,
  maxTimeoutMs: 10 * 60 * 1000,
  maxConcurrency: 20,
  jobTtlMs: 24 * 60 * 60 * 1000,
  snapshotTtlMs: 90 * 24 * 60 * 60 * 1000,
  planCredits: 99_999_999,
  sharesIndex: false,
};

/**
 * Fills in the defaults. What it creates it disposes, and the page sources it was given, because nobody else can stop the
 * browser of `createEngine({ browser: playwright() })`. Everything else it was given stays the caller's.
 */
export function createResources(config: EngineConfig = {}): Resources {
  const policy = { ...defaultPolicy, ...config.policy };
  const clock = config.clock ?? systemClock;
  const random = config.random ?? Math.random;
  const onEvent = config.onEvent ?? (() => {});
  const newId = config.newId ?? (() => crypto.randomUUID());
  const guard = createEgressGuard({ allow: policy.allowPrivateNetworks, ownAddresses: config.ownAddresses });
  const host: SourceHost = { guard, clock, random, policy };
  const sources = sourcesOf(config).map((source) => (typeof source === "function" ? source(host) : source));
  const { userAgent, maxBodyBytes } = policy;
  const fetch = createGuardedFetch({ guard, userAgent, maxBodyBytes, proxy: config.proxy });
  const besidePages = sources.find((source) => source.fetch !== undefined);
  const siteFetch: SiteFetch = besidePages?.fetch?.bind(besidePages) ?? fetch;
  const keyv = config.cache === false ? undefined : (config.cache ?? memoryCache());
  const pageIndex = putOnce(config.pageIndex ?? memoryPageIndex({ clock }));
  const transformer = transformerOf(config);
  return {
    policy,
    guard,
    fetch,
    siteFetch,
    sources,
    hosts: createHostMemory(clock),
    cache: keyv && createCaptureCache({ keyv, clock, onEvent }),
    blobs: config.blobs,
    pageIndex,
    histories: createInOrder(),
    ...searchResources(config.search, pageIndex, clock),
    model: config.model && createModelAccess({ ...config.modelLimits, model: config.model, clock, random, newId }),
    compileSchema: createSchemaCompiler(),
    transformer,
    markdown: config.markdown,
    jobs: config.jobs ?? memoryJobStore(),
    queue: config.queue ?? memoryQueue({ clock }),
    ledger: config.ledger ?? memoryLedger(),
    deliveries: config.deliveries ?? memoryDeliveryLog(),
    politeness: fillPoliteness(config.politeness),
    turns: createTurns({ limiter: config.limiter ?? memoryLimiter(), clock }),
    robots: createRobotsCache({ fetch: siteFetch, clock }),
    compilePatterns: createPatternCompiler(),
    bell: createBell(),
    webhookSigning: webhookSigning(config),
    clock,
    newId,
    random,
    onEvent,
    async [Symbol.asyncDispose]() {
      await Promise.all(sources.map((source) => source[Symbol.asyncDispose]?.()));
      await fetch[Symbol.asyncDispose]();
      if (config.transformer === undefined) await transformer[Symbol.asyncDispose]?.();
    },
  };
}

function sourcesOf({ sources, proxy, browser, stealth }: EngineConfig): readonly (PageSource | MakeSource)[] {
  if (sources === undefined) return [httpSource({ proxy }), browser, stealth].filter((source) => source !== undefined);
  if (browser === undefined && stealth === undefined && proxy === undefined) return sources;
  throw new EngineError(
    "BAD_REQUEST",
    "sources: takes the place of `browser`, `stealth` and `proxy`; put them into the list: `sources: [httpSource({ proxy }), browser]`.",
  );
}

function transformerOf({ transformer, parsers = [] }: EngineConfig): Transformer {
  if (transformer === undefined) return inProcessTransformer({ parsers });
  if (parsers.length === 0) return transformer;
  throw new EngineError(
    "BAD_REQUEST",
    "parsers: a transformer has its own, so give them to it: `inProcessTransformer({ parsers })`, or `workerTransformer({ parsersModule })`, as functions can't go to another thread.",
  );
}

function searchResources(
  configured: EngineConfig["search"] = [],
  pageIndex: PageIndex,
  clock: Clock,
): Pick<Resources, "search" | "searchesWeb" | "searchWarnings"> {
  const providers = [configured].flat();
  if (providers.length > 0)
    return { search: createSearchChain(providers, clock), searchesWeb: true, searchWarnings: [] };
  const warning =
    "No search provider is configured, so only pages that were scraped before were searched: pass `search` (a provider of @garner/search) to createEngine, or set SEARXNG_ENDPOINT for the server.";
  const search = createSearchChain([localIndexProvider(pageIndex, clock)], clock);
  return { search, searchesWeb: false, searchWarnings: [warning] };
}

function webhookSigning({ webhookSecret, webhookSignatureHeaders }: EngineConfig): Resources["webhookSigning"] {
  if (webhookSecret === undefined || webhookSecret === "") return undefined;
  return { secret: webhookSecret, headers: webhookSignatureHeaders ?? ["X-Service-Signature"] };
}
