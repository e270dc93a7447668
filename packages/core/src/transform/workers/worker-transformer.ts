import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { gaveUp } from "../../concurrency/deadline.ts";
import { computeHere, type Compute } from "../../concurrency/pure-work.ts";
import { EngineError } from "../../errors.ts";
import { systemClock } from "../../memory/system-clock.ts";
import type { PageContent, Transformer, TransformOptions, TransformWait } from "../transformer.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Capture } from "../../ports/page-source.ts";
import { checkOptions, option } from "../../schema/input/check-options.ts";
import { registrableDomain } from "../../url/registrable-domain.ts";
import { inProcessTransformer } from "./in-process.ts";
import { unpack } from "./parcel.ts";
import { createThreadPool, type ThreadPool } from "./thread-pool.ts";
import type {
  ComputeOutcome,
  ComputeTask,
  Failure,
  TransformOutcome,
  TransformTask,
  WorkerExport,
} from "./transform-worker.ts";

/** Options of a pool of workers. */
export interface WorkerTransformerOptions {
  /**
   * Worker threads. The default leaves one processor to the event loop; at least two. Half as many more are for pages that
   * take longer than a second, so that these don't hold up others.
   */
  readonly threads?: number | undefined;
  /**
   * Pages that may wait for a thread; more are refused with OVERLOADED, those of the site that has most waiting first.
   * Default 1000.
   */
  readonly maxQueue?: number | undefined;
  /** Time that a page may wait for a thread; then it is refused with OVERLOADED. Default 300 000. */
  readonly maxWaitMs?: number | undefined;
  /** Time for one page, waiting not counted; then its thread is ended. Default 20 000. */
  readonly maxPageMs?: number | undefined;
  /** Memory of one thread; a page that needs more ends it. Default 1024. */
  readonly maxMemoryMb?: number | undefined;
  /**
   * HTML pages up to this size that somebody waits for are read in the calling thread, as a thread may have yet to start;
   * their cost is bounded by their size. So is one of up to four times the size while nobody waits for another: it would
   * spend a tenth of its time on the way to a thread, or stand behind the pages of a job. Those of jobs are not: the calling
   * thread then takes no memory for what reads pages. Default 16 384.
   */
  readonly inProcessBytes?: number | undefined;
  /** Address of a module that exports `parsers: readonly BodyParser[]`; they win over the built-in ones. */
  readonly parsersModule?: string | undefined;
  /** Address of the worker's code. Needed only when a bundler has moved this module away from it. */
  readonly workerUrl?: URL | undefined;
  readonly clock?: Clock | undefined;
}

/** A page that nobody else waits beside may be this many times as large as others and still stay in the calling thread. */
const aloneFactor = 4;

/** A transformer that also does other work in its threads. */
export interface WorkerTransformer extends AsyncDisposable, Pick<Transformer, "transform"> {
  readonly compute: Compute;
  readonly waiting: NonNullable<Transformer["waiting"]>;
}

/**
 * Turns captures into content in a pool of worker threads, so that the event loop of the host never stands still while
 * a page is read. Threads start with the first page that needs one and don't keep the process alive. Sites with waiting pages
 * take turns, and a page that takes long gives its place to quick ones. A page over its time or memory budget ends its
 * thread, and comes back as bare text with a warning; the pool goes on. Disposing ends all threads.
 *
 * A bundle does not hold the worker's code. There, pages are read in the calling thread, and a warning of the process
 * says so.
 *
 * Throws BAD_REQUEST for options that do not exist or are of the wrong type, and CAPABILITY_MISSING if there is nothing at
 * `workerUrl`, or if `parsersModule` would be passed over. Its transforms throw OVERLOADED if the queue is full, and ABORTED when the signal fires, which ends the page's thread.
 */
export function workerTransformer(options: WorkerTransformerOptions = {}): WorkerTransformer {
  checkOptions<WorkerTransformerOptions>("workerTransformer", options, {
    threads: option.count.optional(),
    maxQueue: option.amount.optional(),
    maxWaitMs: option.amount.optional(),
    maxPageMs: option.amountAboveZero.optional(),
    maxMemoryMb: option.amountAboveZero.optional(),
    inProcessBytes: option.amount.optional(),
    parsersModule: option.text.optional(),
    workerUrl: option.object.optional(),
    clock: option.clock.optional(),
  });
  const { maxPageMs = 20_000, inProcessBytes = 16_384, clock = systemClock, parsersModule } = options;
  const filename = workerFile(options);
  if (filename === undefined) return withoutWorkers();
  const pool = createThreadPool({
    filename,
    threads: options.threads ?? Math.max(2, availableParallelism() - 1),
    maxWaiting: options.maxQueue ?? 1000,
    maxWaitMs: options.maxWaitMs ?? 300_000,
    maxMs: maxPageMs,
    maxMemoryMb: options.maxMemoryMb ?? 1024,
    clock,
  });
  const disposed = new AbortController();
  const inProcess = inProcessTransformer();
  /** Pages under way that somebody waits for. */
  let awaited = 0;

  const compute = computeInPool(pool, disposed.signal);
  const transformWith = (wait: TransformWait | undefined): Transformer["transform"] => {
    const inThread = readInPool({ pool, maxPageMs, parsersModule, wait });
    const here: Transformer["transform"] = async (capture, transformOptions, signal) => {
      await pool.turn();
      if (signal.aborted) throw gaveUp(signal);
      return await inProcess.transform(capture, transformOptions, signal);
    };
    const isAwaited = wait?.inBackground !== true;
    return async (capture, transformOptions, callerSignal) => {
      const signal = AbortSignal.any([callerSignal, disposed.signal]);
      if (signal.aborted) throw gaveUp(signal);
      const maxBytesHere = awaited === 0 ? inProcessBytes * aloneFactor : inProcessBytes;
      const isHere = isAwaited && parsersModule === undefined && staysHere(capture, transformOptions, maxBytesHere);
      awaited += Number(isAwaited);
      try {
        return await (isHere ? here : inThread)(capture, transformOptions, signal);
      } finally {
        awaited -= Number(isAwaited);
      }
    };
  };

  return {
    compute,
    transform: transformWith(undefined),
    waiting: (wait) => ({ compute, transform: transformWith(wait) }),
    async [Symbol.asyncDispose]() {
      disposed.abort(new EngineError("ABORTED", "The transformer was disposed."));
      await pool[Symbol.asyncDispose]();
    },
  };
}

interface Reading {
  readonly pool: ThreadPool;
  readonly maxPageMs: number;
  readonly parsersModule: string | undefined;
  readonly wait: TransformWait | undefined;
}

/** Reads pages in the pool; one that takes too much comes back as bare text. */
function readInPool({ pool, maxPageMs, parsersModule, wait }: Reading): Transformer["transform"] {
  return async (capture, options, signal) => {
    const page = { capture: withoutPictures(capture), options, parsersModule };
    const attempt = async (bare: boolean) => {
      const prepare = () => {
        const body = new Uint8Array(capture.body);
        const task: TransformTask = {
          ...page,
          capture: { ...page.capture, body },
          patienceMs: Math.floor(maxPageMs * 0.8),
          bare,
        };
        return { task, transfer: [body.buffer] };
      };
      const task = { name: "transformInWorker" satisfies WorkerExport, prepare };
      return await pool.run<TransformTask, TransformOutcome>(task, { key: siteOf(capture.url), signal, ...wait });
    };
    const whole = await attempt(false);
    if (typeof whole !== "string") return await contentOf(whole.outcome);
    const reason = whole === "time" ? `it took more than ${maxPageMs} ms` : "it took too much memory";
    const bare = await attempt(true).catch((thrown: unknown) => {
      throw signal.aborted ? gaveUp(signal) : unreadable(capture, reason, thrown);
    });
    if (typeof bare === "string") throw unreadable(capture, reason, undefined);
    return reduced(await contentOf(bare.outcome), reason, capture);
  };
}

/** Does pure work in the pool. */
function computeInPool(pool: ThreadPool, disposed: AbortSignal): Compute {
  return async (work, input, call) => {
    const { module, name, tooMuch } = work;
    const task = {
      name: "computeInWorker" satisfies WorkerExport,
      prepare: () => ({ task: { module, name, input }, transfer: [] }),
    };
    const signal = AbortSignal.any([call.signal, disposed]);
    const done = await pool.run<ComputeTask, ComputeOutcome>(task, { key: call.key, signal });
    if (typeof done === "string") throw new EngineError(tooMuch.code, tooMuch.message);
    if ("failure" in done.outcome) throw raised(done.outcome.failure);
    // A bundler has moved the module.
    if ("isMissing" in done.outcome) return await work.run(input);
    // The worker computes the same as the function would here.
    return done.outcome.value as Awaited<ReturnType<typeof work.run>>;
  };
}

/** Address of the worker's code: beside this module, as source or as built. Undefined if a bundler moved this one. */
function workerFile({ workerUrl, parsersModule }: WorkerTransformerOptions): string | undefined {
  const url = workerUrl ?? besideThisModule();
  if (url !== undefined && existsSync(url)) return url.href;
  if (workerUrl === undefined && parsersModule === undefined) return undefined;
  const place = url === undefined ? "" : ` at ${fileURLToPath(url)}`;
  const message = `There is no worker${place}; a bundler has moved it: pass \`workerUrl\`, or leave @garner/core out of the bundle.`;
  throw new EngineError("CAPABILITY_MISSING", message);
}

function besideThisModule(): URL | undefined {
  // In a bundle of CommonJS, a module does not know its address.
  const here: string | undefined = import.meta.url;
  return here === undefined ? undefined : new URL(`./transform-worker.${here.endsWith(".ts") ? "ts" : "js"}`, here);
}

function withoutWorkers(): WorkerTransformer {
  process.emitWarning(
    "The workers of @garner/core are not in the bundle, so pages are read in the calling thread. Leave @garner/core out of the bundle, or pass `workerUrl`.",
    { type: "GarnerWarning", code: "GARNER_NO_WORKERS" },
  );
  const { transform } = inProcessTransformer();
  return { transform, compute: computeHere, waiting: () => ({ transform }), async [Symbol.asyncDispose]() {} };
}

function staysHere(capture: Capture, options: TransformOptions, limit: number): boolean {
  return isSmall(capture, options, limit) && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(capture.contentType);
}

/** True if a page with its options is no larger than so many bytes. */
export function isSmall({ body, served }: Capture, options: TransformOptions, limit: number): boolean {
  const bytes = body.length + (served?.length ?? 0);
  const selectors = [...options.includeTags, ...options.excludeTags].reduce((sum, { length }) => sum + length, 0);
  return bytes <= limit && selectors <= limit / selectorShare;
}

/** A character of a selector can cost as much as this many of a page. */
const selectorShare = 8;

/** Owner of a page's share of threads: its registered domain, else its host or address. */
function siteOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? url;
  return registrableDomain(host) ?? host;
}

/** The transform does not look at them, so they need not be copied. */
function withoutPictures(capture: Capture): Capture {
  return { ...capture, screenshot: undefined, actionResults: undefined };
}

async function contentOf(outcome: TransformOutcome): Promise<PageContent> {
  if ("parcel" in outcome) return await unpack(outcome.parcel);
  throw raised(outcome.failure);
}

const raised = ({ code, message, details }: Failure): EngineError => new EngineError(code, message, { details });

function reduced(content: PageContent, reason: string, capture: Capture): PageContent {
  if (content.verdict === "empty") throw unreadable(capture, reason, undefined);
  return { ...content, warnings: [`The page could not be read in full, because ${reason}; this is its bare text.`] };
}

const unreadable = ({ contentType, url }: Capture, reason: string, cause: unknown): EngineError =>
  new EngineError("UNSUPPORTED_CONTENT", `The page could not be read (${contentType}, ${url}): ${reason}.`, { cause });
