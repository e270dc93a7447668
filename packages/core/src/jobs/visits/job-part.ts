import type { Job } from "../../ports/job-store.ts";
import type { ParsedScrapeRequest } from "../../schema/scrape.ts";
import type { PartedAddresses } from "./logins.ts";

/** The options that the pages of one part of a job are scraped with. */
export interface JobPart extends Omit<ParsedScrapeRequest, "url">, Pick<PartedAddresses, "logins"> {
  /** True for a part of a batch whose error pages are failures. */
  readonly excludeErrorPages?: boolean | undefined;
  /** Of a batch: the number of the part's URLs. */
  readonly urlCount?: number | undefined;
  /** The addresses whose sites get the secrets among the headers; every page gets them where it is absent. */
  readonly namedAddresses?: readonly string[] | undefined;
}

/** A part of a job by its name. */
export function partOf({ parts }: Pick<Job, "parts">, name: string): JobPart {
  // Parsed when the part was added, and kept as JSON since.
  return parts[name] as JobPart;
}
