import { threadId } from "node:worker_threads";
import { Tinypool } from "tinypool";
import type { PureWork } from "../../concurrency/pure-work.ts";
import { isHtml, mediaTypeOf } from "../../decoding/media-type.ts";
import { builtInParsers } from "../../documents/index.ts";
import { EngineError } from "../../errors.ts";
import { transformCapture } from "../pipeline.ts";
import type { TransformOptions } from "../transformer.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import type { Capture } from "../../ports/page-source.ts";
import { bareContent } from "./bare-content.ts";
import { pack, type Parcel } from "./parcel.ts";
import type { Begun } from "./thread-pool.ts";

/** The functions of this module that run in worker threads. */
export type WorkerExport = "transformInWorker" | "computeInWorker";

/** One page for a worker. */
export interface TransformTask {
  readonly capture: Capture;
  readonly options: TransformOptions;
  /** Milliseconds after which parsers that can stop early do so. */
  readonly patienceMs: number;
  /** Address of a module whose `parsers` win over the built-in ones. */
  readonly parsersModule: string | undefined;
  /** Only the bare text, for a page that is too much for the pipeline. */
  readonly bare: boolean;
}

/** An error on its way between threads: as plain fields, as cloning would strip its class. */
export type Failure = Pick<EngineError, "code" | "message" | "details">;

/** Outcome of a page. */
export type TransformOutcome = { readonly parcel: Parcel } | { readonly failure: Failure };

/** Runs in a worker thread: the same transform as in process. Never throws. */
export async function transformInWorker(task: TransformTask & Begun): Promise<unknown> {
  tellBegun(task);
  const outcome = await read(task);
  const buffers = "parcel" in outcome ? outcome.parcel.texts.map(([, utf8]) => utf8.buffer) : [];
  const moved: object = { [Tinypool.transferableSymbol]: buffers, [Tinypool.valueSymbol]: outcome };
  return Tinypool.move(moved as Parameters<typeof Tinypool.move>[0]);
}

function tellBegun({ begun }: Begun): void {
  begun.postMessage(threadId);
  begun.close();
}

async function read(task: TransformTask): Promise<TransformOutcome> {
  const { capture, options, patienceMs, parsersModule, bare } = task;
  try {
    if (bare) return { parcel: pack(bareContent(capture, options)) };
    const parsers = [...(await loadParsers(parsersModule)), ...builtInParsers];
    return { parcel: pack(await transformCapture(capture, options, { parsers }, AbortSignal.timeout(patienceMs))) };
  } catch (thrown) {
    return { failure: failureOf(thrown) };
  } finally {
    freeBody(task);
  }
}

/**
 * Frees the bytes of a page of HTML, which was handed over to this thread alone: V8 hardly counts them, and would keep those
 * of hundreds of pages. Parsers of documents may give parts of them away.
 */
function freeBody({ capture }: TransformTask): void {
  const { buffer } = capture.body;
  if (isHtml(mediaTypeOf(capture)) && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function failureOf(thrown: unknown): Failure {
  const { code, message, details } = EngineError.from(thrown);
  return { code, message, details };
}

async function loadParsers(address: string | undefined): Promise<readonly BodyParser[]> {
  if (address === undefined) return [];
  const module: { readonly parsers?: unknown } = await import(address);
  if (Array.isArray(module.parsers)) return module.parsers;
  throw new EngineError("BAD_REQUEST", `The module ${address} exports no list named \`parsers\`.`);
}

/** A piece of pure work for a worker, and its input. */
export interface ComputeTask extends Pick<PureWork<unknown, unknown>, "module" | "name"> {
  readonly input: unknown;
}

/** Outcome of a piece of work. */
export type ComputeOutcome =
  | { readonly value: unknown }
  | { readonly failure: Failure }
  /** The module is not where it was, or exports no such work. */
  | { readonly isMissing: true };

/** Runs in a worker thread: pure work of any module. Never throws. */
export async function computeInWorker(task: ComputeTask & Begun): Promise<ComputeOutcome> {
  tellBegun(task);
  const work = await loadWork(task);
  if (work === undefined) return { isMissing: true };
  try {
    return { value: await work.run(task.input) };
  } catch (thrown) {
    return { failure: failureOf(thrown) };
  }
}

async function loadWork({ module, name }: ComputeTask): Promise<PureWork<unknown, unknown> | undefined> {
  try {
    const exported = (await import(module)) as Readonly<Record<string, PureWork<unknown, unknown> | undefined>>;
    return exported[name];
  } catch {
    return undefined; // the caller does the work
  }
}
