import type { Task, TaskOutcome } from "@garner/core";
import type { Database } from "./database.ts";
import { isDead, thisOwner } from "./owner.ts";

/** How long a process may be silent before its tasks are another's. */
const leaseMs = 15_000;
const reclaimEveryMs = 1000;

/**
 * A process that dies interrupts everything it works on, whatever it died of, so that an interruption is no failed attempt.
 * Only a task that was there when so many died is taken for what kills them: it comes with an attempt that is out of
 * all proportion, and is given up.
 */
const mostInterruptions = 50;
const hopelessAttempt = 1000;

/** A task that this process has leased. */
export interface LeasedTask {
  readonly number: number;
  /** As JSON. */
  readonly task: string;
  readonly attempt: number;
  readonly dueAt: number;
}

/** A task that was handled, and what becomes of it. */
export interface FinishedTask extends LeasedTask {
  readonly outcome: TaskOutcome;
}

/** The table of tasks, as one process works on it. Every method is one step. */
export interface TaskTable {
  add(tasks: readonly Task[], dueAt: number): Promise<void>;
  /** Notes what became of tasks, and leases up to `count` that are due. */
  turnOver(finished: readonly FinishedTask[], count: number, now: number): Promise<readonly LeasedTask[]>;
  /** Renews the leases of these tasks. */
  renew(tasks: readonly LeasedTask[], now: number): Promise<void>;
  /** When the next task that waits is due. */
  nextDueAt(): Promise<number | undefined>;
}

/** The tasks of a file. */
export function taskTable(database: Database): TaskTable {
  const owner = thisOwner();
  let reclaimedAt = 0;

  function note({ number, attempt, outcome }: FinishedTask, now: number): void {
    if (outcome.next === "done") {
      database.run("DELETE FROM tasks WHERE number = ? AND owner = ?", number, owner);
      return;
    }
    database.run(
      `UPDATE tasks SET owner = NULL, leased_until = NULL, interruptions = 0, attempt = ?, due_at = ?
         WHERE number = ? AND owner = ?`,
      ...[attempt + attemptsOf(outcome), now + outcome.delayMs, number, owner],
    );
  }

  /** Frees what dead processes held, and what was silent for too long. */
  function reclaim(now: number): void {
    reclaimedAt = now;
    const sql = "SELECT owner, min(leased_until) AS until FROM tasks WHERE owner IS NOT NULL GROUP BY owner";
    for (const lease of database.all<{ owner: string; until: number }>(sql)) {
      const free = `UPDATE tasks SET owner = NULL, leased_until = NULL, interruptions = interruptions + 1,
        attempt = iif(interruptions >= ${mostInterruptions}, ${hopelessAttempt}, attempt) WHERE owner = ?`;
      if (isDead(lease.owner)) database.run(free, lease.owner);
      else if (lease.until < now) database.run(`${free} AND leased_until < ?`, lease.owner, now);
    }
  }

  function lease(count: number, now: number): readonly LeasedTask[] {
    return database.all<LeasedTask>(
      `UPDATE tasks SET owner = ?, leased_until = ? WHERE number IN
         (SELECT number FROM tasks WHERE owner IS NULL AND due_at <= ? ORDER BY due_at, number LIMIT ?)
         RETURNING number, task, attempt, due_at AS dueAt`,
      ...[owner, now + leaseMs, now, count],
    );
  }

  function isDue(now: number): boolean {
    return database.first("SELECT 1 FROM tasks WHERE owner IS NULL AND due_at <= ? LIMIT 1", now) !== undefined;
  }

  return {
    async add(tasks, dueAt) {
      await database.write(() => {
        for (const task of tasks) {
          const sql = "INSERT INTO tasks (id, task, due_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
          database.run(sql, task.id, JSON.stringify(task), dueAt);
        }
      });
    },
    async turnOver(finished, count, now) {
      const mayReclaim = count > 0 && now - reclaimedAt >= reclaimEveryMs;
      const mayLease = count > 0 && (mayReclaim || isDue(now));
      if (finished.length === 0 && !mayLease) return [];
      return await database.write(() => {
        for (const task of finished) note(task, now);
        if (mayReclaim) reclaim(now);
        return mayLease ? lease(count, now).toSorted(byDueTime) : [];
      });
    },
    async renew(tasks, now) {
      const numbers = JSON.stringify(tasks.map(({ number }) => number));
      const sql = "UPDATE tasks SET leased_until = ? WHERE owner = ? AND number IN (SELECT value FROM json_each(?))";
      await database.write(() => database.run(sql, now + leaseMs, owner, numbers));
    },
    async nextDueAt() {
      const sql = "SELECT due_at FROM tasks WHERE owner IS NULL ORDER BY due_at LIMIT 1";
      return database.first<{ due_at: number }>(sql)?.due_at;
    },
  };
}

function attemptsOf(outcome: TaskOutcome): number {
  return outcome.next === "retry" ? (outcome.attempts ?? 1) : 0;
}

function byDueTime(one: LeasedTask, other: LeasedTask): number {
  return one.dueAt - other.dueAt || one.number - other.number;
}
