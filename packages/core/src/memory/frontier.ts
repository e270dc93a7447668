import type { Decision, FrontierEntry, Job, OpenEntry } from "../ports/job-store.ts";

/** An entry and what became of it. */
export interface Row {
  readonly entry: FrontierEntry;
  /** The least depth it was found at. */
  depth: number;
  state: "pending" | "open" | "visited" | "failed" | "duplicate";
  opening: number;
  /** What its page cost. */
  credits: number;
  /** The key of the page that it duplicates. */
  duplicateOf?: string;
}

interface Lane {
  /** By depth, then in order of admission. */
  readonly pending: Row[];
  open: number;
  opened: number;
}

/** The URLs of one job: which were admitted, which are open, which were refused and why. */
export interface Frontier {
  readonly rows: Map<string, Row>;
  /** Lanes with unfinished entries. */
  readonly lanes: Map<string, Lane>;
  /** Unfinished entries by depth. */
  readonly levels: Map<number, number>;
  /** Admissions by trap family that led to nothing new. */
  readonly spent: Map<string, number>;
  /** By URL; the first one counts. */
  readonly decisions: Map<string, Decision>;
}

export function createFrontier(): Frontier {
  return { rows: new Map(), lanes: new Map(), levels: new Map(), spent: new Map(), decisions: new Map() };
}

/** Notes why a URL was not taken, unless that is known. */
export function refuse(frontier: Frontier, decision: Decision): void {
  if (!frontier.decisions.has(decision.url)) frontier.decisions.set(decision.url, decision);
}

/** Admits an entry whose key is new and whose trap family has budget. */
export function admit(frontier: Frontier, entry: FrontierEntry): boolean {
  const known = frontier.rows.get(entry.key);
  if (known !== undefined) {
    meetAgain(frontier, known, entry);
    return false;
  }
  const { trap } = entry;
  if (trap !== undefined) {
    const spent = frontier.spent.get(trap.family) ?? 0;
    if (spent >= trap.budget) {
      refuse(frontier, refusal(entry, "trap", trap.detail));
      return false;
    }
    frontier.spent.set(trap.family, spent + 1);
  }
  frontier.decisions.delete(entry.url);
  const row: Row = { entry, depth: entry.depth, state: "pending", opening: 0, credits: 0 };
  frontier.rows.set(entry.key, row);
  addPending(frontier, row);
  return true;
}

/** An entry found again: under another URL it is a duplicate, from nearer a seed it moves up. */
function meetAgain(frontier: Frontier, known: Row, entry: FrontierEntry): void {
  if (known.entry.url !== entry.url) refuse(frontier, refusal(entry, "duplicate", `Same page as ${known.entry.url}.`));
  if (known.state !== "pending" || known.depth <= entry.depth) return;
  removePending(frontier, known);
  known.depth = entry.depth;
  addPending(frontier, known);
}

function addPending(frontier: Frontier, row: Row): void {
  const lane = frontier.lanes.get(row.entry.lane) ?? { pending: [], open: 0, opened: 0 };
  frontier.lanes.set(row.entry.lane, lane);
  const place = lane.pending.findLastIndex((other) => other.depth <= row.depth) + 1;
  lane.pending.splice(place, 0, row);
  frontier.levels.set(row.depth, (frontier.levels.get(row.depth) ?? 0) + 1);
}

function removePending(frontier: Frontier, row: Row): void {
  const lane = frontier.lanes.get(row.entry.lane);
  if (lane === undefined) return;
  lane.pending.splice(lane.pending.indexOf(row), 1);
  leave(frontier, row, lane);
}

function leave(frontier: Frontier, row: Row, lane: Lane): void {
  const atDepth = (frontier.levels.get(row.depth) ?? 0) - 1;
  if (atDepth > 0) frontier.levels.set(row.depth, atDepth);
  else frontier.levels.delete(row.depth);
  if (lane.open === 0 && lane.pending.length === 0) frontier.lanes.delete(row.entry.lane);
}

/** Ends an unfinished row. */
export function finish(frontier: Frontier, row: Row, state: "visited" | "failed" | "duplicate"): void {
  if (row.state === "pending") removePending(frontier, row);
  const lane = frontier.lanes.get(row.entry.lane);
  if (row.state === "open" && lane !== undefined) {
    lane.open -= 1;
    leave(frontier, row, lane);
  }
  row.state = state;
}

/** Puts an open row back. */
export function release(frontier: Frontier, row: Row): void {
  const lane = frontier.lanes.get(row.entry.lane);
  if (lane === undefined) return;
  lane.open -= 1;
  leave(frontier, row, lane);
  row.state = "pending";
  addPending(frontier, row);
}

/** Opens entries as far as the job's window, limit and lanes allow; returns those that it opened. */
export function openWindow(frontier: Frontier, job: Job): readonly Row[] {
  const opened: Row[] = [];
  let open = job.open;
  while (open < job.maxConcurrency && open + job.completed < (job.limit ?? Infinity)) {
    const row = nextRow(frontier, job);
    if (row === undefined) break;
    open += 1;
    opened.push(row);
  }
  return opened;
}

function nextRow(frontier: Frontier, job: Job): Row | undefined {
  const share = job.oneVisitPerLane ? 1 : Math.ceil(job.maxConcurrency / Math.max(1, frontier.lanes.size));
  const deepest = job.shortestDepths ? Math.min(...frontier.levels.keys()) + 1 : Infinity;
  let best: Lane | undefined;
  for (const lane of frontier.lanes.values()) {
    const depth = lane.pending[0]?.depth;
    if (depth === undefined || depth > deepest || lane.open >= share) continue;
    const bestDepth = best?.pending[0]?.depth ?? Infinity;
    if (best === undefined || depth < bestDepth || (depth === bestDepth && lane.opened < best.opened)) best = lane;
  }
  const row = best?.pending.shift();
  if (best === undefined || row === undefined) return undefined;
  best.open += 1;
  best.opened += 1;
  row.state = "open";
  row.opening += 1;
  return row;
}

/** A row as it is delivered. */
export function openEntry(row: Row): OpenEntry {
  return { ...row.entry, depth: row.depth, opening: row.opening };
}

/** A decision about an entry. */
export function refusal(
  { url, depth, foundOn }: Pick<FrontierEntry, "url" | "depth" | "foundOn">,
  reason: Decision["reason"],
  detail: string,
): Decision {
  return { url, reason, detail, depth, ...(foundOn === undefined ? {} : { foundOn }) };
}
