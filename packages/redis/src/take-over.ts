import {
  deliverTask,
  type Changes,
  type DeliveryLog,
  type Job,
  type JobCopy,
  type Queue,
  type ScrapeStore,
  type StoreCopy,
} from "@garner/core";
import type { Connection } from "./connection.ts";
import { newKnownJob } from "./jobs/job-row.ts";
import { deleteJob, type JobShelf } from "./jobs/job-store.ts";
import { digest, jobKeys } from "./keys.ts";
import { saveFrontier, type Base } from "./jobs/save-frontier.ts";
import type { RedisPageIndex } from "./page-index/page-index.ts";

/** The jobs that were taken over. */
export interface TakenOver {
  readonly jobs: number;
  /** Jobs that were here already, and were left as they are. */
  readonly keptJobs: number;
}

interface Taking extends JobShelf {
  readonly deliveries: DeliveryLog;
  readonly pageIndex: RedisPageIndex;
  readonly queue: Queue;
  readonly scrapes: ScrapeStore;
  readonly now: () => number;
}

/**
 * Takes over the data of another store, while nobody works on either. It may be interrupted at any moment and done
 * again: a job is listed once all of it is here, and data that is here already stays as it is.
 */
export async function takeOver(copy: StoreCopy, taking: Taking): Promise<TakenOver> {
  const { deliveries, pageIndex, scrapes, queue, now, ...shelf } = taking;
  const { client, prefix, ask } = shelf.connection;
  for (const { team, startDate, apiKey, credits } of copy.usage) {
    await ask(() => client.hsetnx(`${prefix}:{ledger}:usage:${team}`, `${startDate} ${apiKey}`, credits));
  }
  for (const { month, idDigest } of copy.charges) {
    await ask(() => client.sadd(`${prefix}:{ledger}:months`, month));
    await ask(() => client.sadd(`${prefix}:{ledger}:charged:${month}`, Buffer.from(idDigest).toString("base64url")));
  }
  for (const { name, state } of copy.hosts) {
    await ask(() => client.set(`${prefix}:host:${digest(name)}`, JSON.stringify(state), "EX", 30 * 24 * 3600, "NX"));
  }
  for (const scrape of copy.scrapes) if (scrape.expiresAt > now()) await scrapes.keep(scrape, now());
  for (const page of copy.pages) {
    if (!(await pageIndex.has(page.url, page.team))) await pageIndex.put({ ...page, links: [] });
  }
  for (const { key, text, expiresAt } of copy.snapshots) await pageIndex.writeSnapshot(key, text, expiresAt);
  for (const delivery of copy.deliveries) {
    if ((await deliveries.get(delivery.id)) === undefined) await deliveries.save(delivery);
  }
  for (const { jobId, sequence } of copy.positions) await deliveries.advance(jobId, sequence);
  const taken = { jobs: 0, keptJobs: 0 };
  for (const job of copy.jobs) taken[(await takeJob(job, taking)) ? "jobs" : "keptJobs"] += 1;
  // Webhooks wait in the outboxes of their jobs.
  for (const task of copy.tasks) if (task.type === "visit") await queue.push([task]);
  return taken;
}

/** True if the job was taken: one that is here as a whole is not. */
async function takeJob({ row, rows: portions }: JobCopy, taking: Taking): Promise<boolean> {
  const { connection, index, rows } = taking;
  const { client, prefix, ask } = connection;
  const { id, team, state, settledAt = 0, expiresAt } = row.job;
  const half = `${prefix}:{jobs}:half`;
  const isHere = (await rows.read(id)) !== undefined && (await ask(() => client.sismember(half, id))) === 0;
  if (isHere) return false;
  await ask(() => client.sadd(half, id));
  await deleteJob(connection, id);
  await writeJob(connection, row, portions);
  await index.begin(id, team);
  if (state !== "scraping") await index.end(id, expiresAt ?? settledAt);
  await wakeOutbox(row.job, taking);
  await ask(() => client.srem(half, id));
  return true;
}

/** Delivers what is left of a job's webhooks: workers look after jobs that go on, and no others. */
async function wakeOutbox({ id, webhook, lastSequence }: Job, { deliveries, queue }: Taking): Promise<void> {
  const next = (await deliveries.position(id)) + 1;
  if (webhook !== undefined && next <= lastSequence) await queue.push([deliverTask(id, next)]);
}

async function writeJob(connection: Connection, row: JobCopy["row"], portions: JobCopy["rows"]): Promise<void> {
  const keys = jobKeys(connection.prefix, row.job.id);
  const nothing = new Map<string, never>();
  let base: Base = { version: "", known: newKnownJob(row), stored: nothing, lanes: nothing, places: nothing };
  const none = { added: [], lanes: [], decisions: nothing, events: [], spent: nothing };
  let version = 0;
  for (const portion of chain([none], portions)) {
    const changes: Changes = { row, ...portion, changed: [], met: nothing, open: nothing };
    const saved = await saveFrontier(connection, keys, { base, changes, tellsOpen: false });
    if (saved === undefined) throw new Error(`Somebody works on the job ${row.job.id}: stop all workers first.`);
    version += 1;
    base = { ...base, version: String(version), known: saved.known };
  }
}

function* chain<Value>(...lists: readonly Iterable<Value>[]): Iterable<Value> {
  for (const list of lists) yield* list;
}
