import { setTimeout as sleep } from "node:timers/promises";
import { attemptTask, type Queue, type Task, type TaskHandler, type TaskOutcome } from "@garner/core";
import { Queue as BullQueue, Worker, type Job as BullJob, type JobsOptions, type WorkerOptions } from "bullmq";
import { browserPresence } from "./browser-presence.ts";
import type { ClientFactory, ConsumerClients } from "./client-factory.ts";
import type { Connection } from "./connection.ts";
import { format, refusalOfNewer } from "./format.ts";
import { groupRooms } from "./group-rooms.ts";
import { groupTurns, postpone, type GroupTurns } from "./group-turns.ts";
import { digest } from "./keys.ts";

/** A task that outlives so many consumers may be killing them. */
const maxInterruptions = 30;
const hopelessAttempt = 1000;
const failureDelayMs = 1000;
const tasksAtOnce = 500;
/** The time that a task this process does not understand is left to newer ones. */
const newerRestMs = 1000;

/** A task as BullMQ keeps it. */
interface TaskData {
  readonly format?: number;
  readonly task: Task;
  /** Attempts that failures stood for beyond their own. */
  readonly extra: number;
  /** Number of consumers it had outlived when it was last handed back. */
  readonly survived: number;
}

/** The dependencies of a queue. */
export interface QueueOptions {
  readonly connection: Connection;
  readonly clients: ClientFactory;
  /** The lease of a task: it goes to another consumer after this time without a renewal, due in half of it. */
  readonly leaseMs: number;
  /** Called when the queue could not reach Redis, before it tries again. */
  readonly onError: (error: unknown) => void;
}

/** A queue, and its view in BullMQ. */
export interface RedisQueue extends Queue, AsyncDisposable {
  readonly bull: BullQueue;
  /** The part of it for tasks that need a browser. */
  readonly browserBull: BullQueue;
}

/** The name of the queue in BullMQ. */
const queueName = "tasks";
const browserQueueName = "browser-tasks";

/**
 * A queue on BullMQ: its ids drop tasks that are queued already, its delays and retries say when, its locks and the
 * search for stalled jobs hand over the tasks of dead processes. Tasks of a group that has no room are delayed until
 * one of them ends, so that no group has more in BullMQ's line than it may have under way, and the line is short for
 * all. Tasks that need a browser stand in a line of their own, which only consumers that have one take from.
 */
export function queue({ connection, clients, leaseMs, onError }: QueueOptions): RedisQueue {
  const shared = { prefix: bullPrefix(connection.prefix), skipVersionCheck: true };
  const openQueue = (name: string) =>
    new BullQueue<TaskData>(name, { ...shared, connection: clients.forCommands, defaultJobOptions }).on(
      "error",
      onError,
    );
  const [tasks, browserTasks] = [openQueue(queueName), openQueue(browserQueueName)];
  const queueKeys = [tasks.qualifiedName, browserTasks.qualifiedName] as const;
  const turns = groupTurns<TaskData>({
    queues: [tasks, browserTasks],
    rooms: groupRooms(connection, queueKeys, leaseMs),
    leaseMs,
    onError,
  });
  const presence = browserPresence(connection, { key: `${browserTasks.qualifiedName}:taken`, leaseMs, onError });

  return {
    ...{ bull: tasks, browserBull: browserTasks },
    async push(pushed, { delayMs = 0 } = {}) {
      for (let from = 0; from < pushed.length; from += tasksAtOnce) {
        const some = pushed.slice(from, from + tasksAtOnce);
        const parkedMs = delayMs > 0 ? undefined : await turns.ask(some);
        const jobs = some.map((task) => toJob(task, delayMs + (parkedMs?.get(task) ?? 0)));
        const others = jobs.filter((job) => !isForBrowser(job));
        await connection.ask(() => add(others, tasks));
        await connection.ask(() => add(jobs.filter(isForBrowser), browserTasks));
      }
    },
    findsBrowser: () => presence.isKnown(),
    consume(handler, { concurrency, hasBrowser = false }) {
      const consumers = clients.openConsumers();
      const work = startWorker(handsFor(handler, concurrency), {
        ...{ ...shared, turns, onError, concurrency, connection: consumers.client },
        ...{ lockDuration: leaseMs, stalledInterval: Math.ceil(leaseMs / 2) },
      });
      const plain = work(queueName);
      const open = () => work(browserQueueName);
      const forBrowsers = hasBrowser
        ? presence.announce(open)
        : presence.standIn(open, async () => (await browserTasks.getJobCountByTypes("wait", "active", "delayed")) > 0);
      return {
        async [Symbol.asyncDispose]() {
          const closing = Promise.all([plain[Symbol.asyncDispose](), forBrowsers[Symbol.asyncDispose]()]);
          await closedOrCutOff(closing, { connection, consumers, onError });
          consumers.cutOff();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([tasks.close(), browserTasks.close()]);
    },
  };
}

function toJob(task: Task, delay: number) {
  const data: TaskData = { format, task, extra: 0, survived: 0 };
  return { name: task.type, data, opts: { jobId: digest(task.id), delay } };
}

const isForBrowser = ({ data }: ReturnType<typeof toJob>): boolean => data.task.needsBrowser === true;

async function add(jobs: readonly ReturnType<typeof toJob>[], line: BullQueue<TaskData>): Promise<void> {
  const [only] = jobs;
  if (only === undefined) return;
  // Most pages lead to one more; ioredis makes pipelines at great cost.
  if (jobs.length === 1) await line.add(only.name, only.data, only.opts);
  else await line.addBulk([...jobs]);
}

const defaultJobOptions: JobsOptions = {
  ...{ attempts: Number.MAX_SAFE_INTEGER, removeOnComplete: true, removeOnFail: true, stackTraceLimit: 0 },
  backoff: { type: "custom" },
};

/** The time between two looks for a Redis that consumers wait for while they end. */
const lookAgainMs = 1000;
/** The time for consumers to end on a Redis that is away, once they are cut off. */
const cutOffMs = 3000;

/**
 * Waits for consumers to end. BullMQ tells Redis about each task in hand, however long Redis is away: then they are cut
 * off, and others get these tasks when their leases are over.
 */
async function closedOrCutOff(
  closing: Promise<unknown>,
  {
    connection,
    consumers,
    onError,
  }: Pick<QueueOptions, "connection" | "onError"> & { readonly consumers: ConsumerClients },
): Promise<void> {
  const timing = new AbortController();
  const isClosed = closing.then(() => true).finally(() => timing.abort());
  const within = (ms: number) =>
    Promise.race([isClosed, sleep(ms, false, { signal: timing.signal }).catch(() => true)]);
  while (!(await within(lookAgainMs))) {
    try {
      await connection.ask((client) => client.ping());
    } catch (thrown) {
      onError(thrown);
      consumers.cutOff();
      await within(cutOffMs);
      return;
    }
  }
}

/** Lets a handler have so many tasks at once, from whichever line. One that waits ends at once when it is interrupted. */
function handsFor(handler: TaskHandler, concurrency: number): TaskHandler {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (task, attempt, signal) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      if (signal.aborted) return { next: "postpone", delayMs: 0 };
      return await handler(task, attempt, signal);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

interface Working extends WorkerOptions {
  readonly turns: GroupTurns<TaskData>;
  readonly onError: (error: unknown) => void;
}

/** Starts workers of BullMQ. Disposing one interrupts its tasks, and waits for that. */
function startWorker(handler: TaskHandler, { turns, onError, ...options }: Working): (name: string) => AsyncDisposable {
  return (name) => {
    const stopping = new AbortController();
    const worker = new Worker<TaskData>(
      name,
      async (job, token) => {
        const refusal = refusalOfNewer(`A task (${job.name})`, job.data.format);
        if (refusal !== undefined) {
          onError(refusal);
          return await postpone(job, token, newerRestMs);
        }
        const outcome = await turns.take(job, token, () => attemptJob(job, handler, stopping.signal));
        await settle(job, outcome, token);
      },
      {
        ...options,
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        runRetryDelay: failureDelayMs,
        drainDelay: 1,
        settings: {
          backoffStrategy: (_made, _type, error) => (error instanceof TaskRetry ? error.delayMs : failureDelayMs),
        },
      },
    );
    worker.on("error", onError);
    return {
      async [Symbol.asyncDispose]() {
        stopping.abort();
        await worker.close();
      },
    };
  };
}

/** BullMQ's keys, in one hash slot. */
function bullPrefix(prefix: string): string {
  return `{${prefix}}`;
}

async function attemptJob(job: BullJob<TaskData>, handler: TaskHandler, signal: AbortSignal): Promise<TaskOutcome> {
  const { task, extra, survived } = job.data;
  const isHopeless = job.stalledCounter - survived > maxInterruptions;
  const attempt = isHopeless ? hopelessAttempt : job.attemptsMade + 1 + extra;
  return await attemptTask((ending) => handler(task, attempt, ending), signal);
}

/** Tells BullMQ the fate of a job; one that resolves is done with. */
async function settle(job: BullJob<TaskData>, outcome: TaskOutcome, token: string | undefined): Promise<void> {
  if (outcome.next === "done") return;
  const { extra, survived } = job.data;
  const more = outcome.next === "retry" ? (outcome.attempts ?? 1) - 1 : 0;
  if (more > 0 || job.stalledCounter > survived) {
    await job.updateData({ ...job.data, extra: extra + more, survived: job.stalledCounter });
  }
  if (outcome.next === "retry") throw new TaskRetry(outcome.delayMs);
  await postpone(job, token, outcome.delayMs);
}

/** Tells BullMQ about a task's failure and the time of its next attempt. */
class TaskRetry extends Error {
  readonly delayMs: number;
  constructor(delayMs: number) {
    super("The task is to come again.");
    this.delayMs = delayMs;
  }
}
