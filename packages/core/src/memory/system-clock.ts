import type { Clock } from "../ports/clock.ts";

/** Held from the start: tests of hosts stop `Date`, and a host whose time stands still would never be asked again. */
const { now } = Date;

/** The machine's clock. */
export const systemClock: Clock = {
  now,
  monotonic: () => Math.round(performance.now()),
  sleep,
  deadline: (ms) => AbortSignal.timeout(ms),
};

/** The sleep of `node:timers/promises` makes an error with its stack each time that it is cut short, as most are. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
