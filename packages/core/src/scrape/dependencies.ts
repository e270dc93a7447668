import type { InOrder } from "../concurrency/in-order.ts";
import type { EngineEvent } from "../events.ts";
import type { HostMemory } from "../fetch/ladder.ts";
import type { ModelAccess } from "../models/model-access.ts";
import type { IndexDependencies } from "../page-index/dependencies.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { EgressGuard } from "../ports/egress-guard.ts";
import type { MarkdownConverter } from "../ports/markdown-converter.ts";
import type { PageSource } from "../ports/page-source.ts";
import type { Transformer } from "../transform/transformer.ts";
import type { CaptureCache } from "./cache.ts";
import type { SchemaCompiler } from "./formats/json/schema-compiler.ts";

/** What a scrape needs. */
export interface ScrapeDependencies extends IndexDependencies {
  readonly guard: EgressGuard;
  /** From the cheapest to the most capable. */
  readonly sources: readonly PageSource[];
  readonly hosts: HostMemory;
  readonly cache: CaptureCache | undefined;
  readonly blobs: BlobStore | undefined;
  /** Lets scrapes that compare the same page with its history wait for each other. */
  readonly histories: InOrder;
  readonly model: ModelAccess | undefined;
  readonly compileSchema: SchemaCompiler;
  readonly transformer: Transformer;
  readonly markdown: MarkdownConverter | undefined;
  readonly policy: ScrapePolicy;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onEvent: (event: EngineEvent) => void;
}

/** The operator's limits that a scrape keeps to. */
export interface ScrapePolicy {
  /** Largest page, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Longest `timeout` that a request may ask for. */
  readonly maxTimeoutMs: number;
  /** How long a version of a page is kept for change tracking. */
  readonly snapshotTtlMs: number;
  /** All teams find each other's pages. */
  readonly sharesIndex: boolean;
}
