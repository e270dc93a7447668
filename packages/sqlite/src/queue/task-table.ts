import type { Task, TaskOutcome } from "@garner/core";
import type { Database } from "../database/database.ts";
import { isDead, thisOwner } from "./owner.ts";

/** The shortest time a lease holds for others that can't know if its holder is dead. */
const leaseMs = 15_000;
/** The time between two beats: a process renews its leases, and looks at those of the others. */
export const beatMs = 5000;
const reclaimEveryMs = 1000;
/** The most that the clock may go back without being taken for set back. */
const maxSkewMs = 1000;

/**
 * A process that dies interrupts everything it works on, whatever it died of, so that an interruption is no failed
 * attempt. Only a task that was there when so many died is taken for the cause: it comes with an attempt out of all
 * proportion, and is given up.
 */
const maxInterruptions = 50;
const hopelessAttempt = 1000;

/** A task that this process has leased. */
export interface LeasedTask {
  readonly number: number;
  /** JSON. */
  readonly task: string;
  readonly attempt: number;
  readonly dueAt: number;
}

/** A handled task, and its fate. */
export interface FinishedTask extends LeasedTask {
  readonly outcome: TaskOutcome;
}

/** Tasks that a consumer would take on. */
export interface WantedTasks {
  /** The most of them. */
  readonly count: number;
  readonly now: number;
  /** True if some are being added in the same transaction. */
  readonly areComing: boolean;
}

/** The table of tasks, as one consumer works on it. Every method is one step. */
export interface TaskTable {
  add(tasks: readonly Task[], options: { readonly now: number; readonly delayMs: number }): Promise<void>;
  /** Notes the fate of tasks, and leases tasks that are due. */
  turnOver(finished: readonly FinishedTask[], wanted: WantedTasks): Promise<readonly LeasedTask[]>;
  /**
   * Renews the leases of the consumer's own tasks, and frees others' leases that were not renewed for {@link leaseMs}. To be
   * called every {@link beatMs}: it counts its own calls and believes no clock, which may be set.
   */
  beat(inHand: readonly LeasedTask[], now: number): Promise<void>;
  /**
   * The time when the next task that was not due at `after` will be; Infinity if all that wait were, and wait for room.
   * Undefined if none waits.
   */
  nextDueAt(after: number): Promise<number | undefined>;
}

/** A lease in its last seen state, and the number of beats since that was first seen. */
interface SeenLease {
  readonly number: number;
  readonly until: number;
  readonly beats: number;
}

/** The tasks of a file. */
export function taskTable(database: Database): TaskTable {
  const owner = thisOwner();
  let reclaimedAt = -Infinity;
  let lastLookAt = 0;
  let isSetBack = true; // for all that is known
  let seen = new Map<number, SeenLease>();

  return {
    async add(tasks, { now, delayMs }) {
      await database.write(() => {
        for (const task of tasks) {
          const sql = `INSERT INTO tasks (id, task, due_at, queued_at, group_name, group_concurrency)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
          const { name = null, concurrency = null } = task.group ?? {};
          database.run(sql, task.id, JSON.stringify(task), dueAfter(delayMs, now), now, name, concurrency);
        }
      });
    },
    async turnOver(finished, { count, now, areComing }) {
      isSetBack ||= now < lastLookAt - maxSkewMs;
      lastLookAt = now;
      const mayReclaim = count > 0 && (isSetBack || now - reclaimedAt >= reclaimEveryMs);
      const mayLease = count > 0 && (mayReclaim || areComing || isDue({ database, now }));
      if (finished.length === 0 && !mayLease) return [];
      if (mayReclaim) reclaimedAt = now;
      const leased = await database.write(() => {
        for (const task of finished) note(task, { database, owner, now });
        if (isSetBack) forgetFuture({ database, now });
        if (mayReclaim) reclaim(database);
        return mayLease ? lease(count, { database, owner, now }).toSorted(byDueTime) : [];
      });
      isSetBack = false;
      return leased;
    },
    async beat(inHand, now) {
      const others = leasesOfOthers(inHand, { database, seen });
      const silent = others.filter(({ beats }) => beats * beatMs >= leaseMs);
      seen = new Map(others.map((lease) => [lease.number, lease]));
      if (silent.length === 0 && inHand.length === 0) return;
      await database.write(() => {
        const numbers = JSON.stringify(inHand.map(({ number }) => number));
        const renew =
          "UPDATE tasks SET leased_until = ? WHERE owner = ? AND number IN (SELECT value FROM json_each(?))";
        database.run(renew, now + leaseMs, owner, numbers);
        for (const { number, until } of silent)
          database.run(`${free} WHERE number = ? AND leased_until = ?`, number, until);
      });
    },
    async nextDueAt(after) {
      const sql = "SELECT due_at FROM tasks WHERE owner IS NULL AND due_at > ? ORDER BY due_at LIMIT 1";
      const next = database.first<{ due_at: number }>(sql, after)?.due_at;
      return next ?? (isDue({ database, now: after }) ? Infinity : undefined);
    },
  };
}

interface Moment {
  readonly database: Database;
  readonly now: number;
}

/** A moment, and the holder of the leases that are made or given back in it. */
interface Holding extends Moment {
  readonly owner: string;
}

function note({ number, attempt, outcome }: FinishedTask, { database, owner, now }: Holding): void {
  if (outcome.next === "done") {
    database.run("DELETE FROM tasks WHERE number = ? AND owner = ?", number, owner);
    return;
  }
  database.run(
    `UPDATE tasks SET owner = NULL, leased_until = NULL, interruptions = 0, attempt = ?, due_at = ?, queued_at = ?
         WHERE number = ? AND owner = ?`,
    ...[attempt + attemptsOf(outcome), dueAfter(outcome.delayMs, now), now, number, owner],
  );
}

/** The time at which a task is due, in the whole milliseconds that the table keeps. */
function dueAfter(delayMs: number, now: number): number {
  return Math.ceil(now + delayMs);
}

const free = `UPDATE tasks SET owner = NULL, leased_until = NULL, interruptions = interruptions + 1,
    attempt = iif(interruptions >= ${maxInterruptions}, ${hopelessAttempt}, attempt)`;

/** Frees the tasks of dead processes. */
function reclaim(database: Database): void {
  const owners = database.all<{ owner: string }>("SELECT DISTINCT owner FROM tasks WHERE owner IS NOT NULL");
  for (const { owner } of owners) if (isDead(owner)) database.run(`${free} WHERE owner = ?`, owner);
}

/** A task queued later than now was queued before the clock was set back: its due time is lost, so it is due now. */
function forgetFuture({ database, now }: Moment): void {
  const sql = "UPDATE tasks SET due_at = ?, queued_at = ? WHERE queued_at > ?";
  database.run(sql, now, now, now + maxSkewMs);
}

/** The leases that others hold, each with the beats since it was last renewed. */
function leasesOfOthers(
  inHand: readonly LeasedTask[],
  { database, seen }: { readonly database: Database; readonly seen: ReadonlyMap<number, SeenLease> },
): readonly SeenLease[] {
  const own = new Set(inHand.map(({ number }) => number));
  const sql = "SELECT number, leased_until AS until FROM tasks WHERE owner IS NOT NULL";
  return database
    .all<{ number: number; until: number }>(sql)
    .filter(({ number }) => !own.has(number))
    .map((lease) => {
      const before = seen.get(lease.number);
      return { ...lease, beats: before?.until === lease.until ? before.beats + 1 : 0 };
    });
}

/** The number of due tasks looked at, of which the first of each group are taken. */
const maxLookedAt = 2000;

interface DueTask {
  readonly number: number;
  readonly due_at: number;
  readonly group_name: string | null;
  readonly group_concurrency: number | null;
}

/**
 * Leases tasks in rounds: in each round, every group gets one, groups with fewer tasks under way first, and none gets more than
 * it may. The order is made here: one statement with windows took SQLite twenty times as long.
 */
function lease(count: number, { database, owner, now }: Holding): readonly LeasedTask[] {
  const due = database.all<DueTask>(
    `SELECT number, due_at, group_name, group_concurrency FROM tasks
       WHERE owner IS NULL AND due_at <= ? ORDER BY due_at, number LIMIT ${maxLookedAt}`,
    now,
  );
  if (due.length === 0) return [];
  const groups = database.all<{ group_name: string | null; held: number }>(
    "SELECT group_name, count(*) AS held FROM tasks WHERE owner IS NOT NULL GROUP BY group_name",
  );
  const held = new Map(groups.map((group) => [group.group_name, group.held]));
  const placed = due.map((task) => {
    const place = (held.get(task.group_name) ?? 0) + 1;
    held.set(task.group_name, place);
    return { ...task, place };
  });
  const take = `UPDATE tasks SET owner = ?, leased_until = ? WHERE number = ?
    RETURNING number, task, attempt, due_at AS dueAt`;
  return placed
    .filter(({ place, group_concurrency }) => place <= (group_concurrency ?? place))
    .toSorted((one, other) => one.place - other.place || one.due_at - other.due_at || one.number - other.number)
    .slice(0, count)
    .flatMap(({ number }) => database.first<LeasedTask>(take, owner, now + leaseMs, number) ?? []);
}

function isDue({ database, now }: Moment): boolean {
  return database.first("SELECT 1 FROM tasks WHERE owner IS NULL AND due_at <= ? LIMIT 1", now) !== undefined;
}

function attemptsOf(outcome: TaskOutcome): number {
  return outcome.next === "retry" ? (outcome.attempts ?? 1) : 0;
}

function byDueTime(one: LeasedTask, other: LeasedTask): number {
  return one.dueAt - other.dueAt || one.number - other.number;
}
