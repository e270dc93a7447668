import { EngineError } from "@garner/core";

/** A bounded number of places for large values that wait for their callers. */
export interface Places {
  /**
   * Takes a place. When none is free, the caller who has let theirs lie for longest loses it, if that was long enough:
   * their `giveUp` is called. Throws OVERLOADED when nobody has.
   */
  take(giveUp: () => void): Place;
}

/** A place, until it is disposed. */
export interface Place extends Disposable {
  /** The caller took or gave something. */
  touch(): void;
  /** It no longer waits for its caller, so it can't be lost. */
  keep(): void;
}

/** The options of {@link Places}. */
export interface PlacesOptions {
  readonly count: number;
  /** The time without activity after which a place may go to another caller; five seconds when not given. */
  readonly patienceMs?: number | undefined;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** Builds {@link Places}. */
export function createPlaces({ count, now, patienceMs = 5000 }: PlacesOptions): Places {
  // The least recently used come first.
  const taken = new Map<object, { readonly at: number; readonly giveUp: () => void }>();
  const kept = new Set<object>();

  function makeRoom(): void {
    if (taken.size + kept.size < count) return;
    const [longest] = taken;
    if (longest === undefined || now() - longest[1].at < patienceMs)
      throw new EngineError("OVERLOADED", "The server holds as many large requests and answers as it can.", {
        details: { retryAfterMs: patienceMs },
      });
    taken.delete(longest[0]);
    longest[1].giveUp();
  }

  return {
    take(giveUp) {
      makeRoom();
      const place: Place = {
        touch() {
          if (taken.delete(place)) taken.set(place, { at: now(), giveUp });
        },
        keep() {
          if (taken.delete(place)) kept.add(place);
        },
        [Symbol.dispose]() {
          taken.delete(place);
          kept.delete(place);
        },
      };
      taken.set(place, { at: now(), giveUp });
      return place;
    },
  };
}
