import type { JobDependencies, JobPolicy } from "../jobs/dependencies.ts";
import type { MapDependencies, MapPolicy } from "../map/dependencies.ts";
import type { JobReader } from "../ports/job-reader.ts";
import type { JobStore } from "../ports/job-store.ts";

/** The dependencies of the visits of a crawl. */
export interface CrawlVisitDependencies extends MapDependencies {
  readonly jobs: JobStore & JobReader;
}

/** The dependencies of starting a crawl. */
export interface CrawlDependencies extends JobDependencies, CrawlVisitDependencies {
  readonly policy: JobPolicy & MapPolicy;
}
