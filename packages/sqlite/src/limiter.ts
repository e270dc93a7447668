import {
  learn,
  newHost,
  takeTurn,
  type HostRules,
  type HostState,
  type Limiter,
  type RequestOutcome,
} from "@garner/core";
import type { Database } from "./database.ts";

/** What is not met for this long is forgotten. */
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
  const unwritten = new Map<string, Report[]>();

  function read(host: string, rules: HostRules): HostState {
    const row = database.first<{ state: string }>("SELECT state FROM hosts WHERE name = ?", host);
    const state = row === undefined ? newHost(rules) : (JSON.parse(row.state) as HostState);
    const reports = unwritten.get(host) ?? [];
    unwritten.delete(host);
    return reports.reduce((known, { outcome, at }) => learn(known, outcome, at), state);
  }

  function write(host: string, state: HostState, now: number): void {
    const sql = `INSERT INTO hosts (name, state, met_at) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET state = excluded.state, met_at = excluded.met_at`;
    database.run(sql, host, JSON.stringify(state), Math.round(now));
  }

  database.run("DELETE FROM hosts WHERE met_at < ?", Date.now() - rememberedForMs);
  return {
    async take(host, rules, now) {
      return await database.write(() => {
        const { state, waitMs } = takeTurn(read(host, rules), rules, now);
        write(host, state, now);
        return waitMs;
      });
    },
    async report(host, outcome, at) {
      const reports = unwritten.get(host) ?? [];
      unwritten.set(host, [...reports, { outcome, at }]);
      const isRefusal = outcome.status === undefined || outcome.status === 429 || outcome.status === 503;
      if (isRefusal) await database.write(() => write(host, read(host, at.rules), at.now));
    },
  };
}
