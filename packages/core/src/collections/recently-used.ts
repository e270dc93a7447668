/** A map of bounded size that forgets what was used least recently. */
export interface RecentlyUsed<Value> {
  /** Counts as use. */
  get(key: string): Value | undefined;
  /** Does not count as use. */
  peek(key: string): Value | undefined;
  has(key: string): boolean;
  /** Counts as use, and may forget others. A value larger than the whole map is not kept, nor is the one before it. */
  set(key: string, value: Value): void;
  /** True if there was something to delete. */
  delete(key: string): boolean;
  clear(): void;
  /** The values, from the least to the most recently used. */
  values(): IterableIterator<Value>;
}

/** The capacity of a {@link RecentlyUsed}. */
export interface RecentlyUsedOptions<Value> {
  /** Most that is held, in the unit of `sizeOf`. */
  readonly maxSize: number;
  /** The weight of a value; 1 by default, so that `maxSize` is a number of values. Must not change while it is held. */
  readonly sizeOf?: ((value: Value) => number) | undefined;
  /** Told of every value that is no longer held: pushed out, deleted or replaced. */
  readonly onForget?: ((value: Value, key: string) => void) | undefined;
}

/** Makes an empty map. Every step takes constant time, plus one for each entry pushed out. */
export function recentlyUsed<Value>(options: RecentlyUsedOptions<Value>): RecentlyUsed<Value> {
  const { maxSize, sizeOf = () => 1, onForget } = options;
  const held = new Map<string, Value>(); // a Map keeps the order in which keys were added
  let size = 0;

  const forget = (key: string): boolean => {
    const value = held.get(key);
    if (value === undefined) return false;
    held.delete(key);
    size -= sizeOf(value);
    onForget?.(value, key);
    return true;
  };

  return {
    get(key) {
      const value = held.get(key);
      if (value === undefined) return undefined;
      held.delete(key);
      held.set(key, value);
      return value;
    },
    peek: (key) => held.get(key),
    has: (key) => held.has(key),
    set(key, value) {
      forget(key);
      if (sizeOf(value) > maxSize) return;
      held.set(key, value);
      size += sizeOf(value);
      for (const oldest of held.keys()) {
        if (size <= maxSize) return;
        forget(oldest);
      }
    },
    delete: forget,
    clear() {
      for (const key of held.keys()) forget(key);
    },
    values: () => held.values(),
  };
}
