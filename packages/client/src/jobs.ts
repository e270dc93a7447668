import type {
  CallOptions,
  EngineJobs,
  ExtractStatus,
  JobCall,
  JobCancelled,
  JobErrors,
  JobKind,
  JobPaused,
  JobStatus,
} from "@garner/core";
import { checkCall, withId } from "./checks.ts";
import { activeOf, decisionsOf, flatOf, plannedOf, startedOf, statusOf } from "./envelopes.ts";
import { jobEvents } from "./events.ts";
import { onlyEmbedded } from "./failure.ts";
import { jobPath, jobRoutes, segment, withKind, type Reference } from "./job-routes.ts";
import { plainRequest } from "./plain-request.ts";
import type { Transport } from "./transport.ts";

/** Jobs by their ids; the handles are made of these. */
export type RemoteJobs = Omit<EngineJobs, "attach">;

/** Binds the functions of jobs to a server; `newKey` makes idempotency keys. */
export function createJobs(transport: Transport, newKey: () => string): RemoteJobs {
  const { ask } = transport;
  const start = startWith(transport, newKey);
  return {
    startCrawl: (input, call) => start("crawl", input, call),
    startBatchScrape: (input, call) => start("batch", input, call),
    startExtract: (input, call) => start("extract", input, call),
    planCrawl: async (input, call) =>
      plannedOf(await ask({ method: "POST", path: `${jobRoutes.crawl}/params-preview`, body: input, call })),
    get: async (job, call) => {
      const { id, kind, ...query } = withId(job);
      return withKind({ id, kind }, pagedKinds, (each) => getJob({ id, kind: each, query }, call, transport));
    },
    getExtract: async (job, call) => flatOf<ExtractStatus>(await ask(get(jobPath("extract", withId(job).id), call))),
    cancel: async (job, call) =>
      withKind(withId(job), allKinds, async (kind) =>
        flatOf<JobCancelled>(await ask({ method: "DELETE", path: jobPath(kind, job.id), call })),
      ),
    pause: (job, call) => setPaused(job, "pause", { call, transport }),
    resume: (job, call) => setPaused(job, "resume", { call, transport }),
    errors: async (job, call) =>
      withKind(withId(job), pagedKinds, async (kind) => {
        if (kind === "extract") throw noPages("errors");
        return flatOf<JobErrors>(await ask(get(`${jobPath(kind, job.id)}/errors`, call)));
      }),
    async *events(job, call = {}) {
      const { id, kind, after } = withId(job);
      const known = await withKind({ id, kind }, pagedKinds, async (each) => {
        await getJob({ id, kind: each, query: { limit: 1 } }, call, transport);
        return each;
      });
      yield* jobEvents({ id, kind: known, after }, call, transport);
    },
    active: async (call) => activeOf(await ask(get(`${jobRoutes.crawl}/active`, call))),
    explain: async (job, call) => {
      const { id, ...query } = withId(job);
      return decisionsOf(await ask({ ...get(`${jobRoutes.crawl}/${segment(id)}/decisions`, call), query }));
    },
    work() {
      throw onlyEmbedded("jobs.work", "the server works on its jobs; so do engines beside its stores");
    },
  };
}

const pagedKinds: readonly [JobKind, ...JobKind[]] = ["crawl", "batch"];
const allKinds: readonly [JobKind, ...JobKind[]] = ["crawl", "batch", "extract"];

function get(path: string, call: CallOptions | undefined) {
  return { method: "GET", path, call } as const;
}

/** Starts jobs, each under an idempotency key, so that trying again starts no second one. */
function startWith({ ask }: Transport, newKey: () => string) {
  return async <Started>(kind: JobKind, input: unknown, call: JobCall = {}): Promise<Started> => {
    checkCall(call);
    const keyed = { ...call, idempotencyKey: call.idempotencyKey ?? newKey() };
    const body = plainRequest(input);
    return startedOf<Started>(await ask({ method: "POST", path: jobRoutes[kind], body, call: keyed }));
  };
}

async function getJob(
  { id, kind, query }: { readonly id: string; readonly kind: JobKind; readonly query: object },
  call: CallOptions | undefined,
  { ask }: Transport,
): Promise<JobStatus> {
  if (kind === "extract") throw noPages("jobs.get");
  return statusOf(await ask({ ...get(jobPath(kind, id), call), query }), { id, kind });
}

async function setPaused(
  job: Reference,
  step: "pause" | "resume",
  { call, transport }: { readonly call: CallOptions | undefined; readonly transport: Transport },
): Promise<JobPaused> {
  return await withKind(withId(job), pagedKinds, async (kind) => {
    if (kind === "extract") throw onlyEmbedded(step, "an extraction can only be cancelled");
    const path = `${jobPath(kind, job.id)}/${step}`;
    return flatOf<JobPaused>(await transport.ask({ method: "POST", path, body: {}, call }));
  });
}

/** The refusal of options that the wire does not support for an extraction. */
export function noPages(option: string): Error {
  return onlyEmbedded(option, "of an extraction, ask `result()` or `jobs.getExtract`");
}
