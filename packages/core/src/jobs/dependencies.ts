import type { Bell } from "../concurrency/bell.ts";
import type { PolitenessDependencies } from "../fetch/politeness/dependencies.ts";
import type { MeteringDependencies } from "../metering/dependencies.ts";
import type { DeliveryLog } from "../ports/delivery-log.ts";
import type { JobReader } from "../ports/job-reader.ts";
import type { JobStore } from "../ports/job-store.ts";
import type { Queue } from "../ports/queue.ts";
import type { ScrapeDependencies, ScrapePolicy } from "../scrape/dependencies.ts";
import type { JobKinds } from "./kinds.ts";
import type { LongWaits } from "./long-waits.ts";

/** The dependencies of a job of any kind. */
export interface JobDependencies extends ScrapeDependencies, PolitenessDependencies, MeteringDependencies {
  readonly jobs: JobStore & JobReader;
  readonly queue: Queue;
  readonly deliveries: DeliveryLog;
  readonly kinds: JobKinds;
  /** Tells those who wait in this process about news of jobs. */
  readonly bell: Bell;
  /** Remembers why jobs get no further for now. */
  readonly longWaits: LongWaits;
  /** Fires with ENGINE_DISPOSED when the engine is disposed: this process stops working on jobs. */
  readonly closing: AbortSignal;
  /** For webhooks. */
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  readonly webhookSigning: { readonly secret: string; readonly headers: readonly string[] } | undefined;
  readonly policy: JobPolicy;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
}

/** The operator's limits that jobs keep to. */
export interface JobPolicy extends ScrapePolicy {
  /** Most pages of one job that are taken at once. */
  readonly maxConcurrency: number;
  /** Most pages of one team's jobs that are taken at once, by all processes together. */
  readonly maxTeamConcurrency: number;
  /** Time a job is kept once it has ended. */
  readonly jobTtlMs: number;
  /** Credits that a team has every month. */
  readonly planCredits: number;
}
