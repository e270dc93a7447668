import type { Clock, QueuedTask, QueueView, Task, TaskState } from "@garner/core";
import { fromJson, type Database } from "../database/database.ts";

interface TaskColumns {
  readonly task: string;
  readonly state: TaskState;
  readonly attempt: number;
  readonly queued_at: number;
  readonly due_at: number;
}

/** Takes the time as its first value. */
const select = `SELECT task, attempt, queued_at, due_at, CASE WHEN owner IS NOT NULL THEN 'active' WHEN due_at <= ? THEN 'waiting'
  WHEN attempt > 1 THEN 'failed' ELSE 'delayed' END AS state FROM tasks`;

/** Looks into the queue of a file. */
export function queueView(database: Database, clock: Clock): QueueView {
  return {
    async count() {
      const sql = `SELECT state, count(*) AS count FROM (${select}) GROUP BY state`;
      const rows = await database.read(() => database.all<{ state: TaskState; count: number }>(sql, clock.now()));
      const none = { waiting: 0, active: 0, delayed: 0, failed: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
    },
    async list(states, { skip, limit }) {
      const sql = `SELECT * FROM (${select}) WHERE state IN (SELECT value FROM json_each(?)) ORDER BY due_at LIMIT ? OFFSET ?`;
      const values = [clock.now(), JSON.stringify(states), limit, skip];
      return (await database.read(() => database.all<TaskColumns>(sql, ...values))).map(toTask);
    },
    async get(id) {
      const row = await database.read(() => database.first<TaskColumns>(`${select} WHERE id = ?`, clock.now(), id));
      return row && toTask(row);
    },
    async promote(id) {
      const sql = "UPDATE tasks SET due_at = ? WHERE id = ? AND owner IS NULL AND due_at > ?";
      const now = clock.now();
      await database.write(() => database.run(sql, now, id, now));
    },
  };
}

function toTask({ task, state, attempt, queued_at, due_at }: TaskColumns): QueuedTask {
  return { task: fromJson<Task>(task), state, attempt, queuedAt: queued_at, dueAt: due_at };
}
