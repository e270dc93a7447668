import { Keyv } from "keyv";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { recentlyUsed } from "../collections/recently-used.ts";

/** The value that Keyv hands to a Map-like store. */
interface StoredEntry {
  readonly value: unknown;
  readonly expires?: number | undefined;
}

const defaultMaxBytes = 128 * 1024 * 1024;

/**
 * A Keyv in this process's memory that holds at most `maxBytes` (128 MB by default) and forgets the least recently used
 * entries. It keeps no entry larger than the whole. Throws BAD_REQUEST for wrong options.
 */
export function memoryCache(options: { readonly maxBytes?: number } = {}): Keyv {
  checkOptions<typeof options>("memoryCache", options, { maxBytes: option.amount.optional() });
  const { maxBytes = defaultMaxBytes } = options;
  const entries = recentlyUsed<StoredEntry>({ maxSize: maxBytes, sizeOf });
  const store = {
    get: (key: string) => entries.get(key),
    set: (key: string, entry: StoredEntry) => entries.set(key, entry),
    delete: (key: string) => entries.delete(key),
    has: (key: string) => entries.has(key),
    clear: () => entries.clear(),
  };
  return new Keyv({ store });
}

/** Keyv stores JSON text, and JSON of base64 takes one byte a character; the constant stands for keys and objects. */
function sizeOf(entry: StoredEntry): number {
  return 256 + (typeof entry.value === "string" ? entry.value.length : 0);
}
