import { hostLimiter, type HostState, type Limiter } from "@garner/core";
import { fromJson, type Database } from "./database/database.ts";

/** Hosts not met for this long are forgotten. */
const rememberedForMs = 30 * 24 * 60 * 60 * 1000;

/** The hosts' budgets in a table, so that all processes on the file share them. The law is that of the core. */
export function limiter(database: Database): Limiter {
  let hasForgotten = false;

  function read(host: string): HostState | undefined {
    const row = database.first<{ state: string }>("SELECT state FROM hosts WHERE name = ?", host);
    return row && fromJson<HostState>(row.state);
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

  return hostLimiter((host, { now }, work) =>
    database.write(() => {
      forgetOnce(now);
      const { state, result } = work(read(host));
      write(host, state, now);
      return result;
    }),
  );
}
