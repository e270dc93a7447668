/**
 * The web-data engine you embed.
 * @module
 */
import "./check-node.ts";

export { createEngine, type Engine } from "./engine.ts";
export { batchScrape, crawl, extract, map, planCrawl, scrape, search } from "./bare-functions.ts";
export { operations, type Operations } from "./operations/operations.ts";
export type { Operation } from "./operations/operation.ts";
export {
  EngineError,
  errorTable,
  messageOfThrown,
  type DetailsOf,
  type ErrorCode,
  type ErrorDetails,
  type ErrorStatus,
  type InputIssue,
  type KnownError,
} from "./errors.ts";
export type { EngineConfig, Policy } from "./config.ts";
export type { CallOptions } from "./ports/call.ts";
export { onlooker, type EngineEvent } from "./events.ts";
export type { NoOtherKeys, PageOf, ScrapeResultOf } from "./schema/asked-result.ts";
export type { DefinedFormat, SchemaInput } from "./schema/types.generated.ts";
export type { Reasons, ScrapeOutcome, ScrapeOutcomeOf } from "./scrape/page-result.ts";
export {
  defineFormat,
  type FormatDefinition,
  type FormatPage,
  type RenderedFormat,
} from "./extensions/defined-formats.ts";
export type { HookCall, Hooks } from "./extensions/hooks.ts";
export type { PageDocument } from "./extensions/page-document.ts";
export type { SiteProfile } from "./extensions/site-profiles.ts";
export { readPage } from "./scrape/read-page.ts";
export type { ScrapeCall } from "./scrape/scrape.ts";
export type { GivenPage, ReadOptions, ReadWish } from "./schema/read.ts";
export type { Explanation, PageContent, Transformer, TransformOptions } from "./transform/transformer.ts";

export { readLanguages, type ReadLanguages } from "./schema/fields/languages.ts";
export { leavingWording } from "./page/verdict/wording.ts";
export { withoutWww } from "./url/without-www.ts";
export { canonicalUrl, type CanonicalOptions } from "./url/canonical.ts";
export { redactUrls, type RedactOptions } from "./url/redact.ts";
export { createEgressGuard, type AllowedNetworks, type Resolver } from "./fetch/egress/guard.ts";
export type { EgressGuard } from "./ports/egress-guard.ts";
export type { ListeningAddress } from "./fetch/egress/own-addresses.ts";
export { boundedFetch, type BoundedFetchOptions } from "./fetch/bounded-fetch.ts";
export { plainCaptureRequest } from "./fetch/plain-capture-request.ts";
export { networkError, tlsError } from "./fetch/network-error.ts";
export { proxyRefusal, proxyUnreachable, readProxyUrl } from "./fetch/egress/proxied.ts";
export { pageTooLarge } from "./fetch/body/read-body.ts";
export { decodeText, type DecodedText, type TextSource } from "./decoding/decode.ts";
export { headerCharset } from "./decoding/declared-charset.ts";
export { isPrivateAnswer } from "./fetch/privacy.ts";
export { isOfGateway } from "./fetch/retry.ts";
export { sendableHeaders, type SendableHeaders } from "./fetch/http/request-headers.ts";
export { httpSource, type HttpSourceOptions } from "./fetch/http/http-source.ts";
export { checkOptions, option, type OptionKinds } from "./schema/input/check-options.ts";
export { checkEngine } from "./check-engine.ts";
export { PolitenessInput } from "./fetch/politeness/politeness-input.ts";
export { chunksOf, type Chunk } from "./chunks/chunks.ts";
export { charactersWithin, estimateTokens } from "./chunks/tokens.ts";
export { excerpt, type Excerpt } from "./chunks/excerpt.ts";
export { record } from "./cassettes/record.ts";
export { replay } from "./cassettes/replay.ts";
export { inProcessTransformer } from "./transform/workers/in-process.ts";
export { workerTransformer } from "./transform/workers/worker-transformer.ts";
export { memoryCache } from "./memory/memory-cache.ts";
export { systemClock } from "./memory/system-clock.ts";

export type { BlobStore, StoredBlob } from "./ports/blob-store.ts";
export { newBlobName } from "./memory/blob-name.ts";
export { folderBlobStore, type FolderBlobStoreOptions } from "./memory/folder-blob-store.ts";
export type {
  BodyParser,
  DocumentPart,
  ParsedBlock,
  ParsedBody,
  ParsedPage,
  ParserInput,
} from "./ports/body-parser.ts";
export type { MarkdownConverter } from "./ports/markdown-converter.ts";
export type { PagePicture, RecognizedPage, TextRecognizer } from "./ports/text-recognizer.ts";
export type { Clock } from "./ports/clock.ts";
export type { IndexedPage, IndexedSite, IndexHit, IndexQuery, PageIndex } from "./ports/page-index.ts";
export { indexHost, indexKey } from "./page-index/index-key.ts";
export { indexedWordsOf, wordsOf, wordsOfUrl } from "./text/words.ts";
export { memoryPageIndex } from "./page-index/memory-page-index.ts";
export type {
  Capability,
  Capture,
  CaptureContext,
  CaptureRequest,
  ActionOutput,
  MakeSource,
  PageSource,
  ProxyServers,
  ScreenshotRequest,
  SiteFetch,
  SourceHost,
} from "./ports/page-source.ts";
export type { ApiKeyStore, StoredApiKey } from "./ports/api-keys.ts";
export { bypassPrincipal, type Principal } from "./ports/principal.ts";

export { Action, type ParsedAction } from "./schema/actions.ts";
export { Format, FormatName, FormatObject, formatObjects } from "./schema/formats.ts";
export { MapLink, MapRequest, MapResult } from "./schema/map.ts";
export { ImageResult, NewsResult, SearchRequest, SearchResult, WebResult } from "./schema/search.ts";
export type {
  SearchAnswer,
  SearchHit,
  SearchOperator,
  SearchProvider,
  SearchQuery,
  SearchSource,
  SearchTime,
} from "./ports/search-provider.ts";
export { countryOf, type CountryOfPlace } from "./search/country.ts";
export { localIndexProvider } from "./search/local-index.ts";
export { ExtractRequest, ExtractStarted, ExtractStatus } from "./schema/extract.ts";
export { PlanCrawlRequest, PlannedCrawl } from "./schema/plan-crawl.ts";
export type {
  LanguageModel,
  LanguageModelCall,
  LanguageModelResult,
  ModelTokenCount,
} from "./models/language-model.ts";
export type { ModelLimits } from "./models/model-access.ts";
export type { ModelPrices, ModelUsage } from "./models/usage.ts";
export type { FieldEvidence } from "./scrape/formats/json/evidence.ts";
export { extractKeys, keysWithoutEffect, v1ScrapeKeys } from "./schema/fields/client-keys.ts";
export { nearest } from "./schema/input/nearest.ts";
export { ParseFileRequest, UploadedFile } from "./schema/parse-file.ts";
export { parseInput, parseRequest, type ParsedRequest } from "./schema/input/parse-input.ts";
export { warningOf } from "./schema/warning.ts";
export { ActionResults, ChangeTracking, Metadata, ScrapeResult, Verdict, VerdictDoubt } from "./schema/result.ts";
export {
  Location,
  ScrapeOptions,
  ScrapeRequest,
  type ParsedScrapeOptions,
  type ParsedScrapeRequest,
} from "./schema/scrape.ts";

export type { BatchHandle, EngineJobs, EngineUsage, EngineWebhooks, ExtractHandle } from "./engine-groups.ts";
export type { JobResult } from "./jobs/follow.ts";
export type { JobChunk, JobHandle } from "./jobs/handle.ts";
export type { ExtractedPage } from "./extract/settings.ts";
export type { JobCall, JobProgress } from "./jobs/job-call.ts";
export type { WorkOptions } from "./jobs/worker.ts";
export { signatureOf } from "./jobs/webhooks/webhook-payload.ts";
export {
  defaultPoliteness,
  type HostPoliteness,
  type Politeness,
  type PolitenessOptions,
} from "./fetch/politeness/host-rules.ts";
export { hostLimiter, type HostMoment, type HostStep } from "./fetch/politeness/host-limiter.ts";
export type { HostState } from "./fetch/politeness/rate-law.ts";
export { onlyGiven } from "./collections/with-defaults.ts";
export { recentlyUsed, type RecentlyUsed, type RecentlyUsedOptions } from "./collections/recently-used.ts";
export { makeFolder } from "./memory/make-folder.ts";
export { memoryDeliveryLog } from "./memory/delivery-log.ts";
export { memoryJobStore } from "./memory/job-store.ts";
export { memoryLedger } from "./memory/ledger.ts";
export { monthOf } from "./metering/month.ts";
export { memoryLimiter } from "./memory/limiter.ts";
export { memoryScrapeStore } from "./memory/scrape-store.ts";
export { memoryQueue } from "./memory/queue.ts";
export { refusal } from "./frontier/draft.ts";
export { jobSteps, type JobRows } from "./frontier/job-steps.ts";
export { leftOver } from "./frontier/left-over.ts";
export { deliverTask } from "./jobs/webhooks/outbox.ts";
export type {
  Changes,
  EntryRow,
  EventRow,
  FrontierState,
  HalfTaken,
  JobRow,
  LaneQuery,
  LaneRow,
  Levels,
  Needs,
  SeenEntry,
  Step,
  Taken,
} from "./frontier/rows.ts";
export type { Delivery, DeliveryLog, DeliveryQuery } from "./ports/delivery-log.ts";
export type { JobEvent, JobNews, JobReader, Slice } from "./ports/job-reader.ts";
export type {
  AppendedPart,
  Decision,
  FrontierEntry,
  Job,
  JobKind,
  JobState,
  JobStore,
  PauseChange,
  NewJob,
  OpenEntry,
  PageError,
  Progress,
  Refusal,
  Settlement,
  Visit,
  VisitOutcome,
} from "./ports/job-store.ts";
export type { DecisionReason, TrapFamily } from "./url/decision.ts";
export type { Charge, Ledger, UsagePeriod } from "./ports/ledger.ts";
export type { HostReception, HostRules, Limiter, RequestOutcome, TurnOffer } from "./ports/limiter.ts";
export type { KeptScrape, ScrapeStore } from "./ports/scrape-store.ts";
export type { DocumentStore } from "./ports/document-store.ts";
export type { Queue, Task, TaskGroup, TaskHandler, TaskOutcome } from "./ports/queue.ts";
export { attemptTask } from "./memory/attempt-task.ts";
export type { JobCopy, JobRowsCopy, StoreCopy } from "./frontier/store-copy.ts";
export type { QueuedTask, QueueView, TaskState } from "./ports/queue-view.ts";
export { BatchScrapeRequest, BatchScrapeStarted } from "./schema/batch.ts";
export { CrawlRequest } from "./schema/crawl.ts";
export {
  ActiveCrawls,
  CrawlDecisions,
  ExplainCrawlRequest,
  JobCancelled,
  JobErrors,
  JobEventsRequest,
  JobPaused,
  JobQuery,
  JobReference,
  JobStarted,
  JobStatus,
  PageFailure,
} from "./schema/job.ts";
export { ConcurrencyReport, CreditBalance, QueueReport, UsageQuery, UsageReport } from "./schema/usage.ts";
export {
  DeliveryList,
  DeliveryRecord,
  ListDeliveriesRequest,
  ReplayDeliveryRequest,
  Webhook,
  WebhookObject,
  type WebhookSettings,
} from "./schema/webhook.ts";
