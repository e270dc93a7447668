import { EngineError } from "../../errors.ts";
import type { HostRules, Limiter, RequestOutcome } from "../../ports/limiter.ts";
import { giveBackTurn, isRefusal, learn, newHost, receptionOf, takeTurn, type HostState } from "./rate-law.ts";

/** The rules of a host, and the time on the clock that all processes share. */
export interface HostMoment {
  readonly rules: HostRules;
  readonly now: number;
}

/**
 * Reads the state of a host, gives it to `work`, and writes the result, all as one step; undefined stands for a host
 * without a state. May run `work` again if another process was faster.
 */
export type HostStep = <T>(
  host: string,
  at: HostMoment,
  work: (known: HostState | undefined) => { readonly state: HostState; readonly result: T },
) => Promise<T>;

/** An answer that has not been written down yet. */
interface Report {
  readonly outcome: RequestOutcome;
  readonly at: HostMoment;
}

/**
 * A limiter over a store of hosts' states. Good answers are written down with the host's next turn; one by which a host
 * refuses, or that others wait for because there is an interval, at once. Reports that the store can't take now are kept for the next turn, too. `shared` turns a time of this
 * machine into one of the clock that all processes share.
 */
export function hostLimiter(step: HostStep, shared: (now: number) => number = (now) => now): Limiter {
  const unwritten = new Map<string, readonly Report[]>();

  /** A step on a host's state as it is with the answers reported so far. */
  async function takeStep<T>(
    host: string,
    at: HostMoment,
    work: (state: HostState) => { readonly state: HostState; readonly result: T },
  ): Promise<T> {
    let taken: readonly Report[] | undefined;
    try {
      return await step(host, at, (known = newHost(at.rules)) => {
        if (taken === undefined) {
          taken = unwritten.get(host) ?? []; // and not again, when the step is run again
          unwritten.delete(host);
        }
        return work(taken.reduce((state, report) => learn(state, report.outcome, report.at), known));
      });
    } catch (thrown) {
      unwritten.set(host, [...(taken ?? []), ...(unwritten.get(host) ?? [])]);
      throw thrown;
    }
  }

  return {
    take: (host, rules, now) => {
      const at = { rules, now: shared(now) };
      return takeStep(host, at, (known) => {
        const { state, waitMs } = takeTurn(known, rules, at.now);
        return { state, result: { waitMs, rate: state.rate } };
      });
    },
    async report(host, outcome, { rules, now }) {
      const at = { rules, now: shared(now) };
      unwritten.set(host, [...(unwritten.get(host) ?? []), { outcome, at }]);
      if (!isRefusal(outcome) && rules.intervalMs === 0) return undefined;
      const step = takeStep(host, at, (state) => ({ state, result: receptionOf(state, at.now) }));
      return await step.catch(unlessUnavailable);
    },
    async giveBack(host, { rules, now }) {
      if (rules.intervalMs === 0) return;
      const at = { rules, now: shared(now) };
      const step = takeStep(host, at, (state) => ({ state: giveBackTurn(state), result: undefined }));
      await step.catch(unlessUnavailable);
    },
  };
}

function unlessUnavailable(thrown: unknown): void {
  if (!EngineError.is(thrown, "STORE_UNAVAILABLE")) throw thrown;
}
