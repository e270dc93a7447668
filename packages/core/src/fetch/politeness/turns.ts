import type { Clock } from "../../ports/clock.ts";
import type { Limiter, RequestOutcome } from "../../ports/limiter.ts";
import type { HostPace } from "./host-rules.ts";

/** The permission to send one request to a host now. Call `done` once, without an outcome if nothing was sent. */
export interface Turn {
  done(outcome?: RequestOutcome): Promise<void>;
}

/** Hands out turns; see {@link createTurns}. */
export interface Turns {
  /** A turn, or the milliseconds after which to ask again. Rejects with the signal's reason when it fires. */
  take(host: string, pace: HostPace, signal: AbortSignal): Promise<Turn | number>;
}

/** Longer waits are not worth holding a worker for. */
const patienceMs = 1000;

/** The requests of this process to one host. */
interface Line {
  waiting: number;
  underWay: number;
  tail: Promise<void>;
  /** What the newest turn had to wait. */
  spacingMs: number;
  /** Whether the limiter gave the newest turn at once. */
  isFlowing: boolean;
  /** Resolves when fewer are under way. */
  freed: PromiseWithResolvers<void>;
}

/**
 * Lets the requests of this process that go to one host wait in line, so that only the first asks the limiter, which
 * other processes may share, and so that no more are under way than the host may have. Where nobody has to wait, there is
 * no line: requests ask at the same time. Whoever would wait longer than a second is sent away to come back later.
 */
export function createTurns({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }): Turns {
  const lines = new Map<string, Line>();

  function lineOf(host: string): Line {
    const line = lines.get(host) ?? newLine();
    lines.set(host, line);
    return line;
  }

  /** Asks the limiter for a turn, which counts as under way from now on, so that no more are asked for than may be. */
  async function ask(host: string, pace: HostPace, line: Line): Promise<number> {
    line.underWay += 1;
    let waitMs = Infinity;
    try {
      waitMs = await limiter.take(host, pace, clock.now());
    } finally {
      if (waitMs > 0) free(host, line);
    }
    line.isFlowing = waitMs === 0;
    return waitMs;
  }

  async function wait(
    host: string,
    pace: HostPace,
    { line, signal }: { readonly line: Line; readonly signal: AbortSignal },
  ) {
    const giveUpAt = clock.now() + patienceMs;
    for (;;) {
      const isFull = line.underWay >= mostUnderWay(pace);
      const waitMs = isFull ? Math.max(1, giveUpAt - clock.now()) : await ask(host, pace, line);
      if (waitMs === 0 || clock.now() >= giveUpAt || clock.now() + waitMs > giveUpAt) return waitMs;
      if (isFull) await freedWithin(line, { waitMs, clock, signal });
      else await clock.sleep(waitMs, signal);
    }
  }

  function free(host: string, line: Line): void {
    line.underWay -= 1;
    line.freed.resolve();
    line.freed = Promise.withResolvers();
    forget(host, line);
  }

  function forget(host: string, line: Line): void {
    if (line.waiting === 0 && line.underWay === 0) lines.delete(host);
  }

  function turnOf(host: string, pace: HostPace, line: Line): Turn {
    return {
      async done(outcome) {
        free(host, line);
        if (outcome !== undefined) await limiter.report(host, outcome, { rules: pace, now: clock.now() });
      },
    };
  }

  return {
    async take(host, pace, signal) {
      const line = lineOf(host);
      if (line.waiting * line.spacingMs > patienceMs) return line.waiting * line.spacingMs;
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      const before = line.tail;
      line.tail = left;
      line.waiting += 1;
      await before;
      const startedAt = clock.now();
      try {
        if (line.isFlowing && line.underWay < mostUnderWay(pace)) leave();
        const waitMs = await wait(host, pace, { line, signal });
        line.spacingMs = line.isFlowing ? 0 : Math.max(waitMs, clock.now() - startedAt);
        return waitMs > 0 ? waitMs : turnOf(host, pace, line);
      } finally {
        line.waiting -= 1;
        leave();
        forget(host, line);
      }
    },
  };
}

/** Requests that may be under way at once; a least time between two of them is counted from an answer. */
function mostUnderWay({ intervalMs, maxConcurrency }: HostPace): number {
  return intervalMs > 0 ? 1 : maxConcurrency;
}

function newLine(): Line {
  return {
    waiting: 0,
    underWay: 0,
    tail: Promise.resolve(),
    spacingMs: 0,
    isFlowing: false,
    freed: Promise.withResolvers(),
  };
}

async function freedWithin(
  line: Line,
  { waitMs, clock, signal }: { readonly waitMs: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const done = new AbortController();
  try {
    await Promise.race([line.freed.promise, clock.sleep(waitMs, AbortSignal.any([signal, done.signal]))]);
  } finally {
    done.abort("A request is done.");
  }
}

/** Takes a turn at a host, however long that has to be waited for. Rejects when the signal fires. */
export async function waitForTurn(
  host: string,
  pace: HostPace,
  { turns, clock, signal }: { readonly turns: Turns; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Turn> {
  for (;;) {
    const turn = await turns.take(host, pace, signal);
    if (typeof turn !== "number") return turn;
    await clock.sleep(turn, signal);
  }
}
