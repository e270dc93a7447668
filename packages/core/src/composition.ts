import { withDefaults } from "./collections/with-defaults.ts";
import {
  defaultPolicy,
  type ContentConfig,
  type EngineConfig,
  type Policy,
  type RuntimeConfig,
  type StoresConfig,
  type WebhooksConfig,
} from "./config.ts";
import { isPageSource } from "./check-ports.ts";
import type { CrawlDependencies } from "./crawl/dependencies.ts";
import type { ExtractDependencies } from "./extract/dependencies.ts";
import { createJobKinds } from "./job-kinds.ts";
import { newUuid } from "./jobs/ids.ts";
import { createLongWaits } from "./jobs/long-waits.ts";
import { EngineError } from "./errors.ts";
import { onlooker, redacted, type EngineEvent } from "./events.ts";
import { formatRegistry } from "./extensions/defined-formats.ts";
import { extensionFailed } from "./extensions/extension-failed.ts";
import { extendedConverter, extendedParser } from "./extensions/extended-reading.ts";
import { extendedSource } from "./extensions/extended-source.ts";
import { extendedTransformer } from "./extensions/extended-transformer.ts";
import { readSiteProfiles, withProfiledHosts } from "./extensions/site-profiles.ts";
import { createEgressGuard } from "./fetch/egress/guard.ts";
import { createGuardedFetch } from "./fetch/guarded-fetch.ts";
import { httpSource } from "./fetch/http/http-source.ts";
import { fillPoliteness } from "./fetch/politeness/host-rules.ts";
import { createRobotsCache } from "./fetch/politeness/robots-cache.ts";
import { createTurns } from "./fetch/politeness/turns.ts";
import { createBell } from "./concurrency/bell.ts";
import { memoryDeliveryLog } from "./memory/delivery-log.ts";
import { memoryJobStore } from "./memory/job-store.ts";
import { memoryLedger } from "./memory/ledger.ts";
import { memoryLimiter } from "./memory/limiter.ts";
import { memoryQueue } from "./memory/queue.ts";
import { memoryScrapeStore } from "./memory/scrape-store.ts";
import { isJobId } from "./schema/job.ts";
import { systemClock } from "./memory/system-clock.ts";
import type { Clock } from "./ports/clock.ts";
import { defaultTransformer } from "./transform/workers/default-transformer.ts";
import type { PageIndex } from "./ports/page-index.ts";
import type { PageSource, SiteFetch, SourceHost } from "./ports/page-source.ts";
import { createSearchChain, type ChainSurroundings } from "./search/chain.ts";
import { localIndexProvider } from "./search/local-index.ts";
import { createModelAccess } from "./models/model-access.ts";
import { createInOrder } from "./concurrency/in-order.ts";
import { computeHere } from "./concurrency/pure-work.ts";
import { memoryPageIndex } from "./page-index/memory-page-index.ts";
import { putOnce } from "./page-index/put-once.ts";
import { memoryCache } from "./memory/memory-cache.ts";
import { createCaptureCache } from "./scrape/cache.ts";
import { keptContent } from "./scrape/kept-content.ts";
import { recognizing } from "./transform/recognizing.ts";
import type { KeepingDependencies } from "./scrape/kept-scrapes.ts";
import type { Transformer } from "./transform/transformer.ts";

/** Everything that the rooms of the engine need, all present. */
export interface Resources extends CrawlDependencies, ExtractDependencies, KeepingDependencies, AsyncDisposable {
  readonly policy: Policy;
}

/**
 * Fills in the defaults. It disposes the objects it creates, and the page sources it was given, because nothing else
 * can stop the browser of `createEngine({ sources: [playwright()] })`. Every other given object stays the caller's.
 */
export function compose(config: EngineConfig = {}, closing: AbortSignal = new AbortController().signal): Resources {
  const policy = withDefaults(defaultPolicy, config.policy);
  const { models, content = {}, network = {}, stores = {}, runtime = {}, hooks = {} } = config;
  const { clock = systemClock, random = Math.random } = runtime;
  const newId = idsOf(runtime);
  const onEvent = listener(runtime, policy);
  const { ownAddresses, resolver, proxy } = network;
  const guard = createEgressGuard({ allow: policy.allowPrivateNetworks, ownAddresses, resolver });
  const host: SourceHost = { guard, clock, random, policy, proxy };
  const profiles = readSiteProfiles(config.profiles);
  const sources = madeSources(config.sources, host).map((source) => extendedSource(source, { hooks, profiles, guard }));
  const guarded = { guard, clock, userAgent: policy.userAgent, maxBodyBytes: policy.maxBodyBytes, proxy };
  const fetch = createGuardedFetch(guarded);
  // A bad certificate that is accepted for pages must be accepted for robots.txt and sitemaps, too.
  const lenientFetch = createGuardedFetch({ ...guarded, skipTlsVerification: true });
  const fetching = sources.find((source) => source.fetch !== undefined);
  const siteFetch: SiteFetch = fetching?.fetch?.bind(fetching) ?? lenientFetch;
  const keyv = stores.cache === false ? undefined : (stores.cache ?? memoryCache());
  const pageIndex = putOnce(stores.pageIndex ?? memoryPageIndex({ clock }));
  const bare = transformerOf(content);
  const transformer = extendedTransformer(bare, { hooks, profiles });
  // The host's own code may make something else of a page each time.
  const isPure = Object.keys(hooks).length === 0 && profiles.length === 0 && content.markdown === undefined;
  const resources = {
    policy,
    guard,
    fetch,
    siteFetch,
    sources,
    cache: keyv && createCaptureCache({ keyv, clock, onEvent }),
    blobs: stores.blobs,
    pageIndex,
    histories: createInOrder(),
    ...searchResources(config.search, pageIndex, { clock, onEvent }),
    model: models?.language && createModelAccess({ ...models, model: models.language, clock, random, newId, onEvent }),
    transformer,
    contents: isPure ? keptContent() : undefined,
    compute: transformer.compute ?? computeHere,
    markdown: content.markdown && extendedConverter(content.markdown),
    formats: formatRegistry(content.formats),
    profiles,
    ...jobStores(stores, clock),
    politeness: fillPoliteness(withProfiledHosts(network.politeness, profiles)),
    turns: createTurns({ limiter: stores.limiter ?? memoryLimiter(), clock }),
    robots: createRobotsCache({ fetch: siteFetch, clock }),
    bell: createBell(),
    closing,
    webhookSigning: webhookSigning(config.webhooks),
    clock,
    newId,
    random,
    onEvent,
  };
  const watching = watchJobs(resources);
  return {
    ...resources,
    kinds: createJobKinds(resources),
    async [Symbol.asyncDispose]() {
      await letGo([[watching], sources, [fetch, lenientFetch], content.transformer === undefined ? [bare] : []]);
    },
  };
}

function listener({ onEvent }: RuntimeConfig, policy: Policy): (event: EngineEvent) => void {
  const tell = onlooker("runtime.onEvent", onEvent);
  return (event) => tell(redacted(event, policy));
}

/** Ids that can stand in an address, whoever makes them. */
function idsOf({ newId = newUuid }: RuntimeConfig): () => string {
  return () => {
    const id = idFrom(newId);
    if (typeof id === "string" && isJobId(id)) return id;
    throw new EngineError("BAD_REQUEST", "An id of `runtime.newId` must have 1 to 100 letters, digits, `-` and `_`.");
  };
}

function idFrom(newId: () => unknown): unknown {
  try {
    return newId();
  } catch (thrown) {
    throw extensionFailed("`runtime.newId`", thrown);
  }
}

function madeSources(given: EngineConfig["sources"], host: SourceHost): readonly PageSource[] {
  return (given ?? [httpSource()]).flatMap((source, index) => {
    const made: unknown = typeof source === "function" ? source(host) : source;
    const all = [made].flat();
    if (all.every(isPageSource)) return all;
    const advice = all.some((each) => typeof each === "function") ? "; call the function, such as `httpSource()`" : "";
    throw new EngineError("BAD_REQUEST", `\`sources[${index}]\` is no page source${advice}.`);
  });
}

/** Where jobs and what belongs to them are kept, and results of scrapes. */
function jobStores({ jobs, scrapes, queue, ledger, deliveries }: StoresConfig, clock: Clock) {
  return {
    jobs: jobs ?? memoryJobStore(),
    scrapes: scrapes ?? memoryScrapeStore(),
    queue: queue ?? memoryQueue({ clock }),
    ledger: ledger ?? memoryLedger(),
    deliveries: deliveries ?? memoryDeliveryLog(),
    longWaits: createLongWaits(clock),
  };
}

/** Rings when another process changes a job, if the store reports that. */
function watchJobs({ jobs, bell }: Pick<Resources, "jobs" | "bell">): AsyncDisposable | undefined {
  return jobs.watch?.(({ id, hasEnded }) => (hasEnded ? bell.ringEnd(id) : bell.ring(id)));
}

/** Disposes what was created: one group after the other, each at once. */
async function letGo(groups: readonly (readonly (Partial<AsyncDisposable> | undefined)[])[]): Promise<void> {
  for (const group of groups) await Promise.all(group.map((each) => each?.[Symbol.asyncDispose]?.()));
}

function transformerOf({ transformer, parsers = [], ocr }: ContentConfig): Transformer {
  if (transformer !== undefined && parsers.length > 0) throw twoParsers();
  const reading = transformer ?? defaultTransformer(parsers.map(extendedParser));
  return ocr === undefined ? reading : recognizing(reading, ocr);
}

const twoParsers = (): EngineError =>
  new EngineError(
    "BAD_REQUEST",
    "content.parsers: a transformer has its own, so give them to it: `inProcessTransformer({ parsers })`, or `workerTransformer({ parsersModule })`, as functions can't go to another thread.",
  );

function searchResources(
  configured: EngineConfig["search"] = [],
  pageIndex: PageIndex,
  surroundings: ChainSurroundings,
): Pick<Resources, "search" | "searchesWeb" | "searchWarnings"> {
  const providers = [configured].flat();
  if (providers.length > 0)
    return { search: createSearchChain(providers, surroundings), searchesWeb: true, searchWarnings: [] };
  const warning =
    "No search provider is configured, so only pages that were scraped before were searched: pass `search` (a provider of @garner/search) to createEngine, or set SEARXNG_ENDPOINT for the server.";
  const search = createSearchChain([localIndexProvider(pageIndex, surroundings.clock)], {
    ...surroundings,
    remembersAnswers: false,
  });
  return { search, searchesWeb: false, searchWarnings: [warning] };
}

/** The name of the requirements, and the one that receivers of the public service read. */
const usualHeaders = ["X-Service-Signature", "X-Firecrawl-Signature"];

function webhookSigning({ secret, signatureHeaders = usualHeaders }: WebhooksConfig = {}): Resources["webhookSigning"] {
  // Whoever gives a secret counts on signatures; this one came of a variable that is not set.
  if (secret === "") throw new EngineError("BAD_REQUEST", "`webhooks.secret` must not be empty.");
  return secret === undefined ? undefined : { secret, headers: signatureHeaders };
}
