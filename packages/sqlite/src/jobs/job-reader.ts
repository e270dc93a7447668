import {
  leftOver,
  refusal,
  type Decision,
  type DecisionReason,
  type JobEvent,
  type JobReader,
  type PageError,
} from "@garner/core";
import { fromJson, type Database } from "../database/database.ts";
import { findJob, toJob, type JobColumns } from "./job-row.ts";

/** An event as its table has it. */
export interface EventColumns {
  readonly page: number | null;
  readonly sequence: number;
  readonly type: JobEvent["type"];
  readonly at: number;
  readonly scrape_id: string | null;
  readonly url: string | null;
  readonly error: string | null;
  readonly document: string | null;
}

interface DecisionRow {
  readonly number: number;
  readonly url: string;
  readonly reason: DecisionReason;
  readonly detail: string;
  readonly depth: number;
  readonly found_on: string | null;
}

/** Cursors from here on walk the entries that the limit left in the frontier, after the decisions. */
const leftOvers = 2 ** 40;

/** Reads the jobs of {@link jobStore}. */
export function jobReader(database: Database): JobReader {
  const numberOf = (id: string) => findJob(database, id)?.number ?? -1;
  return {
    async get(id) {
      const row = findJob(database, id);
      return row && toJob(database, row);
    },
    async active(team) {
      const sql = "SELECT * FROM jobs WHERE state = 'scraping' ORDER BY number";
      return database
        .all<JobColumns>(sql)
        .map((row) => toJob(database, row))
        .filter((job) => team === undefined || job.team === team);
    },
    async lastPageAt(team) {
      const sql = "SELECT MAX(last_page_at) AS at FROM jobs WHERE team = ?";
      return database.first<{ at: number | null }>(sql, team)?.at ?? undefined;
    },
    async pages(id, { skip, limit, maxBytes = Infinity }) {
      const sql = "SELECT document FROM events WHERE job = ? AND page >= ? ORDER BY page LIMIT ?";
      const { row, documents } = await database.read(() => {
        const found = findJob(database, id);
        const rows = database.each<{ document: string }>(sql, found?.number ?? -1, skip, limit);
        return { row: found, documents: fitting(rows, maxBytes) };
      });
      const next = skip + documents.length;
      const hasMore = documents.length > 0 && next < (row?.completed ?? 0);
      return { pages: documents.map(({ document }) => fromJson(document)), ...(hasMore ? { next } : {}) };
    },
    async events(id, { after, limit, maxBytes = Infinity }) {
      const sql = "SELECT * FROM events WHERE job = ? AND sequence > ? ORDER BY sequence LIMIT ?";
      const rows = await database.read(() =>
        fitting(database.each<EventColumns>(sql, numberOf(id), after, limit), maxBytes),
      );
      return rows.map(toEvent);
    },
    async errors(id, limit = -1) {
      const sql =
        "SELECT * FROM events WHERE job = ? AND type = 'page' AND error IS NOT NULL ORDER BY sequence LIMIT ?";
      return database.all<EventColumns>(sql, numberOf(id), limit).map(toEvent);
    },
    async decisions(id, from) {
      return await database.read(() => readDecisions(database, id, from));
    },
  };
}

function readDecisions(database: Database, id: string, { after, limit, reason }: From): DecisionPage {
  const job = findJob(database, id);
  if (job === undefined) return { decisions: [] };
  const made = after < leftOvers ? decisionsMade(database, job, { after, limit: limit + 1, reason }) : [];
  const withLeftOvers = job.state !== "scraping" && (reason === undefined || reason === "limit");
  const start = Math.max(0, after - leftOvers);
  const left = withLeftOvers ? decisionsLeft(database, job, { after: start, limit: limit + 1 - made.length }) : [];
  const found = [...made, ...left];
  const next = found.length > limit ? { next: found[limit - 1]?.cursor } : {};
  return { decisions: found.slice(0, limit).map(({ decision }) => decision), ...next };
}

type DecisionPage = Awaited<ReturnType<JobReader["decisions"]>>;

interface Found {
  readonly cursor: number;
  readonly decision: Decision;
}

interface From {
  readonly after: number;
  readonly limit: number;
  readonly reason?: DecisionReason | undefined;
}

function decisionsMade(database: Database, job: JobColumns, { after, limit, reason }: From): readonly Found[] {
  const filter = reason === undefined ? "" : "AND reason = ?";
  const rows = database.all<DecisionRow>(
    `SELECT * FROM decisions WHERE job = ? ${filter} AND number > ? ORDER BY number LIMIT ?`,
    ...[job.number, ...(reason === undefined ? [] : [reason]), after, limit],
  );
  return rows.map(({ number, reason, detail, ...row }) => ({
    cursor: number,
    decision: refusal(entryOf(row), reason, detail),
  }));
}

function decisionsLeft(database: Database, job: JobColumns, { after, limit }: From): readonly Found[] {
  const rows = database.all<{ number: number; url: string; depth: number; found_on: string | null }>(
    `SELECT number, url, depth, found_on FROM urls WHERE job = ? AND state = 'pending' AND number > ?
       ORDER BY number LIMIT ?`,
    ...[job.number, after, limit],
  );
  const ended = toJob(database, job);
  return rows.map(({ number, ...row }) => ({ cursor: leftOvers + number, decision: leftOver(ended, entryOf(row)) }));
}

function entryOf({ url, depth, found_on }: Pick<DecisionRow, "url" | "depth" | "found_on">) {
  return { url, depth, foundOn: found_on ?? undefined };
}

/** The rows that fit into `maxBytes` of JSON, but at least one; the rest is not read. */
function fitting<Row extends { readonly document: string | null }>(
  rows: Iterable<Row>,
  maxBytes: number,
): readonly Row[] {
  const kept: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(row.document ?? "");
    if (kept.length > 0 && bytes > maxBytes) break;
    kept.push(row);
  }
  return kept;
}

/** An event as the port has it. */
export function toEvent({ sequence, type, at, scrape_id, url, error, document }: EventColumns): JobEvent {
  return {
    ...{ sequence, type, at },
    ...(scrape_id === null ? {} : { id: scrape_id }),
    ...(url === null ? {} : { url }),
    ...(document === null ? {} : { document: fromJson(document) }),
    ...(error === null ? {} : { error: fromJson<PageError>(error) }),
  };
}
