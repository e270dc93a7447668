import type { Task } from "./queue.ts";

/** The state of a task: `failed` waits for another attempt, `delayed` for its time. */
export type TaskState = "waiting" | "active" | "delayed" | "failed";

/** A task as a queue has it. Times are milliseconds since the epoch. */
export interface QueuedTask {
  readonly task: Task;
  readonly state: TaskState;
  /** The next attempt, or the present one. */
  readonly attempt: number;
  readonly queuedAt: number;
  readonly dueAt: number;
}

/** Looks into a queue, for its operator. A queue works without it. */
export interface QueueView {
  count(): Promise<Readonly<Record<TaskState, number>>>;
  /** Tasks in these states, those that are due first. */
  list(
    states: readonly TaskState[],
    from: { readonly skip: number; readonly limit: number },
  ): Promise<readonly QueuedTask[]>;
  get(id: string): Promise<QueuedTask | undefined>;
  /** Makes a task that waits for its time or its next attempt due now; any other stays as it is. */
  promote(id: string): Promise<void>;
}
