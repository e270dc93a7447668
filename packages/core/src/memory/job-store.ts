import type { JobEvent, JobReader } from "../ports/job-reader.ts";
import type {
  Decision,
  Job,
  JobStore,
  NewJob,
  PauseChange,
  Progress,
  Visit,
  VisitOutcome,
} from "../ports/job-store.ts";
import {
  admit,
  createFrontier,
  finish,
  openEntry,
  openWindow,
  refusal,
  refuse,
  release,
  type Frontier,
  type Row,
} from "./frontier.ts";

interface StoredJob {
  job: Job;
  readonly frontier: Frontier;
  readonly events: JobEvent[];
  /** Places in `events`. */
  readonly pages: number[];
}

/** How much a {@link memoryJobStore} holds. */
export interface MemoryJobStoreOptions {
  /** Most events of jobs that have ended; beyond, the oldest of these jobs are forgotten early. 100,000 when not given. */
  readonly mostEventsKept?: number | undefined;
}

/** Keeps jobs in this process. The reference for every other job store. */
export function memoryJobStore({ mostEventsKept = 100_000 }: MemoryJobStoreOptions = {}): JobStore & JobReader {
  const jobs = new Map<string, StoredJob>();
  return { ...stepping(jobs, mostEventsKept), ...reading(jobs) };
}

type Jobs = Map<string, StoredJob>;

function stepping(jobs: Jobs, mostEventsKept: number): JobStore {
  /** Jobs that were forgotten before their time, to be told of by the next purge. */
  const crowdedOut: string[] = [];

  function makeRoom(newest: StoredJob): void {
    const ended = [...jobs.values()].filter(({ job }) => job.state !== "scraping");
    let events = ended.reduce((sum, stored) => sum + stored.events.length, 0);
    for (const stored of ended) {
      if (events <= mostEventsKept) return;
      if (stored === newest) continue;
      events -= stored.events.length;
      jobs.delete(stored.job.id);
      crowdedOut.push(stored.job.id);
    }
  }

  return {
    async create(job, seeds) {
      const known = jobs.get(job.id);
      if (known !== undefined) return progress(known, { replay: true });
      const stored: StoredJob = { job: newJob(job), frontier: createFrontier(), events: [], pages: [] };
      jobs.set(job.id, stored);
      record(stored, { type: "started", at: job.createdAt });
      for (const seed of seeds) admitTo(stored, seed);
      return progress(stored);
    },
    async append(id, { part, options, entries }) {
      const stored = jobs.get(id);
      if (stored === undefined || stored.job.state === "failed" || stored.job.state === "cancelled") return undefined;
      if (Object.hasOwn(stored.job.parts, part)) return progress(stored, { replay: true });
      update(stored, { parts: { ...stored.job.parts, [part]: options }, state: "scraping" });
      update(stored, { settledAt: undefined, expiresAt: undefined, result: undefined, error: undefined });
      for (const entry of entries) admitTo(stored, entry);
      return progress(stored);
    },
    async recall(id, { key, opening }) {
      const stored = jobs.get(id);
      const row = stored?.frontier.rows.get(key);
      if (stored === undefined || row === undefined) return nothingToDo(stored);
      if (isFinished(row)) return progress(stored, { replay: true, credits: row.credits });
      if (stored.job.state !== "scraping") return nothingToDo(stored);
      if (row.state === "pending" || row.opening !== opening) return nothingToDo(stored);
      if (!isPaused(stored.job)) return undefined;
      release(stored.frontier, row);
      update(stored, { open: stored.job.open - 1 });
      return nothingToDo(stored);
    },
    async complete(id, visit) {
      const stored = jobs.get(id);
      const row = stored?.frontier.rows.get(visit.key);
      if (stored === undefined || row === undefined) return nothingToDo(stored);
      if (isFinished(row)) return progress(stored, { replay: true, credits: row.credits });
      if (stored.job.state !== "scraping") return nothingToDo(stored);
      if (visit.outcome.kind === "ongoing") {
        takeOver(stored, visit);
        return nothingToDo(stored);
      }
      recordVisit(stored, row, visit);
      return progress(stored, { credits: row.credits });
    },
    async settle(id, { state, at, result, error }) {
      const stored = jobs.get(id);
      if (stored?.job.state !== "scraping") return stored?.job;
      for (const row of openRows(stored)) release(stored.frontier, row);
      const ending = {
        open: 0,
        paused: false,
        heldUntil: undefined,
        settledAt: at,
        expiresAt: at + stored.job.keptForMs,
      };
      update(stored, { state, ...ending, result, error });
      record(stored, { type: state, at, ...(error === undefined ? {} : { error }) });
      makeRoom(stored);
      return stored.job;
    },
    async setPaused(id, change) {
      const stored = jobs.get(id);
      if (stored?.job.state !== "scraping") return undefined;
      update(stored, changed(stored.job, change));
      return progress(stored, { replay: true });
    },
    async purge(now) {
      const expired = [...jobs.values()].filter(({ job }) => job.expiresAt !== undefined && job.expiresAt < now);
      for (const { job } of expired) jobs.delete(job.id);
      return [...crowdedOut.splice(0), ...expired.map(({ job }) => job.id)];
    },
  };
}

function newJob(job: NewJob): Job {
  const counters = { known: 0, completed: 0, failed: 0, open: 0, creditsUsed: 0, lastSequence: 0 };
  return { ...job, state: "scraping", paused: false, ...counters };
}

function update(stored: StoredJob, changes: Partial<Job>): void {
  stored.job = { ...stored.job, ...changes };
}

function record(stored: StoredJob, event: Omit<JobEvent, "sequence">): void {
  const sequence = stored.events.length + 1;
  if (event.type === "page" && event.error === undefined) stored.pages.push(stored.events.length);
  stored.events.push({ sequence, ...event });
  update(stored, { lastSequence: sequence });
}

function isPaused({ paused, heldUntil }: Job): boolean {
  return paused || heldUntil !== undefined;
}

function changed(job: Job, change: PauseChange): Pick<Job, "paused" | "heldUntil"> {
  const { paused = job.paused, heldUntil = job.heldUntil ?? false } = change;
  return { paused, heldUntil: heldUntil === false ? undefined : heldUntil };
}

function isFinished(row: Row): boolean {
  return row.state !== "pending" && row.state !== "open";
}

function admitTo(stored: StoredJob, entry: Row["entry"]): boolean {
  const isNew = admit(stored.frontier, entry);
  if (isNew) update(stored, { known: stored.job.known + 1 });
  return isNew;
}

function recordVisit(stored: StoredJob, row: Row, visit: Visit): void {
  const { frontier } = stored;
  if (row.state === "open") update(stored, { open: stored.job.open - 1 });
  const outcome = claimLanding(stored, row, visit);
  const isDuplicate = row.duplicateOf !== undefined;
  finish(frontier, row, outcome.kind === "page" ? "visited" : isDuplicate ? "duplicate" : "failed");
  recordOutcome(stored, row, { ...visit, outcome });
  if (isDuplicate) return;
  const admitted = takeOver(stored, visit);
  if (visit.base !== undefined) update(stored, { base: visit.base });
  refund(
    stored,
    row,
    visit.isNovel === true || admitted.some((entry) => entry.trap?.family !== row.entry.trap?.family),
  );
}

/** Admits and refuses what a visit found; returns what was admitted. */
function takeOver(stored: StoredJob, { discovered, refused }: Visit): readonly Row["entry"][] {
  const { frontier } = stored;
  const admitted = discovered.filter((entry) => admitTo(stored, entry));
  for (const { key, ...decision } of refused) {
    const known = frontier.rows.get(key)?.entry.url;
    if (known === undefined) refuse(frontier, decision);
    else if (known !== decision.url) refuse(frontier, refusal(decision, "duplicate", `Same page as ${known}.`));
  }
  return admitted;
}

/** Claims the page that the visit was led to; turns the outcome into a duplicate if that page is another visit's. */
function claimLanding(stored: StoredJob, row: Row, visit: Visit): VisitOutcome {
  const { frontier } = stored;
  const { landedOn, outcome } = visit;
  if (landedOn === undefined || landedOn.key === visit.key || outcome.kind !== "page") return outcome;
  const other = frontier.rows.get(landedOn.key);
  if (other === undefined) {
    const entry = { ...row.entry, key: landedOn.key, url: landedOn.url };
    frontier.rows.set(landedOn.key, {
      entry,
      depth: row.depth,
      state: "duplicate",
      opening: 0,
      credits: 0,
      duplicateOf: visit.key,
    });
  } else if (other.state === "pending") {
    finish(frontier, other, "duplicate");
    other.duplicateOf = visit.key;
    update(stored, { known: stored.job.known - 1 });
    refuse(frontier, refusal(other.entry, "duplicate", `Same page as ${row.entry.url}, which redirects to it.`));
  } else if (other.state !== "failed" && other.duplicateOf !== visit.key) {
    row.duplicateOf = landedOn.key;
    const detail = `Redirects to ${landedOn.url}, which was seen before.`;
    return { kind: "dropped", decision: refusal(row.entry, "duplicate", detail) };
  }
  return outcome;
}

function recordOutcome(stored: StoredJob, row: Row, { outcome, id, at }: Visit): void {
  const { job } = stored;
  const { url } = row.entry;
  if (outcome.kind === "page") {
    row.credits = outcome.credits;
    update(stored, { completed: job.completed + 1, creditsUsed: job.creditsUsed + outcome.credits, lastPageAt: at });
    record(stored, { type: "page", at, id, url, document: outcome.document });
  } else if (outcome.kind === "failed") {
    update(stored, { known: job.known - 1, failed: job.failed + 1 });
    record(stored, { type: "page", at, id, url, error: outcome.error });
  } else if (outcome.kind === "dropped") {
    update(stored, { known: job.known - 1 });
    refuse(stored.frontier, outcome.decision);
  }
}

function refund({ frontier }: StoredJob, { entry }: Row, ledToSomethingNew: boolean): void {
  if (entry.trap === undefined || !ledToSomethingNew) return;
  const { family } = entry.trap;
  frontier.spent.set(family, Math.max(0, (frontier.spent.get(family) ?? 0) - 1));
}

function progress(stored: StoredJob, { replay = false, credits = 0 } = {}): Progress {
  const { frontier } = stored;
  if (stored.job.state !== "scraping") return { ...nothingToDo(stored), credits };
  const opened = isPaused(stored.job) ? [] : openWindow(frontier, stored.job);
  update(stored, { open: stored.job.open + opened.length });
  const { job } = stored;
  const rows = replay ? openRows(stored) : opened;
  const isFull = job.completed >= (job.limit ?? Infinity);
  const exhausted = job.open === 0 && (isFull || frontier.lanes.size === 0);
  return { next: rows.map(openEntry), exhausted, credits, lastSequence: job.lastSequence };
}

function openRows({ frontier }: StoredJob): readonly Row[] {
  return [...frontier.rows.values()].filter((row) => row.state === "open");
}

function nothingToDo(stored: StoredJob | undefined): Progress {
  return { next: [], exhausted: false, credits: 0, lastSequence: stored?.job.lastSequence ?? 0 };
}

function reading(jobs: Jobs): JobReader {
  const eventsOf = (id: string) => jobs.get(id)?.events ?? [];
  return {
    async get(id) {
      return jobs.get(id)?.job;
    },
    async active(team) {
      const all = [...jobs.values()].map(({ job }) => job);
      return all.filter((job) => job.state === "scraping" && (team === undefined || job.team === team));
    },
    async lastPageAt(team) {
      const times = [...jobs.values()].flatMap(({ job }) => (job.team === team ? (job.lastPageAt ?? []) : []));
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
  yield* stored.frontier.decisions.values();
  if (stored.job.state === "scraping") return;
  for (const { state, entry } of stored.frontier.rows.values()) {
    if (state === "pending") yield refusal(entry, "limit", leftOver(stored.job));
  }
}

function leftOver({ state, limit }: Job): string {
  return state === "completed" ? `The limit of ${limit ?? 0} pages was reached.` : `The job ended as ${state}.`;
}

/** As many as have documents that fit into `maxBytes` of JSON together, but at least one. */
function fitting(events: readonly JobEvent[], maxBytes = Infinity): readonly JobEvent[] {
  let bytes = 0;
  const end = events.findIndex(({ document }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(document) ?? "");
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? events : events.slice(0, end);
}
