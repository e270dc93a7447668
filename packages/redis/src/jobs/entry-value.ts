import type { EntryRow, FrontierEntry, OpenEntry, TrapFamily } from "@garner/core";

const letters = { pending: "p", open: "o", visited: "v", failed: "f", duplicate: "d" } as const;
const states = { p: "pending", o: "open", v: "visited", f: "failed", d: "duplicate" } as const;

/** An entry as Redis has it, read. */
export interface StoredEntry {
  readonly row: EntryRow;
  /** Its place in the order of admission. */
  readonly number: number;
  /** The number of the page that it was found on; 0 if there is none. */
  readonly found: number;
}

type Body = readonly [
  url: string,
  key?: string | 0,
  lane?: string | 0,
  part?: string,
  found?: number,
  trap?: TrapFamily | 0,
  duplicateOf?: string | 0,
  ...spellings: string[],
];

/**
 * An entry as text: the fields that change, a line feed, and the rest as a JSON list, in which 0 stands for a value
 * that follows from the URL. A script reads and rewrites the first line.
 */
export function writeEntry({ row, number, found }: StoredEntry): string {
  const { entry, state, opening, credits, duplicateOf, spellings = [] } = row;
  const { key, url, depth, lane, part, trap } = entry;
  const last = duplicateOf !== undefined || spellings.length > 0 ? 3 : trap !== undefined ? 2 : 1;
  const body: Body = [
    url,
    key === url ? 0 : key,
    lane === laneOf(url) ? 0 : lane,
    part,
    ...[found, trap ?? 0, duplicateOf ?? 0].slice(0, last),
    ...spellings,
  ] as unknown as Body;
  return `${letters[state]} ${depth} ${opening} ${number} ${credits}\n${JSON.stringify(body)}`;
}

/** Reads an entry; `foundOn` is the page with its number. */
export function readEntry(text: string, foundOn: string | undefined): StoredEntry {
  const end = text.indexOf("\n");
  const [letter = "", depth, opening, number, credits] = text.slice(0, end).split(" ");
  const [url, key = 0, lane = 0, part = "", found = 0, trap = 0, duplicateOf = 0, ...spellings] = JSON.parse(
    text.slice(end + 1),
  ) as Body;
  const entry: FrontierEntry = {
    ...{ key: key === 0 ? url : key, url, depth: Number(depth), lane: lane === 0 ? laneOf(url) : lane, part },
    ...(foundOn === undefined ? {} : { foundOn }),
    ...(trap === 0 ? {} : { trap }),
  };
  const row: EntryRow = {
    ...{ entry, state: states[letter as keyof typeof states], opening: Number(opening), credits: Number(credits) },
    ...(duplicateOf === 0 ? {} : { duplicateOf }),
    ...(spellings.length === 0 ? {} : { spellings }),
  };
  return { row, number: Number(number), found };
}

/** An entry that is open. */
export function toOpenEntry({ entry, opening }: EntryRow): OpenEntry {
  return { ...entry, opening };
}

/** The lane that most entries have: the host of their URL, as it is written there. */
function laneOf(url: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
}
