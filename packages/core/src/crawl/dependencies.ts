import type { JobDependencies, JobPolicy } from "../jobs/dependencies.ts";
import type { MapDependencies, MapPolicy } from "../map/dependencies.ts";
import type { JobReader } from "../ports/job-reader.ts";
import type { JobStore } from "../ports/job-store.ts";

/** What the visits of a crawl need. */
export interface CrawlVisitDependencies extends MapDependencies {
  readonly jobs: JobStore & JobReader;
}

/** What starting a crawl needs. */
export interface CrawlDependencies extends JobDependencies, CrawlVisitDependencies {
  readonly policy: JobPolicy & MapPolicy;
}
