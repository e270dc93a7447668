import type { MessagePort } from "node:worker_threads";
import { Tinypool } from "tinypool";
import { builtInParsers } from "../../documents/index.ts";
import { EngineError } from "../../errors.ts";
import { transformCapture } from "../pipeline.ts";
import type { TransformOptions } from "../transformer.ts";
import type { BodyParser } from "../../ports/body-parser.ts";
import type { Capture } from "../../ports/page-source.ts";
import { bareContent } from "./bare-content.ts";
import { pack, type Parcel } from "./parcel.ts";

/** One page for a worker. */
export interface WorkerTask {
  readonly capture: Capture;
  /** Told that the thread has begun. */
  readonly begun: MessagePort;
  readonly options: TransformOptions;
  /** Milliseconds after which parsers that can stop early do so. */
  readonly patienceMs: number;
  /** Address of a module whose `parsers` win over the built-in ones. */
  readonly parsersModule: string | undefined;
  /** Only the bare text, for a page that is too much for the pipeline. */
  readonly bare: boolean;
}

/** What comes back. Errors cross the thread boundary as plain fields, as cloning would strip their class. */
export type WorkerOutcome =
  | { readonly parcel: Parcel }
  | { readonly failure: Pick<EngineError, "code" | "message" | "details"> };

/** Runs in a worker thread: the same transform as in process. Never throws. */
export default async function transformInWorker(task: WorkerTask): Promise<unknown> {
  task.begun.postMessage(true);
  task.begun.close();
  const outcome = await attempt(task);
  const buffers = "parcel" in outcome ? outcome.parcel.texts.map(([, utf8]) => utf8.buffer) : [];
  const moved: object = { [Tinypool.transferableSymbol]: buffers, [Tinypool.valueSymbol]: outcome };
  return Tinypool.move(moved as Parameters<typeof Tinypool.move>[0]);
}

async function attempt(task: WorkerTask): Promise<WorkerOutcome> {
  const { capture, options } = task;
  try {
    if (task.bare) return { parcel: pack(bareContent(capture, options)) };
    const parsers = [...(await loadParsers(task.parsersModule)), ...builtInParsers];
    return { parcel: pack(await transformCapture(capture, options, parsers, AbortSignal.timeout(task.patienceMs))) };
  } catch (thrown) {
    const { code, message, details } = EngineError.from(thrown);
    return { failure: { code, message, details } };
  }
}

async function loadParsers(address: string | undefined): Promise<readonly BodyParser[]> {
  if (address === undefined) return [];
  const module: { readonly parsers?: unknown } = await import(address);
  if (Array.isArray(module.parsers)) return module.parsers;
  throw new EngineError("BAD_REQUEST", `The module ${address} exports no list named \`parsers\`.`);
}
