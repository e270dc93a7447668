import type {
  AppendedPart,
  FrontierEntry,
  Job,
  NewJob,
  OpenEntry,
  PauseChange,
  Progress,
  Settlement,
} from "../ports/job-store.ts";
import { admissionNeeds, admitAll, release } from "./admission.ts";
import { isUnfinished, record, startDraft } from "./draft.ts";
import { conclude, isExhausted, isPaused, nothingToDo, proceed, unchanged } from "./opening.ts";
import type { FrontierState, JobRow, Step } from "./rows.ts";

/** A job that was never worked on. Pure. */
export function newJobRow(job: NewJob): JobRow {
  const counters = { known: 0, completed: 0, failed: 0, open: 0, creditsUsed: 0, lastSequence: 0, leftOut: {} };
  return { job: { ...job, state: "scraping", paused: false, ...counters }, lanes: 0, levels: {} };
}

/** Begins a job, see `JobStore.create`. On one that has begun it is a replay. */
export function createStep(job: NewJob, seeds: readonly FrontierEntry[]): Step<Progress> {
  return {
    needs: (row) => (hasBegun(row) ? {} : admissionNeeds(seeds)),
    take(state) {
      const draft = startDraft(state);
      if (hasBegun(state.row)) return proceed(draft, { isReplay: true });
      record(draft, { type: "started", at: job.createdAt });
      admitAll(draft, seeds);
      return proceed(draft);
    },
  };
}

function hasBegun({ job }: JobRow): boolean {
  return job.lastSequence > 0;
}

/** Adds a part to a job, see `JobStore.append`. */
export function appendStep(appended: AppendedPart): Step<Progress | undefined> {
  const { part, options, entries, continues = false } = appended;
  const isThere = ({ job }: JobRow) => Object.hasOwn(job.parts, part);
  return {
    needs: (row) => (isThere(row) && !continues ? {} : admissionNeeds(entries)),
    take(state) {
      const { job } = state.row;
      if (job.state === "failed" || job.state === "cancelled") return unchanged(undefined);
      const draft = startDraft(state);
      const isReplay = continues ? entries.every(({ key }) => state.seen.has(key)) : isThere(state.row);
      if (isReplay) return proceed(draft, { isReplay: true });
      draft.job.parts = { ...job.parts, [part]: options };
      draft.job.state = "scraping";
      Object.assign(draft.job, { settledAt: undefined, expiresAt: undefined, result: undefined, error: undefined });
      admitAll(draft, entries);
      return proceed(draft);
    },
  };
}

/** The answer for a delivered visit when nothing else has happened since. */
export const stillToBeMade = "still to be made";

/** Asks what is left to do for a delivered visit, see `JobStore.recall`. */
export function recallStep({
  key,
  opening,
}: Pick<OpenEntry, "key" | "opening">): Step<Progress | typeof stillToBeMade> {
  return {
    needs: () => ({ entries: [key] }),
    take(state) {
      const { job } = state.row;
      const row = state.entries.get(key);
      if (row === undefined) return unchanged(nothingToDo(job));
      const draft = startDraft(state);
      if (!isUnfinished(row)) return proceed(draft, { isReplay: true, credits: row.credits });
      if (job.state !== "scraping" || row.state === "pending" || row.opening !== opening) {
        return unchanged(nothingToDo(job));
      }
      if (!isPaused(job)) return unchanged(stillToBeMade);
      release(draft, row);
      return conclude(draft, nothingToDo(job));
    },
  };
}

/** Ends a job, see `JobStore.settle`. */
export function settleStep({ state: ending, at, result, error, onceExhausted = false }: Settlement): Step<Job> {
  return {
    needs: ({ job }) => (job.state === "scraping" ? { open: true } : {}),
    take(state) {
      if (state.row.job.state !== "scraping") return unchanged(state.row.job);
      const draft = startDraft(state);
      if (onceExhausted && !isExhausted(draft)) return unchanged(state.row.job);
      for (const row of openRows(state)) release(draft, row);
      const { job } = draft;
      const expiresAt = at + job.keptForMs;
      Object.assign(job, {
        state: ending,
        paused: false,
        heldUntil: undefined,
        settledAt: at,
        expiresAt,
        result,
        error,
      });
      record(draft, { type: ending, at, ...(error === undefined ? {} : { error }) });
      return conclude(draft, job);
    },
  };
}

function openRows({ entries }: FrontierState) {
  return [...entries.values()].filter(({ state }) => state === "open");
}

/** Stops opening visits, or opens them again, see `JobStore.setPaused`. */
export function pauseStep({ paused, heldUntil }: PauseChange): Step<Progress | undefined> {
  return {
    needs: () => ({}),
    take(state) {
      if (state.row.job.state !== "scraping") return unchanged(undefined);
      const draft = startDraft(state);
      if (paused !== undefined) draft.job.paused = paused;
      if (heldUntil !== undefined) draft.job.heldUntil = heldUntil === false ? undefined : heldUntil;
      return proceed(draft, { isReplay: true });
    },
  };
}
