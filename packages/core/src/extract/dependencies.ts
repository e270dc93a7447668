import type { JobDependencies, JobPolicy } from "../jobs/dependencies.ts";
import type { MapDependencies, MapPolicy } from "../map/dependencies.ts";
import type { JobReader } from "../ports/job-reader.ts";
import type { JobStore } from "../ports/job-store.ts";

/** What the visits of an extraction need. */
export interface ExtractVisitDependencies extends MapDependencies {
  readonly jobs: JobStore & JobReader;
}

/** What starting an extraction needs. */
export interface ExtractDependencies extends JobDependencies, ExtractVisitDependencies {
  readonly policy: JobPolicy & MapPolicy;
}
