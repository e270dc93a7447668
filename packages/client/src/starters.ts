import type {
  CallOptions,
  EngineJobs,
  ExtractedPage,
  ExtractHandle,
  ExtractStarted,
  ExtractStatus,
  JobCall,
  JobHandle,
  JobKind,
  JobReference,
  JobResult,
  ScrapeResult,
} from "@garner/core";
import { checkCall, withId } from "./checks.ts";
import { jobEvents } from "./events.ts";
import { jobHandle, progressIn, type HandleOptions, type RemoteJob } from "./handle.ts";
import { noPages, type RemoteJobs } from "./jobs.ts";
import type { Transport } from "./transport.ts";

/** A server, and its jobs by their ids. */
export interface Remote {
  readonly transport: Transport;
  readonly jobs: RemoteJobs;
}

/** The part of a crawl's or batch's start that its result repeats. */
interface StartedPages {
  readonly id: string;
  readonly invalidURLs?: readonly string[] | undefined;
  readonly warning?: string | undefined;
}

type Starter<Started> = (call: JobCall) => Promise<Started>;

/** A call whose signal ends the job, but not the request that starts it: only a started job can be cancelled. */
function startCall({ call: { signal: _signal, ...rest } }: HandleOptions): JobCall {
  return rest;
}

/** Starts a crawl or batch. */
interface StartOfPages<Started> {
  readonly start: Starter<Started>;
  /** The batch to which URLs are added, or the job that is attached. */
  readonly id?: string | undefined;
  readonly isAppended?: boolean | undefined;
  readonly kindOf: () => Promise<JobKind>;
}

/** A crawl or batch on its way. */
export function pagesHandle<Started extends StartedPages>(
  from: StartOfPages<Started>,
  options: HandleOptions & Remote,
): JobHandle<ScrapeResult, JobResult, Started> {
  checkCall(options.call);
  return jobHandle<ScrapeResult, JobResult, Started>(pagesJob(from, options), options);
}

function pagesJob<Started extends StartedPages>(
  { id: known, start, isAppended = false, kindOf }: StartOfPages<Started>,
  options: HandleOptions & Remote,
): RemoteJob<JobResult, Started> {
  const { call, jobs, transport } = options;
  async function* events(id: string, after: number) {
    yield* jobEvents({ id, kind: await kindOf(), after }, call, transport);
  }
  return {
    id: known,
    start: () => start(startCall(options)),
    events,
    status: async (id, chunk) => jobs.get({ ...chunk, id, kind: await kindOf() }),
    cancel: async (id) => jobs.cancel({ id, kind: await kindOf() }),
    pause: async (id) => jobs.pause({ id, kind: await kindOf() }),
    resume: async (id) => jobs.resume({ id, kind: await kindOf() }),
    async collect({ id, invalidURLs, warning }) {
      const pages: ScrapeResult[] = [];
      // A server sends its engine's documents.
      for await (const { document } of events(id, 0)) if (document !== undefined) pages.push(document as ScrapeResult);
      const kind = await kindOf();
      const status = await jobs.get({ id, kind, limit: 1 }, call);
      const { errors } = await jobs.errors({ id, kind }, call);
      const warnings = [...new Set([warning, status.warning])].filter((text) => text !== undefined && text !== "");
      return {
        ...progressIn(status),
        pages: kind === "batch" && !isAppended ? inRequestOrder(pages) : pages,
        errors,
        ...(invalidURLs === undefined ? {} : { invalidURLs }),
        ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
      };
    },
  };
}

/** The pages of a batch in the order of its URLs; if URLs were added, in the order of arrival. Pure. */
function inRequestOrder(pages: readonly ScrapeResult[]): ScrapeResult[] {
  const places = new Set(pages.map(({ metadata }) => metadata.urlIndex));
  if (places.size < pages.length) return [...pages];
  return pages.toSorted((one, other) => (one.metadata.urlIndex ?? 0) - (other.metadata.urlIndex ?? 0));
}

/** The time between two looks at an extraction, for which the wire has no events. */
const lookEveryMs = 500;

/** An extraction on its way. */
export function extractHandle(
  { start, id }: { readonly start: Starter<ExtractStarted>; readonly id?: string | undefined },
  options: HandleOptions & Remote,
): ExtractHandle {
  const { call, jobs, transport } = options;
  checkCall(call);
  async function collect({ id: started, invalidURLs }: ExtractStarted): Promise<ExtractStatus> {
    for (;;) {
      const status = await jobs.getExtract({ id: started }, call);
      if (status.status !== "processing") return invalidURLs === undefined ? status : { ...status, invalidURLs };
      await transport.wait(lookEveryMs, call);
    }
  }
  const handle = jobHandle<ExtractedPage, ExtractStatus, ExtractStarted>(
    {
      id,
      start: () => start(startCall(options)),
      status: () => Promise.reject(noPages("status")),
      // oxlint-disable-next-line require-yield
      async *events() {
        throw noPages("pages of an extraction");
      },
      cancel: (started) => jobs.cancel({ id: started, kind: "extract" }),
      pause: (started) => jobs.pause({ id: started, kind: "extract" }),
      resume: (started) => jobs.resume({ id: started, kind: "extract" }),
      collect,
    },
    options,
  );
  return Object.defineProperty(handle, "status", {
    value: async () => jobs.getExtract({ id: (await handle.started()).id }),
  }) as unknown as ExtractHandle;
}

/** Handles of jobs that were started before. */
export function createAttach(remote: Remote): EngineJobs["attach"] {
  const { jobs } = remote;
  const attach = (job: JobReference | string, call: CallOptions = {}) => {
    const { id, kind }: JobReference = typeof job === "string" ? { id: job } : withId(job);
    const options = { call, isOwner: false, ...remote };
    if (kind === "extract") {
      const start = async () => ({ id: (await jobs.getExtract({ id }, call)).id });
      return extractHandle({ id, start }, options);
    }
    let found: Promise<JobKind> | undefined;
    const kindOf = () => (found ??= jobs.get({ id, kind, limit: 1 }, call).then((status) => status.kind));
    const start = async () => {
      await kindOf();
      return { id };
    };
    return pagesHandle({ id, start, kindOf }, options);
  };
  return attach as EngineJobs["attach"];
}
