import type { Keyv } from "keyv";
import type { EngineEvent } from "./events.ts";
import { createEgressGuard, type AllowedNetworks, type EgressGuard } from "./fetch/guard.ts";
import { httpSource, type ProxyServers } from "./fetch/http-source.ts";
import { systemClock } from "./memory/system-clock.ts";
import { builtInParsers } from "./documents/index.ts";
import { inProcessTransformer } from "./workers/in-process.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { Clock } from "./ports/clock.ts";
import type { MarkdownConverter } from "./ports/markdown-converter.ts";
import type { PageSource } from "./ports/page-source.ts";
import { memoryCache } from "./memory/memory-cache.ts";
import { createCaptureCache, type CaptureCache } from "./scrape/cache.ts";
import type { Transformer } from "./page/transform.ts";

/** Limits the operator sets once. A request can ask for less, never for more. */
export interface Policy {
  /** Sent with every request; robots.txt groups are matched against its first word. */
  readonly userAgent: string;
  /** Networks that may be reached besides the public internet: all, or CIDR ranges and host names. */
  readonly allowPrivateNetworks: AllowedNetworks;
  readonly maxBodyBytes: number;
  readonly maxRedirects: number;
  /** Longest `timeout` that a request may ask for. */
  readonly maxTimeoutMs: number;
}

/** What a user passes. Everything is optional; the defaults run in memory, over plain HTTP, in this process. */
export interface EngineConfig {
  /** A page source with a real browser, such as `playwright()` of `@garner/playwright`. */
  readonly browser?: PageSource | undefined;
  /** A page source that gets past bot detection; tried after the others when a page is blocked. */
  readonly stealth?: PageSource | undefined;
  /** Proxy servers of the plain HTTP source: `http:`, `https:` or `socks5:` URLs, with credentials if needed. */
  readonly proxy?: ProxyServers | undefined;
  /** Where captures are cached: any Keyv store. `false` turns the cache off. */
  readonly cache?: Keyv | false | undefined;
  /** Readers of further media types; they win over the built-in ones. */
  readonly parsers?: readonly BodyParser[] | undefined;
  /** Where captures become content: `inProcessTransformer()` (the default) or `workerTransformer()`. */
  readonly transformer?: Transformer | undefined;
  /** Makes Markdown instead of the built-in converter, such as `turndown()` of `@garner/turndown`. */
  readonly markdown?: MarkdownConverter | undefined;
  readonly policy?: Partial<Policy> | undefined;
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly newId?: (() => string) | undefined;
  /** A number in [0, 1), for jitter. */
  readonly random?: (() => number) | undefined;
}

/** The objects an engine works with, all present. */
export interface Resources extends AsyncDisposable {
  readonly policy: Policy;
  readonly guard: EgressGuard;
  /** From the cheapest to the most capable. */
  readonly sources: readonly PageSource[];
  readonly cache: CaptureCache | undefined;
  readonly transformer: Transformer;
  readonly markdown: MarkdownConverter | undefined;
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
};

/** Fills in the defaults. What it creates it disposes; what it was given stays the caller's. */
export function createResources(config: EngineConfig = {}): Resources {
  const policy = { ...defaultPolicy, ...config.policy };
  const clock = config.clock ?? systemClock;
  const random = config.random ?? Math.random;
  const onEvent = config.onEvent ?? (() => {});
  const guard = createEgressGuard({ allow: policy.allowPrivateNetworks });
  const http = httpSource({ guard, clock, random, policy, proxy: config.proxy });
  const keyv = config.cache === false ? undefined : (config.cache ?? memoryCache());
  const transformer =
    config.transformer ?? inProcessTransformer({ parsers: [...(config.parsers ?? []), ...builtInParsers] });
  return {
    policy,
    guard,
    sources: [http, config.browser, config.stealth].filter((source) => source !== undefined),
    cache: keyv && createCaptureCache({ keyv, clock, onEvent }),
    transformer,
    markdown: config.markdown,
    clock,
    newId: config.newId ?? (() => crypto.randomUUID()),
    random,
    onEvent,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]?.();
      if (config.transformer === undefined) await transformer[Symbol.asyncDispose]?.();
    },
  };
}
