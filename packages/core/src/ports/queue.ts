import type { OpenEntry } from "./job-store.ts";

/** Tasks that take turns with those of other groups. */
export interface TaskGroup {
  readonly name: string;
  /** The most of its tasks handled at once, by all consumers together. */
  readonly concurrency: number;
}

/**
 * A unit of work. Equal ids are the same task. Its content is JSON. One with `needsBrowser` is for consumers that have a
 * browser; for any, where the queue has no {@link Queue.findsBrowser}.
 */
export type Task = {
  readonly id: string;
  readonly group?: TaskGroup | undefined;
  readonly needsBrowser?: true | undefined;
} & (
  | { readonly type: "visit"; readonly jobId: string; readonly entry: OpenEntry }
  | { readonly type: "deliver"; readonly jobId: string; readonly sequence: number }
);

/**
 * The fate of a handled task: it is done and forgotten, or handed over again after `delayMs`, with the same `attempt`
 * if it was only postponed, with the next one if it failed; `attempts` is for a failure that counts as several.
 */
export type TaskOutcome =
  | { readonly next: "done" }
  | { readonly next: "postpone"; readonly delayMs: number }
  | { readonly next: "retry"; readonly delayMs: number; readonly attempts?: number | undefined };

/** Carries out one task. `attempt` starts at 1. `signal` fires when the consumer is disposed. */
export type TaskHandler = (task: Task, attempt: number, signal: AbortSignal) => Promise<TaskOutcome>;

/**
 * Delivers each task at least once, to one consumer at a time, however long it takes. It knows *when*, never *what*.
 * Tasks of a consumer that dies go to another one within five minutes. That does not count as an attempt, but a task
 * that outlives dozens of consumers (more than 25, 100 at most) may be killing them and gets an `attempt` of 1000.
 */
export interface Queue {
  /**
   * Adds tasks, atomically. Pushing a task that is still queued or running changes nothing: not when it is due, nor its
   * attempt.
   */
  push(tasks: readonly Task[], options?: { readonly delayMs?: number }): Promise<void>;
  /**
   * Handles tasks, up to `concurrency` at a time, until disposed. Within a group, the task that was due first comes first, and
   * among equals the one that was pushed first. Groups take turns: none with room waits until another one has nothing left to
   * do, however much that is. Tasks without a group are in one without a limit. Disposing hands over no further task and
   * waits for running handlers; tasks they did not finish are delivered again, with the same `attempt`. A handler that
   * throws gets its task again after a while (not at once, and the first time within half a minute), with the next
   * `attempt`.
   */
  consume(handler: TaskHandler, options: ConsumerOptions): AsyncDisposable;
  /**
   * True while a consumer with a browser is alive, in any process, or was moments ago. Once there is none, tasks that need
   * one are handed to any consumer, so that they can be given up. Absent where all consumers are alike.
   */
  findsBrowser?(): Promise<boolean>;
}

/** A consumer as its queue knows it. */
export interface ConsumerOptions {
  readonly concurrency: number;
  /** True if it takes tasks that need a browser; false when not given. */
  readonly hasBrowser?: boolean | undefined;
}
