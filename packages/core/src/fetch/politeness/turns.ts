import type { Clock } from "../../ports/clock.ts";
import type { HostRules, Limiter, RequestOutcome } from "../../ports/limiter.ts";

/** The permission to send one request to a host now. Call `done` once, without an outcome if nothing was sent. */
export interface Turn {
  done(outcome?: RequestOutcome): Promise<void>;
}

/** Hands out turns; see {@link createTurns}. */
export interface Turns {
  /** A turn, or the milliseconds after which to ask again. Rejects with the signal's reason when it fires. */
  take(host: string, rules: HostRules, signal: AbortSignal): Promise<Turn | number>;
}

/** Longer waits are not worth holding a worker for. */
const patienceMs = 1000;

/** The requests of this process that wait for one host. */
interface Line {
  readonly length: number;
  readonly tail: Promise<void>;
  /** What the newest turn had to wait. */
  readonly spacingMs: number;
}

/**
 * Lets the requests of this process that go to one host wait in line, so that only the first asks the limiter, which
 * other processes may share. Whoever would wait longer than a second is sent away to come back later.
 */
export function createTurns({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }): Turns {
  const lines = new Map<string, Line>();

  async function wait(host: string, rules: HostRules, signal: AbortSignal): Promise<number> {
    const giveUpAt = clock.now() + patienceMs;
    for (;;) {
      const waitMs = await limiter.take(host, rules, clock.now());
      if (waitMs === 0 || clock.now() + waitMs > giveUpAt) return waitMs;
      await clock.sleep(waitMs, signal);
    }
  }

  return {
    async take(host, rules, signal) {
      const line = lines.get(host) ?? { length: 0, tail: Promise.resolve(), spacingMs: 0 };
      if (line.length * line.spacingMs > patienceMs) return line.length * line.spacingMs;
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      lines.set(host, { ...line, length: line.length + 1, tail: left });
      await line.tail;
      let waitedMs = 0;
      try {
        const startedAt = clock.now();
        const waitMs = await wait(host, rules, signal);
        waitedMs = Math.max(waitMs, clock.now() - startedAt);
        if (waitMs > 0) return waitMs;
      } finally {
        step(host, waitedMs);
        leave();
      }
      return { done: (outcome) => limiter.report(host, outcome, { rules, now: clock.now() }) };
    },
  };

  function step(host: string, spacingMs: number): void {
    const line = lines.get(host);
    if (line === undefined || line.length <= 1) lines.delete(host);
    else lines.set(host, { ...line, length: line.length - 1, spacingMs });
  }
}
