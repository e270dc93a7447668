import type { Decision, FrontierEntry, OpenEntry, TrapFamily } from "@garner/core";
import { digest, fromJson, toJson } from "./database.ts";
import {
  enterLane,
  laneNumber,
  leaveLane,
  moveUp,
  nextLane,
  openInLane,
  reenterLane,
  type Entrants,
  type JobStep,
  type LaneRow,
} from "./lanes.ts";

/** An entry of a frontier, as its row has it. */
export interface UrlRow {
  readonly number: number;
  readonly key: string;
  readonly url: string;
  readonly depth: number;
  readonly lane: number;
  readonly part: string;
  readonly found_on: string | null;
  readonly trap: string | null;
  readonly state: "pending" | "open" | "visited" | "failed" | "duplicate";
  readonly opening: number;
  readonly credits: number;
  readonly duplicate_of: Uint8Array | null;
}

/** The entry with a key. */
export function findEntry({ database, job }: JobStep, key: string): UrlRow | undefined {
  return database.first<UrlRow>("SELECT * FROM urls WHERE job = ? AND key_digest = ?", job.number, digest(key));
}

/** Notes why a URL was not taken, unless that is known. */
export function refuse({ database, job }: JobStep, { url, reason, detail, depth, foundOn }: Decision): void {
  database.run(
    `INSERT INTO decisions (job, url_digest, url, reason, detail, depth, found_on) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ...[job.number, digest(url), url, reason, detail, depth, foundOn ?? null],
  );
}

/**
 * Admits the entries whose key is new and whose trap family has budget; returns those. A page may bring a thousand and a
 * sitemap fifty thousand, so what they have in common is looked up and counted once.
 */
export function admitAll(step: JobStep, entries: readonly FrontierEntry[]): readonly FrontierEntry[] {
  const admission: Admission = { step, lanes: new Map(), entrants: new Map() };
  const admitted = entries.filter((entry) => admit(admission, entry));
  countEntrants(admission);
  return admitted;
}

interface Admission {
  readonly step: JobStep;
  /** Lane numbers by name. */
  readonly lanes: Map<string, number>;
  /** Entries that were inserted and are not counted yet, by lane and depth. */
  readonly entrants: Map<string, Entrants>;
}

function admit(admission: Admission, entry: FrontierEntry): boolean {
  const { step, lanes, entrants } = admission;
  const known = findEntry(step, entry.key);
  if (known !== undefined) {
    meetAgain(admission, known, entry);
    return false;
  }
  if (entry.trap !== undefined && !spend(step, entry.trap)) {
    refuse(step, refusal(entry, "trap", entry.trap.detail));
    return false;
  }
  step.database.run("DELETE FROM decisions WHERE job = ? AND url_digest = ?", step.job.number, digest(entry.url));
  const lane = lanes.get(entry.lane) ?? laneNumber(step, entry.lane);
  lanes.set(entry.lane, lane);
  insert(step, entry, { lane, state: "pending" });
  const place = `${lane} ${entry.depth}`;
  const { count } = entrants.get(place) ?? { count: 0 };
  entrants.set(place, { lane, depth: entry.depth, count: count + 1 });
  step.job.known += 1;
  return true;
}

function countEntrants({ step, entrants }: Admission): void {
  for (const each of entrants.values()) enterLane(step, each);
  entrants.clear();
}

interface NewRow {
  readonly lane: number;
  readonly state: UrlRow["state"];
  readonly duplicateOf?: string;
}

function insert({ database, job }: JobStep, entry: FrontierEntry, { lane, state, duplicateOf }: NewRow): void {
  const { key, url, depth, part, foundOn, trap } = entry;
  database.run(
    `INSERT INTO urls (job, key_digest, key, url, depth, lane, part, found_on, trap, state, duplicate_of)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[job.number, digest(key), key, url, depth, lane, part, foundOn ?? null, toJson(trap), state],
    duplicateOf === undefined ? null : digest(duplicateOf),
  );
}

/** An entry found again: under another URL it is a duplicate, from nearer a seed it moves up. */
function meetAgain(admission: Admission, known: UrlRow, entry: FrontierEntry): void {
  const { step } = admission;
  if (known.url !== entry.url) refuse(step, refusal(entry, "duplicate", `Same page as ${known.url}.`));
  if (known.state !== "pending" || known.depth <= entry.depth) return;
  countEntrants(admission); // it may be one of them
  step.database.run("UPDATE urls SET depth = ? WHERE number = ?", entry.depth, known.number);
  moveUp(step, known, entry.depth);
}

function spend({ database, job }: JobStep, { family, budget }: TrapFamily): boolean {
  const sql = `INSERT INTO families (job, name, spent) VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET spent = spent + 1 WHERE spent < ?`;
  return budget > 0 && database.run(sql, job.number, family, budget) === 1;
}

/** Gives a trap family one admission back. */
export function refund({ database, job }: JobStep, family: string): void {
  database.run("UPDATE families SET spent = spent - 1 WHERE job = ? AND name = ? AND spent > 0", job.number, family);
}

/** Makes a key known as that of a page that was reached by another way. */
export function addAlias(
  step: JobStep,
  { key, url }: { readonly key: string; readonly url: string },
  of: UrlRow,
): void {
  const entry = { key, url, depth: of.depth, lane: "", part: of.part };
  insert(step, entry, { lane: of.lane, state: "duplicate", duplicateOf: of.key });
}

/** How an entry ended. */
export interface Ending {
  readonly state: "visited" | "failed" | "duplicate";
  readonly credits?: number;
  /** The key of the page that it duplicates. */
  readonly duplicateOf?: string | undefined;
}

/** Ends an unfinished entry. */
export function finish(step: JobStep, row: UrlRow, { state, credits = 0, duplicateOf }: Ending): void {
  const { database, job } = step;
  const sql = "UPDATE urls SET state = ?, credits = ?, duplicate_of = ? WHERE number = ?";
  database.run(sql, state, credits, duplicateOf === undefined ? null : digest(duplicateOf), row.number);
  if (row.state === "open") job.open -= 1;
  if (row.state === "open" || row.state === "pending") leaveLane(step, row, row.state);
}

/** Puts an open entry back. */
export function release(step: JobStep, row: UrlRow): void {
  step.database.run("UPDATE urls SET state = 'pending' WHERE number = ?", row.number);
  reenterLane(step, row);
  step.job.open -= 1;
}

/** Puts all open entries back. */
export function releaseAll(step: JobStep): void {
  const sql = "SELECT * FROM urls WHERE job = ? AND state = 'open'";
  for (const row of step.database.all<UrlRow>(sql, step.job.number)) release(step, row);
}

/** Opens entries as far as the job's window, limit and lanes allow; returns those that it opened. */
export function openWindow(step: JobStep): readonly OpenEntry[] {
  const { job } = step;
  const { maxConcurrency, limit = Infinity } = job.settings;
  const opened: OpenEntry[] = [];
  while (job.open < maxConcurrency && job.open + job.completed < limit) {
    const lane = nextLane(step);
    const entry = lane && openFirst(step, lane);
    if (entry === undefined) break;
    job.open += 1;
    opened.push(entry);
  }
  return opened;
}

function openFirst(step: JobStep, lane: LaneRow): OpenEntry | undefined {
  const row = step.database.first<UrlRow>(
    "SELECT * FROM urls WHERE job = ? AND lane = ? AND state = 'pending' ORDER BY depth, number LIMIT 1",
    ...[step.job.number, lane.number],
  );
  if (row === undefined) return undefined;
  step.database.run("UPDATE urls SET state = 'open', opening = opening + 1 WHERE number = ?", row.number);
  openInLane(step, lane.number);
  return openEntry({ ...row, opening: row.opening + 1 }, lane.name);
}

/** The entries that are open. */
export function openEntries({ database, job }: JobStep): readonly OpenEntry[] {
  const sql = `SELECT urls.*, lanes.name FROM urls JOIN lanes ON lanes.number = urls.lane
    WHERE urls.job = ? AND urls.state = 'open' ORDER BY urls.number`;
  return database.all<UrlRow & { name: string }>(sql, job.number).map((row) => openEntry(row, row.name));
}

function openEntry({ key, url, depth, part, found_on, trap, opening }: UrlRow, lane: string): OpenEntry {
  return {
    ...{ key, url, depth, lane, part, opening },
    ...(found_on === null ? {} : { foundOn: found_on }),
    ...(trap === null ? {} : { trap: fromJson<TrapFamily>(trap) }),
  };
}

/** A decision about an entry. */
export function refusal(
  { url, depth, foundOn }: Pick<FrontierEntry, "url" | "depth" | "foundOn">,
  reason: Decision["reason"],
  detail: string,
): Decision {
  return { url, reason, detail, depth, ...(foundOn === undefined ? {} : { foundOn }) };
}
