import type { Clock } from "@garner/core";
import type { Connection } from "./connection.ts";
import type { SharedTime } from "./limiter.ts";

/** The difference of clocks that is not corrected: the way to Redis takes time too. */
const fineMs = 250;

/** All processes share the time of Redis: now and then, each measures the lead of its machine's clock. */
export function sharedTime({ client, ask }: Connection, clock: Clock): SharedTime & { measure(): Promise<void> } {
  let aheadMs = 0;
  const tell = (now: number) => now - aheadMs;
  return Object.assign(tell, {
    async measure() {
      const before = clock.now();
      const [seconds, microseconds] = await ask(() => client.time());
      const after = clock.now();
      const offMs = (before + after) / 2 - (Number(seconds) * 1000 + Number(microseconds) / 1000);
      aheadMs = Math.abs(offMs) < fineMs + (after - before) ? 0 : Math.round(offMs);
    },
  });
}
