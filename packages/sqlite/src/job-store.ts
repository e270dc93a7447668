import type { JobStore, Progress, Visit, VisitOutcome } from "@garner/core";
import { digest, fromJson, toJson, type Database } from "./database.ts";
import { createFrontier, refusal, type Frontier, type UrlRow } from "./frontier.ts";
import { addEvent, findJob, insertJob, openJob, saveJob, toJob, type OpenJob } from "./job-row.ts";

/** The steps of jobs: each is one transaction. */
export function jobStore(database: Database): JobStore {
  /** One step of a job that exists. */
  function step<T>(id: string, work: (job: OpenJob, frontier: Frontier) => T): Promise<T | undefined> {
    return database.write(() => {
      const row = findJob(database, id);
      if (row === undefined) return undefined;
      const job = openJob(row);
      const result = work(job, createFrontier(database, job));
      saveJob(database, job);
      return result;
    });
  }

  return {
    async create(newJob, seeds) {
      return await database.write(() => {
        const known = findJob(database, newJob.id);
        const job = known === undefined ? insertJob(database, newJob) : openJob(known);
        const frontier = createFrontier(database, job);
        if (known === undefined) {
          addEvent(database, job, { type: "started", at: newJob.createdAt });
          for (const seed of seeds) frontier.admit(seed);
        }
        const progress = proceed(job, frontier, { replay: known !== undefined });
        saveJob(database, job);
        return progress;
      });
    },
    async append(id, { part, options, entries }) {
      return await step(id, (job, frontier) => {
        if (job.state === "failed" || job.state === "cancelled") return undefined;
        const parts = fromJson<Record<string, unknown>>(job.parts) ?? {};
        if (Object.hasOwn(parts, part)) return proceed(job, frontier, { replay: true });
        job.parts = JSON.stringify({ ...parts, [part]: options });
        job.state = "scraping";
        job.settled_at = null;
        job.expires_at = null;
        for (const entry of entries) frontier.admit(entry);
        return proceed(job, frontier);
      });
    },
    async recall(id, { key, opening }) {
      if (await database.read(() => isStillToBeMade(database, id, { key, opening }))) return undefined;
      const recalled = await step(id, (job, frontier) => {
        const row = frontier.find(key);
        if (row === undefined) return nothingToDo(job);
        if (isFinished(row)) return proceed(job, frontier, { replay: true, credits: row.credits });
        if (job.state !== "scraping" || row.state === "pending" || row.opening !== opening) return nothingToDo(job);
        if (job.paused === 0) return "still to be made" as const;
        frontier.release(row);
        return nothingToDo(job);
      });
      return recalled === "still to be made" ? undefined : (recalled ?? nothingToDo());
    },
    async complete(id, visit) {
      const progress = await step(id, (job, frontier) => {
        const row = frontier.find(visit.key);
        if (row === undefined) return nothingToDo(job);
        if (isFinished(row)) return proceed(job, frontier, { replay: true, credits: row.credits });
        if (job.state !== "scraping") return nothingToDo(job);
        const credits = recordVisit({ database, job, frontier }, row, visit);
        return proceed(job, frontier, { credits });
      });
      return progress ?? nothingToDo();
    },
    async settle(id, { state, at, result, error }) {
      return await step(id, (job) => {
        if (job.state === "scraping") {
          Object.assign(job, { state, paused: 0, settled_at: at, expires_at: at + job.settings.keptForMs });
          job.result = toJson(result);
          job.error = toJson(error);
          addEvent(database, job, { type: state, at, error });
        }
        return toJob(job);
      });
    },
    async setPaused(id, paused) {
      return await step(id, (job, frontier) => {
        if (job.state !== "scraping") return undefined;
        job.paused = paused ? 1 : 0;
        return proceed(job, frontier, { replay: true });
      });
    },
    async purge(now) {
      return await database.write(() => {
        const sql = "SELECT number, id FROM jobs WHERE expires_at < ?";
        const expired = database.all<{ number: number; id: string }>(sql, now);
        for (const { number } of expired) forget(database, number);
        return expired.map(({ id }) => id);
      });
    },
  };
}

/** The usual case, told without writing: between a delivery and its visit, nothing else has happened. */
function isStillToBeMade(
  database: Database,
  id: string,
  { key, opening }: { readonly key: string; readonly opening: number },
): boolean {
  const sql = `SELECT 1 FROM jobs JOIN urls ON urls.job = jobs.number WHERE jobs.id = ? AND jobs.state = 'scraping'
    AND jobs.paused = 0 AND urls.key_digest = ? AND urls.state = 'open' AND urls.opening = ?`;
  return database.first(sql, id, digest(key), opening) !== undefined;
}

interface Step {
  readonly database: Database;
  readonly job: OpenJob;
  readonly frontier: Frontier;
}

function isFinished(row: UrlRow): boolean {
  return row.state !== "pending" && row.state !== "open";
}

/** Records how a visit ended; returns what it cost. */
function recordVisit(step: Step, row: UrlRow, visit: Visit): number {
  const { database, job, frontier } = step;
  const { outcome, duplicateOf } = claimLanding(step, row, visit);
  const credits = outcome.kind === "page" ? outcome.credits : 0;
  const state = outcome.kind === "page" ? "visited" : duplicateOf === undefined ? "failed" : "duplicate";
  frontier.finish(row, state, { credits, ...(duplicateOf === undefined ? {} : { duplicateOf }) });
  const { id, at } = visit;
  if (outcome.kind === "page") {
    addEvent(database, job, { type: "page", at, id, url: row.url, document: outcome.document, page: job.completed });
    job.completed += 1;
    job.credits_used += credits;
    job.last_page_at = at;
  } else {
    job.known -= 1;
    if (outcome.kind === "dropped") frontier.refuse(outcome.decision);
    else addEvent(database, job, { type: "page", at, id, url: row.url, error: outcome.error });
    if (outcome.kind === "failed") job.failed += 1;
  }
  if (duplicateOf === undefined) followUp(step, row, visit);
  return credits;
}

/** Admits and refuses what a visit found, and gives its trap family its budget back if that was something new. */
function followUp({ job, frontier }: Step, row: UrlRow, visit: Visit): void {
  const family = fromJson<{ family: string }>(row.trap)?.family;
  const admitted = visit.discovered.filter((entry) => frontier.admit(entry));
  for (const { key, ...decision } of visit.refused) if (frontier.find(key) === undefined) frontier.refuse(decision);
  if (visit.base !== undefined) job.base = visit.base;
  const isNew = visit.isNovel === true || admitted.some((entry) => entry.trap?.family !== family);
  if (family !== undefined && isNew) frontier.refund(family);
}

interface Claim {
  readonly outcome: VisitOutcome;
  /** The key of the page that this visit turned out to duplicate. */
  readonly duplicateOf?: string | undefined;
}

/** Claims the page that the visit was led to; turns the outcome into a duplicate if that page is another visit's. */
function claimLanding({ job, frontier }: Step, row: UrlRow, { landedOn, outcome }: Visit): Claim {
  if (landedOn === undefined || landedOn.key === row.key || outcome.kind !== "page") return { outcome };
  const other = frontier.find(landedOn.key);
  if (other === undefined) {
    frontier.alias(landedOn.key, landedOn.url, row);
  } else if (other.state === "pending") {
    frontier.finish(other, "duplicate", { duplicateOf: row.key });
    job.known -= 1;
    const seen = { url: other.url, depth: other.depth, foundOn: other.found_on ?? undefined };
    frontier.refuse(refusal(seen, "duplicate", `Same page as ${row.url}, which redirects to it.`));
  } else if (other.state !== "failed" && !isDuplicateOf(other, row.key)) {
    const seen = { url: row.url, depth: row.depth, foundOn: row.found_on ?? undefined };
    const decision = refusal(seen, "duplicate", `Redirects to ${landedOn.url}, which was seen before.`);
    return { outcome: { kind: "dropped", decision }, duplicateOf: landedOn.key };
  }
  return { outcome };
}

function isDuplicateOf({ duplicate_of }: UrlRow, key: string): boolean {
  return duplicate_of !== null && Buffer.compare(duplicate_of, digest(key)) === 0;
}

function proceed(job: OpenJob, frontier: Frontier, { replay = false, credits = 0 } = {}): Progress {
  if (job.state !== "scraping") return { ...nothingToDo(job), credits };
  const opened = job.paused === 1 ? [] : frontier.openWindow();
  const next = replay ? frontier.openEntries() : opened;
  const isFull = job.completed >= (job.settings.limit ?? Infinity);
  const exhausted = job.open === 0 && (isFull || job.lanes === 0);
  return { next, exhausted, credits, lastSequence: job.last_sequence };
}

function nothingToDo(job?: OpenJob): Progress {
  return { next: [], exhausted: false, credits: 0, lastSequence: job?.last_sequence ?? 0 };
}

function forget(database: Database, job: number): void {
  for (const table of ["urls", "lanes", "levels", "families", "decisions", "events"]) {
    database.run(`DELETE FROM ${table} WHERE job = ?`, job);
  }
  database.run("DELETE FROM jobs WHERE number = ?", job);
}
