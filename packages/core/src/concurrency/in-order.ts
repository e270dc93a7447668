/** Runs work with the same key one after the other, first come, first served. A failure stops nobody else. */
export type InOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes an order of its own, in this process. */
export function createInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const settled = result.catch(() => undefined); // who comes next only waits for it
    last.set(key, settled);
    try {
      return await result;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
