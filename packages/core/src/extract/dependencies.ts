import type { JobDependencies, JobPolicy } from "../jobs/dependencies.ts";
import type { MapDependencies, MapPolicy } from "../map/dependencies.ts";
import type { JobReader } from "../ports/job-reader.ts";
import type { JobStore } from "../ports/job-store.ts";

/** The dependencies of the visits of an extraction. */
export interface ExtractVisitDependencies extends MapDependencies {
  readonly jobs: JobStore & JobReader;
}

/** The dependencies of starting an extraction. */
export interface ExtractDependencies extends JobDependencies, ExtractVisitDependencies {
  readonly policy: JobPolicy & MapPolicy;
}
