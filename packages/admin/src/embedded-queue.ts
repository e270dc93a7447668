import type { QueuedTask, QueueView, TaskState } from "@garner/core";
import { BaseAdapter } from "@bull-board/api/dist/queueAdapters/base.js";
import type { JobCounts, JobStatus, QueueJob, QueueJobJson } from "@bull-board/api/typings/app";

/** The board's names for the states of tasks. */
const statuses = ["active", "waiting", "delayed", "failed"] as const satisfies readonly TaskState[];

const noSuchThing = "This queue has no such thing.";
const notHere = "A job waits for each of its tasks: cancel the job in place of a task.";

/** An engine's own queue, as the board reads one. A task that failed waits for its next attempt; it can be had now. */
export class EmbeddedQueue extends BaseAdapter {
  readonly #view: QueueView;

  constructor(view: QueueView) {
    super("bullmq", { allowRetries: true, description: "Tasks of an engine's own queue." });
    this.#view = view;
  }

  getName = () => "tasks";
  getStatuses = () => ["latest", ...statuses] as ReturnType<BaseAdapter["getStatuses"]>;
  getJobStatuses = () => [...statuses] as ReturnType<BaseAdapter["getJobStatuses"]>;

  async getJobCounts() {
    const none = { completed: 0, paused: 0, prioritized: 0, "waiting-children": 0 };
    return { ...none, ...(await this.#view.count()) } as JobCounts;
  }
  async getJobs(wanted: JobStatus[], start = 0, end = 9) {
    const states = statuses.filter((state) => wanted.includes(state));
    const tasks = await this.#view.list(states, { skip: start, limit: end - start + 1 });
    return tasks.map((task) => toJob(task, this.#view));
  }
  async getJob(id: string) {
    const task = await this.#view.get(id);
    return task && toJob(task, this.#view);
  }
  async promoteAll() {
    for (const { task } of await this.#view.list(["delayed"], { skip: 0, limit: 10_000 })) {
      await this.#view.promote(task.id);
    }
  }

  getJobLogs = async () => [];
  getMetrics = async () => ({ meta: { count: 0, prevTS: 0, prevCount: 0 }, data: [], count: 0 });
  getRedisInfo = async () => null;
  isPaused = async () => false;
  getJobSchedulers = async () => [];
  getJobSchedulersCount = async () => 0;
  getGlobalConcurrency = async () => null;
  removeJobScheduler = async () => false;

  clean = () => refuse(notHere);
  empty = () => refuse(notHere);
  obliterate = () => refuse(notHere);
  addJob = () => refuse(noSuchThing);
  pause = () => refuse("Pause the job in place of the queue.");
  resume = () => refuse(noSuchThing);
  updateJobScheduler = () => refuse(noSuchThing);
  runJobSchedulerNow = () => refuse(noSuchThing);
  setGlobalConcurrency = () => refuse(noSuchThing);
}

async function refuse(reason: string): Promise<never> {
  throw new Error(reason);
}

function toJob(queued: QueuedTask, view: QueueView): QueueJob {
  const { task, state, attempt, queuedAt, dueAt } = queued;
  const delay = Math.max(0, dueAt - queuedAt);
  const json: QueueJobJson = {
    ...{ id: task.id, name: task.type, data: task, timestamp: queuedAt, delay, attemptsMade: attempt - 1 },
    ...{ progress: 0, failedReason: "", stacktrace: null, returnvalue: undefined, opts: { delay } },
    ...(state === "failed" ? { failedReason: `It comes again as attempt ${attempt}.` } : {}),
  };
  return {
    opts: { delay },
    promote: () => view.promote(task.id),
    retry: () => view.promote(task.id),
    remove: () => refuse(notHere),
    toJSON: () => json,
    getState: async () => state,
  };
}
