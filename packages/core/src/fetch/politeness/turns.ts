import type { Clock } from "../../ports/clock.ts";
import type { Limiter } from "../../ports/limiter.ts";
import type { HostPace } from "./host-rules.ts";
import { createTraffic, lineAt, waitInLine, type Traffic, type Turn } from "./line.ts";

export type { Turn } from "./line.ts";

/** Hands out turns; see {@link createTurns}. */
export interface Turns {
  /** A turn, or the milliseconds after which to ask again. Rejects with the signal's reason when it fires. */
  take(host: string, pace: HostPace, signal: AbortSignal): Promise<Turn | number>;
}

/**
 * Lets this process's requests to one host wait in line. Only the first in line asks the limiter, which other processes may
 * share, and no more requests are under way than the host may have. When nobody has to wait, all wanted turns are asked for
 * at once. A turn goes to the request that has waited longest. A request that would wait for more than a second is sent
 * away, until the first moment at which the host's law may let it in.
 */
export function createTurns({ limiter, clock }: { readonly limiter: Limiter; readonly clock: Clock }): Turns {
  const hosts = new Map<string, Traffic>();
  const onIdle = (traffic: Traffic) => void hosts.delete(traffic.host);
  return {
    async take(host, pace, signal) {
      signal.throwIfAborted();
      const traffic = hosts.get(host) ?? createTraffic(host, { limiter, clock, onIdle });
      hosts.set(host, traffic);
      return await waitInLine(lineAt(traffic, pace), signal);
    },
  };
}

/** The dependencies of waiting for a turn. */
export interface Waiting {
  readonly turns: Turns;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told how long a wait will be; may throw, so that nobody waits. */
  readonly beforeWait?: ((ms: number) => void) | undefined;
}

/** Takes a turn at a host, however long that has to be waited for. Rejects when the signal fires. */
export async function waitForTurn(
  host: string,
  pace: HostPace,
  { turns, clock, signal, beforeWait }: Waiting,
): Promise<Turn> {
  for (;;) {
    const turn = await turns.take(host, pace, signal);
    if (typeof turn !== "number") return turn;
    beforeWait?.(turn);
    await clock.sleep(turn, signal);
  }
}
