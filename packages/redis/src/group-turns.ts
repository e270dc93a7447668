import type { Task, TaskGroup } from "@garner/core";
import { DelayedError, Job as BullJob, WaitingError, type Queue as BullQueue } from "bullmq";
import type { GroupRooms } from "./group-rooms.ts";
import { digest } from "./keys.ts";

/** A task without room asks again after so many leases, later in a longer line; as a rule it is called before. */
const parkedLeases = 3;
const parkedMsPerPlace = 20;

/** The dependencies of the turns of groups. */
interface TurnOptions {
  /** The queues that tasks may be in. */
  readonly queues: readonly BullQueue[];
  readonly rooms: GroupRooms;
  readonly leaseMs: number;
  /** Called if room could not be given back; waiting tasks then come by themselves, later. */
  readonly onError: (error: unknown) => void;
}

/** Keeps a group's tasks in BullMQ's line and under way within its limit; the rest is delayed until one ends. */
export interface GroupTurns<Content extends { readonly task: Task }> {
  /** The delays of tasks that are about to be pushed and have no room. */
  ask(tasks: readonly Task[]): Promise<ReadonlyMap<Task, number>>;
  /**
   * Works on a job if there is room for its task, and gives the room to others afterwards, while the job is still this
   * worker's; else hands the job back.
   */
  take<Outcome>(job: BullJob<Content>, token: string | undefined, work: () => Promise<Outcome>): Promise<Outcome>;
}

/** Turns of groups over BullMQ. */
export function groupTurns<Content extends { readonly task: Task }>(options: TurnOptions): GroupTurns<Content> {
  const { queues, rooms, leaseMs, onError } = options;
  const parkedMs = (place: number) => (place === 0 ? 0 : parkedLeases * leaseMs + parkedMsPerPlace * place);

  async function leave(group: TaskGroup, id: string): Promise<void> {
    for (const next of await rooms.leave(group, id)) {
      const job = await jobOf(next, queues);
      await (job === undefined ? leave(group, next) : job.promote().catch(unlessOnItsWay));
    }
  }

  return {
    async ask(tasks) {
      const delays = new Map<Task, number>();
      for (const members of Map.groupBy(tasks, ({ group }) => group?.name).values()) {
        const group = members[0]?.group;
        if (group === undefined) continue;
        const ids = members.map(({ id }) => digest(id));
        const places = await rooms.enter(group, ids);
        for (const [index, task] of members.entries()) delays.set(task, parkedMs(places[index] ?? 0));
      }
      return delays;
    },
    async take(job, token, work) {
      const { group, id } = job.data.task;
      if (group === undefined) return await work();
      const [place = 0] = wasLetIn(job) ? [] : await rooms.enter(group, [digest(id)]);
      if (place > 0) return await postpone(job, token, parkedMs(place));
      try {
        return await work();
      } finally {
        await leave(group, digest(id)).catch(onError);
      }
    },
  };
}

async function jobOf(id: string, queues: readonly BullQueue[]): Promise<BullJob | undefined> {
  for (const queue of queues) {
    const job = await BullJob.fromId(queue, id);
    if (job !== undefined) return job;
  }
  return undefined;
}

/** Hands a job back to BullMQ, for later. */
export async function postpone(job: BullJob, token: string | undefined, delayMs: number): Promise<never> {
  if (delayMs > 0) {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  }
  await job.moveToWait(token);
  throw new WaitingError();
}

/** True if it had room when it was pushed, and has not been touched since. */
function wasLetIn({ opts, attemptsStarted }: BullJob): boolean {
  return (opts.delay ?? 0) === 0 && attemptsStarted === 1;
}

function unlessOnItsWay(thrown: unknown): void {
  if (!(thrown instanceof Error) || !thrown.message.includes("not in the delayed state")) throw thrown;
}
