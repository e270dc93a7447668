import type { Call } from "../ports/call.ts";
import type { JobEvent } from "../ports/job-reader.ts";
import { JobEventsRequest } from "../schema/job.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { gaveUp } from "../concurrency/deadline.ts";
import type { JobDependencies } from "./dependencies.ts";
import { followersPatience } from "./once-stored.ts";
import { watchJob, type Watching } from "./watch-job.ts";

/** The most that is read ahead for one reader. There may be thousands of readers, and some never come back. */
const chunk = { limit: 50, maxBytes: 256 * 1024 };

/**
 * The events of a job after the sequence number `after`, as they come, each once and in order, also those from before
 * and after a restart. Ends after the last event of a job that has ended. Throws JOB_NOT_FOUND, ABORTED, and
 * ENGINE_DISPOSED when the engine is gone before the job has ended.
 */
export async function* jobEvents(
  input: unknown,
  call: Call,
  resources: JobDependencies,
  watching: Watching = {},
): AsyncGenerator<JobEvent, void> {
  const { after, ...reference } = parseInput(JobEventsRequest, input);
  const patiently = followersPatience(call, resources);
  let last = after;
  for await (const job of watchJob(reference, call, resources, watching)) {
    while (last < job.lastSequence) {
      if (call.signal?.aborted === true) throw gaveUp(call.signal);
      const events = await patiently(() => resources.jobs.events(job.id, { ...chunk, after: last }));
      for (const event of events) {
        yield event;
        last = event.sequence;
      }
      if (events.length === 0) break;
    }
    if (job.state !== "scraping" && last >= job.lastSequence) return;
  }
}
