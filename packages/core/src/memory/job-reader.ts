import { leftOver } from "../frontier/left-over.ts";
import type { JobEvent, JobReader } from "../ports/job-reader.ts";
import type { Decision } from "../ports/job-store.ts";
import type { StoredJob } from "./job-rows.ts";

/** Reads what a {@link memoryJobStore} keeps. */
export function memoryJobReader(jobs: ReadonlyMap<string, StoredJob>): JobReader {
  const eventsOf = (id: string) => jobs.get(id)?.events ?? [];
  return {
    async get(id) {
      return jobs.get(id)?.row.job;
    },
    async active(team) {
      const all = [...jobs.values()].map(({ row }) => row.job);
      return all.filter((job) => job.state === "scraping" && (team === undefined || job.team === team));
    },
    async lastPageAt(team) {
      const times = [...jobs.values()].flatMap(({ row: { job } }) => (job.team === team ? (job.lastPageAt ?? []) : []));
      return times.length === 0 ? undefined : Math.max(...times);
    },
    async pages(id, { skip, limit, maxBytes }) {
      const stored = jobs.get(id);
      const places = (stored?.pages ?? []).slice(skip, skip + limit);
      const events = places.flatMap((place) => stored?.events[place] ?? []);
      const pages = fitting(events, maxBytes).map(({ document }) => document);
      const next = skip + pages.length;
      return { pages, ...(next < (stored?.pages.length ?? 0) && pages.length > 0 ? { next } : {}) };
    },
    async events(id, { after, limit, maxBytes }) {
      return fitting(eventsOf(id).slice(after, after + limit), maxBytes);
    },
    async errors(id, limit = Infinity) {
      return eventsOf(id)
        .filter((event) => event.type === "page" && event.error !== undefined)
        .slice(0, limit);
    },
    async decisions(id, { after, limit, reason }) {
      const all = [...allDecisions(jobs.get(id))].filter(
        (decision) => reason === undefined || decision.reason === reason,
      );
      const decisions = all.slice(after, after + limit);
      const next = after + decisions.length;
      return { decisions, ...(next < all.length ? { next } : {}) };
    },
  };
}

/** Those that were made, then what the limit left in the frontier of a settled job. */
function* allDecisions(stored: StoredJob | undefined): Iterable<Decision> {
  if (stored === undefined) return;
  const { row, decisions, entries } = stored;
  yield* decisions.values();
  if (row.job.state === "scraping") return;
  for (const { state, entry } of entries.values()) if (state === "pending") yield leftOver(row.job, entry);
}

/** The first events, as many as have documents that fit into `maxBytes` of JSON together, but at least one. */
function fitting(events: readonly JobEvent[], maxBytes = Infinity): readonly JobEvent[] {
  // A reader who takes pages as they come gets one at a time, and measuring it means writing it as JSON.
  if (events.length < 2 || maxBytes === Infinity) return events;
  let bytes = 0;
  const end = events.findIndex(({ document }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(document) ?? "");
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? events : events.slice(0, end);
}
