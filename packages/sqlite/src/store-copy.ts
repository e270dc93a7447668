import type { Decision, Delivery, IndexedPage, JobCopy, JobRowsCopy, StoreCopy, Task } from "@garner/core";
import { fromJson, type Database } from "./database/database.ts";
import { toRow, type JobColumns } from "./jobs/job-row.ts";
import { toEvent, type EventColumns } from "./jobs/job-reader.ts";
import { entryColumns, toEntryRow, toLaneRow, type EntryColumns, type LaneColumns } from "./jobs/load-frontier.ts";

/** Rows that are read at once. */
const atOnce = 500;

const nothing: JobRowsCopy = { added: [], lanes: [], decisions: new Map(), events: [], spent: new Map() };

interface DecisionColumns extends Pick<Decision, "url" | "reason" | "detail" | "depth"> {
  readonly found_on: string | null;
}

interface PageColumns {
  readonly team: string;
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly text: string;
  readonly indexed_at: number;
}

/** Everything in the file that another store can take over. */
export function storeCopy(database: Database): StoreCopy {
  const all = <Row>(sql: string): Iterable<Row> => database.each<Row>(sql);
  return {
    jobs: jobs(database),
    tasks: map(all<{ task: string }>("SELECT task FROM tasks ORDER BY number"), ({ task }) => fromJson<Task>(task)),
    deliveries: map(all<{ delivery: string }>("SELECT delivery FROM deliveries ORDER BY number"), ({ delivery }) =>
      fromJson<Delivery>(delivery),
    ),
    positions: all("SELECT job_id AS jobId, position AS sequence FROM outboxes"),
    usage: all("SELECT team, start_date AS startDate, api_key AS apiKey, credits FROM usage"),
    charges: map(all<{ month: string; id_digest: Uint8Array }>("SELECT month, id_digest FROM charges"), (charge) => ({
      month: charge.month,
      idDigest: charge.id_digest.subarray(0, 12),
    })),
    hosts: map(all<{ name: string; state: string }>("SELECT name, state FROM hosts"), ({ name, state }) => ({
      name,
      state: fromJson<unknown>(state),
    })),
    scrapes: all("SELECT id, team, json, expires_at AS expiresAt FROM scrapes ORDER BY number"),
    pages: map(all<PageColumns>("SELECT * FROM pages ORDER BY number"), toPage),
    snapshots: all("SELECT key, text, expires_at AS expiresAt FROM snapshots"),
  };
}

function* jobs(database: Database): Iterable<JobCopy> {
  for (const columns of database.all<JobColumns>("SELECT * FROM jobs ORDER BY number")) {
    yield { row: toRow(database, columns), rows: rowsOf(database, columns.number) };
  }
}

function* rowsOf(database: Database, job: number): Iterable<JobRowsCopy> {
  const select = <Row>(columns: string, rest: string): Iterable<readonly Row[]> =>
    portions(database.each<Row>(`SELECT ${columns} FROM ${rest}`, job));
  const tables = { database, job, lanes: new Map() };
  for (const lanes of select<LaneColumns>("*", "lanes WHERE job = ? ORDER BY number")) {
    yield { ...nothing, lanes: lanes.map((lane) => ({ ...toLaneRow(lane), age: undefined })) };
  }
  for (const entries of select<EntryColumns>(entryColumns, "urls WHERE job = ? ORDER BY number")) {
    yield { ...nothing, added: entries.map((entry) => toEntryRow(tables, entry)) };
  }
  for (const families of select<{ name: string; spent: number }>("name, spent", "families WHERE job = ?")) {
    yield { ...nothing, spent: new Map(families.map(({ name, spent }) => [name, spent])) };
  }
  for (const decisions of select<DecisionColumns>("*", "decisions WHERE job = ? ORDER BY number")) {
    yield { ...nothing, decisions: new Map(decisions.map((columns) => [columns.url, toDecision(columns)])) };
  }
  for (const events of select<EventColumns>("*", "events WHERE job = ? ORDER BY sequence")) {
    yield { ...nothing, events: events.map((event) => ({ event: toEvent(event), page: event.page ?? undefined })) };
  }
}

function toDecision({ url, reason, detail, depth, found_on }: DecisionColumns): Decision {
  return { url, reason, detail, depth, ...(found_on === null ? {} : { foundOn: found_on }) };
}

function toPage({ team, url, title, description, text, indexed_at }: PageColumns): Omit<IndexedPage, "links"> {
  const [known, told] = [title ?? undefined, description ?? undefined];
  return { team, url, title: known, description: told, text, indexedAt: indexed_at };
}

function* map<From, To>(values: Iterable<From>, change: (value: From) => To): Iterable<To> {
  for (const value of values) yield change(value);
}

function* portions<Row>(rows: Iterable<Row>): Iterable<readonly Row[]> {
  let some: Row[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < atOnce) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
