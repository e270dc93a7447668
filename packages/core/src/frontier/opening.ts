import type { Job, OpenEntry, Progress } from "../ports/job-store.ts";
import { leastDepth, openFirst, type Draft } from "./draft.ts";
import type { Changes, EntryRow, HalfTaken, LaneQuery, LaneRow } from "./rows.ts";

/** The answer of a step, apart from the visits that it opened. */
interface Said {
  readonly credits?: number;
  /** It was taken before: the whole open window is told again. */
  readonly isReplay?: boolean;
}

/** Ends a step: opens visits as far as the job's window, limit and lanes allow, and says what is to be done next. */
export function proceed(draft: Draft, { credits = 0, isReplay = false }: Said = {}): HalfTaken<Progress> {
  const { job } = draft;
  if (job.state !== "scraping") return unchanged({ ...nothingToDo(job), credits });
  return {
    lanes: lanesWanted(draft),
    finish(candidates) {
      const order = openVisits(draft, candidates);
      const exhausted = isExhausted(draft);
      const { lastSequence } = job;
      return {
        changes: changesOf(draft, order),
        tellsOpen: isReplay,
        result: (opened, open) => ({
          next: isReplay ? open : inOrder(opened, order),
          exhausted,
          credits,
          lastSequence,
        }),
      };
    },
  };
}

/** Ends a step that opens nothing. */
export function conclude<Result>(draft: Draft, result: Result): HalfTaken<Result> {
  return { lanes: undefined, finish: () => ({ changes: changesOf(draft, []), result: () => result }) };
}

/** A step that changes nothing. */
export function unchanged<Result>(result: Result): HalfTaken<Result> {
  return { lanes: undefined, finish: () => ({ result: () => result }) };
}

/** The rest of a step that leads to nothing. */
export function nothingToDo(job: Job | undefined): Progress {
  return { next: [], exhausted: false, credits: 0, lastSequence: job?.lastSequence ?? 0 };
}

/** True if the owner or the taker of its pages keeps a job from opening visits. */
export function isPaused({ paused, heldUntil }: Job): boolean {
  return paused || heldUntil !== undefined;
}

/** No visit is open, and none may be opened any more. */
export function isExhausted({ job, lanes }: Draft): boolean {
  const isFull = job.completed >= (job.limit ?? Infinity);
  return job.open === 0 && (isFull || lanes === 0);
}

/**
 * True while the first visit goes on and has said where the job moves. What it found waits for its end: another visit that
 * came to the same place first would make it a duplicate, and all links of the start a step deeper.
 */
function isLedElsewhere({ base, lastSequence }: Job): boolean {
  return base !== undefined && lastSequence === 1;
}

/** Number of visits that may be opened now. */
function room({ job }: Draft): number {
  if (isPaused(job)) return 0;
  return Math.min(isLedElsewhere(job) ? 1 : job.maxConcurrency, (job.limit ?? Infinity) - job.completed) - job.open;
}

/** The most open visits that a lane may have: the window is shared between the lanes that have something to do. */
function share({ job, lanes }: Draft): number {
  return job.oneVisitPerLane ? 1 : Math.ceil(job.maxConcurrency / Math.max(1, lanes));
}

function deepest({ job, levels }: Draft): number {
  return job.shortestDepths ? (leastDepth(levels) ?? 0) + 1 : Infinity;
}

function lanesWanted(draft: Draft): LaneQuery | undefined {
  const { state, changedLanes, lanes } = draft;
  const maxVisits = room(draft);
  if (maxVisits <= 0 || lanes === 0) return undefined;
  const known = [...lanesIn(draft)].filter(hasEntries).length;
  if (known >= lanes) return undefined; // there are no others
  // Lanes that were changed may have been among the first before.
  const changed = [...changedLanes.keys()].filter((name) => state.lanes.has(name)).length;
  return { count: maxVisits + changed, openBelow: share(draft), depthUpTo: deepest(draft) };
}

function* lanesIn({ state, changedLanes }: Draft): Iterable<LaneRow> {
  yield* changedLanes.values();
  for (const lane of state.lanes.values()) if (!changedLanes.has(lane.name)) yield lane;
}

function hasEntries({ open, pending }: LaneRow): boolean {
  return open > 0 || leastDepth(pending) !== undefined;
}

/** Opens visits; returns the lanes that they are of, in order. */
function openVisits(draft: Draft, candidates: readonly LaneRow[]): readonly string[] {
  const lanes = new Map([...candidates, ...lanesIn(draft)].map((lane) => [lane.name, lane]));
  const limits = { openBelow: share(draft), depthUpTo: deepest(draft) };
  const order: string[] = [];
  while (room(draft) > 0) {
    const lane = firstOf(lanes.values(), limits);
    if (lane === undefined) break;
    lanes.set(lane.name, openFirst(draft, lane));
    order.push(lane.name);
  }
  return order;
}

function firstOf(
  lanes: Iterable<LaneRow>,
  { openBelow, depthUpTo }: Pick<LaneQuery, "openBelow" | "depthUpTo">,
): LaneRow | undefined {
  let first: LaneRow | undefined;
  for (const lane of lanes) {
    const depth = leastDepth(lane.pending);
    if (depth === undefined || depth > depthUpTo || lane.open >= openBelow) continue;
    if (first === undefined || comesBefore(lane, first)) first = lane;
  }
  return first;
}

/** The order in which lanes are served: the least depth, then the one that was served least, then the oldest. Pure. */
export function comesBefore(one: LaneRow, other: LaneRow): boolean {
  const deeper = (leastDepth(one.pending) ?? Infinity) - (leastDepth(other.pending) ?? Infinity);
  const served = one.opened - other.opened;
  return (deeper || served || (one.age ?? Infinity) - (other.age ?? Infinity)) < 0;
}

/** Opened entries, by lane, in the order in which their lanes were served. */
function inOrder(opened: ReadonlyMap<string, readonly OpenEntry[]>, order: readonly string[]): readonly OpenEntry[] {
  const taken = new Map<string, number>();
  return order.map((lane) => {
    const place = taken.get(lane) ?? 0;
    taken.set(lane, place + 1);
    const entry = opened.get(lane)?.[place];
    if (entry === undefined) throw new Error(`The store opened fewer entries of ${lane} than its lane has.`);
    return entry;
  });
}

function changesOf(draft: Draft, order: readonly string[]): Changes {
  const { state, job, lanes, levels, entries, met, changedLanes, spent, decisions, events } = draft;
  const added: EntryRow[] = [];
  const changed: EntryRow[] = [];
  for (const row of entries.values()) (state.entries.has(row.entry.key) ? changed : added).push(row);
  const open = new Map<string, number>();
  for (const lane of order) open.set(lane, (open.get(lane) ?? 0) + 1);
  const row = { job, lanes, levels };
  return { row, added, changed, met, lanes: [...changedLanes.values()], spent, decisions, events, open };
}
