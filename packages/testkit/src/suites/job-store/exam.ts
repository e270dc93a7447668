import type { FrontierEntry, JobReader, JobStore, NewJob, Progress, Visit } from "@garner/core";
import { examine, type Setup } from "../examined.ts";

/** A store of jobs with its reader. */
export type Jobs = JobStore & JobReader;

/** The beginning of each part of the exam. */
export interface JobExam {
  /** An empty store. */
  readonly open: () => ReturnType<typeof examine<Jobs, []>>;
  /** A store with one job. */
  readonly start: (seeds: readonly FrontierEntry[], more?: Partial<NewJob>) => Promise<StartedJob>;
}

/** A job under examination. */
export interface StartedJob {
  readonly store: Jobs;
  readonly job: NewJob;
  readonly progress: Progress;
  /** The store opened again, if it can be. */
  readonly another: (() => Jobs | Promise<Jobs>) | undefined;
  get(): Promise<NonNullable<Awaited<ReturnType<Jobs["get"]>>>>;
  /** Completes the visit of an entry, with a page unless told otherwise. */
  complete(key: string, what?: Partial<Visit>): Promise<Progress>;
  decisions(): ReturnType<typeof allDecisions>;
}

/** An exam on stores that `setup` makes. */
export function jobExam(setup: Setup<Jobs>): JobExam {
  const open = () => examine(setup);
  return {
    open,
    async start(seeds, more = {}) {
      const { store, another } = await open();
      const job = newJob(more);
      const progress = await store.create(job, seeds);
      return {
        ...{ store, another, job, progress },
        async get() {
          const found = await store.get(job.id);
          if (found === undefined) throw new Error("The job is gone.");
          return found;
        },
        complete: (key, what = {}) => store.complete(job.id, visit(key, what)),
        decisions: () => allDecisions(store, job.id),
      };
    },
  };
}

async function allDecisions(store: Jobs, id: string) {
  return (await store.decisions(id, { after: 0, limit: 1000 })).decisions;
}

let lastId = 0;

/** A job as a test needs it. */
export function newJob(more: Partial<NewJob> = {}): NewJob {
  lastId += 1;
  return {
    id: `00000000-0000-4000-8000-${String(lastId).padStart(12, "0")}`,
    kind: "crawl",
    team: "team",
    apiKey: "key",
    fingerprint: "fingerprint",
    input: { url: "http://a.test/" },
    parts: { "0": {} },
    maxConcurrency: 3,
    oneVisitPerLane: false,
    shortestDepths: false,
    createdAt: 1000,
    keptForMs: 5000,
    ...more,
  };
}

/** An entry as a test needs it: its lane is the first letter of its key. */
export function entry(key: string, more: Partial<FrontierEntry> = {}): FrontierEntry {
  return { key, url: `http://${key}/`, depth: 0, lane: key.slice(0, 1), part: "0", ...more };
}

/** A visit as a test needs it: it brought a page for one credit and led nowhere. */
export function visit(key: string, more: Partial<Visit> = {}): Visit {
  return { key, id: `scrape ${key}`, at: 2000, outcome: page({ key }), discovered: [], refused: [], ...more };
}

/** An outcome: a page for one credit. */
export function page(document: unknown) {
  return { kind: "page", document, credits: 1 } as const;
}

/** An outcome: nothing. */
export const failure = { kind: "failed", error: { code: "SCRAPE_SITE_ERROR", message: "no" } } as const;

/** The keys of what a step says is to be delivered. */
export function keys(progress: Progress | undefined): readonly string[] | undefined {
  return progress?.next.map((open) => open.key).toSorted();
}
