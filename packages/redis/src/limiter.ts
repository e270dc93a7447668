import { hostLimiter, recentlyUsed, type HostState, type Limiter } from "@garner/core";
import type { Connection, Script } from "./connection.ts";
import { digest } from "./keys.ts";

/** Hosts not met for this long are forgotten. */
const rememberedForMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Replaces a host's state, unless it has changed: then returns it. KEYS: host. ARGV: old state ("" for none), new state,
 * lifetime.
 */
const replaceScript: Script = {
  name: "garnerReplace",
  keys: 1,
  lua: `
local state = redis.call("GET", KEYS[1]) or ""
if state ~= ARGV[1] then return state end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return false`,
};

/** Converts a time of this machine's clock to the time that all processes share. */
export type SharedTime = (now: number) => number;

/** Hosts whose state a process keeps in mind: as a rule nobody else has changed it, and it need not be asked for. */
const maxKnown = 10_000;

/** The hosts' budgets, shared by all processes. The law is that of the core. */
export function limiter({ prefix, run }: Connection, shared: SharedTime): Limiter {
  const known = recentlyUsed<string>({ maxSize: maxKnown });
  return hostLimiter(async (host, _at, work) => {
    const key = `${prefix}:host:${digest(host)}`;
    for (let before = known.peek(key) ?? ""; ;) {
      const { state, result } = work(before === "" ? undefined : (JSON.parse(before) as HostState));
      const after = JSON.stringify(state);
      const found = await run<string | null>(replaceScript, [key], [before, after, rememberedForMs]);
      known.set(key, found ?? after);
      if (found === null) return result;
      before = found;
    }
  }, shared);
}
