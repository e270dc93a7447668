import { waitForNews } from "../concurrency/bell.ts";
import { gaveUp } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import type { Job, JobKind } from "../ports/job-store.ts";
import type { JobDependencies } from "./dependencies.ts";
import { ownJob } from "./own-job.ts";

/** Between two looks at a job: news from another process do not ring this one's bell. */
const lookEveryMs = 500;

/**
 * The caller's own job as it is now, and again whenever it may have news, until the reader stops. Throws JOB_NOT_FOUND,
 * ABORTED when the caller gives up, and ENGINE_DISPOSED when the engine is gone.
 */
export async function* watchJob(
  reference: { readonly id: string; readonly kind?: JobKind | undefined },
  call: Call,
  resources: JobDependencies,
): AsyncGenerator<Job, never> {
  const { bell, clock, closing } = resources;
  for (;;) {
    if (call.signal?.aborted === true) throw gaveUp(call.signal);
    using news = bell.next(reference.id);
    yield await ownJob(reference, call, resources);
    closing.throwIfAborted();
    await waitForNews(news, lookEveryMs, { clock, signals: [call.signal, closing] });
  }
}
