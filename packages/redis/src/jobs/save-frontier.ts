import type { Changes, Decision, EntryRow, EventRow, LaneRow, OpenEntry } from "@garner/core";
import type { Argument, Connection } from "../connection.ts";
import { toOpenEntry, writeEntry, type StoredEntry } from "./entry-value.ts";
import { newLargeParts, writeRow, type Counters, type KnownJob } from "./job-row.ts";
import { digest, latecomersKey, lineKey, type JobKeys } from "../keys.ts";
import { placeOf, readEntries, writeLane, type Loaded } from "./load-frontier.ts";
import { newsChannel, newsOf, newsRestMs } from "./news.ts";
import { saveScript } from "./scripts.ts";

/** The entries opened by saving, and all that are open then. */
export interface Saved {
  readonly known: KnownJob;
  readonly opened: ReadonlyMap<string, readonly OpenEntry[]>;
  readonly open: readonly OpenEntry[];
}

type Answer = readonly [opened: readonly (readonly string[])[], open: readonly string[]];

/** Collects commands for a script. */
interface Writing {
  readonly keys: JobKeys;
  readonly loaded: Pick<Loaded, "stored" | "lanes" | "places">;
  readonly counters: { -readonly [Name in keyof Counters]: Counters[Name] };
  readonly commands: (readonly Argument[])[];
  /** Depths at which lanes may have pending entries. */
  readonly depths: Map<string, Set<number>>;
}

/** Everything known about a job, to be saved for the first time or again. */
export type Base = Pick<Loaded, "version" | "known" | "stored" | "lanes" | "places">;

/** Saves the changes of a step; undefined if the job has changed since it was loaded. */
export async function saveFrontier(
  connection: Connection,
  keys: JobKeys,
  { base, changes, tellsOpen }: { readonly base: Base; readonly changes: Changes; readonly tellsOpen: boolean },
): Promise<Saved | undefined> {
  const { version, known } = base;
  const writing: Writing = { keys, loaded: base, counters: { ...known.counters }, commands: [], depths: new Map() };
  writeEntries(writing, changes);
  for (const lane of changes.lanes) writeLaneRow(writing, lane);
  for (const [family, spent] of changes.spent) writing.commands.push(["HSET", keys.spent, family, spent]);
  for (const [url, decision] of changes.decisions) writeDecision(writing, url, decision);
  const write = (json: string) => connection.documents.write(changes.row.job.id, json);
  for (const event of changes.events) await writeEvent(writing, event, write);
  const large = newLargeParts(known.large, changes.row);
  const { counters, commands } = writing;
  const fields = ["version", Number(version) + 1, "row", writeRow(changes.row, counters)];
  if (large !== undefined) {
    fields.push(
      "partsVersion",
      large.version,
      "parts",
      JSON.stringify(large.parts),
      "spec",
      JSON.stringify(large.spec),
    );
  }
  commands.push(["HSET", keys.job, ...fields]);
  const news = newsOf(changes);
  const answer = await connection.run<Answer | null>(
    saveScript,
    [keys.job, keys.urls, keys.found, keys.open],
    [
      ...[version, newsChannel(connection.prefix), news, newsRestMs(changes), commands.length],
      ...commands.flatMap((command) => [command.length, ...command]),
      changes.open.size,
      ...[...changes.open].flatMap(([lane, count]) => [lane, count, ...depthsOf(writing, lane)]),
      tellsOpen ? 1 : 0,
    ],
  );
  if (answer === null) return undefined;
  const [opened, open] = answer;
  const lanes = [...changes.open.keys()];
  return {
    known: { row: changes.row, counters, large: large ?? known.large },
    opened: new Map(lanes.map((lane, index) => [lane, openEntries(opened[index] ?? [])])),
    open: openWindow(open),
  };
}

function openEntries(values: readonly string[]): readonly OpenEntry[] {
  return [...readEntries(values).values()].map(({ row }) => toOpenEntry(row));
}

/** Sorts open entries by their admission. */
function openWindow(values: readonly string[]): readonly OpenEntry[] {
  const entries = [...readEntries(values).values()].toSorted((one, other) => one.number - other.number);
  return entries.map(({ row }) => toOpenEntry(row));
}

function writeEntries(writing: Writing, { added, changed, met }: Changes): void {
  const { keys, loaded, counters, commands } = writing;
  const found = new Map<string, number>();
  const values: Argument[] = [];
  const order: string[] = [];
  const lines = new Map<string, string[]>();
  for (const row of added) {
    const stored = { row, number: counters.entries, found: foundNumber(writing, found, row) };
    counters.entries += 1;
    const { key, depth, lane } = row.entry;
    values.push(digest(key), writeEntry(stored));
    order.push(digest(key));
    if (row.state === "open") commands.push(["SADD", keys.open, digest(key)]);
    if (row.state !== "pending") continue;
    noteDepth(writing, lane, depth);
    const line = `${depth}:${lane}`;
    lines.set(line, [...(lines.get(line) ?? []), digest(key)]);
  }
  for (const row of changed) {
    const stored = loaded.stored.get(row.entry.key);
    if (stored !== undefined) values.push(digest(row.entry.key), writeEntry(changeEntry(writing, stored, row)));
  }
  for (const [key, { depth, spellings }] of met) {
    const stored = loaded.stored.get(key);
    if (stored === undefined) continue;
    const row = { ...stored.row, entry: { ...stored.row.entry, depth }, spellings };
    values.push(digest(key), writeEntry(changeEntry(writing, stored, row)));
  }
  push(commands, ["HSET", keys.urls], values);
  push(commands, ["RPUSH", keys.order], order);
  for (const [url, number] of found) commands.push(["HSET", keys.found, number, url]);
  for (const [line, digests] of lines) {
    commands.push(["SADD", keys.lines, line]);
    push(commands, ["RPUSH", lineKey(keys, line)], digests);
  }
}

/** Takes an entry out of the open ones, or puts it among them or into the line where it belongs now. */
function changeEntry({ keys, commands, ...writing }: Writing, stored: StoredEntry, row: EntryRow): StoredEntry {
  const { key, depth, lane } = row.entry;
  const before = stored.row;
  if (before.state === "open" && row.state !== "open") commands.push(["SREM", keys.open, digest(key)]);
  if (row.state === "pending" && (before.state !== "pending" || before.entry.depth !== depth)) {
    const line = `${depth}:${lane}`;
    noteDepth(writing, lane, depth);
    commands.push(["SADD", keys.lines, line], ["ZADD", latecomersKey(keys, line), stored.number, digest(key)]);
  }
  return { ...stored, row };
}

function foundNumber({ counters }: Writing, found: Map<string, number>, { entry }: EntryRow): number {
  if (entry.foundOn === undefined) return 0;
  const known = found.get(entry.foundOn);
  if (known !== undefined) return known;
  counters.found += 1;
  found.set(entry.foundOn, counters.found);
  return counters.found;
}

/** Adds a command, in portions that fit on Lua's stack. */
function push(commands: (readonly Argument[])[], begin: readonly Argument[], values: readonly Argument[]): void {
  for (let from = 0; from < values.length; from += 2000) commands.push([...begin, ...values.slice(from, from + 2000)]);
}

function noteDepth({ depths }: Pick<Writing, "depths">, lane: string, depth: number): void {
  depths.set(lane, (depths.get(lane) ?? new Set()).add(depth));
}

/** The depths at which a lane may have pending entries, by their number; the least first. */
function depthsOf({ loaded, depths }: Writing, lane: string): readonly number[] {
  const before = Object.keys(loaded.lanes.get(lane)?.pending ?? {}).map(Number);
  const all = [...new Set([...before, ...(depths.get(lane) ?? [])])].toSorted((one, other) => one - other);
  return [all.length, ...all];
}

function writeLaneRow({ keys, loaded, counters, commands }: Writing, lane: LaneRow): void {
  const before = loaded.lanes.get(lane.name);
  const age = before?.age ?? counters.lanes;
  if (before === undefined) counters.lanes += 1;
  const oldPlace = before && placeOf(before);
  const newPlace = placeOf({ ...lane, age });
  commands.push(["HSET", keys.lanes, lane.name, writeLane(lane, age)]);
  if (oldPlace !== undefined && oldPlace !== newPlace) commands.push(["ZREM", keys.ready, oldPlace]);
  if (newPlace !== undefined && oldPlace !== newPlace) commands.push(["ZADD", keys.ready, 0, newPlace]);
}

function writeDecision(
  { keys, loaded, counters, commands }: Writing,
  url: string,
  decision: Decision | undefined,
): void {
  const place = loaded.places.get(url);
  if (decision === undefined) {
    if (place === undefined) return; // it was made and taken back in this step
    commands.push(["HDEL", keys.decided, digest(url)], ["LSET", keys.decisions, place, ""]);
    return;
  }
  commands.push(["HSET", keys.decided, digest(url), `${counters.decisions} ${decision.reason}`]);
  commands.push(["RPUSH", keys.decisions, JSON.stringify(decision)]);
  counters.decisions += 1;
}

async function writeEvent(
  { keys, commands }: Writing,
  { event, page }: EventRow,
  write: (json: string) => Promise<Argument>,
): Promise<void> {
  const { document, ...rest } = event;
  const json = document === undefined ? undefined : JSON.stringify(document);
  const value = { ...rest, ...(json === undefined ? {} : { page, bytes: Buffer.byteLength(json) }) };
  commands.push(["HSET", keys.events, event.sequence, JSON.stringify(value)]);
  if (event.type === "page" && event.error !== undefined) commands.push(["RPUSH", keys.errors, event.sequence]);
  if (json === undefined || page === undefined) return;
  const kept = await write(json);
  commands.push(["HSET", keys.documents, page, kept], ["RPUSH", keys.sizes, Buffer.byteLength(json)]);
}
