import type { Changes, Decision, EntryRow, EventRow, LaneRow, SeenEntry } from "@garner/core";
import { digest, hexDigest, siteDigest, toJson } from "../database/database.ts";
import type { FrontierTables, LoadedFrontier } from "./load-frontier.ts";

/** Saves a step's changes but for the job's own row and the opened entries. Returns the numbers of changed lanes. */
export function saveFrontier(
  tables: FrontierTables,
  changes: Changes,
  { numbers }: Pick<LoadedFrontier, "numbers">,
): ReadonlyMap<string, number> {
  const lanes = new Map(changes.lanes.map((lane) => [lane.name, saveLane(tables, lane)]));
  for (const row of changes.added) insertEntry(tables, row, lanes);
  for (const row of changes.changed) updateEntry(tables, row, numbers.get(row.entry.key));
  for (const [key, seen] of changes.met) meetEntry(tables, key, seen);
  for (const [family, spent] of changes.spent) saveSpent(tables, family, spent);
  for (const [url, decision] of changes.decisions) saveDecision(tables, url, decision);
  for (const event of changes.events) insertEvent(tables, event);
  return lanes;
}

/** Saves a lane; returns its number. */
function saveLane({ database, job }: FrontierTables, { name, pending, open, opened, age }: LaneRow): number {
  const [firstDepth] = Object.keys(pending); // whole numbers come in ascending order
  const values = [JSON.stringify(pending), firstDepth === undefined ? null : Number(firstDepth), open, opened];
  if (age !== undefined) {
    const sql = "UPDATE lanes SET depths = ?, first_depth = ?, open = ?, opened = ? WHERE number = ?";
    database.run(sql, ...values, age);
    return age;
  }
  const sql = `INSERT INTO lanes (job, name, depths, first_depth, open, opened) VALUES (?, ?, ?, ?, ?, ?)
    RETURNING number`;
  return database.first<{ number: number }>(sql, job, name, ...values)?.number ?? -1;
}

function insertEntry(
  { database, job }: FrontierTables,
  { entry, state, opening, credits, ...others }: EntryRow,
  lanes: ReadonlyMap<string, number>,
): void {
  const { key, url, depth, lane, part, foundOn, trap } = entry;
  database.run(
    `INSERT INTO urls (job, key_digest, key, url, depth, lane, part, found_on, trap, state, opening, credits, duplicate_of)
       VALUES (?, unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[job, hexDigest(key), key, url, depth, lanes.get(lane) ?? null, part, foundOn ?? null, toJson(trap), state],
    ...[opening, credits, duplicateColumn(others)],
  );
}

function updateEntry({ database }: FrontierTables, row: EntryRow, number = -1): void {
  const { entry, state, opening, credits } = row;
  database.run(
    "UPDATE urls SET depth = ?, state = ?, opening = ?, credits = ?, duplicate_of = ? WHERE number = ?",
    ...[entry.depth, state, opening, credits, duplicateColumn(row), number],
  );
}

function meetEntry({ database, job }: FrontierTables, key: string, seen: SeenEntry): void {
  const sql = "UPDATE urls SET depth = ?, duplicate_of = ? WHERE job = ? AND key_digest = ?";
  database.run(sql, seen.depth, duplicateColumn(seen), job, digest(key));
}

/** See {@link EntryColumns}. */
function duplicateColumn({ duplicateOf, spellings = [] }: Pick<EntryRow, "duplicateOf" | "spellings">): Buffer | null {
  if (duplicateOf === undefined && spellings.length === 0) return null;
  return Buffer.from([duplicateOf ?? "", ...spellings].join("\n"));
}

function saveSpent({ database, job }: FrontierTables, family: string, spent: number): void {
  const sql = `INSERT INTO families (job, name, spent) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET spent = excluded.spent`;
  database.run(sql, job, family, spent);
}

function saveDecision({ database, job }: FrontierTables, url: string, decision: Decision | undefined): void {
  if (decision === undefined) {
    database.run("DELETE FROM decisions WHERE job = ? AND url_digest = unhex(?)", job, siteDigest(url));
    return;
  }
  const { reason, detail, depth, foundOn } = decision;
  // One that is replaced goes to the end, behind what readers have seen.
  database.run(
    `INSERT OR REPLACE INTO decisions (job, url_digest, url, reason, detail, depth, found_on)
       VALUES (?, unhex(?), ?, ?, ?, ?, ?)`,
    ...[job, siteDigest(url), url, reason, detail, depth, foundOn ?? null],
  );
}

function insertEvent({ database, job }: FrontierTables, { event, page }: EventRow): void {
  database.run(
    `INSERT INTO events (job, sequence, type, at, page, scrape_id, url, error, document)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[job, event.sequence, event.type, event.at, page ?? null, event.id ?? null, event.url ?? null],
    ...[toJson(event.error), toJson(event.document)],
  );
}
