import type { Clock } from "@garner/core";

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Moves time on, and wakes everything whose time has come, in order. Resolves when woken code has run on. */
  advance(ms: number): Promise<void>;
  /** Sets the clock forward, or back: `now` jumps, and what sleeps goes on sleeping for as long as it would have. */
  jump(ms: number): void;
  /** Number of sleeps and deadlines that wait. */
  readonly waiting: number;
}

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** Makes a fake clock that shows `startsAt`, milliseconds since the epoch. */
export function fakeClock(startsAt: number = Date.UTC(2024, 0, 1)): FakeClock {
  let time = startsAt;
  let aheadMs = 0;
  const alarms = new Set<Alarm>();

  function setAlarm(ms: number, ring: () => void): Alarm {
    const alarm = { at: time + ms, ring };
    alarms.add(alarm);
    return alarm;
  }

  function nextBefore(end: number): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of alarms) {
      if (alarm.at <= end && (next === undefined || alarm.at < next.at)) next = alarm;
    }
    return next;
  }

  return {
    now: () => time + aheadMs,
    monotonic: () => time,
    jump(ms) {
      aheadMs += ms;
    },
    get waiting() {
      return alarms.size;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const alarm = setAlarm(ms, resolve);
      const stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      try {
        await promise;
      } finally {
        alarms.delete(alarm);
        signal?.removeEventListener("abort", stop);
      }
    },
    deadline(ms) {
      const controller = new AbortController();
      const reason = new DOMException("The time is over.", "TimeoutError");
      setAlarm(ms, () => controller.abort(reason));
      return controller.signal;
    },
    async advance(ms) {
      const end = time + ms;
      for (let alarm = nextBefore(end); alarm !== undefined; alarm = nextBefore(end)) {
        time = Math.max(time, alarm.at);
        alarms.delete(alarm);
        alarm.ring();
        await settled();
      }
      time = end;
      await settled();
    },
  };
}

/** Lets promises that are already settled run their continuations. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
