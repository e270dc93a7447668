import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Tinypool } from "tinypool";
import { gaveUp } from "../../concurrency/deadline.ts";
import { EngineError } from "../../errors.ts";
import { systemClock } from "../../memory/system-clock.ts";
import type { PageContent, Transformer, TransformOptions } from "../transformer.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Capture } from "../../ports/page-source.ts";
import { inProcessTransformer } from "./in-process.ts";
import { unpack } from "./parcel.ts";
import { createSlots } from "./slots.ts";
import type { WorkerOutcome, WorkerTask } from "./transform-worker.ts";

/** How a pool of workers is set up. */
export interface WorkerTransformerOptions {
  /** Worker threads. The default leaves one processor to the event loop; at least one. */
  readonly threads?: number | undefined;
  /** Pages that may wait for a thread; more are refused with OVERLOADED. Default 1000. */
  readonly maxQueue?: number | undefined;
  /** Time for one page, waiting not counted; then its thread is ended. Default 60 000. */
  readonly maxPageMs?: number | undefined;
  /** Memory of one thread; a page that needs more ends it. Default 1024. */
  readonly maxMemoryMb?: number | undefined;
  /** HTML pages up to this size are read in the calling thread, as handing them over would cost more. Default 16 384. */
  readonly inProcessBytes?: number | undefined;
  /** Address of a module that exports `parsers: readonly BodyParser[]`; they win over the built-in ones. */
  readonly parsersModule?: string | undefined;
  /** Where the worker's code is. Needed only when a bundler has moved this module away from it. */
  readonly workerUrl?: URL | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Turns captures into content in a pool of worker threads, so that the event loop of the host never stands still while
 * a page is read. Threads start with the first page that needs one and don't keep the process alive. A page over its
 * time or memory budget ends its thread, and comes back as bare text with a warning; the pool goes on. Throws OVERLOADED
 * when the queue is full, ABORTED when the signal fires. Disposing ends all threads. In a bundle, which does not hold the
 * worker's code, pages are read in the calling thread, and a warning of the process says so; throws CAPABILITY_MISSING at
 * once when there is nothing at `workerUrl`, or when `parsersModule` would be passed over.
 */
export function workerTransformer(options: WorkerTransformerOptions = {}): Transformer & AsyncDisposable {
  const { maxPageMs = 60_000, inProcessBytes = 16_384, clock = systemClock, parsersModule } = options;
  const filename = workerFile(options);
  if (filename === undefined) return withoutWorkers();
  const threads = Math.max(1, options.threads ?? availableParallelism() - 1);
  const slots = createSlots(threads, options.maxQueue ?? 1000);
  const disposed = new AbortController();
  let pool: Promise<Tinypool> | undefined;
  const inProcess = inProcessTransformer();

  // Starting a thread and copying a page takes the event loop some milliseconds: one at a time, then others' turn.
  let starting: Promise<unknown> = Promise.resolve();
  const nextStart = (): Promise<unknown> => (starting = starting.then(() => nextTurn()));

  const run = async (task: WorkerTask, signal: AbortSignal): Promise<WorkerOutcome> => {
    pool ??= createPool({ filename, threads, maxMemoryMb: options.maxMemoryMb ?? 1024 });
    const started = await pool;
    await nextStart();
    const body = task.capture.body.slice();
    const outcome: Promise<WorkerOutcome> = started.run(
      { ...task, capture: { ...task.capture, body } },
      { signal, transferList: [body.buffer] },
    );
    return await outcome;
  };

  const read = async (capture: Capture, transformOptions: TransformOptions, signal: AbortSignal) => {
    const task = {
      capture: withoutPictures(capture),
      options: transformOptions,
      parsersModule,
      patienceMs: Math.floor(maxPageMs * 0.8),
    };
    const budget = clock.deadline(maxPageMs);
    try {
      return await contentOf(await run({ ...task, bare: false }, AbortSignal.any([signal, budget])));
    } catch (thrown) {
      if (signal.aborted) throw gaveUp(signal);
      const reason = budget.aborted ? `it took more than ${maxPageMs} ms` : outOfMemory(thrown);
      if (reason === undefined) throw EngineError.from(thrown);
      const rest = AbortSignal.any([signal, clock.deadline(maxPageMs)]);
      const outcome = await run({ ...task, bare: true }, rest).catch((again: unknown) => {
        throw signal.aborted ? gaveUp(signal) : unreadable(capture, reason, again);
      });
      return reduced(await contentOf(outcome), reason, capture);
    }
  };

  return {
    async transform(capture, transformOptions, callerSignal) {
      const signal = AbortSignal.any([callerSignal, disposed.signal]);
      if (signal.aborted) throw gaveUp(signal);
      if (staysHere(capture, inProcessBytes) && parsersModule === undefined) {
        return await inProcess.transform(capture, transformOptions, signal);
      }
      const giveBack = await slots.take(signal);
      try {
        return await read(capture, transformOptions, signal);
      } finally {
        giveBack();
      }
    },
    async [Symbol.asyncDispose]() {
      disposed.abort(new EngineError("ABORTED", "The transformer was disposed."));
      const started = await pool;
      await started?.destroy();
    },
  };
}

interface PoolSettings {
  readonly filename: string;
  readonly threads: number;
  readonly maxMemoryMb: number;
}

async function createPool({ filename, threads, maxMemoryMb }: PoolSettings): Promise<Tinypool> {
  const { Tinypool } = await import("tinypool");
  return new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
}

/** Where the worker's code is: beside this module, as source or as built. Undefined when a bundler has moved this one. */
function workerFile({ workerUrl, parsersModule }: WorkerTransformerOptions): string | undefined {
  const url = workerUrl ?? besideThisModule();
  if (url !== undefined && existsSync(url)) return url.href;
  if (workerUrl === undefined && parsersModule === undefined) return undefined;
  const place = url === undefined ? "" : ` at ${fileURLToPath(url)}`;
  const message = `There is no worker${place}; a bundler has moved it: pass \`workerUrl\`, or leave @garner/core out of the bundle.`;
  throw new EngineError("CAPABILITY_MISSING", message);
}

function besideThisModule(): URL | undefined {
  // Where a bundler writes CommonJS, a module does not know its address.
  const here: string | undefined = import.meta.url;
  return here === undefined ? undefined : new URL(`./transform-worker.${here.endsWith(".ts") ? "ts" : "js"}`, here);
}

function withoutWorkers(): Transformer & AsyncDisposable {
  process.emitWarning(
    "The workers of @garner/core are not in the bundle, so pages are read in the calling thread. Leave @garner/core out of the bundle, or pass `workerUrl`.",
    { type: "GarnerWarning", code: "GARNER_NO_WORKERS" },
  );
  return { ...inProcessTransformer(), async [Symbol.asyncDispose]() {} };
}

function staysHere({ body, contentType }: Capture, limit: number): boolean {
  return body.length <= limit && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

/** The transform does not look at them, so they need not be copied. */
function withoutPictures(capture: Capture): Capture {
  return { ...capture, screenshot: undefined, actionResults: undefined };
}

async function contentOf(outcome: WorkerOutcome): Promise<PageContent> {
  if ("parcel" in outcome) return await unpack(outcome.parcel);
  const { code, message, details } = outcome.failure;
  throw new EngineError(code, message, { details });
}

function outOfMemory(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? "it took too much memory" : undefined;
}

function reduced(content: PageContent, reason: string, capture: Capture): PageContent {
  if (content.verdict === "empty") throw unreadable(capture, reason, undefined);
  return { ...content, warnings: [`The page could not be read in full, because ${reason}; this is its bare text.`] };
}

const unreadable = ({ contentType, url }: Capture, reason: string, cause: unknown): EngineError =>
  new EngineError("UNSUPPORTED_CONTENT", `The page could not be read (${contentType}, ${url}): ${reason}.`, { cause });
