import type { Turn } from "../fetch/politeness/turns.ts";
import type { Job, OpenEntry, Visit, VisitOutcome } from "../ports/job-store.ts";
import type { ScrapedPage } from "../scrape/scrape.ts";
import { statusName } from "../scrape/status-name.ts";

/** The meaning of a page to its job: the end of the visit, and where it leads. */
export type Findings = Pick<
  Visit,
  "outcome" | "landedOn" | "discovered" | "refused" | "base" | "isNovel" | "isErrorPage"
>;

/** The findings so far of a visit that goes on. */
export type FoundSoFar = Pick<Visit, "discovered" | "refused" | "base">;

/** A page that was taken, and the visit that took it. */
export interface TakenVisit {
  readonly job: Job;
  readonly entry: OpenEntry;
  readonly page: ScrapedPage;
  readonly signal: AbortSignal;
  /**
   * Puts what was found so far into the frontier, when that is too much for one step. Resolves with how many URLs the job
   * knows now. Found again after a crash, it changes nothing.
   */
  readonly admit: (found: FoundSoFar) => Promise<number>;
  /** Waits for a turn at an address's host, for what else is to be fetched from it. */
  readonly turnAt: (url: URL, signal: AbortSignal) => Promise<Turn>;
}

/** A page as the outcome of a job that wants pages: itself or, for a job that excludes error pages, an error. Pure. */
export function pageOutcome(
  { outcome: page }: ScrapedPage,
  { excludeErrorPages }: { readonly excludeErrorPages?: boolean | undefined },
): VisitOutcome {
  const { statusCode = 200, creditsUsed: credits = 0 } = page.metadata;
  return excludeErrorPages === true && statusCode >= 400
    ? { kind: "failed", error: { code: "SCRAPE_SITE_ERROR", message: `The page answered ${statusName(statusCode)}.` } }
    : { kind: "page", document: page, credits };
}
