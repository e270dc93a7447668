import type { Database } from "./database.ts";
import type { OpenJob } from "./job-row.ts";

/** One step of a job: what it works on, within a transaction. The job's counters change here; the caller saves them. */
export interface JobStep {
  readonly database: Database;
  readonly job: OpenJob;
}

/** A lane of a job, as its row has it. */
export interface LaneRow {
  readonly number: number;
  readonly name: string;
  readonly pending: number;
  readonly open: number;
}

/** Where an entry stands in its lane. */
export interface LanePlace {
  readonly lane: number;
  readonly depth: number;
}

const firstPendingDepth =
  "(SELECT min(depth) FROM urls WHERE job = lanes.job AND lane = lanes.number AND state = 'pending')";

/** The lane with a name; it is made if there is none. */
export function laneNumber({ database, job }: JobStep, name: string): number {
  const known = database.first<LaneRow>("SELECT * FROM lanes WHERE job = ? AND name = ?", job.number, name);
  if (known !== undefined) return known.number;
  database.run("INSERT INTO lanes (job, name) VALUES (?, ?)", job.number, name);
  return laneNumber({ database, job }, name);
}

/** New pending entries of a lane, at one depth. */
export interface Entrants extends LanePlace {
  readonly count: number;
}

/** Counts new pending entries in their lane. */
export function enterLane({ database, job }: JobStep, { lane, depth, count }: Entrants): void {
  const entered = database.first<LaneRow>(
    `UPDATE lanes SET pending = pending + ?1, first_depth = min(coalesce(first_depth, ?2), ?2) WHERE number = ?3
       RETURNING *`,
    ...[count, depth, lane],
  );
  if (entered?.pending === count && entered.open === 0) job.lanes += 1;
  countAtDepth({ database, job }, depth, count);
}

/** Takes an entry that has ended out of its lane. Its row must have left its old state already. */
export function leaveLane({ database, job }: JobStep, { lane, depth }: LanePlace, from: "pending" | "open"): void {
  const change = from === "open" ? "open = open - 1" : `pending = pending - 1, first_depth = ${firstPendingDepth}`;
  const left = database.first<LaneRow>(`UPDATE lanes SET ${change} WHERE number = ? RETURNING *`, lane);
  countAtDepth({ database, job }, depth, -1);
  if (left?.pending === 0 && left.open === 0) job.lanes -= 1;
}

/** Moves a pending entry up to a smaller depth. */
export function moveUp(step: JobStep, { lane, depth }: LanePlace, to: number): void {
  step.database.run("UPDATE lanes SET first_depth = min(first_depth, ?) WHERE number = ?", to, lane);
  countAtDepth(step, depth, -1);
  countAtDepth(step, to, 1);
}

/** Puts an open entry back among the pending ones. */
export function reenterLane({ database }: JobStep, { lane, depth }: LanePlace): void {
  database.run(
    `UPDATE lanes SET open = open - 1, pending = pending + 1,
       first_depth = min(coalesce(first_depth, ?1), ?1) WHERE number = ?2`,
    ...[depth, lane],
  );
}

/** The lane whose first entry is to be opened next: of the least depth, then the one that was served least. */
export function nextLane(step: JobStep): LaneRow | undefined {
  const { settings, lanes, number } = step.job;
  const share = settings.oneVisitPerLane ? 1 : Math.ceil(settings.maxConcurrency / Math.max(1, lanes));
  return step.database.first<LaneRow>(
    `SELECT * FROM lanes WHERE job = ? AND first_depth IS NOT NULL AND open < ? AND first_depth <= ?
       ORDER BY first_depth, opened, number LIMIT 1`,
    ...[number, share, deepestToOpen(step)],
  );
}

/** Counts the lane's first entry as open. Its row must say so already. */
export function openInLane({ database }: JobStep, lane: number): void {
  database.run(
    `UPDATE lanes SET pending = pending - 1, open = open + 1, opened = opened + 1,
       first_depth = ${firstPendingDepth} WHERE number = ?`,
    lane,
  );
}

function deepestToOpen({ database, job }: JobStep): number {
  if (!job.settings.shortestDepths) return Number.MAX_SAFE_INTEGER;
  const sql = "SELECT min(depth) AS least FROM levels WHERE job = ?";
  return (database.first<{ least: number | null }>(sql, job.number)?.least ?? 0) + 1;
}

function countAtDepth({ database, job }: JobStep, depth: number, change: number): void {
  if (!job.settings.shortestDepths) return;
  database.run(
    `INSERT INTO levels (job, depth, unfinished) VALUES (?1, ?2, ?3)
       ON CONFLICT DO UPDATE SET unfinished = unfinished + ?3`,
    ...[job.number, depth, change],
  );
  if (change < 0) database.run("DELETE FROM levels WHERE job = ? AND depth = ? AND unfinished = 0", job.number, depth);
}
