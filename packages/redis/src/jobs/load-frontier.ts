import type { DecisionReason, EntryRow, FrontierState, LaneRow, Levels, Needs, SeenEntry } from "@garner/core";
import type { Connection } from "../connection.ts";
import { readEntry, type StoredEntry } from "./entry-value.ts";
import { readRow, type KnownJob, type LargeParts } from "./job-row.ts";
import { digest, type JobKeys } from "../keys.ts";
import { loadScript } from "./scripts.ts";

/** The loaded parts of a job, and the data needed to save it. */
export interface Loaded {
  /** Counts the steps that were saved. */
  readonly version: string;
  readonly known: KnownJob;
  readonly state: FrontierState;
  /** Entries that were asked for or seen, by key. */
  readonly stored: ReadonlyMap<string, StoredEntry>;
  /** Every lane that was loaded, by name. */
  readonly lanes: ReadonlyMap<string, LaneRow>;
  /** The first lanes with pending entries, in the order of service. */
  readonly ahead: readonly LaneRow[];
  /** There are no others. */
  readonly isAll: boolean;
  /** Places in the list of decisions, by URL. */
  readonly places: ReadonlyMap<string, number>;
}

/** The rows to load. */
export interface Wanted {
  readonly needs: Needs;
  /** Known to this process of the job. */
  readonly large: LargeParts | undefined;
  /** Number of lanes to look ahead. */
  readonly lookAhead: number;
}

type Answer = readonly [
  head: readonly [version: string, row: string, partsVersion: string, spec?: string, parts?: string],
  entries: readonly string[],
  seen: readonly (string | null)[],
  decided: readonly (string | null)[],
  names: readonly string[],
  lanes: readonly (string | null)[],
  families: readonly string[],
  spent: readonly (string | null)[],
  ahead: readonly string[],
  needed: number,
];

/** Loads the needs of a step, in one go as a rule; undefined if there is no such job. */
export async function loadFrontier(
  connection: Connection,
  keys: JobKeys,
  { needs, large, lookAhead }: Wanted,
): Promise<Loaded | undefined> {
  const { entries = [], links = [], lanes = [], families = [], decisions = [], open = false } = needs;
  const urls = [...links.map(({ url }) => url), ...decisions];
  const want = [
    entries.map(digest),
    links.map(({ key }) => digest(key)),
    urls.map(digest),
    lanes,
    families,
    open ? 1 : 0,
  ];
  const answer = await connection.run<Answer | null>(
    loadScript,
    [keys.job, keys.urls, keys.found, keys.lanes, keys.ready, keys.open, keys.spent, keys.decided],
    [large?.version ?? "", JSON.stringify(want), lookAhead],
  );
  if (answer === null) return undefined;
  const [[version, row, partsVersion, spec, parts], entryValues, seenValues, decided, names, laneValues] = answer;
  const [, , , , , , familyNames, spentValues, ahead, needed] = answer;
  const known = readRow(row, large?.version === partsVersion ? large : toLarge(partsVersion, spec, parts));
  const asked = readEntries(entryValues);
  const seen = readSeen(links, seenValues);
  const lanesByName = new Map<string, LaneRow>();
  for (const [index, name] of names.entries()) putLane(lanesByName, name, laneValues[index]);
  const found: Found = { asked, seen, lanes: lanesByName, reasons: new Map(), places: new Map() };
  for (const [index, url] of urls.entries()) putDecision(found, url, decided[index]);
  const near = nearer(needs, seen);
  await loadMore(connection, keys, { needs, near, found });
  const ownLanes = [...names.slice(0, needed), ...near].flatMap((name) => lanesByName.get(name) ?? []);
  const state: FrontierState = {
    row: known.row,
    entries: new Map([...asked].map(([key, stored]) => [key, stored.row])),
    seen: new Map([...seen].map(([key, stored]) => [key, toSeen(stored.row)])),
    lanes: new Map(ownLanes.map((lane) => [lane.name, lane])),
    spent: new Map(familyNames.flatMap((family, index) => pair(family, spentValues[index]))),
    decided: found.reasons,
  };
  return {
    ...{ version, known, state, lanes: lanesByName, places: found.places },
    stored: new Map([...seen, ...asked]),
    ahead: ahead.flatMap((place) => lanesByName.get(place.slice(placeLength)) ?? []),
    isAll: ahead.length < lookAhead,
  };
}

function toLarge(version: string, spec = "{}", parts = "{}"): LargeParts {
  return { version, spec: JSON.parse(spec), parts: JSON.parse(parts) } as LargeParts;
}

function pair(family: string, spent: string | null | undefined): readonly (readonly [string, number])[] {
  return typeof spent === "string" ? [[family, Number(spent)]] : [];
}

/** Reads entries that come with the pages that they were found on. */
export function readEntries(values: readonly string[]): ReadonlyMap<string, StoredEntry> {
  const entries = new Map<string, StoredEntry>();
  for (let index = 0; index < values.length; index += 2) {
    const entry = readEntry(values[index] ?? "", values[index + 1] || undefined);
    entries.set(entry.row.entry.key, entry);
  }
  return entries;
}

function readSeen(
  links: NonNullable<Needs["links"]>,
  values: readonly (string | null)[],
): ReadonlyMap<string, StoredEntry> {
  return new Map(
    links.flatMap(({ key }, index) => {
      const value = values[index];
      return typeof value === "string" ? [[key, readEntry(value, undefined)] as const] : [];
    }),
  );
}

function toSeen({ entry: { url, depth, lane }, state, duplicateOf, spellings }: EntryRow): SeenEntry {
  return { url, depth, lane, state, duplicateOf, spellings };
}

interface Found {
  readonly asked: ReadonlyMap<string, StoredEntry>;
  readonly seen: ReadonlyMap<string, StoredEntry>;
  readonly lanes: Map<string, LaneRow>;
  readonly reasons: Map<string, DecisionReason>;
  readonly places: Map<string, number>;
}

/** The rare case: lanes of entries found nearer to a seed, and decisions about other spellings and entries that lead elsewhere. */
async function loadMore(
  { client, ask }: Connection,
  keys: JobKeys,
  { needs, near, found }: { readonly needs: Needs; readonly near: readonly string[]; readonly found: Found },
): Promise<void> {
  const names = near.filter((name) => !found.lanes.has(name));
  if (names.length > 0) {
    const values = await ask(() => client.hmget(keys.lanes, ...names));
    for (const [index, name] of names.entries()) putLane(found.lanes, name, values[index]);
  }
  const urls = [...found.asked.values()].flatMap(({ row: { entry, spellings = [] } }) =>
    needs.withDecisions === true ? [entry.url, ...spellings] : spellings,
  );
  if (urls.length > 0) {
    const values = await ask(() => client.hmget(keys.decided, ...urls.map(digest)));
    for (const [index, url] of urls.entries()) putDecision(found, url, values[index]);
  }
}

/** The lanes of pending entries that were found nearer to a seed. */
function nearer({ links = [] }: Needs, seen: ReadonlyMap<string, StoredEntry>): readonly string[] {
  const lanes = links.flatMap(({ key, depth }) => {
    const row = seen.get(key)?.row;
    return row?.state === "pending" && row.entry.depth > depth ? row.entry.lane : [];
  });
  return [...new Set(lanes)];
}

function putDecision({ reasons, places }: Found, url: string, value: string | null | undefined): void {
  if (typeof value !== "string") return;
  const [place, reason] = value.split(" ");
  reasons.set(url, reason as DecisionReason);
  places.set(url, Number(place));
}

function putLane(lanes: Map<string, LaneRow>, name: string, value: string | null | undefined): void {
  if (typeof value !== "string") return;
  const [pending, open, opened, age] = JSON.parse(value) as [Levels, number, number, number];
  lanes.set(name, { name, pending, open, opened, age });
}

/** A lane as text. */
export function writeLane({ pending, open, opened }: LaneRow, age: number): string {
  return JSON.stringify([pending, open, opened, age]);
}

const placeLength = 27;

/** The place of a lane among those with pending entries; undefined if it has none. */
export function placeOf({ name, pending, opened, age }: LaneRow): string | undefined {
  const [depth] = Object.keys(pending); // whole numbers come in ascending order
  if (depth === undefined || age === undefined) return undefined;
  return `${depth.padStart(8, "0")}${String(opened).padStart(10, "0")}${String(age).padStart(8, "0")}:${name}`;
}
