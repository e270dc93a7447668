import { EngineError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import { createSlots, type Slots } from "./slots.ts";
import type { Untimed } from "./stopwatch.ts";

/** Options of tracks. */
export interface TrackOptions {
  /** Places for work that is done soon. */
  readonly quick: number;
  /** Places for work that was not. */
  readonly slow: number;
  /** Milliseconds after the work has begun that count as soon. */
  readonly quickMs: number;
  /** Milliseconds more that long work gets while both tracks are full, before it is ended. */
  readonly patienceMs: number;
  /** Time for one piece of work, waiting and starting not counted. */
  readonly maxMs: number;
  /** Pieces of work that may wait for a place. */
  readonly maxWaiting: number;
  /** Time that a piece of work may wait for a place. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

/**
 * Work that can be ended, and begun again from the start. It says when it has really begun: starting a thread takes a while,
 * which is not its fault.
 */
export type Work<Outcome> = (signal: AbortSignal, begun: () => void) => Promise<Outcome>;

/** The owner of a piece of work, and the signal that ends it. */
export interface TrackCall {
  /** The owner that the work is counted against when places are shared. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Gets the waits for a place, and for the work to begin. */
  readonly untimed?: Untimed | undefined;
  /** True for work without a waiting caller: the rest goes first, but every eighth place is its. */
  readonly inBackground?: boolean | undefined;
}

/**
 * Two tracks, so that work which takes long doesn't hold up work which doesn't. All work begins in the quick track. What isn't
 * done soon stays there until its place is wanted, and then goes on in the slow track; when that stays full, it is ended, waits
 * there, and begins again.
 */
export interface Tracks {
  /**
   * Does a piece of work. Resolves to undefined when its time was used up. Throws what the work throws, OVERLOADED when too
   * much is waiting or it has waited too long, and ABORTED when the signal fires, which also ends the work.
   */
  run<Outcome>(work: Work<Outcome>, call: TrackCall): Promise<Outcome | undefined>;
}

/** Makes tracks with free places. */
export function createTracks(options: TrackOptions): Tracks {
  const { quick, slow, quickMs, patienceMs, maxMs, maxWaiting, maxWaitMs, clock } = options;
  const quickSlots = createSlots(quick, maxWaiting);
  const slowSlots = createSlots(slow, maxWaiting);

  const place = async (slots: Slots, { key, signal, untimed = asItIs, inBackground }: TrackCall) => {
    const free = signal.aborted ? undefined : slots.tryTake();
    if (free !== undefined) return free;
    const tooLong = clock.deadline(maxWaitMs);
    try {
      return await untimed(slots.take(key, AbortSignal.any([signal, tooLong]), inBackground));
    } catch (thrown) {
      throw tooLong.aborted && !signal.aborted ? waitedTooLong(maxWaitMs) : thrown;
    }
  };
  const begin = async <Outcome>(work: Work<Outcome>, { signal, untimed = asItIs }: TrackCall) => {
    const started = start(work, signal);
    await untimed(started.hasBegunBefore(clock.deadline(maxMs)));
    return { started, ended: clock.deadline(maxMs) };
  };

  return {
    async run(work, call) {
      let leave = await place(quickSlots, call);
      try {
        let { started, ended } = await begin(work, call);
        if (await started.isDoneBefore(AbortSignal.any([ended, clock.deadline(quickMs)]))) return await started.outcome;
        const wanted = new AbortController();
        const callOff = quickSlots.onWanted(() => wanted.abort());
        const isDone = await started.isDoneBefore(AbortSignal.any([ended, wanted.signal]));
        callOff();
        if (isDone) return await started.outcome;
        let leaveSlow = ended.aborted ? undefined : slowSlots.tryTake();
        if (leaveSlow === undefined) {
          // On a busy machine all work takes long, and ending it only makes more of it.
          const patience = AbortSignal.any([ended, clock.deadline(patienceMs)]);
          if (await started.isDoneBefore(patience)) return await started.outcome;
          leaveSlow = ended.aborted ? undefined : slowSlots.tryTake();
        }
        if (!ended.aborted) {
          if (leaveSlow === undefined) await started.end();
          leave();
          leave = leaveSlow ?? (await place(slowSlots, call));
          if (leaveSlow === undefined) ({ started, ended } = await begin(work, call));
          if (await started.isDoneBefore(ended)) return await started.outcome;
        }
        await started.end();
        return undefined;
      } finally {
        leave();
      }
    },
  };
}

const asItIs: Untimed = async (waiting) => await waiting;

const waitedTooLong = (maxWaitMs: number): EngineError =>
  new EngineError("OVERLOADED", `The page has waited ${maxWaitMs} ms to be read; ask for fewer at once.`);

interface Started<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** Resolves when the work has begun or settled, or a signal fires. */
  hasBegunBefore(deadline: AbortSignal): Promise<boolean>;
  /** True if the work settles before a signal fires. */
  isDoneBefore(deadline: AbortSignal): Promise<boolean>;
  /** Ends the work and ignores its outcome. */
  end(): Promise<void>;
}

function start<Outcome>(work: Work<Outcome>, signal: AbortSignal): Started<Outcome> {
  const ending = new AbortController();
  const begun = Promise.withResolvers<void>();
  const outcome = work(AbortSignal.any([signal, ending.signal]), begun.resolve);
  const settled = outcome.then(ignore, ignore);
  return {
    outcome,
    hasBegunBefore: (deadline) => happensBefore(Promise.race([begun.promise, settled]), deadline),
    isDoneBefore: (deadline) => happensBefore(settled, deadline),
    async end() {
      ending.abort();
      await settled;
    },
  };
}

const ignore = (): void => undefined;

/** True if a promise resolves before a signal fires. */
async function happensBefore(event: Promise<void>, deadline: AbortSignal): Promise<boolean> {
  const over = Promise.withResolvers<boolean>();
  const tell = (): void => over.resolve(false);
  deadline.addEventListener("abort", tell, { once: true });
  if (deadline.aborted) tell();
  try {
    return await Promise.race([event.then(() => true), over.promise]);
  } finally {
    deadline.removeEventListener("abort", tell);
  }
}
