import { recentlyUsed, type Clock } from "@garner/core";
import { storeFailure } from "./store-failure.ts";

/** Connections that are looked for every second fail in the same way every second. */
const quietMs = 60_000;
const maxRemembered = 50;

/** Tells failures in our words, each of them once a minute at most, however often it comes. */
export function rareReports(onError: (error: unknown) => void, clock: Clock): (thrown: unknown) => void {
  const toldAt = recentlyUsed<number>({ maxSize: maxRemembered });
  return (thrown) => {
    const failure = thrown instanceof Error ? storeFailure(thrown, { error: thrown, isAnonymous: false }) : thrown;
    const words = String(failure);
    const now = clock.now();
    const last = toldAt.get(words);
    if (last !== undefined && now - last < quietMs) return;
    toldAt.set(words, now);
    onError(failure);
  };
}
