import { leftOver, type Decision, type Job, type JobEvent, type JobReader } from "@garner/core";
import type { Connection } from "../connection.ts";
import { readEntry } from "./entry-value.ts";
import { readJobs, type JobShelf } from "./job-store.ts";
import { jobKeys, type JobKeys } from "../keys.ts";
import { watchNews } from "./news.ts";

/** Cursors from here on walk the entries that the limit left in the frontier, after the decisions. */
const leftOvers = 2 ** 40;
const decisionsAtOnce = 500;
/** A job that has ended but is still listed as active was interrupted in being settled, or is just being reopened. */
const settlingMs = 60_000;

/** An event as Redis has it: its document is kept apart. */
interface StoredEvent extends Omit<JobEvent, "document"> {
  readonly page?: number;
  readonly bytes?: number;
}

type From = Parameters<JobReader["decisions"]>[1];
type DecisionPage = Awaited<ReturnType<JobReader["decisions"]>>;

/** Reads the jobs of {@link jobStore}. */
export function jobReader({ connection, index, rows }: JobShelf, now: () => number): JobReader {
  const { client, prefix, ask } = connection;
  const keysOf = (id: string) => jobKeys(prefix, id);
  return {
    watch: (onNews) => watchNews(connection, onNews),
    async get(id) {
      return (await rows.read(id))?.row.job;
    },
    async active(team) {
      const jobs = await readJobs(rows, await index.active());
      for (const { id, state, settledAt = 0, expiresAt = 0 } of jobs) {
        if (state !== "scraping" && settledAt < now() - settlingMs) await index.end(id, expiresAt);
      }
      return jobs.filter((job) => job.state === "scraping" && (team === undefined || job.team === team));
    },
    async lastPageAt(team) {
      const jobs = await readJobs(rows, await index.ofTeam(team));
      const times = jobs.flatMap(({ lastPageAt }) => lastPageAt ?? []);
      return times.length === 0 ? undefined : Math.max(...times);
    },
    async pages(id, { skip, limit, maxBytes = Infinity }) {
      const keys = keysOf(id);
      const sizes = await ask(() => client.lrange(keys.sizes, skip, skip + limit)); // one more, to know of it
      const count = fitting(sizes.slice(0, limit).map(Number), maxBytes);
      const pages = await readDocuments(connection, keys, numbers(skip, count));
      return { pages, ...(count > 0 && count < sizes.length ? { next: skip + count } : {}) };
    },
    async events(id, { after, limit, maxBytes = Infinity }) {
      const keys = keysOf(id);
      const found = await readEvents(connection, keys, numbers(after + 1, Math.min(limit, 1000)));
      const events = found.slice(
        0,
        fitting(
          found.map(({ bytes = 0 }) => bytes),
          maxBytes,
        ),
      );
      const places = events.flatMap(({ page }) => page ?? []);
      const documents = new Map(
        (await readDocuments(connection, keys, places)).map((document, place) => [places[place], document]),
      );
      return events.map(({ page, bytes: _, ...event }) =>
        page === undefined ? event : { ...event, document: documents.get(page) },
      );
    },
    async errors(id, limit = Infinity) {
      const keys = keysOf(id);
      const last = limit === Infinity ? -1 : limit - 1;
      const sequences = limit === 0 ? [] : await ask(() => client.lrange(keys.errors, 0, last));
      return await readEvents(connection, keys, sequences.map(Number));
    },
    async decisions(id, from) {
      const job = (await rows.read(id))?.row.job;
      return job === undefined ? { decisions: [] } : await readDecisions(connection, job, from);
    },
  };
}

/** Number of them that fit into `maxBytes` together, but at least one. */
function fitting(sizes: readonly number[], maxBytes: number): number {
  let bytes = 0;
  const end = sizes.findIndex((size, index) => {
    bytes += size;
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? sizes.length : end;
}

function numbers(from: number, count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
}

async function readDocuments(
  { client, ask, documents }: Connection,
  keys: JobKeys,
  places: readonly number[],
): Promise<readonly unknown[]> {
  if (places.length === 0) return [];
  const values = await ask(() => client.hmgetBuffer(keys.documents, ...places.map(String)));
  return await Promise.all(values.flatMap((value) => (value === null ? [] : [documents.read(value)])));
}

async function readEvents(
  { client, ask }: Connection,
  keys: JobKeys,
  sequences: readonly number[],
): Promise<readonly StoredEvent[]> {
  if (sequences.length === 0) return [];
  const values = await ask(() => client.hmget(keys.events, ...sequences.map(String)));
  return values.flatMap((value) => (value === null ? [] : [JSON.parse(value) as StoredEvent]));
}

interface Found {
  readonly cursor: number;
  readonly decision: Decision;
}

async function readDecisions(connection: Connection, job: Job, from: From): Promise<DecisionPage> {
  const { after, limit, reason } = from;
  const found: Found[] = [];
  const collect = async (all: AsyncIterable<Found>) => {
    for await (const one of all) if (found.push(one) > limit) return;
  };
  if (after < leftOvers) await collect(decisionsMade(connection, job, from));
  const withLeftOvers = job.state !== "scraping" && (reason === undefined || reason === "limit");
  if (withLeftOvers && found.length <= limit)
    await collect(decisionsLeft(connection, job, Math.max(0, after - leftOvers)));
  const next = found.length > limit ? { next: found[limit - 1]?.cursor ?? after } : {};
  return { decisions: found.slice(0, limit).map(({ decision }) => decision), ...next };
}

async function* decisionsMade(
  { client, prefix, ask }: Connection,
  job: Job,
  { after, reason }: From,
): AsyncGenerator<Found> {
  const { decisions } = jobKeys(prefix, job.id);
  for (let at = after; ; at += decisionsAtOnce) {
    const texts = await ask(() => client.lrange(decisions, at, at + decisionsAtOnce - 1));
    for (const [index, text] of texts.entries()) {
      if (text === "") continue; // it was taken back
      const decision = JSON.parse(text) as Decision;
      if (reason === undefined || decision.reason === reason) yield { cursor: at + index + 1, decision };
    }
    if (texts.length < decisionsAtOnce) return;
  }
}

async function* decisionsLeft({ client, prefix, ask }: Connection, job: Job, after: number): AsyncGenerator<Found> {
  const keys = jobKeys(prefix, job.id);
  for (let at = after; ; at += decisionsAtOnce) {
    const digests = await ask(() => client.lrange(keys.order, at, at + decisionsAtOnce - 1));
    const values = digests.length === 0 ? [] : await ask(() => client.hmget(keys.urls, ...digests));
    const rows = values.map((value) => (value === null ? undefined : readEntry(value, undefined)));
    const pages = [
      ...new Set(rows.flatMap((entry) => (entry === undefined || entry.found === 0 ? [] : [entry.found]))),
    ];
    const urls = pages.length === 0 ? [] : await ask(() => client.hmget(keys.found, ...pages.map(String)));
    for (const [index, entry] of rows.entries()) {
      if (entry?.row.state !== "pending") continue;
      const foundOn = urls[pages.indexOf(entry.found)] ?? undefined;
      yield { cursor: leftOvers + at + index + 1, decision: leftOver(job, { ...entry.row.entry, foundOn }) };
    }
    if (digests.length < decisionsAtOnce) return;
  }
}
