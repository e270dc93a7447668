import type { EngineEvent } from "../events.ts";
import type { FormatRegistry } from "../extensions/defined-formats.ts";
import type { SiteProfile } from "../extensions/site-profiles.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { EgressGuard } from "../ports/egress-guard.ts";
import type { MarkdownConverter } from "../ports/markdown-converter.ts";
import type { PageSource } from "../ports/page-source.ts";
import type { Transformer } from "../transform/transformer.ts";
import type { CaptureCache } from "./cache.ts";
import type { KeptContent } from "./kept-content.ts";
import type { FormatDependencies, FormatPolicy } from "./formats/dependencies.ts";

/** The dependencies of a scrape. */
export interface ScrapeDependencies extends FormatDependencies {
  readonly guard: EgressGuard;
  /** From the cheapest to the most capable. */
  readonly sources: readonly PageSource[];
  readonly cache: CaptureCache | undefined;
  /** Absent if rendering the same page twice may give different results. */
  readonly contents?: KeptContent | undefined;
  readonly blobs: BlobStore | undefined;
  readonly transformer: Transformer;
  readonly markdown: MarkdownConverter | undefined;
  /** The host's own. */
  readonly formats: FormatRegistry;
  /** Everything known about sites. */
  readonly profiles: readonly SiteProfile[];
  readonly policy: ScrapePolicy;
  readonly clock: Clock;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly onEvent: (event: EngineEvent) => void;
}

/** The operator's limits that a scrape keeps to. */
export interface ScrapePolicy extends FormatPolicy {
  /** The size of the largest page, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** The longest `timeout` that a request may ask for. */
  readonly maxTimeoutMs: number;
}
