/**
 * The web-data engine you embed.
 * @module
 */
export { createEngine, type Engine } from "./engine.ts";
export { scrapeOnce as scrape } from "./scrape-once.ts";
export { operations, type Operation, type Operations } from "./operations.ts";
export { EngineError, errorTable, type ErrorCode, type ErrorStatus } from "./errors.ts";
export { createResources, type EngineConfig, type Policy, type Resources } from "./resources.ts";
export type { CallOptions } from "./call.ts";
export type { EngineEvent } from "./events.ts";
export type { ScrapeCall, ScrapeOutcome } from "./scrape/scrape.ts";
export type { Explanation, PageContent, Transformer, TransformOptions } from "./page/transform.ts";

export { createEgressGuard, type AllowedNetworks, type EgressGuard } from "./fetch/guard.ts";
export { networkError } from "./fetch/network-error.ts";
export { httpSource, type HttpSourceOptions, type ProxyServers } from "./fetch/http-source.ts";
export { inProcessTransformer } from "./workers/in-process.ts";
export { workerTransformer } from "./workers/worker-transformer.ts";
export { memoryCache } from "./memory/memory-cache.ts";
export { systemClock } from "./memory/system-clock.ts";

export type { BodyParser, ParsedBody, ParserInput } from "./ports/body-parser.ts";
export type { MarkdownConverter } from "./ports/markdown-converter.ts";
export type { Clock } from "./ports/clock.ts";
export type { Capability, Capture, CaptureRequest, PageSource, ScreenshotRequest } from "./ports/page-source.ts";
export { bypassPrincipal, type Principal } from "./ports/principal.ts";

export { Action } from "./schema/actions.ts";
export { Format, FormatObject, formatObjects } from "./schema/formats.ts";
export { parseInput, type InputIssue } from "./schema/parse-input.ts";
export { ActionResults, ChangeTracking, Metadata, ScrapeResult, Verdict } from "./schema/result.ts";
export {
  Location,
  ScrapeOptions,
  ScrapeRequest,
  type ParsedScrapeOptions,
  type ParsedScrapeRequest,
} from "./schema/scrape.ts";
