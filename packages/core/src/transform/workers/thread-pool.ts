import { setImmediate as nextTurn } from "node:timers/promises";
import { MessageChannel, Worker, type MessagePort, type Transferable } from "node:worker_threads";
import type { Tinypool } from "tinypool";
import { gaveUp } from "../../concurrency/deadline.ts";
import { EngineError, messageOfThrown } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { createTracks, type TrackCall } from "../../concurrency/tracks.ts";
import { spareMemoryMb, tooMuchMemory, watchMemory } from "./thread-memory.ts";

/** Number and limits of the threads. */
export interface ThreadPoolOptions {
  /** The module that the threads run. */
  readonly filename: string;
  /** Threads for work that is done soon; half as many more are for work that isn't. */
  readonly threads: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly maxMs: number;
  readonly maxMemoryMb: number;
  readonly clock: Clock;
}

/** A task for a function that the threads' module exports; it gets the task, and {@link Begun} with it. */
export interface ThreadTask<Task> {
  readonly name: string;
  /** Called right before the task goes to its thread, again when it has to begin again. */
  readonly prepare: () => { readonly task: Task; readonly transfer: readonly Transferable[] };
}

/** Part of every task. */
export interface Begun {
  /** Gets the number of the thread that has begun. */
  readonly begun: MessagePort;
}

/** Limits that a task can exceed. */
export type Overrun = "time" | "memory";

/** Threads that share work fairly, see `tracks.ts`, and end work that takes too much. */
export interface ThreadPool extends AsyncDisposable {
  /** Throws errors that prevent the task, OVERLOADED, and ABORTED when the signal fires, which ends the thread. */
  run<Task, Outcome>(task: ThreadTask<Task>, call: TrackCall): Promise<{ readonly outcome: Outcome } | Overrun>;
  /** Resolves in a turn of the event loop that no other work of the pool has. */
  turn(): Promise<unknown>;
}

/** Work that is done in this time is most work; the rest makes room for it. */
const quickMs = 1_000;

/** The limit where all places for slow work are taken, as on an overloaded machine. */
const patienceMs = 5_000;

/** Makes a pool. Threads start when they are needed, and don't keep the process alive. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { filename, threads, maxMs, maxMemoryMb, maxWaiting, maxWaitMs, clock } = options;
  const slow = Math.max(1, Math.floor(threads / 2));
  const tracks = createTracks({ quick: threads, slow, quickMs, patienceMs, maxMs, maxWaiting, maxWaitMs, clock });
  let pool: Promise<Tinypool> | undefined;

  const starts = watchStarts();

  // Starting a thread and copying a page take the event loop some milliseconds: one at a time, then others' turn.
  let lastTurn: Promise<unknown> = Promise.resolve();
  const turn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => nextTurn()));

  const start = async <Task, Outcome>(
    { name, prepare }: ThreadTask<Task>,
    signal: AbortSignal,
    begun: () => void,
  ): Promise<Outcome> => {
    pool ??= createTinypool({ filename, maxThreads: threads + slow, maxMemoryMb, onThreadError: starts.onThreadError });
    const started = await pool;
    await turn();
    const { task, transfer } = prepare();
    const { port1, port2 } = new MessageChannel();
    const waiting = starts.wait();
    const memory = watchMemory(options);
    port1.once("message", (threadId: unknown) => {
      waiting.end();
      begun();
      const thread = threadOf(started, threadId);
      if (thread !== undefined) memory.begin(thread);
    });
    port1.unref();
    try {
      const transferList = [...transfer, port2] as NonNullable<Parameters<Tinypool["run"]>[1]>["transferList"];
      const ending = AbortSignal.any([signal, waiting.signal, memory.signal]);
      return await started.run({ ...task, begun: port2 }, { name, signal: ending, transferList });
    } catch (thrown) {
      throw [waiting.signal, memory.signal].find(({ aborted }) => aborted)?.reason ?? thrown;
    } finally {
      memory.end();
      waiting.leave();
      port1.close();
    }
  };

  return {
    turn,
    async run<Task, Outcome>(task: ThreadTask<Task>, call: TrackCall) {
      try {
        const outcome = await tracks.run((ending, begun) => start<Task, Outcome>(task, ending, begun), call);
        return outcome === undefined ? "time" : { outcome };
      } catch (thrown) {
        if (call.signal.aborted) throw gaveUp(call.signal);
        if (thrown === tooMuchMemory || isOutOfMemory(thrown)) return "memory";
        throw EngineError.from(thrown);
      }
    },
    async [Symbol.asyncDispose]() {
      const started = await pool;
      await started?.destroy();
    },
  };
}

/** A third of the memory for a crawl than with V8's own limit, in the same CPU time. */
const youngGenerationMb = 12;

async function createTinypool(settings: {
  readonly filename: string;
  readonly maxThreads: number;
  readonly maxMemoryMb: number;
  /** Gets the error that ends an idle thread. */
  readonly onThreadError: (thrown: unknown) => void;
}): Promise<Tinypool> {
  const { filename, maxThreads, maxMemoryMb, onThreadError } = settings;
  const { Tinypool } = await import("tinypool");
  const pool = new Tinypool({
    filename,
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    // A thread that waits without turns of its event loop lets V8 collect garbage only in the middle of a page.
    useAtomics: false,
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb + spareMemoryMb,
      maxYoungGenerationSizeMb: youngGenerationMb,
    },
  });
  return pool.on("error", onThreadError);
}

/** The thread of this number, if it has not ended. Tinypool keeps it in each of its workers, though its types don't tell. */
function threadOf(pool: Tinypool, threadId: unknown): Worker | undefined {
  const threads = pool.threads.map((worker) => ("thread" in worker ? worker.thread : undefined));
  return threads.filter((thread) => thread instanceof Worker).find((thread) => thread.threadId === threadId);
}

/** Fails the waiting tasks when no thread can start: Tinypool would keep them for ever. */
function watchStarts() {
  const waiting = new Set<AbortController>();
  let hasStarted = false;
  return {
    onThreadError(thrown: unknown): void {
      // A thread that ends between two tasks takes none with it; the next task gets another.
      if (!hasStarted) waiting.forEach((task) => task.abort(cannotStart(thrown)));
    },
    /** A task begins to wait for a thread. Its signal fires, with the error, when no thread can start. */
    wait() {
      const task = new AbortController();
      waiting.add(task);
      const leave = () => waiting.delete(task);
      return {
        signal: task.signal,
        leave,
        /** A thread has begun with it. */
        end() {
          hasStarted = true;
          leave();
        },
      };
    },
  };
}

function cannotStart(cause: unknown): EngineError {
  const reason = messageOfThrown(cause);
  const message = `The threads that read pages can't start: ${reason}. Node loads into each thread what NODE_OPTIONS, --import and --require name.`;
  return new EngineError("CAPABILITY_MISSING", message, { cause });
}

function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_WORKER_OUT_OF_MEMORY";
}
