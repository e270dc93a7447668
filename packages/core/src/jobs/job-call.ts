import type { CallOptions } from "../ports/call.ts";
import type { JobStatus } from "../schema/job.ts";
import type { JobDependencies } from "./dependencies.ts";

/** How far a job is, without what it brought. */
export type JobProgress = Omit<JobStatus, "pages" | "errors" | "nextSkip">;

/** Options of a job that the caller follows. */
export interface JobCall extends CallOptions {
  /** Called whenever a page was taken or failed, and when the job ends. Must not throw. */
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
}

/** What following a job works with. */
export interface Following {
  readonly call: JobCall;
  readonly resources: JobDependencies;
}
