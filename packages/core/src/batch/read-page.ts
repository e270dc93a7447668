import { pageOutcome, type Findings, type TakenVisit } from "../jobs/findings.ts";
import { partOf } from "../jobs/visits/job-part.ts";
import type { Job } from "../ports/job-store.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { urlIndexOf } from "./entries.ts";

/** Reads a page of a batch: the page itself, without its links, and the place of its URL among all that were given. */
export async function readBatchPage({ job, entry, page }: TakenVisit): Promise<Findings> {
  const { excludeErrorPages } = partOf(job, entry.part);
  const metadata = { ...page.outcome.metadata, urlIndex: urlsBefore(job, entry.part) + urlIndexOf(entry) };
  const outcome = pageOutcome({ ...page, outcome: { ...page.outcome, metadata } }, { excludeErrorPages });
  return { outcome, discovered: [], refused: [] };
}

/** The number of URLs that a batch was given before a part. The store decides which of two parts comes first. */
function urlsBefore(job: Job, part: string): number {
  let count = 0;
  for (const name of Object.keys(job.parts)) {
    if (name === part) break;
    count += partOf(job, name).urlCount ?? 0;
  }
  return count;
}

/** The pages of a batch in the order of its request; if URLs were added, in the order of arrival. Pure. */
export function inRequestOrder(job: Job, pages: readonly ScrapeResult[]): readonly ScrapeResult[] {
  if (job.kind !== "batch" || Object.keys(job.parts).length > 1) return pages;
  return pages.toSorted((one, other) => (one.metadata.urlIndex ?? 0) - (other.metadata.urlIndex ?? 0));
}
