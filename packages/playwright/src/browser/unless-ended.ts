/**
 * Waits for work, and throws the signal's reason when it fires first: a browser or a page that is gone never answers. Nothing
 * else holds the result of the work; a shared promise of the end, raced with each work, would hold every result until then.
 */
export async function unlessEnded<T>(work: Promise<T>, ended: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const tell = (): void => reject(ended.reason);
  ended.addEventListener("abort", tell, { once: true });
  if (ended.aborted) tell();
  try {
    return await Promise.race([work, promise]);
  } finally {
    ended.removeEventListener("abort", tell);
  }
}
