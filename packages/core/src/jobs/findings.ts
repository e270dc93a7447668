import type { Turn } from "../fetch/politeness/turns.ts";
import type { Job, OpenEntry, Visit } from "../ports/job-store.ts";
import type { Resources } from "../resources.ts";
import type { ScrapedPage } from "../scrape/scrape.ts";

/** What a page means to its job: how the visit ended, and where it leads. */
export type Findings = Pick<Visit, "outcome" | "landedOn" | "discovered" | "refused" | "base" | "isNovel">;

/** A page that was taken, and the visit that took it. */
export interface TakenVisit {
  readonly job: Job;
  readonly entry: OpenEntry;
  readonly page: ScrapedPage;
  readonly resources: Resources;
  readonly signal: AbortSignal;
  /**
   * Puts what was found so far into the frontier, when that is too much for one step. Resolves with how many URLs the job
   * knows now. Found again after a crash, it changes nothing.
   */
  readonly admit: (found: Pick<Visit, "discovered" | "refused">) => Promise<number>;
  /** Waits for a turn at an address's host, for what else is to be fetched from it. */
  readonly turnAt: (url: URL, signal: AbortSignal) => Promise<Turn>;
}

/** A page that is wanted for itself and leads nowhere. Pure. */
export function pageAlone({ outcome }: ScrapedPage): Findings {
  const credits = outcome.metadata.creditsUsed ?? 0;
  return { outcome: { kind: "page", document: outcome, credits }, discovered: [], refused: [] };
}
