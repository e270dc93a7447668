import {
  EngineError,
  isRefusal,
  learn,
  newHost,
  takeTurn,
  type HostRules,
  type HostState,
  type Limiter,
  type RequestOutcome,
} from "@garner/core";
import { fromJson, type Database } from "./database/database.ts";

/** Hosts not met for this long are forgotten. */
const rememberedForMs = 30 * 24 * 60 * 60 * 1000;

/** An answer that has not been written down yet. */
interface Report {
  readonly outcome: RequestOutcome;
  readonly at: { readonly rules: HostRules; readonly now: number };
}

/**
 * The hosts' budgets in a table, so that all processes on the file share them. The law is that of the core. Good answers
 * are written down with the next turn; one by which a host refuses, at once.
 */
export function limiter(database: Database): Limiter {
  const unwritten = new Map<string, readonly Report[]>();
  let hasForgotten = false;

  function keep(host: string, reports: readonly Report[]): void {
    unwritten.set(host, [...reports, ...(unwritten.get(host) ?? [])]);
  }

  /** One step on a host's state, as it is with what was reported meanwhile. Reports that could not be written are kept. */
  async function step<T>(
    host: string,
    { rules, now }: Report["at"],
    work: (state: HostState) => { readonly state: HostState; readonly result: T },
  ): Promise<T> {
    let taken: readonly Report[] | undefined;
    try {
      return await database.write(() => {
        forgetOnce(now);
        if (taken === undefined) {
          taken = unwritten.get(host) ?? []; // and not again, when the step is run again
          unwritten.delete(host);
        }
        const known = taken.reduce((state, { outcome, at }) => learn(state, outcome, at), read(host, rules));
        const { state, result } = work(known);
        write(host, state, now);
        return result;
      });
    } catch (thrown) {
      keep(host, taken ?? []);
      throw thrown;
    }
  }

  function read(host: string, rules: HostRules): HostState {
    const row = database.first<{ state: string }>("SELECT state FROM hosts WHERE name = ?", host);
    return row === undefined ? newHost(rules) : fromJson<HostState>(row.state);
  }

  function write(host: string, state: HostState, now: number): void {
    const sql = `INSERT INTO hosts (name, state, met_at) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET state = excluded.state, met_at = excluded.met_at`;
    database.run(sql, host, JSON.stringify(state), Math.round(now));
  }

  function forgetOnce(now: number): void {
    if (hasForgotten) return;
    hasForgotten = true;
    database.run("DELETE FROM hosts WHERE met_at < ?", now - rememberedForMs);
  }

  return {
    take: (host, rules, now) =>
      step(host, { rules, now }, (known) => {
        const { state, waitMs } = takeTurn(known, rules, now);
        return { state, result: { waitMs, rate: state.rate } };
      }),
    async report(host, outcome, at) {
      unwritten.set(host, [...(unwritten.get(host) ?? []), { outcome, at }]);
      if (isRefusal(outcome)) await step(host, at, (state) => ({ state, result: undefined })).catch(unlessUnavailable);
    },
  };
}

/** A report that the store can't take now is kept, and written with the host's next turn. Throws anything else again. */
function unlessUnavailable(thrown: unknown): void {
  if (!EngineError.is(thrown) || thrown.code !== "STORE_UNAVAILABLE") throw thrown;
}
