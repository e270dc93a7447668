import type { CallOptions } from "../ports/call.ts";
import type { JobStatus } from "../schema/job.ts";

/** The progress of a job, without its pages. */
export type JobProgress = Omit<JobStatus, "pages" | "errors" | "nextSkip">;

/** Options of starting a job. */
export interface JobCall extends CallOptions {
  /**
   * The id that the job gets, of 1 to 100 letters, digits, `-` and `_`; one that the engine chooses when not given. The
   * same request again under the same id gets the same job, another one throws CONFLICT.
   */
  readonly id?: string | undefined;
}
