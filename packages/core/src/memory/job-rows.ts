import { leastDepth, seenOf } from "../frontier/draft.ts";
import type { JobRows } from "../frontier/job-steps.ts";
import { comesBefore } from "../frontier/opening.ts";
import type {
  Changes,
  EntryRow,
  FrontierState,
  HalfTaken,
  JobRow,
  LaneQuery,
  LaneRow,
  Needs,
  SeenEntry,
  Step,
} from "../frontier/rows.ts";
import type { JobEvent } from "../ports/job-reader.ts";
import type { Decision, OpenEntry } from "../ports/job-store.ts";
import type { DecisionReason } from "../url/decision.ts";
import { entryTable, type EntryTable } from "./entry-table.ts";
import { waitingLine, type WaitingLine } from "./waiting-line.ts";

interface StoredLane extends LaneRow {
  readonly line: WaitingLine;
}

/** All rows of a job. */
export interface StoredJob {
  row: JobRow;
  readonly entries: EntryTable;
  readonly lanes: Map<string, StoredLane>;
  /** Names of lanes with pending entries. */
  readonly ready: Set<string>;
  /** Keys of open entries. */
  readonly open: Set<string>;
  readonly spent: Map<string, number>;
  /** Decisions by URL, in the order in which they were made. */
  readonly decisions: Map<string, Decision>;
  readonly events: JobEvent[];
  /** Places in `events`. */
  readonly pages: number[];
}

/** Keeps the rows of jobs in a map. Every step is taken in one go, so that none comes in between. */
export function memoryJobRows(jobs: Map<string, StoredJob>, onSave: (stored: StoredJob) => void): JobRows {
  const take = <Result>(stored: StoredJob, step: Step<Result>): HalfTaken<Result> =>
    step.take(load(stored, step.needs(stored.row)));
  return {
    async step(id, step, beginning) {
      const stored = jobs.get(id) ?? (beginning && emptyJob(beginning));
      if (stored === undefined) return undefined;
      const { lanes, finish } = take(stored, step);
      const { changes, tellsOpen, result } = finish(lanes === undefined ? [] : nextLanes(stored, lanes));
      if (changes === undefined) return result(new Map(), []);
      const opened = save(stored, changes);
      jobs.set(id, stored);
      onSave(stored);
      return result(opened, tellsOpen === true ? openEntries(stored) : []);
    },
    async look(id, step) {
      const stored = jobs.get(id);
      const taken = stored && take(stored, step).finish([]);
      return taken?.changes === undefined ? taken?.result(new Map(), []) : undefined;
    },
  };
}

function emptyJob(row: JobRow): StoredJob {
  return {
    row,
    entries: entryTable(),
    lanes: new Map(),
    ready: new Set(),
    open: new Set(),
    spent: new Map(),
    decisions: new Map(),
    events: [],
    pages: [],
  };
}

function load(stored: StoredJob, needs: Needs): FrontierState {
  const entries = new Map<string, EntryRow>();
  const seen = new Map<string, SeenEntry>();
  const lanes = new Map<string, LaneRow>();
  const spent = new Map<string, number>();
  const decided = new Map<string, DecisionReason>();
  const addLane = (name: string) => copy(name, stored.lanes, lanes);
  const addDecision = (url: string) => {
    const decision = stored.decisions.get(url);
    if (decision !== undefined) decided.set(url, decision.reason);
  };
  const addEntry = (key: string) => {
    const row = stored.entries.get(key);
    if (row === undefined) return undefined;
    entries.set(key, row);
    row.spellings?.forEach(addDecision);
    if (row.state === "pending" || row.state === "open") addLane(row.entry.lane);
    return row;
  };
  for (const key of needs.entries ?? []) {
    const entry = addEntry(key)?.entry;
    if (entry?.trap !== undefined) copy(entry.trap.family, stored.spent, spent);
    if (entry !== undefined && needs.withDecisions === true) addDecision(entry.url);
  }
  if (needs.open === true) for (const key of stored.open) addEntry(key);
  for (const { key, url, depth } of needs.links ?? []) {
    const row = stored.entries.get(key);
    if (row !== undefined) seen.set(key, seenOf(row));
    if (row?.state === "pending" && row.entry.depth > depth) addLane(row.entry.lane);
    if (row?.entry.url !== url) addDecision(url);
  }
  for (const name of needs.lanes ?? []) addLane(name);
  for (const family of needs.families ?? []) copy(family, stored.spent, spent);
  for (const url of needs.decisions ?? []) addDecision(url);
  return { row: stored.row, entries, seen, lanes, spent, decided };
}

function copy<Value>(key: string, from: ReadonlyMap<string, Value>, to: Map<string, Value>): void {
  const value = from.get(key);
  if (value !== undefined) to.set(key, value);
}

function nextLanes({ ready, lanes }: StoredJob, { count, openBelow, depthUpTo }: LaneQuery): readonly LaneRow[] {
  const first: LaneRow[] = [];
  for (const name of ready) {
    const lane = lanes.get(name);
    if (lane === undefined || lane.open >= openBelow || (leastDepth(lane.pending) ?? Infinity) > depthUpTo) continue;
    const place = first.findIndex((other) => comesBefore(lane, other));
    if (place >= 0) first.splice(place, 0, lane);
    else if (first.length < count) first.push(lane);
    if (first.length > count) first.pop();
  }
  return first;
}

function save(stored: StoredJob, changes: Changes): ReadonlyMap<string, readonly OpenEntry[]> {
  stored.row = changes.row;
  for (const lane of changes.lanes) saveLane(stored, lane);
  for (const row of changes.added) saveEntry(stored, row);
  for (const row of changes.changed) saveEntry(stored, row);
  for (const [key, { depth, spellings }] of changes.met) {
    const row = stored.entries.get(key);
    if (row !== undefined) saveEntry(stored, { ...row, entry: { ...row.entry, depth }, spellings });
  }
  for (const [family, spent] of changes.spent) stored.spent.set(family, spent);
  for (const [url, decision] of changes.decisions) {
    if (decision === undefined) stored.decisions.delete(url);
    else stored.decisions.set(url, decision);
  }
  for (const { event, page } of changes.events) {
    if (page !== undefined) stored.pages.push(stored.events.length);
    stored.events.push(event);
  }
  return new Map([...changes.open].map(([lane, count]) => [lane, openFirst(stored, lane, count)]));
}

function saveLane({ lanes, ready }: StoredJob, lane: LaneRow): void {
  const known = lanes.get(lane.name);
  const { line, age } = known ?? { line: waitingLine(), age: lanes.size };
  lanes.set(lane.name, { ...lane, age, line });
  if (leastDepth(lane.pending) === undefined) ready.delete(lane.name);
  else ready.add(lane.name);
}

function saveEntry(stored: StoredJob, row: EntryRow): void {
  const { key, lane, depth } = row.entry;
  const before = stored.entries.get(key);
  const number = stored.entries.put(row);
  if (row.state === "open") stored.open.add(key);
  else stored.open.delete(key);
  const isAtItsPlace = before?.state === "pending" && before.entry.depth === depth;
  if (row.state === "pending" && !isAtItsPlace) stored.lanes.get(lane)?.line.add(depth, number);
}

function openFirst({ entries, open, lanes }: StoredJob, lane: string, count: number): readonly OpenEntry[] {
  const opened: OpenEntry[] = [];
  const waits = (number: number, depth: number) => {
    const row = entries.at(number);
    return row?.state === "pending" && row.entry.depth === depth;
  };
  while (opened.length < count) {
    const number = lanes.get(lane)?.line.take(waits);
    const row = number === undefined ? undefined : entries.at(number);
    if (row === undefined) return opened;
    const taken = { ...row, state: "open", opening: row.opening + 1 } as const;
    entries.put(taken);
    open.add(row.entry.key);
    opened.push(openEntry(taken));
  }
  return opened;
}

function openEntries({ open, entries }: StoredJob): readonly OpenEntry[] {
  const rows = [...open].flatMap((key) => entries.get(key) ?? []);
  return rows.toSorted((one, other) => one.number - other.number).map(openEntry);
}

function openEntry({ entry, opening }: EntryRow): OpenEntry {
  return { ...entry, opening };
}
