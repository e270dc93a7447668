import type { Decision, FrontierEntry, Job } from "../ports/job-store.ts";
import type { JobEvent } from "../ports/job-reader.ts";
import type { DecisionReason } from "../url/decision.ts";
import type { EntryRow, EventRow, FrontierState, LaneRow, Levels, SeenEntry } from "./rows.ts";

type Draftable<Row> = {
  -readonly [Field in keyof Row]: Row[Field] extends Levels ? Record<number, number> : Row[Field];
};

/** A lane while it is worked on. */
type LaneDraft = Draftable<LaneRow>;

/** The rows of a job while a step changes them. What was loaded stays as it is. */
export interface Draft {
  readonly state: FrontierState;
  readonly job: { -readonly [Field in keyof Job]: Job[Field] };
  lanes: number;
  readonly levels: Record<number, number>;
  /** New and changed entries by key. */
  readonly entries: Map<string, EntryRow>;
  readonly met: Map<string, SeenEntry>;
  /** New and changed lanes by name. */
  readonly changedLanes: Map<string, LaneDraft>;
  readonly spent: Map<string, number>;
  readonly decisions: Map<string, Decision | undefined>;
  readonly events: EventRow[];
}

/** Copies what a step may change. */
export function startDraft(state: FrontierState): Draft {
  const { job, lanes, levels } = state.row;
  return {
    state,
    job: { ...job },
    lanes,
    levels: { ...levels },
    entries: new Map(),
    met: new Map(),
    changedLanes: new Map(),
    spent: new Map(),
    decisions: new Map(),
    events: [],
  };
}

/** An entry as it is by now. */
export function entryAt({ entries, state }: Draft, key: string): EntryRow | undefined {
  return entries.get(key) ?? state.entries.get(key);
}

/** The part of an entry that is seen. */
export function seenOf({ entry: { url, depth, lane }, state, duplicateOf, spellings }: EntryRow): SeenEntry {
  return { url, depth, lane, state, duplicateOf, spellings };
}

/** The part of an entry that is seen by now; undefined if there is none. */
export function seenAt(draft: Draft, key: string): SeenEntry | undefined {
  const row = entryAt(draft, key);
  return row === undefined ? (draft.met.get(key) ?? draft.state.seen.get(key)) : seenOf(row);
}

/** Notes what is new about a known entry. */
export function note(draft: Draft, key: string, news: Partial<Pick<SeenEntry, "depth" | "spellings">>): void {
  const row = entryAt(draft, key);
  const seen = seenAt(draft, key);
  if (row !== undefined) {
    const { depth = row.entry.depth, spellings = row.spellings } = news;
    draft.entries.set(key, { ...row, entry: { ...row.entry, depth }, spellings });
  } else if (seen !== undefined) {
    draft.met.set(key, { ...seen, ...news });
  }
}

/** True for an entry that is still to be visited, or is being visited. */
export function isUnfinished({ state }: EntryRow): boolean {
  return state === "pending" || state === "open";
}

/** The least depth; undefined if there are no entries. */
export function leastDepth(levels: Levels): number | undefined {
  for (const depth in levels) return Number(depth); // whole numbers come in ascending order
  return undefined;
}

function count(levels: Record<number, number>, depth: number, change: number): void {
  const now = (levels[depth] ?? 0) + change;
  if (now > 0) levels[depth] = now;
  else delete levels[depth];
}

/** A lane to be changed; it is made if there is none. */
function laneToChange(draft: Draft, name: string, loaded = draft.state.lanes.get(name)): LaneDraft {
  const known = draft.changedLanes.get(name);
  if (known !== undefined) return known;
  const lane: LaneDraft =
    loaded === undefined ? { name, pending: {}, open: 0, opened: 0 } : { ...loaded, pending: { ...loaded.pending } };
  draft.changedLanes.set(name, lane);
  return lane;
}

function isIdle({ pending, open }: LaneRow): boolean {
  return open === 0 && leastDepth(pending) === undefined;
}

function countAtDepth({ job, levels }: Draft, depth: number, change: number): void {
  if (job.shortestDepths) count(levels, depth, change);
}

/** Puts an entry among the pending ones of its lane. */
export function enterLane(draft: Draft, { lane: name, depth }: Pick<FrontierEntry, "lane" | "depth">): void {
  const lane = laneToChange(draft, name);
  if (isIdle(lane)) draft.lanes += 1;
  count(lane.pending, depth, 1);
  countAtDepth(draft, depth, 1);
}

/** Takes an unfinished entry out of its lane. */
export function leaveLane(
  draft: Draft,
  { lane: name, depth }: Pick<FrontierEntry, "lane" | "depth">,
  state: EntryRow["state"],
): void {
  const lane = laneToChange(draft, name);
  if (state === "open") lane.open -= 1;
  else count(lane.pending, depth, -1);
  countAtDepth(draft, depth, -1);
  if (isIdle(lane)) draft.lanes -= 1;
}

/** Counts the first pending entry of a lane that has one as open. */
export function openFirst(draft: Draft, loaded: LaneRow): LaneRow {
  const lane = laneToChange(draft, loaded.name, loaded);
  count(lane.pending, leastDepth(lane.pending) ?? 0, -1);
  lane.open += 1;
  lane.opened += 1;
  draft.job.open += 1;
  return lane;
}

/** Counts an open entry of a lane as pending again, as if it had never been opened. */
export function unopen(draft: Draft, { lane: name, depth }: Pick<FrontierEntry, "lane" | "depth">): void {
  const lane = laneToChange(draft, name);
  count(lane.pending, depth, 1);
  lane.open -= 1;
  lane.opened -= 1;
  draft.job.open -= 1;
}

/** Notes why a URL was not taken, unless that is known. */
export function refuse(draft: Draft, decision: Decision): void {
  if (decidedReason(draft, decision.url) !== undefined) return;
  draft.decisions.set(decision.url, decision);
  countLeftOut(draft, decision.reason, 1);
}

/** Forgets why a URL was not taken. */
export function takeBack(draft: Draft, url: string): void {
  const reason = decidedReason(draft, url);
  if (reason === undefined) return;
  draft.decisions.set(url, undefined);
  countLeftOut(draft, reason, -1);
}

/** The reason why a URL was not taken, by now. */
export function decidedReason({ decisions, state }: Draft, url: string): DecisionReason | undefined {
  return decisions.has(url) ? decisions.get(url)?.reason : state.decided.get(url);
}

function countLeftOut({ job }: Draft, reason: DecisionReason, change: number): void {
  job.leftOut = { ...job.leftOut, [reason]: (job.leftOut[reason] ?? 0) + change };
}

/** A decision about an entry. */
export function refusal(
  { url, depth, foundOn }: Pick<FrontierEntry, "url" | "depth" | "foundOn">,
  reason: DecisionReason,
  detail: string,
): Decision {
  return { url, reason, detail, depth, ...(foundOn === undefined ? {} : { foundOn }) };
}

/** Adds an event to the job's log. */
export function record({ job, events }: Draft, event: Omit<JobEvent, "sequence">, page?: number): void {
  job.lastSequence += 1;
  events.push({ event: { sequence: job.lastSequence, ...event }, page });
}
