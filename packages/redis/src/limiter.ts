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
import type { Connection, Script } from "./connection.ts";
import { digest } from "./keys.ts";

/** Hosts not met for this long are forgotten. */
const rememberedForMs = 30 * 24 * 60 * 60 * 1000;

/** Replaces a host's state, unless somebody else has. KEYS: host. ARGV: what it was ("" for none), what it is, lifetime. */
const replaceScript: Script = {
  name: "garnerReplace",
  keys: 1,
  lua: `
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return 1`,
};

/** An answer that has not been written down yet. */
interface Report {
  readonly outcome: RequestOutcome;
  readonly at: { readonly rules: HostRules; readonly now: number };
}

/** Tells the time that all processes share, of a time on this machine's clock. */
export type SharedTime = (now: number) => number;

/**
 * The hosts' budgets, shared by all processes. The law is that of the core. Good answers are written down with the next
 * turn; one by which a host refuses, at once.
 */
export function limiter({ client, prefix, ask, run }: Connection, shared: SharedTime): Limiter {
  const unwritten = new Map<string, readonly Report[]>();

  async function step<T>(
    host: string,
    rules: HostRules,
    work: (state: HostState) => { readonly state: HostState; readonly result: T },
  ): Promise<T> {
    const key = `${prefix}:host:${digest(host)}`;
    const reports = unwritten.get(host) ?? [];
    unwritten.delete(host);
    try {
      for (;;) {
        const before = (await ask(() => client.get(key))) ?? "";
        const known = before === "" ? newHost(rules) : (JSON.parse(before) as HostState);
        const { state, result } = work(reports.reduce((met, { outcome, at }) => learn(met, outcome, at), known));
        const after = JSON.stringify(state);
        if (after === before) return result;
        if ((await run<number>(replaceScript, [key], [before, after, rememberedForMs])) === 1) return result;
      }
    } catch (thrown) {
      unwritten.set(host, [...reports, ...(unwritten.get(host) ?? [])]);
      throw thrown;
    }
  }

  return {
    take: (host, rules, now) =>
      step(host, rules, (known) => {
        const { state, waitMs } = takeTurn(known, rules, shared(now));
        return { state, result: { waitMs, rate: state.rate } };
      }),
    async report(host, outcome, { rules, now }) {
      const report = { outcome, at: { rules, now: shared(now) } };
      unwritten.set(host, [...(unwritten.get(host) ?? []), report]);
      if (isRefusal(outcome))
        await step(host, rules, (state) => ({ state, result: undefined })).catch(unlessUnavailable);
    },
  };
}

/** A report that the store can't take now is kept, and written with the host's next turn. Throws anything else again. */
function unlessUnavailable(thrown: unknown): void {
  if (!EngineError.is(thrown) || thrown.code !== "STORE_UNAVAILABLE") throw thrown;
}
