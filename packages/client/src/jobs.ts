import type {
  CallOptions,
  EngineJobs,
  ExtractStatus,
  JobCancelled,
  JobErrors,
  JobKind,
  JobPaused,
  JobStatus,
} from "@garner/core";
import type { Settings } from "./options.ts";
import { activeOf, decisionsOf, plannedOf, startedOf, statusOf } from "./envelopes.ts";
import { jobEvents } from "./events.ts";
import { onlyEmbedded } from "./failure.ts";
import { jobPath, jobRoutes, segment, withKind, type Reference } from "./job-routes.ts";
import { plainRequest } from "./plain-request.ts";
import type { Transport } from "./transport.ts";

/** Asks the server. */
export interface Remote {
  readonly transport: Transport;
  readonly settings: Settings;
}

/** Jobs by their ids; the handles are made of these. */
export type RemoteJobs = Omit<EngineJobs, "attach">;

/** Binds the functions of jobs to a server. */
export function createJobs(remote: Remote): RemoteJobs {
  const { transport } = remote;
  const { ask } = transport;
  return {
    startCrawl: (input, call) => start("crawl", input, { call, remote }),
    startBatchScrape: (input, call) => start("batch", input, { call, remote }),
    startExtract: (input, call) => start("extract", input, { call, remote }),
    planCrawl: async (input, call) =>
      plannedOf(await ask({ method: "POST", path: `${jobRoutes.crawl}/params-preview`, body: input, call })),
    get: ({ id, kind, ...query }, call) =>
      withKind({ id, kind }, pagedKinds, (each) => getJob({ id, kind: each, query }, call, transport)),
    getExtract: async ({ id }, call) => (await ask(get(jobPath("extract", id), call))) as unknown as ExtractStatus,
    cancel: (job, call) =>
      withKind(job, allKinds, async (kind) => {
        const body = await ask({ method: "DELETE", path: jobPath(kind, job.id), call });
        return body as unknown as JobCancelled;
      }),
    pause: (job, call) => setPaused(job, "pause", { call, transport }),
    resume: (job, call) => setPaused(job, "resume", { call, transport }),
    errors: (job, call) =>
      withKind(job, pagedKinds, async (kind) => {
        if (kind === "extract") throw noPages("errors");
        return (await ask(get(`${jobPath(kind, job.id)}/errors`, call))) as unknown as JobErrors;
      }),
    async *events({ id, kind, after }, call = {}) {
      const known = await withKind({ id, kind }, pagedKinds, async (each) => {
        await getJob({ id, kind: each, query: { limit: 1 } }, call, transport);
        return each;
      });
      yield* jobEvents({ id, kind: known, after }, call, transport);
    },
    active: async (call) => activeOf(await ask(get(`${jobRoutes.crawl}/active`, call))),
    explain: async ({ id, ...query }, call) =>
      decisionsOf(await ask({ ...get(`${jobRoutes.crawl}/${segment(id)}/decisions`, call), query })),
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

/** Starts a job under an idempotency key, so that trying again starts no second one. */
async function start<Started>(
  kind: JobKind,
  input: unknown,
  {
    call = {},
    remote,
  }: { readonly call: (CallOptions & { readonly id?: string | undefined }) | undefined; readonly remote: Remote },
): Promise<Started> {
  const { id, ...others } = call;
  if (id !== undefined) throw onlyEmbedded("id", "`idempotencyKey` makes starting a job repeatable");
  const { transport, settings } = remote;
  const keyed = { ...others, idempotencyKey: call.idempotencyKey ?? settings.newKey() };
  const body = plainRequest(input);
  return startedOf<Started>(await transport.ask({ method: "POST", path: jobRoutes[kind], body, call: keyed }));
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
  return await withKind(job, pagedKinds, async (kind) => {
    if (kind === "extract") throw onlyEmbedded(step, "an extraction can only be cancelled");
    const path = `${jobPath(kind, job.id)}/${step}`;
    return (await transport.ask({ method: "POST", path, body: {}, call })) as unknown as JobPaused;
  });
}

/** The refusal of options that the wire does not support for an extraction. */
export function noPages(option: string): Error {
  return onlyEmbedded(option, "of an extraction, ask `result()` or `jobs.getExtract`");
}
