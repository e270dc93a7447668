import { waitForNews } from "../concurrency/bell.ts";
import { gaveUp } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import type { Job, JobKind } from "../ports/job-store.ts";
import type { JobDependencies } from "./dependencies.ts";
import { followersPatience } from "./once-stored.ts";
import { ownJob } from "./own-job.ts";

/** Between two looks at a job: news from another process do not ring this one's bell. */
const lookEveryMs = 500;

/** How a job is watched. */
export interface Watching {
  /** The job exists, so that even the first look waits for a store that is out of order. It throws STORE_UNAVAILABLE otherwise. */
  readonly isKnown?: boolean;
}

/**
 * The caller's own job as it is now, and again whenever it may have news, until the reader stops. A look waits
 * for a store that is out of order. Throws JOB_NOT_FOUND, ABORTED when the caller gives up, and ENGINE_DISPOSED when the
 * engine is gone.
 */
export async function* watchJob(
  reference: { readonly id: string; readonly kind?: JobKind | undefined },
  call: Call,
  resources: JobDependencies,
  { isKnown = false }: Watching = {},
): AsyncGenerator<Job, never> {
  const { bell, clock, closing } = resources;
  const look = () => ownJob(reference, call, resources);
  const patiently = followersPatience(call, resources);
  for (let isFirst = !isKnown; ; isFirst = false) {
    if (call.signal?.aborted === true) throw gaveUp(call.signal);
    using news = bell.next(reference.id);
    yield isFirst ? await look() : await patiently(look);
    closing.throwIfAborted();
    await waitForNews(news, lookEveryMs, { clock, signals: [call.signal, closing] });
  }
}
