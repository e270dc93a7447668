import type { SeenEntry } from "./rows.ts";

/**
 * The spellings of an entry's address. Its own is asked for first. Others that are met wait, as its `spellings`. When the
 * one that was asked for has no page, it is the turn of the next: an entry of its own, under {@link variantKey}, which
 * `duplicateOf` of the first entry then names. Where no other waits, `duplicateOf` names the one that may be met later.
 */
type Spelled = Pick<SeenEntry, "duplicateOf" | "spellings">;

/** The most spellings of an address that are asked for beside the first. A dead page may be linked in any number of them. */
export const maxOthers = 3;

/** The key of the entry for the spelling of an address whose turn it is. Pure. */
export const variantKey = (turn: number, key: string): string => `variant ${turn} ${key}`;

const variant = /^variant (\d+) (.*)$/s;

/** The key of the first entry for the address of an entry: its own, unless it is a variant. Pure. */
export const firstKey = (key: string): string => variant.exec(key)?.[2] ?? key;

/** The place among its other spellings of the one whose turn it is, counted from 1; 0 if it is the entry's own. Pure. */
export const turnOf = ({ duplicateOf = "" }: Spelled): number => Number(variant.exec(duplicateOf)?.[1] ?? 0);

/** The other spellings that were asked for. Pure. */
export const askedOf = ({ spellings = [], ...entry }: Spelled): readonly string[] => spellings.slice(0, turnOf(entry));

/** The address that an entry is visited at now. Pure. */
export const standing = (entry: SeenEntry): string => askedOf(entry).at(-1) ?? entry.url;

/** True while no spelling that was met has a page. Pure. */
export const isVacant = (entry: Spelled): boolean => turnOf(entry) > (entry.spellings ?? []).length;

/** True if another spelling stands for the entry's own. Pure. */
export const isReplaced = (entry: Spelled): boolean => turnOf(entry) > 0 && !isVacant(entry);

/** True if an entry was visited at this address, or is to be. Pure. */
export const isAt = (entry: SeenEntry, address: string): boolean =>
  entry.url === address || askedOf(entry).includes(address);
