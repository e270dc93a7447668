import type { Job, JobKind, Settlement } from "../ports/job-store.ts";
import type { ScrapeResult } from "../schema/result.ts";
import type { Findings, TakenVisit } from "./findings.ts";

/** The rules of one kind of job, where kinds differ. */
export interface JobKindRules {
  /** The first word of its webhook events, such as `crawl` of `crawl.page`. */
  readonly eventPrefix: string;
  /** The user agent whose robots.txt group it obeys; undefined if it doesn't ask. Pure. */
  robotsAgent(job: Job): string | undefined;
  /** The least time between two requests to one host that it asks for itself. Pure. */
  delayMs(job: Job): number | undefined;
  /** Its pages are wanted one by one, so that webhooks tell of each. */
  readonly tellsOfPages: boolean;
  /** The end of a page that is redirected where its job does not go; undefined where it may. Pure. */
  refuseHop(target: URL, visit: Pick<TakenVisit, "job" | "entry">): Findings | undefined;
  /** Reads a page. */
  read(visit: TakenVisit): Promise<Findings>;
  /** The last step, when no visit is left: how the job ends. May run again after a crash. */
  finish(job: Job): Promise<Omit<Settlement, "at">>;
  /** Its pages in the order in which a whole result has them. Pure. */
  inOrder(job: Job, pages: readonly ScrapeResult[]): readonly ScrapeResult[];
  /** The payload of its webhook when it has completed; none for undefined. Pure. */
  payload(job: Job): unknown;
  /** Warnings about the result of a job that has ended. */
  warnings(job: Job): Promise<readonly string[]>;
}

/** The kinds of jobs that an engine knows. */
export type JobKinds = Readonly<Record<JobKind, JobKindRules>>;
