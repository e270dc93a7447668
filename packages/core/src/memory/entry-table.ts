import type { EntryRow } from "../frontier/rows.ts";
import type { FrontierEntry } from "../ports/job-store.ts";

/** An entry, and its place in the order of admission. */
export interface PlacedEntry extends EntryRow {
  readonly number: number;
}

/** The entries of a job. Rows that come out are copies. */
export interface EntryTable {
  readonly size: number;
  get(key: string): PlacedEntry | undefined;
  /** The entry that was admitted as the `number`th, counted from 0. */
  at(number: number): PlacedEntry | undefined;
  /** Admits an entry, or puts it in the place of the one with its key. Returns its number. */
  put(row: EntryRow): number;
  /** All entries in the order of admission. */
  values(): Iterable<PlacedEntry>;
}

/** The part that links of one page share. */
type Origin = Omit<FrontierEntry, "key" | "url">;

/** The progress of an entry. */
type Fate = Omit<EntryRow, "entry">;

/**
 * Makes an empty table. Most of what a large crawl finds is never opened, and comes from few pages: so an entry that waits
 * takes a place in three lists and in an index beside its address, instead of objects of its own: less than half the memory
 * at a million.
 */
export function entryTable(): EntryTable {
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  /** Often the very text that is the key. */
  const urls: string[] = [];
  const origins: Origin[] = [];
  /** Fates of the entries that were opened at least once, or met under other spellings. */
  const fates = new Map<number, Fate>();

  function at(number: number): PlacedEntry | undefined {
    const key = keys[number];
    const url = urls[number];
    const origin = origins[number];
    if (key === undefined || url === undefined || origin === undefined) return undefined;
    return { entry: { key, url, ...origin }, ...(fates.get(number) ?? untouched), number };
  }

  /** The same object as of the entry before, where both come from the same page. */
  function shared(number: number, origin: Origin): Origin {
    const neighbour = origins[number] ?? origins[number - 1];
    return neighbour !== undefined && isSame(neighbour, origin) ? neighbour : origin;
  }

  return {
    get size() {
      return keys.length;
    },
    get(key) {
      const number = numbers.get(key);
      return number === undefined ? undefined : at(number);
    },
    at,
    put({ entry: { key, url, ...origin }, state, opening, credits, duplicateOf, spellings }) {
      const number = numbers.get(key) ?? keys.length;
      if (number === keys.length) {
        keys.push(key);
        numbers.set(key, number);
      }
      urls[number] = url === key ? key : url;
      origins[number] = shared(number, origin);
      const isUntouched = state === "pending" && opening === 0 && credits === 0 && spellings === undefined;
      if (isUntouched) fates.delete(number);
      else fates.set(number, { state, opening, credits, duplicateOf, spellings });
      return number;
    },
    *values() {
      for (let number = 0; number < keys.length; number += 1) {
        const row = at(number);
        if (row !== undefined) yield row;
      }
    },
  };
}

const untouched: Fate = { state: "pending", opening: 0, credits: 0 };

const isSame = (one: Origin, other: Origin): boolean =>
  one.depth === other.depth &&
  one.lane === other.lane &&
  one.part === other.part &&
  one.foundOn === other.foundOn &&
  one.trap === other.trap;
