import type { Keyv } from "keyv";
import type { Given } from "./collections/with-defaults.ts";
import type { RenderedFormat } from "./extensions/defined-formats.ts";
import type { Hooks } from "./extensions/hooks.ts";
import type { SiteProfile } from "./extensions/site-profiles.ts";
import type { EngineEvent } from "./events.ts";
import type { AllowedNetworks, Resolver } from "./fetch/egress/guard.ts";
import type { PolitenessOptions } from "./fetch/politeness/host-rules.ts";
import type { ListeningAddress } from "./fetch/egress/own-addresses.ts";
import type { BlobStore } from "./ports/blob-store.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { Clock } from "./ports/clock.ts";
import type { DeliveryLog } from "./ports/delivery-log.ts";
import type { JobReader } from "./ports/job-reader.ts";
import type { JobStore } from "./ports/job-store.ts";
import type { Ledger } from "./ports/ledger.ts";
import type { Limiter } from "./ports/limiter.ts";
import type { TextRecognizer } from "./ports/text-recognizer.ts";
import type { MarkdownConverter } from "./ports/markdown-converter.ts";
import type { PageIndex } from "./ports/page-index.ts";
import type { MakeSource, PageSource, ProxyServers } from "./ports/page-source.ts";
import type { Queue } from "./ports/queue.ts";
import type { ScrapeStore } from "./ports/scrape-store.ts";
import type { SearchProvider } from "./ports/search-provider.ts";
import type { LanguageModel } from "./models/language-model.ts";
import type { ModelLimits } from "./models/model-access.ts";
import type { Transformer } from "./transform/transformer.ts";

/** Limits the operator sets once. A request can ask for less, never for more. */
export interface Policy {
  /** Sent with every request; robots.txt groups are matched against its first word. */
  readonly userAgent: string;
  /** Networks that may be reached besides the public internet: all, or CIDR ranges and host names. */
  readonly allowPrivateNetworks: AllowedNetworks;
  /** The size of the largest page, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** The most hops of one redirect chain, redirects and meta refreshes together. */
  readonly maxRedirects: number;
  /** The longest `timeout` that a request may ask for. */
  readonly maxTimeoutMs: number;
  /** The most pages of one job taken at once. */
  readonly maxConcurrency: number;
  /** The most pages of one team's jobs taken at once, by all processes together. */
  readonly maxTeamConcurrency: number;
  /** The lifetime of a job that has ended, and of the result of a scrape under its id. */
  readonly jobTtlMs: number;
  /** The lifetime of a page's version for change tracking. */
  readonly snapshotTtlMs: number;
  /** Credits that a team has every month. A crawl takes no more pages than are left when it starts, and a search no more results; a batch of more URLs is refused. */
  readonly planCredits: number;
  /** True if events may show the values of query parameters in URLs, and not only their names. */
  readonly showsQueryValues: boolean;
  /**
   * True if searches and maps find pages of every team, and not only the caller's own. Pages that a site keeps from
   * others (`Cache-Control: private` …) are then not indexed at all.
   */
  readonly sharesIndex: boolean;
}

/** The configuration of an engine. All is optional; the defaults run in memory, over plain HTTP, in this process. */
export interface EngineConfig {
  /**
   * Page sources from the cheapest to the most capable, such as `[httpSource(), playwright()]`; plain HTTP when not
   * given. An entry is a source, several such as `replay(folder)`, or a function that makes one from the engine's
   * parts, such as `httpSource()`.
   */
  readonly sources?: readonly (PageSource | readonly PageSource[] | MakeSource)[] | undefined;
  /** Search providers of `@garner/search`, best first; without one, searches find only pages scraped before. */
  readonly search?: SearchProvider | readonly SearchProvider[] | undefined;
  /** The language model for `json`, `summary`, `question`, `highlights` and `extract`, its input limit and prices. */
  readonly models?: ModelsConfig | undefined;
  /** The way from fetched pages to content. */
  readonly content?: ContentConfig | undefined;
  /** The engine's behaviour in the network. */
  readonly network?: NetworkConfig | undefined;
  /** The stores: in this process by default; `sqlite({ file })` of `@garner/sqlite` keeps everything in a file. */
  readonly stores?: StoresConfig | undefined;
  /** The signature of webhooks. */
  readonly webhooks?: WebhooksConfig | undefined;
  /** Functions of the host's between the network and a result. */
  readonly hooks?: Hooks | undefined;
  /** Known sites: data, or the path of a JSON file with a list of profiles. */
  readonly profiles?: string | URL | readonly SiteProfile[] | undefined;
  /** Limits the operator sets; those not given keep their defaults. */
  readonly policy?: Given<Policy> | undefined;
  /** The ties to the process: time, ids, events, workers. */
  readonly runtime?: RuntimeConfig | undefined;
}

/** The `models` of an {@link EngineConfig}. */
export interface ModelsConfig extends ModelLimits {
  /** Any language model of the AI SDK, such as `openai("gpt-5-mini")`. */
  readonly language?: LanguageModel | undefined;
}

/** The `content` of an {@link EngineConfig}. */
export interface ContentConfig {
  /** Readers of further media types; they win over the built-in ones. Not with `transformer`, which has its own. */
  readonly parsers?: readonly BodyParser[] | undefined;
  /**
   * Turns captures into content: `inProcessTransformer()` or `workerTransformer()`. By default, large pages and documents are
   * read in threads, and everything else in the calling thread.
   */
  readonly transformer?: Transformer | undefined;
  /** Formats of the host's own, made by `defineFormat`. */
  readonly formats?: readonly RenderedFormat[] | undefined;
  /** Reads scanned PDFs and pictures (`tesseract()` of `@garner/ocr`). Without it, they give a warning and no text. */
  readonly ocr?: TextRecognizer | undefined;
  /** Makes Markdown instead of the built-in converter, such as `turndown()` of `@garner/turndown`. */
  readonly markdown?: MarkdownConverter | undefined;
}

/** The `network` of an {@link EngineConfig}. */
export interface NetworkConfig {
  /**
   * Proxy servers: `http:`, `https:` or `socks5:` URLs, with credentials if needed. The engine's own requests go
   * through them, and those of an `httpSource()` without proxies of its own.
   */
  readonly proxy?: ProxyServers | undefined;
  /**
   * The manners of crawls at the sites they visit, which decide how fast a crawl can go: `startRate`, `maxRate`,
   * `maxConcurrencyPerHost`, `hosts` and others.
   */
  readonly politeness?: PolitenessOptions | undefined;
  /** Looks up host names: the system's resolver by default. Its answers are checked all the same. */
  readonly resolver?: Resolver | undefined;
  /**
   * The current addresses of this process, such as `() => [server.address()]`: never a target, whatever
   * `policy.allowPrivateNetworks` opens, so that no page can use the server that scrapes it.
   */
  readonly ownAddresses?: (() => readonly ListeningAddress[]) | undefined;
}

/** The `stores` of an {@link EngineConfig}. Each is in this process by default. */
export interface StoresConfig {
  /** Keeps jobs: crawls, batches and extractions. */
  readonly jobs?: (JobStore & JobReader) | undefined;
  /** Keeps the results of single scrapes under their ids. */
  readonly scrapes?: ScrapeStore | undefined;
  /** Delivers the tasks of jobs. */
  readonly queue?: Queue | undefined;
  /** Keeps charges. */
  readonly ledger?: Ledger | undefined;
  /** Shares a host's request rate among jobs. */
  readonly limiter?: Limiter | undefined;
  /** Records webhook deliveries. */
  readonly deliveries?: DeliveryLog | undefined;
  /** Remembers scraped pages and their history, for each team apart; a bounded index by default. */
  readonly pageIndex?: PageIndex | undefined;
  /** Caches captures: any Keyv store. `false` turns the cache off. */
  readonly cache?: Keyv | false | undefined;
  /** Takes screenshots and PDFs, so that results carry URLs; without it they carry data URIs. */
  readonly blobs?: BlobStore | undefined;
}

/** The `webhooks` of an {@link EngineConfig}. */
export interface WebhooksConfig {
  /** Signs webhooks. Without a secret they are not signed. */
  readonly secret?: string | undefined;
  /** The headers that carry the signature; `X-Service-Signature` and `X-Firecrawl-Signature` when not given. */
  readonly signatureHeaders?: readonly string[] | undefined;
}

/** The `runtime` of an {@link EngineConfig}. */
export interface RuntimeConfig {
  /** Receives the engine's events, for logs and metrics. A failure of it is a process warning, and stops no work. */
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** True (the default) if this engine works on the jobs that it starts; otherwise `jobs.work()` does, anywhere. */
  readonly worksOnItsJobs?: boolean | undefined;
  /** The door to time; the machine's clock by default. */
  readonly clock?: Clock | undefined;
  /** Makes ids of scrapes and jobs, a new one each time, of up to 100 letters, digits, `-` and `_`; UUIDs by default. */
  readonly newId?: (() => string) | undefined;
  /** A number in [0, 1), for jitter. */
  readonly random?: (() => number) | undefined;
}

/** The defaults of operators. */
export const defaultPolicy: Policy = {
  userAgent: "GarnerBot/0.1 (+https://www.npmjs.com/package/@garner/core)",
  allowPrivateNetworks: false,
  maxBodyBytes: 50 * 1024 * 1024,
  maxRedirects: 20,
  maxTimeoutMs: 10 * 60 * 1000,
  maxConcurrency: 20,
  maxTeamConcurrency: 50,
  jobTtlMs: 24 * 60 * 60 * 1000,
  snapshotTtlMs: 90 * 24 * 60 * 60 * 1000,
  planCredits: 99_999_999,
  showsQueryValues: false,
  sharesIndex: false,
};
