import type {
  DecisionReason,
  EntryRow,
  FrontierState,
  JobRow,
  LaneQuery,
  LaneRow,
  Levels,
  Needs,
  OpenEntry,
  SeenEntry,
  TrapFamily,
} from "@garner/core";
import { digest, fromJson, hexDigest, siteDigest, type Database } from "../database/database.ts";

/** A job's rows within a transaction. */
export interface FrontierTables {
  readonly database: Database;
  /** The job's number. */
  readonly job: number;
  /** Lanes that were met in this step, by number. */
  readonly lanes: Map<number, LaneRow>;
}

/** Everything that was loaded, and where it is. */
export interface LoadedFrontier {
  readonly state: FrontierState;
  /** Row numbers of the entries, by key. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** An entry as its table has it. */
export interface EntryColumns {
  readonly number: number;
  readonly key: string;
  readonly url: string;
  readonly depth: number;
  /** Its number. */
  readonly lane: number;
  readonly part: string;
  readonly found_on: string | null;
  readonly trap: string | null;
  readonly state: EntryRow["state"];
  readonly opening: number;
  readonly credits: number;
  /** The key of the page that it duplicates, which may be empty; then the other spellings of its address, a line each. */
  readonly duplicate_of: Uint8Array | null;
}

/** A lane as its table has it. */
export interface LaneColumns {
  readonly number: number;
  readonly name: string;
  /** Pending entries by depth, as JSON. */
  readonly depths: string;
  readonly open: number;
  readonly opened: number;
}

/** The columns of {@link EntryColumns}. */
export const entryColumns =
  "number, key, url, depth, lane, part, found_on, trap, state, opening, credits, duplicate_of";

/** Loads the needs of a step. */
export function loadFrontier(tables: FrontierTables, row: JobRow, needs: Needs): LoadedFrontier {
  const { links = [], decisions = [] } = needs;
  const entries = new Map<string, EntryRow>();
  const numbers = new Map<string, number>();
  const spent = new Map<string, number>();
  const wanted = (needs.entries ?? []).flatMap((key) => findEntry(tables, key) ?? []);
  for (const columns of [...wanted, ...(needs.open === true ? openColumns(tables) : [])]) {
    entries.set(columns.key, toEntryRow(tables, columns));
    numbers.set(columns.key, columns.number);
  }
  const named = [...entries.values()].flatMap(({ entry }) => entry.trap?.family ?? []);
  for (const family of new Set([...named, ...(needs.families ?? [])])) {
    keep(spent, family, findSpent(tables, family));
  }
  const seen = findSeen(tables, links);
  const lanes = findLanes(tables, needs.lanes ?? []);
  const urls = [...entries.values()].flatMap(({ entry, spellings = [] }) =>
    needs.withDecisions === true ? [entry.url, ...spellings] : spellings,
  );
  const others = links.flatMap(({ key, url }) => (seen.get(key)?.url === url ? [] : url));
  const decided = findDecisions(tables, [...urls, ...others, ...decisions]);
  return { state: { row, entries, seen, lanes, spent, decided }, numbers };
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value !== undefined) map.set(key, value);
}

function findEntry({ database, job }: FrontierTables, key: string): EntryColumns | undefined {
  const sql = `SELECT ${entryColumns} FROM urls WHERE job = ? AND key_digest = ?`;
  return database.first<EntryColumns>(sql, job, digest(key));
}

/** Links that are looked for one by one; for more of them, one statement for all costs half. */
const few = 3;

interface SeenColumns {
  readonly key: string;
  readonly url: string;
  readonly depth: number;
  readonly lane: number;
  readonly state: EntryRow["state"];
  readonly duplicate_of: Uint8Array | null;
}

/** Those of the entries with these keys that are there. A page may bring a thousand. */
function findSeen(tables: FrontierTables, links: NonNullable<Needs["links"]>): ReadonlyMap<string, SeenEntry> {
  const { database, job } = tables;
  const select = "SELECT key, url, depth, lane, state, duplicate_of FROM urls WHERE job = ? AND key_digest";
  const rows =
    links.length > few
      ? database.all<SeenColumns>(
          `${select} IN ${unhexed}`,
          job,
          JSON.stringify(links.map(({ key }) => hexDigest(key))),
        )
      : links.flatMap(({ key }) => database.first<SeenColumns>(`${select} = ?`, job, digest(key)) ?? []);
  const seen = new Map<string, SeenColumns>(rows.map((columns) => [columns.key, columns]));
  const nearer = links.flatMap(({ key, depth }) => {
    const columns = seen.get(key);
    return columns?.state === "pending" && columns.depth > depth ? columns : [];
  });
  const lanes = new Map(nearer.map(({ key, lane }) => [key, laneAt(tables, lane).name]));
  return new Map(
    rows.map(({ key, url, depth, state, duplicate_of }) => [
      key,
      { url, depth, state, lane: lanes.get(key), ...duplicateIn(duplicate_of) },
    ]),
  );
}

function duplicateIn(bytes: Uint8Array | null): Pick<EntryRow, "duplicateOf" | "spellings"> {
  if (bytes === null) return {};
  const [duplicateOf, ...spellings] = Buffer.from(bytes).toString().split("\n");
  return { ...(duplicateOf ? { duplicateOf } : {}), ...(spellings.length > 0 ? { spellings } : {}) };
}

interface DecidedColumns {
  readonly url: string;
  readonly reason: DecisionReason;
}

function findDecisions(
  { database, job }: FrontierTables,
  urls: readonly string[],
): ReadonlyMap<string, DecisionReason> {
  const select = "SELECT url, reason FROM decisions WHERE job = ? AND url_digest";
  const rows =
    urls.length > few
      ? database.all<DecidedColumns>(`${select} IN ${unhexed}`, job, JSON.stringify(urls.map(siteDigest)))
      : urls.flatMap((url) => database.first<DecidedColumns>(`${select} = unhex(?)`, job, siteDigest(url)) ?? []);
  return new Map(rows.map(({ url, reason }) => [url, reason]));
}

/** The bytes of a JSON array of digests. */
const unhexed = "(SELECT unhex(value) FROM json_each(?))";

/** The lanes with these names, and the lanes that were loaded before. */
function findLanes(tables: FrontierTables, names: readonly string[]): ReadonlyMap<string, LaneRow> {
  const lanes = new Map([...tables.lanes.values()].map((lane) => [lane.name, lane]));
  for (const name of names) {
    if (lanes.has(name)) continue;
    const sql = "SELECT * FROM lanes WHERE job = ? AND name = ?";
    const columns = tables.database.first<LaneColumns>(sql, tables.job, name);
    if (columns !== undefined) lanes.set(name, toLaneRow(columns));
  }
  return lanes;
}

function laneAt({ database, lanes }: FrontierTables, number: number): LaneRow {
  const known = lanes.get(number);
  if (known !== undefined) return known;
  const columns = database.first<LaneColumns>("SELECT * FROM lanes WHERE number = ?", number);
  if (columns === undefined) throw new Error("An entry has no lane.");
  const lane = toLaneRow(columns);
  lanes.set(number, lane);
  return lane;
}

function findSpent({ database, job }: FrontierTables, family: string): number | undefined {
  const sql = "SELECT spent FROM families WHERE job = ? AND name = ?";
  return database.first<{ spent: number }>(sql, job, family)?.spent;
}

/** The lanes whose first entries are to be opened next. */
export function nextLanes({ database, job }: FrontierTables, { count, openBelow, depthUpTo }: LaneQuery) {
  const deepest = Math.min(depthUpTo, Number.MAX_SAFE_INTEGER);
  const sql = `SELECT * FROM lanes WHERE job = ? AND first_depth IS NOT NULL AND open < ? AND first_depth <= ?
    ORDER BY first_depth, opened, number LIMIT ?`;
  return database.all<LaneColumns>(sql, job, openBelow, deepest, count).map(toLaneRow);
}

/** Opens the first pending entries of a lane. */
export function openFirst(tables: FrontierTables, lane: number, count: number): readonly OpenEntry[] {
  const { database, job } = tables;
  const sql = `SELECT ${entryColumns} FROM urls WHERE job = ? AND lane = ? AND state = 'pending'
    ORDER BY depth, number LIMIT ?`;
  return database.all<EntryColumns>(sql, job, lane, count).map((columns) => {
    database.run("UPDATE urls SET state = 'open', opening = opening + 1 WHERE number = ?", columns.number);
    return { ...toEntryRow(tables, columns).entry, opening: columns.opening + 1 };
  });
}

/** The entries that are open. */
export function openEntries(tables: FrontierTables): readonly OpenEntry[] {
  return openColumns(tables).map((columns) => ({ ...toEntryRow(tables, columns).entry, opening: columns.opening }));
}

function openColumns({ database, job }: FrontierTables): readonly EntryColumns[] {
  const sql = `SELECT ${entryColumns} FROM urls WHERE job = ? AND state = 'open' ORDER BY number`;
  return database.all<EntryColumns>(sql, job);
}

/** An entry as the core's rules have it. */
export function toEntryRow(tables: FrontierTables, columns: EntryColumns): EntryRow {
  const { key, url, depth, lane, part, found_on, trap, state, opening, credits, duplicate_of } = columns;
  return {
    entry: {
      ...{ key, url, depth, lane: laneAt(tables, lane).name, part },
      ...(found_on === null ? {} : { foundOn: found_on }),
      ...(trap === null ? {} : { trap: fromJson<TrapFamily>(trap) }),
    },
    ...{ state, opening, credits },
    ...duplicateIn(duplicate_of),
  };
}

/** A lane as the core's rules have it. */
export function toLaneRow({ number, name, depths, open, opened }: LaneColumns): LaneRow {
  return { name, pending: fromJson<Levels>(depths), open, opened, age: number };
}
