import {
  recentlyUsed,
  type JobRow,
  type JobRows,
  type LaneQuery,
  type LaneRow,
  type Needs,
  type Step,
  type Taken,
} from "@garner/core";
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../connection.ts";
import { newKnownJob, type KnownJob } from "./job-row.ts";
import { jobKeys } from "../keys.ts";
import { loadFrontier, type Loaded } from "./load-frontier.ts";
import { saveFrontier } from "./save-frontier.ts";

/** Jobs whose large parts a process keeps in mind. */
const maxKnown = 500;
const usualLookAhead = 40;

/** The means of {@link redisJobRows} to wait when others are faster. */
export interface Patience {
  sleep(ms: number): Promise<void>;
  random(): number;
}

/**
 * The rows of jobs in Redis. A step is loaded, taken here, and saved by a script that saves nothing if the job has
 * changed meanwhile: then it is taken again. The steps of this process on one job follow each other.
 */
export function redisJobRows(connection: Connection, { sleep, random }: Patience): RedisJobRows {
  const known = recentlyUsed<KnownJob>({ maxSize: maxKnown });
  const inLine = createLine();
  const thisTurn = createTurn<Loaded | undefined>();
  const load = (id: string, step: Pick<Step<unknown>, "needs">, lookAhead: number) =>
    thisTurn.begin(id, loadNow(id, step, lookAhead));

  async function loadNow(id: string, step: Pick<Step<unknown>, "needs">, lookAhead: number) {
    const keys = jobKeys(connection.prefix, id);
    const before = known.peek(id);
    const guess: Needs = before === undefined ? {} : step.needs(before.row);
    const loaded = await loadFrontier(connection, keys, { needs: guess, large: before?.large, lookAhead });
    if (loaded === undefined) return undefined;
    known.set(id, loaded.known);
    const needs = step.needs(loaded.known.row);
    if (isDeepStrictEqual(guess, needs)) return loaded;
    return await loadFrontier(connection, keys, { needs, large: loaded.known.large, lookAhead });
  }

  async function attempt<Result>(
    id: string,
    step: Step<Result>,
    { beginning, lookAhead = usualLookAhead }: { readonly beginning: JobRow | undefined; readonly lookAhead?: number },
  ): Promise<{ readonly result: Result | undefined } | undefined> {
    const found = await load(id, step, lookAhead);
    const loaded = found ?? (beginning && notLoaded(beginning));
    if (loaded === undefined) return { result: undefined };
    const { lanes, finish } = step.take(loaded.state);
    const candidates = lanes === undefined ? [] : nextLanes(loaded, lanes);
    if (candidates === undefined) return await attempt(id, step, { beginning, lookAhead: lookAhead * 10 });
    const { changes, tellsOpen = false, result }: Taken<Result> = finish(candidates);
    if (changes === undefined) return { result: result(new Map(), []) };
    const keys = jobKeys(connection.prefix, id);
    const saved = await saveFrontier(connection, keys, { base: loaded, changes, tellsOpen });
    if (saved === undefined) return undefined;
    known.set(id, saved.known);
    return { result: result(saved.opened, saved.open) };
  }

  async function untilSaved<Result>(id: string, step: Step<Result>, beginning?: JobRow): Promise<Result | undefined> {
    for (let tries = 1; ; tries += 1) {
      const taken = await attempt(id, step, { beginning });
      if (taken !== undefined) return taken.result;
      await sleep(Math.ceil(random() * Math.min(tries, 20)));
    }
  }

  return {
    step: (id, step, beginning) => inLine(id, () => untilSaved(id, step, beginning)),
    async look(id, step) {
      const loaded = await load(id, step, 0);
      const taken = loaded && step.take(loaded.state).finish([]);
      return taken?.changes === undefined ? taken?.result(new Map(), []) : undefined;
    },
    async read(id) {
      return (await (thisTurn.get(id) ?? load(id, { needs: () => ({}) }, 0)))?.known;
    },
  };
}

/** The loads of this turn of the event loop: nothing of it is sent yet, so that who only reads a job may share one. */
function createTurn<T>() {
  const begun = new Map<string, Promise<T>>();
  return {
    get: (id: string) => begun.get(id),
    begin(id: string, loading: Promise<T>): Promise<T> {
      if (begun.size === 0) setImmediate(() => begun.clear());
      begun.set(id, loading);
      return loading;
    },
  };
}

/** Work on one job is done one after the other. */
function createLine() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(id) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => undefined); // who comes next only waits for it
    last.set(id, settled);
    try {
      return await result;
    } finally {
      if (last.get(id) === settled) last.delete(id);
    }
  };
}

/** Rows that may also be read. */
export type RedisJobRows = JobRows & JobReading;

/** Reads the row of a job. */
export interface JobReading {
  read(id: string): Promise<KnownJob | undefined>;
}

function notLoaded(row: JobRow): Loaded {
  const nothing = new Map<string, never>();
  return {
    ...{
      version: "",
      known: newKnownJob(row),
      stored: nothing,
      lanes: nothing,
      places: nothing,
      ahead: [],
      isAll: true,
    },
    state: { row, entries: nothing, seen: nothing, lanes: nothing, spent: nothing, decided: nothing },
  };
}

/** The lanes to open next; undefined if more of them must be loaded. */
function nextLanes(
  { ahead, isAll }: Loaded,
  { count, openBelow, depthUpTo }: LaneQuery,
): readonly LaneRow[] | undefined {
  const fit = ahead.filter(({ open, pending }) => open < openBelow && Number(Object.keys(pending)[0]) <= depthUpTo);
  return fit.length >= count || isAll ? fit.slice(0, count) : undefined;
}
