/**
 * Waits for work, and throws the signal's reason when it fires first: whoever asks a browser or a page that is gone waits for
 * ever. Nothing else holds what the work resolves to. A promise of the end that each work is raced with would hold every result
 * until then.
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
