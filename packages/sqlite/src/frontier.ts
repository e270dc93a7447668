import type { Decision, FrontierEntry, OpenEntry, TrapFamily } from "@garner/core";
import { digest, fromJson, toJson, type Database } from "./database.ts";
import type { OpenJob } from "./job-row.ts";

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

interface LaneRow {
  readonly number: number;
  readonly name: string;
  readonly pending: number;
  readonly open: number;
}

/** The frontier of one job, within a transaction. It changes the job's counters, which the caller saves. */
export interface Frontier {
  find(key: string): UrlRow | undefined;
  /** Admits an entry whose key is new and whose trap family has budget; says whether it did. */
  admit(entry: FrontierEntry): boolean;
  /** Notes why a URL was not taken, unless that is known. */
  refuse(decision: Decision): void;
  /** Makes a key known as that of a page that was reached by another way. */
  alias(key: string, url: string, of: UrlRow): void;
  /** Ends an unfinished entry. */
  finish(row: UrlRow, state: "visited" | "failed" | "duplicate", more?: { credits?: number; duplicateOf?: string }): void;
  /** Puts an open entry back. */
  release(row: UrlRow): void;
  /** Gives a trap family one admission back. */
  refund(family: string): void;
  /** Opens entries as far as the job's window, limit and lanes allow. */
  openWindow(): readonly OpenEntry[];
  /** The entries that are open. */
  openEntries(): readonly OpenEntry[];
}

/** The frontier of a job. */
export function createFrontier(database: Database, job: OpenJob): Frontier {
  const { number, settings } = job;

  function find(key: string): UrlRow | undefined {
    return database.first<UrlRow>("SELECT * FROM urls WHERE job = ? AND key_digest = ?", number, digest(key));
  }

  function refuse({ url, reason, detail, depth, foundOn }: Decision): void {
    database.run(
      `INSERT INTO decisions (job, url_digest, url, reason, detail, depth, found_on) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
      ...[number, digest(url), url, reason, detail, depth, foundOn ?? null],
    );
  }

  function admit(entry: FrontierEntry): boolean {
    const known = find(entry.key);
    if (known !== undefined) {
      meetAgain(known, entry);
      return false;
    }
    if (entry.trap !== undefined && !spend(entry.trap)) {
      refuse(refusal(entry, "trap", entry.trap.detail));
      return false;
    }
    database.run("DELETE FROM decisions WHERE job = ? AND url_digest = ?", number, digest(entry.url));
    const lane = enterLane(entry.lane, entry.depth);
    insert(entry, lane, "pending");
    job.known += 1;
    return true;
  }

  function insert(entry: FrontierEntry, lane: number, state: UrlRow["state"], duplicateOf?: string): void {
    database.run(
      `INSERT INTO urls (job, key_digest, key, url, depth, lane, part, found_on, trap, state, duplicate_of)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[number, digest(entry.key), entry.key, entry.url, entry.depth, lane, entry.part, entry.foundOn ?? null],
      ...[toJson(entry.trap), state, duplicateOf === undefined ? null : digest(duplicateOf)],
    );
  }

  /** An entry found again: under another URL it is a duplicate, from nearer a seed it moves up. */
  function meetAgain(known: UrlRow, entry: FrontierEntry): void {
    if (known.url !== entry.url) refuse(refusal(entry, "duplicate", `Same page as ${known.url}.`));
    if (known.state !== "pending" || known.depth <= entry.depth) return;
    database.run("UPDATE urls SET depth = ? WHERE number = ?", entry.depth, known.number);
    database.run("UPDATE lanes SET first_depth = min(first_depth, ?) WHERE number = ?", entry.depth, known.lane);
    countAtDepth(known.depth, -1);
    countAtDepth(entry.depth, 1);
  }

  function spend({ family, budget }: TrapFamily): boolean {
    const sql = `INSERT INTO families (job, name, spent) VALUES (?, ?, 1)
      ON CONFLICT DO UPDATE SET spent = spent + 1 WHERE spent < ?`;
    return budget > 0 && database.run(sql, number, family, budget) === 1;
  }

  /** Counts a pending entry in its lane; returns the lane's number. */
  function enterLane(name: string, depth: number): number {
    const entered = database.first<{ number: number; pending: number; open: number }>(
      `INSERT INTO lanes (job, name, pending, first_depth) VALUES (?, ?, 1, ?)
         ON CONFLICT DO UPDATE SET pending = pending + 1,
           first_depth = min(coalesce(first_depth, excluded.first_depth), excluded.first_depth)
         RETURNING number, pending, open`,
      ...[number, name, depth],
    );
    if (entered === undefined) throw new Error("The lane that was just entered is not there.");
    if (entered.pending === 1 && entered.open === 0) job.lanes += 1;
    countAtDepth(depth, 1);
    return entered.number;
  }

  function countAtDepth(depth: number, change: 1 | -1): void {
    if (!settings.shortestDepths) return;
    database.run(
      `INSERT INTO levels (job, depth, unfinished) VALUES (?, ?, 1)
         ON CONFLICT DO UPDATE SET unfinished = unfinished + ?`,
      ...[number, depth, change],
    );
    if (change < 0) database.run("DELETE FROM levels WHERE job = ? AND depth = ? AND unfinished = 0", number, depth);
  }

  /** Takes an entry out of its lane's count of pending or open ones. */
  function leaveLane(row: UrlRow, count: "pending" | "open"): void {
    const columns =
      count === "open"
        ? "open = open - 1"
        : "pending = pending - 1, first_depth = (SELECT min(depth) FROM urls WHERE job = lanes.job AND lane = lanes.number AND state = 'pending')";
    const lane = database.first<LaneRow>(`UPDATE lanes SET ${columns} WHERE number = ? RETURNING *`, row.lane);
    countAtDepth(row.depth, -1);
    if (lane?.pending !== 0 || lane.open !== 0) return;
    job.lanes -= 1;
  }

  function finish(row: UrlRow, state: "visited" | "failed" | "duplicate", more: { credits?: number; duplicateOf?: string } = {}): void {
    const duplicateOf = more.duplicateOf === undefined ? null : digest(more.duplicateOf);
    const sql = "UPDATE urls SET state = ?, credits = ?, duplicate_of = ? WHERE number = ?";
    database.run(sql, state, more.credits ?? 0, duplicateOf, row.number);
    if (row.state === "open") job.open -= 1;
    if (row.state === "open" || row.state === "pending") leaveLane(row, row.state);
  }

  function nextLane(): LaneRow | undefined {
    const share = settings.oneVisitPerLane ? 1 : Math.ceil(settings.maxConcurrency / Math.max(1, job.lanes));
    return database.first<LaneRow>(
      `SELECT * FROM lanes WHERE job = ? AND first_depth IS NOT NULL AND open < ? AND first_depth <= ?
         ORDER BY first_depth, opened, number LIMIT 1`,
      ...[number, share, deepestToOpen()],
    );
  }

  function deepestToOpen(): number {
    if (!settings.shortestDepths) return Number.MAX_SAFE_INTEGER;
    const sql = "SELECT min(depth) AS least FROM levels WHERE job = ?";
    return (database.first<{ least: number | null }>(sql, number)?.least ?? 0) + 1;
  }

  function openFirst(lane: LaneRow): OpenEntry | undefined {
    const row = database.first<UrlRow>(
      "SELECT * FROM urls WHERE job = ? AND lane = ? AND state = 'pending' ORDER BY depth, number LIMIT 1",
      ...[number, lane.number],
    );
    if (row === undefined) return undefined;
    database.run("UPDATE urls SET state = 'open', opening = opening + 1 WHERE number = ?", row.number);
    database.run(
      `UPDATE lanes SET pending = pending - 1, open = open + 1, opened = opened + 1,
         first_depth = (SELECT min(depth) FROM urls WHERE job = lanes.job AND lane = lanes.number AND state = 'pending')
         WHERE number = ?`,
      lane.number,
    );
    return openEntry({ ...row, opening: row.opening + 1 }, lane.name);
  }

  return {
    find,
    admit,
    refuse,
    finish,
    alias(key, url, of) {
      const entry = { key, url, depth: of.depth, lane: "", part: of.part };
      insert(entry, of.lane, "duplicate", of.key);
    },
    release(row) {
      database.run("UPDATE urls SET state = 'pending' WHERE number = ?", row.number);
      database.run(
        "UPDATE lanes SET open = open - 1, pending = pending + 1, first_depth = min(coalesce(first_depth, ?1), ?1) WHERE number = ?2",
        ...[row.depth, row.lane],
      );
      job.open -= 1;
    },
    refund(family) {
      database.run("UPDATE families SET spent = spent - 1 WHERE job = ? AND name = ? AND spent > 0", number, family);
    },
    openWindow() {
      const opened: OpenEntry[] = [];
      while (job.open < settings.maxConcurrency && job.open + job.completed < (settings.limit ?? Infinity)) {
        const lane = nextLane();
        const entry = lane && openFirst(lane);
        if (entry === undefined) break;
        job.open += 1;
        opened.push(entry);
      }
      return opened;
    },
    openEntries() {
      const sql = `SELECT urls.*, lanes.name FROM urls JOIN lanes ON lanes.number = urls.lane
        WHERE urls.job = ? AND urls.state = 'open' ORDER BY urls.number`;
      return database.all<UrlRow & { name: string }>(sql, number).map((row) => openEntry(row, row.name));
    },
  };
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
